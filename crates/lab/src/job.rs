//! What there is to do: independent tasks, each with its own key and seed.
//!
//! A key says everything that a task is (part, players, rules, number), so a finished task is
//! recognised whatever else was changed in the experiment, and a changed one is a new one.

use hexring_game::{ByColor, Color, Move, Ply, Rules};
use hexring_players::Spec;

use crate::contender::Contender;

/// One task of an experiment.
#[derive(Clone, Debug)]
pub struct Job {
    /// What it is, unique in the experiment.
    pub key: String,
    /// The part of the experiment that asks for it, counted from 0.
    pub part: usize,
    /// Which pairing, board or table row of the part it belongs to, counted from 0.
    pub group: usize,
    /// Its number in the group. In pairs of games, the games 2k and 2k+1 are a pair.
    pub number: u32,
    /// The seed of everything that is drawn in it.
    pub seed: u64,
    /// What to do.
    pub task: Task,
}

/// What to do.
#[derive(Clone, Debug)]
pub enum Task {
    /// Play a game.
    Game(GameTask),
    /// Ask a player what it thinks of the empty board.
    Look(LookTask),
    /// Check whether a printed game can have been played as it says.
    Line(LineTask),
}

/// A game to be played.
#[derive(Clone, Debug)]
pub struct GameTask {
    /// The rules.
    pub rules: Rules,
    /// Who plays which colour.
    pub players: ByColor<Contender>,
    /// The moves before the players begin.
    pub opening: Vec<Move>,
}

/// A look at the empty board.
#[derive(Clone, Debug)]
pub struct LookTask {
    /// The rules.
    pub rules: Rules,
    /// The player.
    pub player: Spec,
}

/// A game from a book, in which one colour is said to follow a strategy.
#[derive(Clone, Debug)]
pub struct LineTask {
    /// The rules.
    pub rules: Rules,
    /// The strategy.
    pub player: Spec,
    /// The colour that follows it.
    pub color: Color,
    /// The whole game.
    pub plies: Vec<Ply>,
    /// With how many seeds each of its moves is asked for.
    pub tries: u32,
}
