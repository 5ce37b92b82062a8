//! Ratings of many players from the games between them.
//!
//! R. A. Bradley and M. E. Terry, *Rank analysis of incomplete block designs* (1952), fitted by
//! the algorithm of D. R. Hunter, *MM algorithms for generalized Bradley–Terry models* (2004).
//! Errors come from the inverse of the information matrix.

use serde::Serialize;
use thiserror::Error;

use super::normal::Z95;

/// A player's strength, in Elo points around the mean of all players, or around an [`Anchor`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The points.
    pub points: f64,
    /// Half the width of their 95 % interval; infinite where nothing is known.
    pub error: f64,
}

/// A player whose rating is given, so that ratings of several tournaments can be compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// Its place in the list.
    pub player: usize,
    /// Its rating.
    pub points: f64,
}

/// A text that gives no player's rating.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "bad anchor \"{text}\": expected one of the players with its rating, such as {example}=1500"
)]
pub struct BadAnchor {
    text: String,
    example: String,
}

impl Anchor {
    /// Reads `NAME=RATING`; the name is that of one of the players.
    pub fn read(text: &str, players: &[String]) -> Result<Self, BadAnchor> {
        let read = || {
            // Options of players have equals signs too.
            let (name, points) = text.rsplit_once('=')?;
            let player = players.iter().position(|player| player == name.trim())?;
            let points = points.trim().parse::<f64>().ok().filter(|points| points.is_finite())?;
            Some(Anchor { player, points })
        };
        let example = players.first().cloned().unwrap_or_default();
        read().ok_or_else(|| BadAnchor { text: text.chars().take(80).collect(), example })
    }
}

/// Elo points for a factor of e in strength.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// The ratings of all players; `wins[i][j]` is how often player i beat player j.
///
/// `prior` is a number of imagined drawn games between every two players that met. A little of it
/// keeps the rating of a player that won everything finite; zero gives the plain likelihood. With
/// an anchor the ratings and their errors are those of the differences to it; its own has none.
pub fn ratings(wins: &[Vec<f64>], prior: f64, anchor: Option<Anchor>) -> Vec<Rating> {
    let wins = with_prior(wins, prior);
    let strengths = fit(&wins);
    let logs: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
    let covariance = inverse(information(&wins, &strengths));
    // What the constant adds to every entry of the inverse; differences do not have it.
    let constant = 1.0 / (logs.len().max(1) as f64).powi(2);
    let variance = |i: usize| match anchor {
        None => covariance[i][i] - constant,
        Some(Anchor { player, .. }) if player == i => 0.0,
        Some(Anchor { player: j, .. }) => {
            covariance[i][i] + covariance[j][j] - 2.0 * covariance[i][j]
        }
    };
    let (zero, points) = match anchor {
        None => (logs.iter().sum::<f64>() / logs.len().max(1) as f64, 0.0),
        Some(Anchor { player, points }) => (logs[player], points),
    };
    let rating = |i: usize| Rating {
        points: points + POINTS * (logs[i] - zero),
        error: Z95 * POINTS * variance(i).max(0.0).sqrt(),
    };
    (0..logs.len()).map(rating).collect()
}

fn with_prior(wins: &[Vec<f64>], prior: f64) -> Vec<Vec<f64>> {
    let entry = |i: usize, j: usize| {
        let met = games(wins, i, j) > 0.0;
        wins[i][j] + if met { prior / 2.0 } else { 0.0 }
    };
    let players = wins.len();
    (0..players).map(|i| (0..players).map(|j| entry(i, j)).collect()).collect()
}

fn games(wins: &[Vec<f64>], i: usize, j: usize) -> f64 {
    if i == j { 0.0 } else { wins[i][j] + wins[j][i] }
}

/// Hunter's iteration until nothing moves any more.
fn fit(wins: &[Vec<f64>]) -> Vec<f64> {
    let players = wins.len();
    let won: Vec<f64> =
        (0..players).map(|i| (0..players).filter(|j| *j != i).map(|j| wins[i][j]).sum()).collect();
    let mut strengths = vec![1.0; players];
    for _ in 0..10_000 {
        let mut moved: f64 = 0.0;
        for i in 0..players {
            let weight: f64 =
                (0..players).map(|j| games(wins, i, j) / (strengths[i] + strengths[j])).sum();
            let strength = if weight > 0.0 { (won[i] / weight).max(1e-9) } else { 1.0 };
            moved = moved.max((strength / strengths[i]).ln().abs());
            strengths[i] = strength;
        }
        if moved < 1e-10 {
            break;
        }
    }
    strengths
}

