//! Ours against published.

use super::document::{Cell, Tone};
use crate::stats::{Share, difference};

/// How a result compares with a published one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference may well be chance.
    Agrees,
    /// The 95 % interval of the difference leaves zero out.
    Differs,
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

    /// The verdict as a cell of a table.
    pub fn cell(&self) -> Cell {
        let (text, tone) = match self {
            Verdict::Agrees => ("agrees".to_owned(), Tone::Good),
            Verdict::Differs => ("differs".to_owned(), Tone::Bad),
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
            Verdict::Differs => self.differ += 1,
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
}
