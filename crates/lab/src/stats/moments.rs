//! Means with deviations, and correlations.

use super::normal::Z95;
use super::proportion::Interval;

/// Count, mean and deviation of numbers, one pass.
///
/// B. P. Welford, *Note on a method for calculating corrected sums of squares and products*,
/// Technometrics 4 (1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Takes one more number in.
    pub fn add(&mut self, x: f64) {
        self.count += 1.0;
        let off = x - self.mean;
        self.mean += off / self.count;
        self.squares += off * (x - self.mean);
    }

    /// How many numbers there were.
    pub fn count(self) -> f64 {
        self.count
    }

    /// The mean.
    pub fn mean(self) -> f64 {
        self.mean
    }

    /// The standard deviation of the population that the numbers were drawn from.
    pub fn deviation(self) -> f64 {
        if self.count > 1.0 { (self.squares / (self.count - 1.0)).sqrt() } else { 0.0 }
    }

    /// The standard error of the mean.
    pub fn error(self) -> f64 {
        if self.count > 0.0 { self.deviation() / self.count.sqrt() } else { 0.0 }
    }

    /// The interval for the mean, for numbers enough that it is normal.
    pub fn interval(self) -> Interval {
        let half = Z95 * self.error();
        Interval { low: self.mean - half, high: self.mean + half }
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Self {
        let mut moments = Moments::default();
        numbers.into_iter().for_each(|x| moments.add(x));
        moments
    }
}

/// Pearson's correlation of pairs of numbers; none where one side does not vary.
pub fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let x: Moments = pairs.iter().map(|pair| pair.0).collect();
    let y: Moments = pairs.iter().map(|pair| pair.1).collect();
    let product: f64 = pairs.iter().map(|pair| (pair.0 - x.mean) * (pair.1 - y.mean)).sum();
    let scale = (x.squares * y.squares).sqrt();
    (scale > 0.0).then(|| product / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn michelson_and_anscombe() {
        // NIST Statistical Reference Datasets: NumAcc1 and Lottery-like small cases.
        let exact: Moments = [10_000_001.0, 10_000_003.0, 10_000_002.0].into_iter().collect();
        assert_eq!((exact.mean(), exact.deviation()), (10_000_002.0, 1.0));
        // F. J. Anscombe, Graphs in Statistical Analysis (1973), first set: mean 7.50, r 0.816.
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let moments: Moments = y.into_iter().collect();
        assert!(
            (moments.mean() - 7.50).abs() < 0.005 && (moments.deviation() - 2.03).abs() < 0.005
        );
        let pairs: Vec<(f64, f64)> = x.into_iter().zip(y).collect();
        assert!((correlation(&pairs).expect("both vary") - 0.816).abs() < 0.001);
        assert_eq!(correlation(&[(1.0, 2.0), (1.0, 3.0)]), None);
    }
}