/// The information of the logarithms of the strengths. It is singular, because only differences
/// matter; a constant on all entries fixes the mean without changing the differences.
fn information(wins: &[Vec<f64>], strengths: &[f64]) -> Vec<Vec<f64>> {
    let players = wins.len();
    let cross = |i: usize, j: usize| {
        let sum = strengths[i] + strengths[j];
        games(wins, i, j) * strengths[i] * strengths[j] / (sum * sum)
    };
    let entry = |i: usize, j: usize| match i == j {
        true => (0..players).map(|k| cross(i, k)).sum::<f64>() + 1.0,
        false => 1.0 - cross(i, j),
    };
    (0..players).map(|i| (0..players).map(|j| entry(i, j)).collect()).collect()
}

/// The inverse by Gauss and Jordan. Players without games get infinite variance.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|j| f64::from(u8::from(i == j))));
    }
    for column in 0..size {
        let largest = |row: &usize| (matrix[*row][column].abs() * 1e12) as u64;
        let pivot = (column..size).max_by_key(largest).unwrap_or(column);
        matrix.swap(column, pivot);
        let scale = matrix[column][column];
        matrix[column].iter_mut().for_each(|x| *x /= scale);
        let pivot = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != column) {
            let factor = row[column];
            row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn baseball_as_published() {
        // A. Agresti, Categorical Data Analysis (2002), table 10.10: American League East 1987,
        // home and away together, and the estimates relative to Baltimore.
        let wins = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let wins: Vec<Vec<f64>> = wins.iter().map(|row| row.map(f64::from).to_vec()).collect();
        let expected = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0];
        let fitted = ratings(&wins, 0.0, None);
        for (rating, expected) in fitted.iter().zip(expected) {
            let log = (rating.points - fitted[6].points) / POINTS;
            assert!((log - expected).abs() < 0.001, "{log}, expected {expected}");
        }
    }

    #[test]
    fn two_players_are_the_logistic_curve() {
        let fitted = ratings(&[vec![0.0, 75.0], vec![25.0, 0.0]], 0.0, None);
        let gap = fitted[0].points - fitted[1].points;
        assert!((gap - 190.85).abs() < 0.01, "{gap}");
        // The error of the gap is 1.96 · 173.7 / √(100 · ¾ · ¼); each player has half of it.
        assert!((fitted[0].error - 39.31).abs() < 0.05, "{fitted:?}");
    }

    #[test]
    fn an_anchor_moves_all_and_has_no_error() {
        let wins = [vec![0.0, 75.0, 60.0], vec![25.0, 0.0, 50.0], vec![40.0, 50.0, 0.0]];
        let (free, held) = (
            ratings(&wins, 0.0, None),
            ratings(&wins, 0.0, Some(Anchor { player: 1, points: 1500.0 })),
        );
        assert_eq!(held[1], Rating { points: 1500.0, error: 0.0 });
        for (free_one, held_one) in free.iter().zip(&held) {
            let (own, other) = (free_one.points - free[1].points, held_one.points - 1500.0);
            assert!((own - other).abs() < 1e-9);
        }
        // Of two players the difference has twice the error that each has around the mean.
        let two = [vec![0.0, 75.0], vec![25.0, 0.0]];
        let held = ratings(&two, 0.0, Some(Anchor { player: 1, points: 0.0 }));
        assert!((held[0].points - 190.85).abs() < 0.01 && (held[0].error - 78.62).abs() < 0.1);
    }

    #[test]
    fn anchors_name_a_player() {
        let players = ["random".to_owned(), "mcts:playouts=50".to_owned()];
        let read = |text: &str| Anchor::read(text, &players);
        assert_eq!(read("mcts:playouts=50=1500"), Ok(Anchor { player: 1, points: 1500.0 }));
        assert_eq!(read("random=-20.5"), Ok(Anchor { player: 0, points: -20.5 }));
        for bad in ["", "random", "random=", "random=strong", "mcts=1500", "=1", "random=inf"] {
            let fault = read(bad).expect_err(bad).to_string();
            assert!(fault.contains(&format!("\"{bad}\"")) && fault.contains("random=1500"));
        }
    }

    #[test]
    fn a_prior_keeps_winners_finite() {
        let fitted = ratings(&[vec![0.0, 10.0], vec![0.0, 0.0]], 1.0, None);
        let gap = fitted[0].points - fitted[1].points;
        assert!((500.0..600.0).contains(&gap), "{gap}");
    }
}
