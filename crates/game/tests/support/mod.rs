//! Random rules for property tests.

use hexring_game::{
    Board, Color, NoMove, Rules, SeasonLayout, Seasons, Swap, Topology, Turns, default_years,
};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub(crate) fn below(rng: &mut impl Rng, bound: usize) -> usize {
    rng.next_u32() as usize % bound.max(1)
}

/// Any rules that fit together, on boards with sides of these lengths.
pub(crate) fn any_rules(side: impl Strategy<Value = u8> + Clone) -> impl Strategy<Value = Rules> {
    let board = (prop::sample::select(Topology::ALL.to_vec()), side.clone(), side, any::<bool>())
        .prop_map(|(topology, cols, rows, square)| {
            Board::new(topology, cols, if square { cols } else { rows }).expect("in range")
        });
    let swap = prop::sample::select(vec![Swap::None, Swap::Pieces, Swap::Sides]);
    (board, any::<[bool; 3]>(), swap, 0u8..=4, any::<u64>()).prop_map(
        |(board, [blue_first, random, discard], swap, count, seed)| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let seasons = (count > 0).then(|| Seasons {
                layout: SeasonLayout::random(board, count, &mut rng).expect("in range"),
                years: default_years(count).expect("in range"),
                no_move: if discard { NoMove::Discard } else { NoMove::Pass },
            });
            let mut rules = Rules { swap, seasons, ..Rules::new(board) };
            rules.first = if blue_first { Color::Blue } else { Color::Red };
            rules.turns = if random { Turns::Random } else { Turns::Alternate };
            if rules.check().is_err() {
                rules.swap = if random { Swap::None } else { Swap::Sides };
            }
            rules
        },
    )
}
