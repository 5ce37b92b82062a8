//! The normal distribution.

/// The two-sided 95 % point of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The two-sided 97.5 % point: of two tests at this level one is wrong by chance in one case of
/// twenty, at most.
pub const Z975: f64 = 2.241_402_727_604_945;

/// The probability that a standard normal variable is below `x`.
///
/// Abramowitz and Stegun, *Handbook of Mathematical Functions* (1964), formula 26.2.17; the error
/// is below 7.5e-8.
pub fn phi(x: f64) -> f64 {
    const B: [f64; 5] =
        [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let series = B.iter().rev().fold(0.0, |sum, b| (sum + b) * t);
    let tail = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt() * series;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_the_handbook() {
        // Table 26.1 of the handbook.
        let table = [(0.0, 0.5), (1.0, 0.841_344_75), (2.0, 0.977_249_87), (-1.5, 0.066_807_2)];
        for (x, expected) in table {
            assert!((phi(x) - expected).abs() < 1e-6, "{x}: {}", phi(x));
        }
        assert!((phi(Z95) - 0.975).abs() < 1e-6);
        assert!((phi(Z975) - 0.9875).abs() < 1e-6);
    }
}
