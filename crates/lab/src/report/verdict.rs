//! Ours against published.

use super::document::{Cell, Tone};
use crate::stats::{Moments, Share, Z975, difference, difference_at};

/// How a result compares with a published one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference may well be chance.
    Agrees,
    /// The 95 % interval of the difference leaves zero out.
    Differs,
    /// The same, in this.
    DiffersIn(&'static str),
    /// They do not measure the same, for this reason.
    NotComparable(String),
    /// Nothing has been played yet.
    Open,
}

/// With fewer games than this, nearly everything would agree with everything.
const FEW: f64 = 10.0;

impl Verdict {
    /// Compares two win rates.
    pub fn of(published: Share, ours: Share) -> Self {
        let agrees = difference(ours, published).contains(0.0);
        match ours.trials {
            0.0 => Verdict::Open,
            _ if !agrees => Verdict::Differs,
            few if few < FEW => Verdict::NotComparable("too few games".to_owned()),
            _ => Verdict::Agrees,
        }
    }

    /// Compares a match by its win rate and by the mean length of its games. Each is tested at
    /// 97.5 %, so that a match which is the same differs by chance in one case of twenty.
    ///
    /// The source prints no deviation of the lengths: it is taken to be ours.
    pub fn of_match(published: Share, published_moves: f64, ours: Share, moves: Moments) -> Self {
        let wins_agree = difference_at(ours, published, Z975).contains(0.0);
        let error = moves.deviation() * (1.0 / ours.trials + 1.0 / published.trials).sqrt();
        let off = (moves.mean() - published_moves).abs();
        // The source rounds to one place.
        let moves_agree = off <= Z975 * error + 0.05;
        match ours.trials {
            0.0 => Verdict::Open,
            few if few < FEW => Verdict::NotComparable("too few games".to_owned()),
            _ if wins_agree && moves_agree => Verdict::Agrees,
            _ if moves_agree => Verdict::DiffersIn("wins"),
            _ if wins_agree => Verdict::DiffersIn("moves"),
            _ => Verdict::DiffersIn("wins and moves"),
        }
    }

    /// The verdict as a cell of a table.
    pub fn cell(&self) -> Cell {
        let (text, tone) = match self {
            Verdict::Agrees => ("agrees".to_owned(), Tone::Good),
            Verdict::Differs => ("differs".to_owned(), Tone::Bad),
            Verdict::DiffersIn(what) => (format!("differs in {what}"), Tone::Bad),
            Verdict::NotComparable(reason) => (format!("not comparable: {reason}"), Tone::Open),
            Verdict::Open => ("not played yet".to_owned(), Tone::Open),
        };
        Cell { text, tone }
    }
}

/// How many verdicts of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Results that agree with published ones, and claims that hold.
    pub agree: usize,
    /// Results that differ, and claims that do not hold.
    pub differ: usize,
    /// Everything else.
    pub open: usize,
}

impl Count {
    /// Counts a verdict and passes it on.
    pub fn add(&mut self, verdict: Verdict) -> Verdict {
        match verdict {
            Verdict::Agrees => self.agree += 1,
            Verdict::Differs | Verdict::DiffersIn(_) => self.differ += 1,
            Verdict::NotComparable(_) | Verdict::Open => self.open += 1,
        }
        verdict
    }

    /// The counts in words; empty if nothing was compared.
    pub fn sentence(self) -> String {
        let Count { agree, differ, open } = self;
        if agree + differ + open == 0 {
            return String::new();
        }
        format!(
            "Of {} published results and claims, {agree} agree with ours and {differ} differ; open or \
             not comparable: {open}. One in twenty may differ by chance alone.",
            agree + differ + open
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_need_games() {
        let published = Share::new(39, 100);
        assert_eq!(Verdict::of(published, Share::default()), Verdict::Open);
        assert!(matches!(Verdict::of(published, Share::new(1, 2)), Verdict::NotComparable(_)));
        assert_eq!(Verdict::of(published, Share::new(42, 100)), Verdict::Agrees);
        assert_eq!(Verdict::of(published, Share::new(61, 100)), Verdict::Differs);
        assert_eq!(Verdict::of(published, Share::new(5, 5)), Verdict::Differs);
    }

    #[test]
    fn a_match_is_compared_by_wins_and_by_moves() {
        let published = Share::new(39, 100);
        let verdict = |wins: u32, moves: f64| {
            // A deviation of 4.02: the means of 100 games each differ by 1.27 at most.
            let games: Moments =
                (0..100).map(|game| moves + f64::from(8 * (game % 2)) - 4.0).collect();
            Verdict::of_match(published, 19.7, Share::new(wins, 100), games)
        };
        assert_eq!(verdict(42, 19.0), Verdict::Agrees);
        assert_eq!(verdict(61, 19.0), Verdict::DiffersIn("wins"));
        assert_eq!(verdict(42, 21.1), Verdict::DiffersIn("moves"));
        assert_eq!(verdict(42, 20.9), Verdict::Agrees);
        assert_eq!(verdict(61, 25.0), Verdict::DiffersIn("wins and moves"));
    }
}
