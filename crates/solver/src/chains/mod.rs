//! Chains of red stones along a cylinder: is each connected with the next, with Blue to move?
//!
//! A *gap* is a number of empty rings between two rings that hold stones. A *chain* is rings with
//! stones and the gaps between them, from top to bottom. Red wants to join the red stones of its
//! first ring with those of its last one; Blue moves first.
//!
//! ```text
//! P 2 S*@1           B R R B B      what holds P to the top is P itself: it has no free cell
//!                     . . . . .     a gap of two empty rings
//!                      . . . . .
//!                       . R . B B   the last ring of the chain: its free cells belong to the gap
//!                        B R B B B  holds its stone to the bottom, and nothing else
//! ```
//!
//! - **The rings at both ends** are *faces*. Their red stones are joined with the end of the cylinder
//!   on their side; their free cells may be used, and lead to that end only through the red stones.
//!   So the question is whether Red joins the two faces through the gaps and the free cells of the
//!   faces. If some other gap used a free cell on the far side of a face too, the answer would say
//!   nothing about both at once. That is what *lending* a free cell to one gap means.
//! - **The rings between** are what they are on the board: their free cells are shared by the gaps on
//!   both sides, and the whole chain is one position. A chain is *joint* in this sense.
//! - **A window** of a chain is a part of it with fewer gaps, taken as a chain by itself.
//!
//! A chain that Red wins is one that Red wins joined with anything on both sides that does not use
//! its cells. All is solved as positions of a cylinder, with rotations, half turns and mirror images
//! solved once.

mod answers;
mod chain;
mod face;
mod family;
mod rings;

pub use answers::{ChainAnswer, ChainAnswers};
pub use chain::Chain;
pub use face::Face;
pub use family::Family;
pub use rings::Stack;

use hexring_game::BoardError;
use thiserror::Error;

/// What is wrong with a chain, or with answers about chains.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ChainError {
    /// A ring or a face that is none.
    #[error(
        "bad ring \"{0}\": expected the letters R, B and . or one of E, T, P, Q, H, S, S*, Z*, F*, Pf*"
    )]
    Ring(String),
    /// Rings of one board differ in length.
    #[error(
        "the rings {ring} and {other} differ in length: expected as many columns in all of them"
    )]
    Lengths {
        /// One ring.
        ring: String,
        /// Another one.
        other: String,
    },
    /// No ring says how long the rings are.
    #[error("a chain between two ends of a cylinder has no columns: expected a ring in it")]
    NoColumns,
    /// The end of the cylinder, or two rings, between two gaps.
    #[error("{0} stands between two gaps: expected a single ring there")]
    OnlyAtEnds(String),
    /// A column that is not on the board.
    #[error("column {column} of {face} is out of range: expected 0 to {}", cols - 1)]
    Column {
        /// The column.
        column: usize,
        /// The face.
        face: String,
        /// How many columns it has.
        cols: usize,
    },
    /// Neither a number nor a range.
    #[error("bad number \"{0}\": expected one such as 2, or a range such as 1..4")]
    Number(String),
    /// Not faces and gaps in turns.
    #[error(
        "bad chain \"{0}\": expected faces and numbers of empty rings in turns, as in P 2 S*@1"
    )]
    Form(String),
    /// More than anybody can solve.
    #[error("{0} chains are too many: expected up to {most}", most = family::MOST_CHAINS)]
    TooMany(usize),
    /// The size of the board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A file of answers that has another header.
    #[error("no answers about chains: expected the first lines \"{}\"", answers::HEADER.replace('\n', "\" and \""))]
    Header,
    /// A line of such a file.
    #[error("line {line}: bad answer \"{text}\": expected rings,winner,positions")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// The line.
        text: String,
    },
}
