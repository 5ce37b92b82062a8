//! One rule for cylinders of every height.
//!
//! Red keeps an *imagined* position, in which it may have given empty cells to Blue. Red sees three
//! rings of it, answers a blue stone within them, and gives away what it does not need. So few
//! different triples of rings ever come up, its *windows*, and a set of them that is closed under
//! every blue stone and its answer is a proof for all heights at once:
//! - [`HeightRule`] is what Red makes of what it sees, as a file.
//! - [`HeightRule::check`] follows it from the empty cylinders on, and shows that no stack of windows
//!   holds a blue ring.
//! - [`find_height_rule`] looks for a rule, with a SAT solver.
//!
//! Why that is enough. Let the imagined position be such that all its red cells are red in reality,
//! and all cells that are blue in reality are blue in it.
//! - Blue plays a cell that is empty in both. The rule makes other rings of those around it. Where it
//!   takes a cell, Red plays it, or it is red already and Red plays anywhere. Both conditions hold
//!   again, and all windows are allowed.
//! - Blue plays a cell that was given away. Red plays anywhere; the imagined position stays.
//! - In the end the real board is full. The imagined position has a way from top to bottom without
//!   blue cells, so in reality these cells are red.

mod allowed;
mod check;
mod doomed;
mod find;
mod ring;
mod rule;

pub use check::{HeightRuleFault, HeightsChecked};
pub use find::{
    HEIGHT_SEARCH_COLUMNS, HeightError, HeightOutcome, HeightProgress, find_height_rule,
};
pub use rule::{HeightRule, HeightRuleFileError};
