//! Strength of one player against another, from pairs of games.
//!
//! The two games of a pair begin in the same position with colours exchanged, so their results
//! hang together: often each side wins once. Counting pairs instead of games takes that into
//! account, and gives smaller errors. M. Van den Bergh, *Normalized Elo* and *Comments on
//! normalized Elo* (2019 and later), calls the five results of a pair its pentanomial statistics.

use std::fmt;

use serde::Serialize;

use super::normal::{Z95, phi};
use super::proportion::{Share, wilson};

/// Pairs of games by their result: how many brought 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs(pub [u64; 5]);

/// How much stronger the first player is, as far as pairs tell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "known", rename_all = "lowercase")]
pub enum Strength {
    /// A difference with its error.
    Difference {
        /// The difference in Elo points.
        points: f64,
        /// Half the width of its 95 % interval.
        error: f64,
        /// The likelihood of superiority: the probability that the first player is the stronger.
        los: f64,
    },
    /// Every pair went one way: at least so much, at 95 %. Negative for the second player.
    Beyond {
        /// The bound in Elo points.
        points: f64,
    },
    /// Nothing, for a reason.
    Nothing {
        /// Why.
        reason: Silence,
    },
}

/// Why nothing is said about a difference in strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Silence {
    /// There are too few pairs for their spread to mean anything.
    TooFew,
    /// Every pair was split, so the openings or colours decided, not the players.
    AllSplit,
    /// The interval reaches beyond all scores.
    TooWide,
}

/// So many pairs are needed before their spread says how sure their mean is.
pub const LEAST_PAIRS: u64 = 10;

/// The expected score of a player that is so many points stronger.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How many points stronger a player with this score is.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

impl Pairs {
    /// Counts a pair by its points in half points: 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// How many pairs there are.
    pub fn count(self) -> f64 {
        self.0.iter().sum::<u64>() as f64
    }

    /// The mean score of a game; a half where there is none.
    pub fn score(self) -> f64 {
        let points = self.0.iter().zip(SCORES).map(|(count, score)| *count as f64 * score);
        if self.count() > 0.0 { points.sum::<f64>() / self.count() } else { 0.5 }
    }

    /// The variance of a pair's mean score.
    pub fn variance(self) -> f64 {
        let mean = self.score();
        let squares =
            self.0.iter().zip(SCORES).map(|(count, score)| *count as f64 * (score - mean).powi(2));
        squares.sum::<f64>() / self.count().max(1.0)
    }

    /// What the pairs say about the difference in strength.
    pub fn strength(self) -> Strength {
        let (score, error) = (self.score(), self.error());
        if self.count() < LEAST_PAIRS as f64 {
            return Strength::Nothing { reason: Silence::TooFew };
        }
        if error == 0.0 {
            return self.of_one_result();
        }
        let (low, high) = (score - Z95 * error, score + Z95 * error);
        if low <= 0.0 || high >= 1.0 {
            return Strength::Nothing { reason: Silence::TooWide };
        }
        Strength::Difference {
            points: elo_of_score(score),
            error: (elo_of_score(high) - elo_of_score(low)) / 2.0,
            los: phi((score - 0.5) / error),
        }
    }

    /// What can be said where all pairs had the same result, which tells nothing of its spread.
    fn of_one_result(self) -> Strength {
        let score = self.score();
        let pairs = wilson(Share { wins: score * self.count(), trials: self.count() });
        match score {
            score if score > 0.5 => Strength::Beyond { points: elo_of_score(pairs.low) },
            score if score < 0.5 => Strength::Beyond { points: elo_of_score(pairs.high) },
            _ => Strength::Nothing { reason: Silence::AllSplit },
        }
    }

    fn error(self) -> f64 {
        (self.variance() / self.count().max(1.0)).sqrt()
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Difference { points, error, los } => {
                let los = 100.0 * los;
                // Adding zero turns a negative zero into a positive one.
                let points = points + 0.0;
                write!(f, "Elo {points:+.1} ± {error:.1}, likelihood of superiority {los:.1} %")
            }
            Strength::Beyond { points } if *points > 0.0 => {
                write!(f, "Elo above {points:+.1}: all pairs won")
            }
            Strength::Beyond { points } => write!(f, "Elo below {points:+.1}: all pairs lost"),
            Strength::Nothing { reason } => write!(f, "Elo unknown: {reason}"),
        }
    }
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Silence::TooFew => write!(f, "fewer than {LEAST_PAIRS} different pairs"),
            Silence::AllSplit => f.write_str("all pairs split"),
            Silence::TooWide => f.write_str("too few pairs for so one-sided a result"),
        }
    }
}

/// The mean score of a game for the five results of a pair.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logistic_scale() {
        // A. E. Elo, The Rating of Chessplayers (1978): 200 points are 76 %, 400 points 10 : 1.
        assert!((score_of_elo(200.0) - 0.7597).abs() < 1e-4);
        assert!((elo_of_score(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((elo_of_score(score_of_elo(-37.0)) + 37.0).abs() < 1e-9);
    }

    #[test]
    fn pairs_that_split_carry_little_error() {
        // The same 60 % once in pairs that mostly split, once in pairs won or lost as a whole.
        let split = Pairs([0, 0, 80, 0, 20]);
        let whole = Pairs([40, 0, 0, 0, 60]);
        assert!((split.score() - 0.6).abs() < 1e-12 && (whole.score() - 0.6).abs() < 1e-12);
        let told = |pairs: Pairs| match pairs.strength() {
            Strength::Difference { error, los, .. } => (error, los),
            other => panic!("{other:?}"),
        };
        assert!(told(split).0 < told(whole).0 / 2.0);
        assert!(told(split).1 > 0.999 && told(whole).1 < 0.98);
    }

    #[test]
    fn nothing_is_said_without_ground() {
        let nothing = |reason| Strength::Nothing { reason };
        assert_eq!(Pairs::default().strength(), nothing(Silence::TooFew));
        assert_eq!(Pairs([1, 0, 0, 0, 0]).strength(), nothing(Silence::TooFew));
        assert_eq!(Pairs([1, 0, 2, 0, 3]).strength(), nothing(Silence::TooFew));
        assert_eq!(Pairs([0, 0, 50, 0, 0]).strength(), nothing(Silence::AllSplit));
        assert_eq!(Pairs([0, 0, 0, 1, 9]).strength(), nothing(Silence::TooWide));
        // Wilson's bound of 20 of 20 is 1 - 0.1611 (Newcombe 1998, table I, mirrored).
        let Strength::Beyond { points } = Pairs([0, 0, 0, 0, 20]).strength() else {
            panic!("a bound")
        };
        assert!((points - elo_of_score(1.0 - 0.1611)).abs() < 0.1, "{points}");
        let Strength::Beyond { points } = Pairs([20, 0, 0, 0, 0]).strength() else {
            panic!("a bound")
        };
        assert!((points - elo_of_score(0.1611)).abs() < 0.1, "{points}");
    }

    #[test]
    fn an_error_as_computed_by_hand() {
        // 100 pairs, score 0.55, variance 0.0725: the error of the mean is 0.02693.
        let pairs = Pairs([10, 0, 70, 0, 20]);
        assert!((pairs.variance() - (0.10 * 0.3025 + 0.70 * 0.0025 + 0.20 * 0.2025)).abs() < 1e-12);
        let Strength::Difference { points, error, .. } = pairs.strength() else { panic!("known") };
        assert!((points - 34.86).abs() < 0.01, "{points}");
        assert!((error - 37.19).abs() < 0.01, "{error}");
    }
}
