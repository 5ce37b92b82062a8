//! Random turns without a tree.
//!
//! Where a coin decides who moves, the value of a position is the probability that a fair-coin fill
//! of the empty cells wins, and for either player the best cell is the one that is most likely to
//! be pivotal (Peres, Schramm, Sheffield and Wilson: *Random-Turn Hex and Other Selection Games*,
//! 2007). So fills of the position itself are all that is needed, and in the limit the move is
//! optimal. The theorem is about games that a full board decides: on a torus the order of the moves
//! counts, and seasons close cells, so there the tree is searched.

use hexring_game::{Color, Move, Position, Topology, Turns};
use hexring_playout::{Detail, Kind, Request, Sampler, Tally};
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::options::Params;
use super::search::Budget;
use crate::dice::best;
use crate::player::{Better, Choice, Control, ScoreMap, Work};
use crate::sample;

/// Whether the theorem holds under the rules of a position.
pub(super) fn applies(position: &Position) -> bool {
    let rules = position.rules();
    rules.turns == Turns::Random
        && rules.seasons.is_none()
        && rules.board.topology() != Topology::Torus
}

/// The cell that is pivotal most often.
pub(super) fn choose(
    params: &Params,
    position: &Position,
    rng: &mut Xoshiro256PlusPlus,
    control: &mut Control,
) -> Choice {
    let budget = Budget::new(params, 1.0, control.limit());
    let allowed = budget.left(0, 0, position);
    let sampler = Sampler::new(position);
    // On the largest cylinders a fill takes a millisecond.
    let step = if position.board().cell_count() <= 400 { 512 } else { 64 };
    let mut tally: Option<Tally> = None;
    loop {
        let done = tally.as_ref().map_or(0, |tally| tally.playouts);
        let (playouts, seed) = (step.min(allowed - done), rng.next_u64());
        let request = Request { kind: Kind::Fill, playouts, seed, detail: Detail::Pivotal };
        let more = sample::some(&sampler, &request, &budget.limit);
        let all = match tally.take() {
            Some(mut all) => {
                all.add(&more);
                all
            }
            None => more,
        };
        if all.playouts >= allowed || budget.limit.is_over() {
            return choice(position, &all, rng);
        }
        control.report(|| choice(position, &all, &mut rng.clone()));
        tally = Some(all);
    }
}

fn choice(position: &Position, tally: &Tally, rng: &mut Xoshiro256PlusPlus) -> Choice {
    let color = position.to_move().unwrap_or(Color::Red);
    let pivotal = |site: hexring_game::Site| tally.cells[site.index()].pivotal;
    let scored = position.legal_sites().map(|site| (site, pivotal(site)));
    let site = best(rng, scored).expect("there is a legal cell");
    // The stone turns those fills into wins in which the cell is pivotal and the opponent's.
    let share = |count: u64| count as f64 / tally.playouts.max(1) as f64;
    let value = tally.win_rate(color) + share(pivotal(site)) / 2.0;
    let is_legal = |site| position.stone_at(site).is_none();
    let map = ScoreMap::new("pivotal", Better::Higher, position, |site| {
        is_legal(site).then(|| share(pivotal(site)))
    });
    Choice {
        value: Some(value.min(1.0)),
        maps: vec![map],
        work: Work { count: tally.playouts, unit: "playouts" },
        ..Choice::new(Move::Place(position.board().cell(site)))
    }
}
