//! Win rates: intervals for one, and for the difference of two.

use serde::Serialize;

use super::normal::Z95;

/// An interval of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a number lies in the interval.
    pub fn contains(self, x: f64) -> bool {
        (self.low..=self.high).contains(&x)
    }
}

/// Successes out of trials, such as games won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    /// How many succeeded. A fraction where a trial can half succeed.
    pub wins: f64,
    /// How many there were.
    pub trials: f64,
}

impl Share {
    /// So many out of so many.
    pub fn new(wins: impl Into<f64>, trials: impl Into<f64>) -> Self {
        Share { wins: wins.into(), trials: trials.into() }
    }

    /// The rate; a half where there is nothing to count.
    pub fn rate(self) -> f64 {
        if self.trials > 0.0 { self.wins / self.trials } else { 0.5 }
    }

    /// The Wilson interval.
    pub fn interval(self) -> Interval {
        wilson(self)
    }
}

impl std::ops::Add for Share {
    type Output = Share;

    fn add(self, other: Share) -> Share {
        Share { wins: self.wins + other.wins, trials: self.trials + other.trials }
    }
}

impl std::iter::Sum for Share {
    fn sum<I: Iterator<Item = Share>>(shares: I) -> Share {
        shares.fold(Share::default(), |sum, share| sum + share)
    }
}

/// The score interval for a proportion.
///
/// E. B. Wilson, *Probable inference, the law of succession, and statistical inference*, Journal
/// of the American Statistical Association 22 (1927).
pub fn wilson(share: Share) -> Interval {
    wilson_at(share, Z95)
}

/// The same at another point of the normal distribution.
fn wilson_at(share: Share, z: f64) -> Interval {
    if share.trials <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, p, z2) = (share.trials, share.rate(), z * z);
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    Interval { low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// The interval for the difference of two proportions, the first minus the second.
///
/// R. G. Newcombe, *Interval estimation for the difference between independent proportions*,
/// Statistics in Medicine 17 (1998), method 10: the Wilson intervals of both, combined.
pub fn difference(first: Share, second: Share) -> Interval {
    difference_at(first, second, Z95)
}

/// The same at another point of the normal distribution.
pub fn difference_at(first: Share, second: Share, z: f64) -> Interval {
    let (one, other) = (wilson_at(first, z), wilson_at(second, z));
    let (p, q) = (first.rate(), second.rate());
    let down = ((p - one.low).powi(2) + (other.high - q).powi(2)).sqrt();
    let up = ((one.high - p).powi(2) + (q - other.low).powi(2)).sqrt();
    Interval { low: p - q - down, high: p - q + up }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(interval: Interval, low: f64, high: f64) {
        let near = (interval.low - low).abs() < 6e-5 && (interval.high - high).abs() < 6e-5;
        assert!(near, "{interval:?}, expected {low} to {high}");
    }

    #[test]
    fn wilson_as_published() {
        // Newcombe, Two-sided confidence intervals for the single proportion, Statistics in
        // Medicine 17 (1998), table I, method 3.
        close(wilson(Share::new(81, 263)), 0.2553, 0.3662);
        close(wilson(Share::new(15, 148)), 0.0624, 0.1605);
        close(wilson(Share::new(0, 20)), 0.0, 0.1611);
        close(wilson(Share::new(1, 29)), 0.0061, 0.1718);
    }

    #[test]
    fn differences_as_published() {
        // Newcombe's second paper, table II, method 10.
        close(difference(Share::new(56, 70), Share::new(48, 80)), 0.0524, 0.3339);
        close(difference(Share::new(9, 10), Share::new(3, 10)), 0.1705, 0.8090);
        close(difference(Share::new(10, 10), Share::new(0, 10)), 0.6075, 1.0);
    }

    #[test]
    fn nothing_says_nothing() {
        assert_eq!(wilson(Share::default()), Interval { low: 0.0, high: 1.0 });
        assert!(difference(Share::default(), Share::new(1, 2)).contains(0.0));
    }
}
