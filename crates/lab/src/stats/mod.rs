//! Statistics as pure functions, each with its source and tested on published values.
//!
//! | question | answer |
//! |---|---|
//! | how sure is a win rate? | [`wilson`] |
//! | do two win rates differ? | [`difference`] |
//! | how much stronger is one player, and how sure is that? | [`Pairs::strength`] |
//! | can the match stop? | [`Sprt`] |
//! | how strong are many players? | [`ratings`] |
//! | how long are the games? | [`Moments`] |
//!
//! All intervals are at 95 %, unless another point of the normal distribution is given.

mod bradley_terry;
mod elo;
mod moments;
mod normal;
mod proportion;
mod sprt;

pub use bradley_terry::{Anchor, BadAnchor, Rating, ratings};
pub use elo::{LEAST_PAIRS, Pairs, Silence, Strength, elo_of_score, score_of_elo};
pub use moments::{Moments, correlation};
pub use normal::{Z95, Z975, phi};
pub use proportion::{Interval, Share, difference, difference_at, wilson};
pub use sprt::{BadRisk, Decision, ParseSprtError, Sprt};
