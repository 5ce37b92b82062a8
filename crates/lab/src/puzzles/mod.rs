//! Puzzles: positions with one winning move, found in games between players of moderate strength.
//!
//! The solver decides that a move wins and that no other does. How hard that is to see is counted
//! by the twelve [levels](hexring_players::level): each is asked once, and a puzzle says how many of
//! them find the move.

mod file;
mod make;
mod puzzle;
mod twins;
mod verdict;

pub use file::{Collection, CollectionError};
pub use make::{Found, MakeError, Recipe, grade, make};
pub use puzzle::{Puzzle, PuzzleError};
pub use verdict::{Fault, check};
