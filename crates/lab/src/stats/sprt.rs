//! The sequential probability ratio test: stop a match as soon as it is decided.
//!
//! A. Wald, *Sequential Tests of Statistical Hypotheses* (1945). The likelihoods are those of the
//! pair results that fit the observations best under the constraint that the mean score is the
//! one of the hypothesis: M. Van den Bergh, *A practical introduction to the GSPRT* (2020), with
//! the multipliers of A. B. Owen, *Empirical Likelihood* (2001), section 2.9. Elo points are
//! logistic.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

use super::elo::{Pairs, SCORES, score_of_elo};

/// A test of `elo0` against `elo1`, read as `0,20`, with 5 % risk on either side unless told
/// otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The difference under the hypothesis that nothing is gained.
    pub elo0: f64,
    /// The difference under the hypothesis that something is.
    pub elo1: f64,
    /// The risk of saying that something is gained where nothing is.
    pub alpha: f64,
    /// The risk of saying that nothing is gained where something is.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The difference is at most `elo0`.
    H0,
    /// The difference is at least `elo1`.
    H1,
}

/// Text that is no test.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad test \"{0}\": expected elo0,elo1 with elo0 below elo1, such as 0,20")]
pub struct ParseSprtError(String);

/// A risk that makes no test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("bad risk {0}: expected one between 0 and 0.5, such as 0.05")]
pub struct BadRisk(pub f64);

/// The probability of a wrong decision, on either side, unless told otherwise.
const RISK: f64 = 0.05;

/// What is added to results that did not occur, so that logarithms exist.
const TRACE: f64 = 1e-3;

impl Sprt {
    /// The log likelihood ratio of the two hypotheses.
    pub fn llr(self, pairs: Pairs) -> f64 {
        if pairs.count() == 0.0 {
            return 0.0;
        }
        let weights = pairs.0.map(|count| if count == 0 { TRACE } else { count as f64 });
        let total: f64 = weights.iter().sum();
        let chances = weights.map(|weight| weight / total);
        let at = |elo: f64| constrained(chances, score_of_elo(elo));
        let (zero, one) = (at(self.elo0), at(self.elo1));
        total * (0..5).map(|i| chances[i] * (one[i] / zero[i]).ln()).sum::<f64>()
    }

    /// The same with other risks; those that are not given stay.
    pub fn with_risks(self, alpha: Option<f64>, beta: Option<f64>) -> Result<Self, BadRisk> {
        let test =
            Sprt { alpha: alpha.unwrap_or(self.alpha), beta: beta.unwrap_or(self.beta), ..self };
        match [test.alpha, test.beta].into_iter().find(|risk| !(*risk > 0.0 && *risk < 0.5)) {
            Some(risk) => Err(BadRisk(risk)),
            None => Ok(test),
        }
    }

    /// The bounds of the ratio: at or below the first it is H0, at or above the second H1.
    pub fn bounds(self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The decision, once there is one.
    pub fn decide(self, pairs: Pairs) -> Option<Decision> {
        let (low, high) = self.bounds();
        match self.llr(pairs) {
            llr if llr <= low => Some(Decision::H0),
            llr if llr >= high => Some(Decision::H1),
            _ => None,
        }
    }
}

/// The distribution nearest to `chances` whose mean is `score`: each chance divided by
/// `1 + x (s - score)`, with the `x` that makes it sum to one, found by bisection.
fn constrained(chances: [f64; 5], score: f64) -> [f64; 5] {
    let off = SCORES.map(|s| s - score);
    let slope = |x: f64| (0..5).map(|i| chances[i] * off[i] / (1.0 + x * off[i])).sum::<f64>();
    // All divisors are positive between these.
    let (mut low, mut high) = (-1.0 / off[4], -1.0 / off[0]);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|i| chances[i] / (1.0 + x * off[i]))
}

impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || ParseSprtError(text.to_owned());
        let (elo0, elo1) = text.split_once(',').ok_or_else(bad)?;
        let number = |word: &str| word.trim().parse::<f64>().ok().filter(|x| x.is_finite());
        let (elo0, elo1) = (number(elo0).ok_or_else(bad)?, number(elo1).ok_or_else(bad)?);
        let sprt = Sprt { elo0, elo1, alpha: RISK, beta: RISK };
        if sprt.elo0 < sprt.elo1 { Ok(sprt) } else { Err(bad()) }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_as_published() {
        // The values that the match runner fastchess is tested with, which are those of the
        // public Stockfish testing site for the same pairs.
        let cases = [
            ("0.5,2.5", Pairs([223, 9863, 21279, 10037, 246]), -3.07),
            ("0,2", Pairs([871, 26175, 55983, 26678, 821]), -4.98),
        ];
        for (sprt, pairs, expected) in cases {
            let sprt: Sprt = sprt.parse().expect("a test");
            let llr = sprt.llr(pairs);
            assert!((llr - expected).abs() < 0.04, "{llr}, expected {expected}");
            assert_eq!(sprt.decide(pairs), Some(Decision::H0));
        }
    }

    #[test]
    fn risks_set_the_bounds() {
        let sprt: Sprt = "0,50".parse().expect("a test");
        // The logarithms of 0.05 / 0.99 and of 0.95 / 0.01.
        let careful = sprt.with_risks(Some(0.01), None).expect("risks");
        let (low, high) = careful.bounds();
        assert!((low + 2.986).abs() < 1e-3 && (high - 4.554).abs() < 1e-3, "{low} {high}");
        let pairs = Pairs([0, 0, 30, 0, 6]);
        assert_eq!((sprt.decide(pairs), careful.decide(pairs)), (Some(Decision::H1), None));
        for bad in [0.0, 0.5, -1.0, f64::NAN] {
            assert!(sprt.with_risks(None, Some(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn decisions_come_from_evidence() {
        let sprt: Sprt = "0,50".parse().expect("a test");
        assert_eq!(sprt.llr(Pairs::default()), 0.0);
        assert_eq!(sprt.decide(Pairs([2, 0, 4, 0, 3])), None);
        assert_eq!(sprt.decide(Pairs([0, 0, 30, 0, 30])), Some(Decision::H1));
        assert_eq!(sprt.decide(Pairs([30, 0, 30, 0, 0])), Some(Decision::H0));
        assert!((sprt.bounds().1 - 2.944).abs() < 1e-3);
        for bad in ["", "5", "10,5", "0,0", "a,b", "0,inf"] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }
}
