//! What there is to do: independent tasks, each with its own key and seed.
//!
//! A key is a label for people (part, board, players, number) and a hash of everything that the
//! task is: rules as drawn, players with all options and defaults, opening, seed, and how the
//! program's players behave. So a finished task is recognised whatever else was changed in the
//! experiment, and a changed one is a new one: another seed and another program too. Games on a
//! clock have it in their label: they cannot be repeated move by move.

use std::collections::HashSet;

use hexring_game::{ByColor, Color, Ply, Rules};
use hexring_players::Spec;
use hexring_players::dice::derive;
use hexring_players::program::BEHAVIOUR;

use crate::contender::Contender;
use crate::opening::Start;
use crate::terms::Terms;

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

impl Job {
    /// A task under the key that its label and its contents make.
    pub(crate) fn new(label: &str, at: Place, seed: u64, task: Task) -> Self {
        let Place { part, group, number } = at;
        let hash = derive(seed, &format!("{BEHAVIOUR:016x}|{}", task.contents()));
        Job { key: format!("{label}#{hash:016x}"), part, group, number, seed, task }
    }
}

/// Two rows of a table may ask for the same games.
pub(crate) fn unique(jobs: &[Job]) -> Vec<&Job> {
    let mut seen = HashSet::new();
    jobs.iter().filter(|job| seen.insert(job.key.as_str())).collect()
}

/// Where in an experiment a task stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The part, counted from 0.
    pub part: usize,
    /// The group in the part, counted from 0.
    pub group: usize,
    /// The number in the group.
    pub number: u32,
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
    /// Find out who wins with best play.
    Solve(SolveTask),
}

impl Task {
    /// Everything that the task is, but for its seed.
    fn contents(&self) -> String {
        match self {
            Task::Game(GameTask { rules, players, opening, terms }) => {
                let ByColor { red, blue } = players;
                let terms = Some(terms.describe()).filter(|terms| !terms.is_empty());
                let terms = terms.map(|terms| format!("|{terms}")).unwrap_or_default();
                format!("game|{rules}|{}|{}|{opening}{terms}", red.in_full(), blue.in_full())
            }
            Task::Solve(SolveTask { rules }) => format!("solve|{rules}"),
            Task::Look(LookTask { rules, player }) => format!("look|{rules}|{}", player.in_full()),
            Task::Line(LineTask { rules, player, color, plies, tries }) => {
                let plies = plies.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                format!("line|{rules}|{}|{color}|{plies}|{tries}", player.in_full())
            }
        }
    }
}

/// A game to be played.
#[derive(Clone, Debug)]
pub struct GameTask {
    /// The rules.
    pub rules: Rules,
    /// Who plays which colour.
    pub players: ByColor<Contender>,
    /// The moves before the players begin.
    pub opening: Start,
    /// The clock, and who may end the game early.
    pub terms: Terms,
}

/// A look at the empty board.
#[derive(Clone, Debug)]
pub struct LookTask {
    /// The rules.
    pub rules: Rules,
    /// The player.
    pub player: Spec,
}

/// A start to be solved.
#[derive(Clone, Debug)]
pub struct SolveTask {
    /// The rules.
    pub rules: Rules,
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
