//! Simulation: what a leaf is worth, by playouts.
//!
//! Playouts fill the board. They know neither seasons nor passes; where there are seasons, the
//! tree keeps to the rules and the leaves are judged as if there were none.

use hexring_control::Limit;
use hexring_game::{Color, Position, Site, Turns};
use hexring_playout::{Detail, Kind, Request, Sampler, ScalarKernel, Tally};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::bridges::{self, Pair};
use super::options::Params;
use super::tree::Amaf;
use crate::sample;

/// A leaf to evaluate.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// The position.
    pub(super) position: Position,
    /// How many playouts.
    pub(super) playouts: u64,
    /// Where their randomness comes from.
    pub(super) seed: u64,
}

/// What playouts say about a leaf.
#[derive(Clone, Debug)]
pub(super) enum Evaluation {
    /// One playout: who has won, after how many stones.
    Single(Color, usize),
    /// Many playouts, and a cell with which the player to move wins at once, if one was found.
    Many(Tally, Option<Site>),
}

impl Evaluation {
    /// The share of playouts that a colour has won.
    pub(super) fn value(&self, color: Color) -> f64 {
        match self {
            Evaluation::Single(winner, _) => f64::from(u8::from(*winner == color)),
            Evaluation::Many(tally, _) => tally.win_rate(color),
        }
    }

    /// The stones that were set, where so many cells were empty: one playout ends with the game,
    /// many fill the board.
    pub(super) fn stones(&self, empty: usize) -> u64 {
        match self {
            Evaluation::Single(_, stones) => *stones as u64,
            Evaluation::Many(tally, _) => tally.playouts * empty as u64,
        }
    }

    /// The playouts in which a colour took a cell, as part of one evaluation.
    pub(super) fn amaf(&self, site: Site, color: Color) -> Amaf {
        match self {
            Evaluation::Single(..) => Amaf::default(),
            Evaluation::Many(tally, _) => {
                let (got, won) = tally.with_cell(site, color);
                let part = |count: u64| count as f32 / tally.playouts as f32;
                Amaf { weight: part(got), value: part(won) }
            }
        }
    }

    /// The cell with which the player to move wins at once.
    pub(super) fn winning_cell(&self) -> Option<Site> {
        match self {
            Evaluation::Single(..) => None,
            Evaluation::Many(_, cell) => *cell,
        }
    }

    /// Whether it says anything about cells.
    pub(super) fn knows_cells(&self) -> bool {
        matches!(self, Evaluation::Many(..))
    }
}

/// Evaluates leaves of one board.
#[derive(Clone, Debug)]
pub(super) struct Evaluator {
    kernel: Kernel,
    bridges: bool,
    pairs: Vec<Pair>,
}

#[derive(Clone, Debug)]
enum Kernel {
    Scalar(Box<ScalarKernel>),
    Sliced(Box<Sampler>),
}

impl Evaluator {
    /// For leaves on the board of a position.
    pub(super) fn new(position: &Position, params: &Params) -> Self {
        let rules = position.rules();
        // Where the other player may not move next or not there, no bridge can be relied on.
        let can_answer = rules.turns == Turns::Alternate && rules.seasons.is_none();
        let kernel = match params.plain {
            true => Kernel::Scalar(Box::new(ScalarKernel::new(position))),
            false => Kernel::Sliced(Box::new(Sampler::new(position))),
        };
        Evaluator { kernel, bridges: params.bridges && can_answer, pairs: Vec::new() }
    }

    /// Plays a leaf out, as far as the limit allows.
    pub(super) fn evaluate(&mut self, job: &Job, limit: &Limit) -> Evaluation {
        let position = &job.position;
        let kind = kind(position);
        match &mut self.kernel {
            Kernel::Scalar(kernel) => {
                kernel.reposition(position);
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(job.seed);
                let winner = kernel.playout(kind, &mut rng);
                Evaluation::Single(winner, kernel.decided())
            }
            Kernel::Sliced(sampler) => {
                sampler.reposition(position);
                if self.bridges {
                    bridges::disjoint(position, &mut self.pairs);
                    sampler.pair(&self.pairs);
                }
                let (playouts, seed, detail) = (job.playouts, job.seed, Detail::Cells);
                let request = Request { kind, playouts, seed, detail };
                let tally = sample::some(sampler, &request, limit);
                let win = winning_cell(position, &tally);
                Evaluation::Many(tally, win)
            }
        }
    }
}

/// How many cells are tried. Where a player wins nearly all playouts, no single cell stands out,
/// and trying all would take longer than the playouts.
const TRIES: usize = 8;

/// A cell with which the player to move wins at once. It wins in all playouts in which the player
/// gets it, so few others have to be tried. (Not so on a torus, where the opponent may be first.)
fn winning_cell(position: &Position, tally: &Tally) -> Option<Site> {
    let color = position.to_move()?;
    let always_wins = |site: &Site| {
        let (got, won) = tally.with_cell(*site, color);
        got == won && got > 0
    };
    let wins = |site: &Site| position.would_win(*site, color);
    position.legal_sites().filter(always_wins).take(TRIES).find(wins)
}

/// How the game goes on when both play at random.
pub(crate) fn kind(position: &Position) -> Kind {
    match (position.rules().turns, position.to_move()) {
        (Turns::Alternate, Some(first)) => Kind::Alternating { first },
        _ => Kind::Fill,
    }
}
