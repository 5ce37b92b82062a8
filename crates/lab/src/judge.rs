//! Ends games before the board does, where that was agreed on.

use hexring_control::{Control, Limit};
use hexring_game::{Color, Position};
use hexring_solver::{Options, Progress, Solver, Wanted};

use crate::terms::Adjudication;

/// What a player thought at its turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The colour that it played then.
    pub color: Color,
    /// The chances that it gave itself, if any.
    pub value: Option<f64>,
    /// The seconds that it took.
    pub seconds: f64,
}

/// Bytes for the positions that the solver remembers in a game.
const MEMORY: usize = 1 << 25;

/// Whoever watches a game and may end it.
pub(crate) enum Judge {
    Solver { positions: u64, solver: Box<Solver> },
    Agreement { moves: usize, value: f64 },
}

impl Judge {
    pub(crate) fn new(adjudication: Adjudication) -> Self {
        match adjudication {
            Adjudication::Solver { positions } => {
                let solver = Solver::new(Options { memory: MEMORY, ..Options::default() });
                let solver = Box::new(solver.expect("there is memory enough"));
                Judge::Solver { positions, solver }
            }
            Adjudication::Agreement { moves, value } => {
                Judge::Agreement { moves: moves as usize, value }
            }
        }
    }

    /// The name of the judge, which the result of a game gives as its reason.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Judge::Solver { .. } => "solver",
            Judge::Agreement { .. } => "agreement",
        }
    }

    /// Who wins, if that can be said after the last move.
    pub(crate) fn winner(
        &mut self,
        position: &Position,
        thoughts: &[Thought],
        limit: &Limit,
    ) -> Option<Color> {
        match self {
            Judge::Solver { positions, solver } => solved(solver, position, *positions, limit),
            Judge::Agreement { moves, value } => agreed(thoughts, *moves, *value),
        }
    }
}

/// Who wins by the solver, if it finds out within so many positions. It counts positions and looks
/// at no clock, so that the answer is the same on every machine.
fn solved(
    solver: &mut Solver,
    position: &Position,
    positions: u64,
    limit: &Limit,
) -> Option<Color> {
    let (limit, stop) = limit.child();
    let mut looked_at = 0;
    let mut hear = |_: &Progress| {
        looked_at += 1;
        if looked_at > positions {
            stop.raise();
        }
    };
    let mut control = Control::new(limit, &mut hear).every(std::time::Duration::ZERO);
    solver.solve_with(position, Wanted::Winner, &mut control).ok()?.winner
}

/// Who wins by the players' own judgement, if all of the last moves say the same and both players
/// made some of them.
fn agreed(thoughts: &[Thought], moves: usize, value: f64) -> Option<Color> {
    let last = &thoughts[thoughts.len().checked_sub(moves)?..];
    let says = |thought: &Thought| match thought.value? {
        chance if chance >= value => Some(thought.color),
        chance if 1.0 - chance >= value => Some(!thought.color),
        _ => None,
    };
    let winner = says(last.first()?)?;
    let is_agreed = last.iter().all(|thought| says(thought) == Some(winner));
    let both = Color::ALL.iter().all(|color| last.iter().any(|thought| thought.color == *color));
    (is_agreed && both).then_some(winner)
}

#[cfg(test)]
mod tests {
    use Color::{Blue, Red};

    use super::*;

    #[test]
    fn players_agree_when_both_say_the_same_often_enough() {
        let thoughts = |values: &[(Color, f64)]| -> Vec<Thought> {
            let thought = |(color, value): &(Color, f64)| {
                let value = Some(*value).filter(|value| !value.is_nan());
                Thought { color: *color, value, seconds: 0.0 }
            };
            values.iter().map(thought).collect()
        };
        let agreed = |values: &[(Color, f64)]| agreed(&thoughts(values), 4, 0.9);
        let lost = [(Red, 0.05), (Blue, 0.97), (Red, 0.1), (Blue, 0.9)];
        assert_eq!(agreed(&lost), Some(Blue));
        assert_eq!(agreed(&lost[1..]), None, "too few moves");
        assert_eq!(
            agreed(&[&[(Blue, 0.1)], &lost[..]].concat()),
            Some(Blue),
            "the last ones count"
        );
        let mut unsure = lost;
        unsure[2].1 = 0.11;
        assert_eq!(agreed(&unsure), None);
        unsure[2].1 = f64::NAN;
        assert_eq!(agreed(&unsure), None, "no value is no consent");
        assert_eq!(agreed(&[(Red, 0.99); 4]), None, "one player alone");
        let at_odds = [(Red, 0.99), (Blue, 0.99), (Red, 0.99), (Blue, 0.99)];
        assert_eq!(agreed(&at_odds), None);
    }

    #[test]
    fn the_solver_judges_within_its_positions() {
        let judge = |positions: u64, rules: &str| {
            let mut judge = Judge::new(Adjudication::Solver { positions });
            let position = Position::new(rules.parse().expect("rules")).expect("a start");
            judge.winner(&position, &[], &Limit::none())
        };
        assert_eq!(judge(1_000_000, "4x4"), Some(Red), "who begins wins");
        assert_eq!(judge(1_000_000, "4x4 first=blue"), Some(Blue));
        assert_eq!(judge(2, "7x7"), None, "too many positions");
        assert_eq!(judge(1_000_000, "3x3 swap=pieces"), None, "somebody may swap");
    }
}
