//! Strength of one player against another, from pairs of games.
//!
//! The two games of a pair begin in the same position with colours exchanged, so their results
//! hang together: often each side wins once. Counting pairs instead of games takes that into
//! account, and gives smaller errors. M. Van den Bergh, *Normalized Elo* and *Comments on
//! normalized Elo* (2019 and later), calls the five results of a pair its pentanomial statistics.

use serde::Serialize;

use super::normal::{Z95, phi};

/// Pairs of games by their result: how many brought 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs(pub [u64; 5]);

/// A difference in Elo points with its 95 % error on either side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The difference. Infinite where all games went one way.
    pub points: f64,
    /// Half the width of the 95 % interval; infinite where nothing is known.
    pub error: f64,
}

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

    /// The difference in strength with its error. Results that are all the same say nothing about
    /// the error.
    pub fn elo(self) -> Elo {
        let (score, half) = (self.score(), Z95 * self.error());
        let (low, high) = (score - half, score + half);
        let known = half > 0.0 && low > 0.0 && high < 1.0;
        let error =
            if known { (elo_of_score(high) - elo_of_score(low)) / 2.0 } else { f64::INFINITY };
        Elo { points: elo_of_score(score), error }
    }

    /// The likelihood of superiority: the probability that the first player is the stronger one.
    pub fn los(self) -> f64 {
        let error = self.error();
        match (error > 0.0, self.score()) {
            (true, score) => phi((score - 0.5) / error),
            (false, score) if score > 0.5 => 1.0,
            (false, score) if score < 0.5 => 0.0,
            _ => 0.5,
        }
    }

    fn error(self) -> f64 {
        (self.variance() / self.count().max(1.0)).sqrt()
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
        assert!(split.elo().error < whole.elo().error / 2.0);
        assert!(split.los() > 0.999 && whole.los() < 0.98);
        assert_eq!(Pairs::default().los(), 0.5);
    }

    #[test]
    fn an_error_as_computed_by_hand() {
        // 100 pairs, score 0.55, variance 0.0725: the error of the mean is 0.02693.
        let pairs = Pairs([10, 0, 70, 0, 20]);
        assert!((pairs.variance() - (0.10 * 0.3025 + 0.70 * 0.0025 + 0.20 * 0.2025)).abs() < 1e-12);
        let elo = pairs.elo();
        assert!((elo.points - 34.86).abs() < 0.01, "{elo:?}");
        assert!((elo.error - 37.19).abs() < 0.01, "{elo:?}");
    }
}
