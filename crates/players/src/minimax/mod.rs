//! `minimax`: negamax with alpha-beta on the evaluation of [`heuristic`](crate::distance).
//!
//! As in Kunčarová (2024, sections 2.1 and 4.2.3), with the window passed on as (−β, −α) and not as
//! printed there, and with what that work wished for: a transposition table, and deepening step by
//! step until a time is over. Depth 1 is `heuristic`.
//!
//! # The value of a position
//! `depth` plies ahead, the value of a position for a colour is the opponent's distance − its own.
//! - A won game is worth [`WIN`] and one more for each ply that was left to search, so that a
//!   faster win is better and a slower loss too. A discarded game is evaluated as it stands.
//! - A pass costs a ply like any move.
//! - Under random turns the value after a move is the average over the coin. As [`WIN`] is far
//!   larger than any distance, the chance to have won within the plies searched comes first, and
//!   distances decide between equal chances.
//! - Answers by swap are not searched; `decide` settles the swap before players are asked.
//!
//! Values are exact: neither the table nor the order of moves changes them, which is tested
//! against the plain search. For that, the table answers only for the same number of plies left.
//! Numbers are fixed-point with as many binary places as there can be coins, so that averages are
//! exact as well.
//!
//! # Limits
//! The search deepens ply by ply up to `depth` or until `time` is over or somebody stops it. A
//! depth that was cut off counts if the best move of the depth before was searched again: then any
//! move that now looks better is better at that depth. The first depth is always finished, since
//! it takes no longer than `heuristic` does.

mod known;
mod player;
mod search;

use hexring_control::Limit;
use hexring_game::{Color, Position};

pub(crate) use player::entry;
pub use search::MAX_DEPTH;

use known::Window;
use search::{Search, UNIT};

/// What a won game is worth, in stones of distance.
pub const WIN: f64 = search::WIN as f64;

/// The value of a position for a colour, some plies ahead: what the player maximizes.
///
/// # Panics
/// If the depth is over [`MAX_DEPTH`].
pub fn value(position: &Position, color: Color, depth: u8) -> f64 {
    assert!(depth <= MAX_DEPTH, "averages are exact up to depth {MAX_DEPTH}");
    let mut search = Search::new(position, Limit::none());
    let value = search.value(position, color, depth, Window::FULL);
    value.expect("nobody stops the search") as f64 / UNIT as f64
}
