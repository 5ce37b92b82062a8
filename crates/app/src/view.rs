//! What is told of a live game: as it stands, what a player thinks, and a line for lists.

use hexring_game::{ByColor, Color, Ply};
use hexring_players::Choice;
use serde::{Deserialize, Serialize};

use crate::names::shown;
use crate::position::{EndingView, PositionView};
use crate::seats::SeatsView;

/// What is told to those who watch a game.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum News<'a> {
    /// The game as it stands.
    Game {
        /// The game.
        game: Box<GameView>,
    },
    /// What a player thinks.
    Thought {
        /// The revision of the game that it thinks about.
        revision: u64,
        /// The colour that it plays.
        color: Color,
        /// Its name.
        player: &'a str,
        /// Whether this is its move.
        done: bool,
        /// What it would do now.
        choice: &'a Choice,
    },
    /// Which people are here, where they sit in two browsers.
    Present {
        /// By the colour at the start.
        here: ByColor<bool>,
    },
    /// The game is gone.
    Deleted,
}

/// A live game as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    pub(crate) id: String,
    /// Grows with every change, so that late news can be told from new ones.
    pub(crate) revision: u64,
    pub(crate) players: ByColor<String>,
    /// Who plays each colour now: after a swap of sides the players have exchanged them.
    pub(crate) seats: ByColor<String>,
    pub(crate) plies: Vec<Ply>,
    pub(crate) position: PositionView,
    pub(crate) can_undo: bool,
    pub(crate) can_redo: bool,
    /// Whether a player is to move.
    pub(crate) player_to_move: bool,
    pub(crate) thinking: bool,
    pub(crate) paused: bool,
    pub(crate) pace: u64,
    pub(crate) seed: u64,
    /// What went wrong with a player.
    pub(crate) note: Option<String>,
    /// The people, where they sit in two browsers.
    pub(crate) apart: Option<SeatsView>,
}

impl GameView {
    /// Grows with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }
}

/// What the list of games says about one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    pub(crate) rules: String,
    pub(crate) players: ByColor<String>,
    /// What the people are called, where they sit in two browsers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) names: Option<ByColor<String>>,
    pub(crate) moves: usize,
    pub(crate) ending: Option<EndingView>,
}

impl Summary {
    /// Whether a text is part of what a page shows of the game: its rules, who plays as they are
    /// asked for and as they are shown, and how it ended. Small and capital letters are the same.
    pub fn matches(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let ending = self.ending.as_ref().map_or("going on", EndingView::text);
        let players = [&self.players.red, &self.players.blue];
        let names = self.names.iter().flat_map(|names| [names.red.clone(), names.blue.clone()]);
        let words = players.into_iter().flat_map(|player| [player.clone(), shown(player)]);
        let mut all = words.chain(names).chain([self.rules.clone(), ending.to_owned()]);
        all.any(|words| words.to_lowercase().contains(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_what_is_shown_of_them() {
        let summary = Summary {
            rules: "torus:5x5".to_owned(),
            players: ByColor { red: "human".to_owned(), blue: "level".to_owned() },
            names: None,
            moves: 3,
            ending: None,
        };
        let found = ["", "TORUS", "human", "Person", "level 4", "Level 4 · casual player", "going"];
        for text in found {
            assert!(summary.matches(text), "{text}");
        }
        for text in ["Level 3", "learner", "wins", "moves"] {
            assert!(!summary.matches(text), "{text}");
        }
        let names = Some(ByColor { red: "Ada".to_owned(), blue: String::new() });
        assert!(Summary { names, ..summary }.matches("ada"));
    }
}
