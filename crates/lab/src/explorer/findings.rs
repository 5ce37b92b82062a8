//! What was played in a position, and how it ended.

use std::collections::HashMap;

use hexring_game::{ByColor, Color, Ply};
use serde::Serialize;

use super::game::GameView;
use super::query::Followed;
use crate::stats::Share;

/// What the games with a position have to say.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    outcome: Outcome,
    moves: HashMap<Ply, Played>,
}

/// How games ended, by the colours of the position that was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// How many games.
    pub games: u64,
    /// Won by which colour; the rest has no winner, or nobody knows it.
    #[serde(flatten)]
    pub won: ByColor<u64>,
}

/// The games in which a move was played.
#[derive(Clone, Debug, Default)]
struct Played {
    outcome: Outcome,
    replies: HashMap<Ply, u64>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Continuation {
    /// The move.
    #[serde(flatten)]
    pub ply: Ply,
    /// How the games ended.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The share of decided games that the mover won; none without such games.
    pub share: Option<f64>,
    /// The lower end of its interval (95 %, Wilson).
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// What was played most often after it.
    pub reply: Option<Reply>,
}

/// The most frequent answer to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// The move.
    #[serde(flatten)]
    pub ply: Ply,
    /// In how many games it was played.
    pub games: u64,
}

impl Outcome {
    /// How many games have a winner.
    pub fn decided(&self) -> u64 {
        self.won.red + self.won.blue
    }

    /// The decided games that a colour won.
    pub fn share(&self, color: Color) -> Share {
        Share::new(self.won[color] as f64, self.decided() as f64)
    }

    /// Counts a game.
    pub fn add(&mut self, winner: Option<Color>) {
        self.games += 1;
        if let Some(color) = winner {
            self.won[color] += 1;
        }
    }
}

impl Findings {
    /// Adds a game that has the position.
    pub fn add(&mut self, game: &GameView<'_>, followed: &Followed) {
        let winner = game.winner.map(|color| if followed.exchanged { !color } else { color });
        self.outcome.add(winner);
        let Some(next) = followed.next else { return };
        let played = self.moves.entry(next).or_default();
        played.outcome.add(winner);
        if let Some(reply) = followed.reply {
            *played.replies.entry(reply).or_default() += 1;
        }
    }

    /// How all games with the position ended.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// What was played, the most frequent first.
    pub fn continuations(&self) -> Vec<Continuation> {
        let mut all: Vec<Continuation> =
            self.moves.iter().map(|(ply, played)| continuation(*ply, played)).collect();
        all.sort_by_key(|found| (u64::MAX - found.outcome.games, found.ply.mv, found.ply.color));
        all
    }
}

fn continuation(ply: Ply, played: &Played) -> Continuation {
    let share = played.outcome.share(ply.color);
    let interval = share.interval();
    let order = |(ply, games): &(&Ply, &u64)| (u64::MAX - **games, ply.mv, ply.color);
    let reply = played.replies.iter().min_by_key(order);
    Continuation {
        ply,
        outcome: played.outcome,
        share: (share.trials > 0.0).then(|| share.rate()),
        low: interval.low,
        high: interval.high,
        reply: reply.map(|(ply, games)| Reply { ply: *ply, games: *games }),
    }
}
