//! What the tests share: boards, random colourings, and the slow truth.
#![allow(dead_code)]

use hexring_game::{
    Board, ByColor, Color, Connectivity, Geometry, Position, Rules, Setup, Topology,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub(crate) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

pub(crate) fn empty(board: &str) -> Position {
    Position::new(board.parse::<Rules>().expect("a board")).expect("legal")
}

/// All boards up to a size, of all topologies.
pub(crate) fn boards(largest: u8) -> impl Iterator<Item = Board> {
    Topology::ALL.into_iter().flat_map(move |topology| {
        (1..=largest).flat_map(move |cols| {
            (1..=largest).map(move |rows| Board::new(topology, cols, rows).expect("small"))
        })
    })
}

/// A position with random stones in which nobody has won.
pub(crate) fn random_position(board: Board, stones: usize, rng: &mut impl Rng) -> Position {
    let mut position = Position::new(Rules::new(board)).expect("legal");
    for _ in 0..stones {
        let legal: Vec<_> = position.legal_sites().collect();
        let mut next = position.clone();
        next.play_site(legal[rng.random_range(0..legal.len())]);
        if next.is_over() {
            break;
        }
        position = next;
    }
    position
}

/// A position from cells by name.
pub(crate) fn setup(board: &str, red: &str, blue: &str) -> Position {
    let cells = |text: &str| text.split_whitespace().map(|c| c.parse().expect("a cell")).collect();
    let mut setup = Setup::new(board.parse().expect("a board"));
    setup.stones = ByColor { red: cells(red), blue: cells(blue) };
    Position::from_setup(&setup).expect("legal")
}

/// Which colours have their path or ring when the board is full.
pub(crate) fn slow_goals(position: &Position, is_red: impl Fn(usize) -> bool) -> ByColor<bool> {
    let geometry = Geometry::new(position.board());
    let mut stones = Connectivity::new(&geometry);
    for site in position.board().sites() {
        let drawn = if is_red(site.index()) { Color::Red } else { Color::Blue };
        stones.place(&geometry, site, position.stone_at(site).unwrap_or(drawn));
    }
    ByColor::from_fn(|color| stones.has_won(color))
}

/// Compares 64 × n boards with the slow truth, at every width.
pub(crate) fn compare_goals(position: &Position, red: &[Vec<u64>]) {
    use hexring_playout::{Sampler, Width};
    let sampler = Sampler::new(position);
    let truth: Vec<ByColor<u64>> = red
        .iter()
        .map(|words| {
            let mut goals = ByColor::default();
            for lane in 0..64 {
                let slow = slow_goals(position, |site| words[site] >> lane & 1 == 1);
                goals.red |= u64::from(slow.red) << lane;
                goals.blue |= u64::from(slow.blue) << lane;
            }
            goals
        })
        .collect();
    for width in Width::ALL {
        let fast = sampler.clone().with_width(width).goals(red);
        assert_eq!(fast, truth, "{} with {width}", position.board());
    }
}
