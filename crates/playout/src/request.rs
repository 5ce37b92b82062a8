//! Which playouts, how many, and what to count.

use hexring_game::Color;

/// How the empty cells of a position are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every empty cell gets its colour by a fair coin, in a random order: random turns and
    /// random moves.
    Fill,
    /// The players alternate and move at random. The first gets one move more than the other if
    /// the number of empty cells is odd.
    Alternating {
        /// Who moves next.
        first: Color,
    },
}

/// What to count. More takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Who wins.
    Wins,
    /// Also, for each cell, who got it and won.
    Cells,
    /// Also, for each cell, whether it was pivotal. On a torus this is done playout by playout,
    /// which is slower by orders of magnitude, with another sample for the same seed.
    Pivotal,
}

/// An order for playouts. The same request gives the same tally on every CPU and for every
/// number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Which playouts.
    pub kind: Kind,
    /// How many; multiples of 512 use the widest registers best.
    pub playouts: u64,
    /// Where their randomness comes from. The first playouts of a longer request with the same
    /// seed are those of a shorter one.
    pub seed: u64,
    /// What to count.
    pub detail: Detail,
}
