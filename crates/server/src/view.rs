//! What the page is told: positions, games and players as JSON.
//!
//! Legal cells are not listed: they are the empty ones, those of the mover's season where there are
//! seasons, and a list would be most of every message on a large board.

use std::collections::BTreeMap;

use hexring_game::draw::Scene;
use hexring_game::{ByColor, Cell, Certificate, Color, Ending, Game, Move, Ply, Rules, Status};
use hexring_players::level::Level;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::table::{Table, Turn};

/// A position with everything that a board shows.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PositionView {
    rules: Rules,
    /// The rules as a line of text.
    rules_text: String,
    stones: ByColor<Vec<Cell>>,
    /// The number of the move that put a stone there.
    numbers: BTreeMap<String, u32>,
    last: Option<Cell>,
    to_move: Option<Color>,
    coin_due: bool,
    can_swap: bool,
    must_pass: bool,
    /// The season of each colour's next move, counted from 1.
    seasons: Option<ByColor<u8>>,
    sides_swapped: bool,
    ending: Option<EndingView>,
    certificate: Option<Certificate>,
}

/// How a game ended, in data and in words.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct EndingView {
    winner: Option<Color>,
    text: String,
}

impl From<Ending> for EndingView {
    fn from(ending: Ending) -> Self {
        EndingView { winner: ending.winner(), text: ending.to_string() }
    }
}

impl PositionView {
    pub(crate) fn new(game: &Game) -> Self {
        let position = game.position();
        let ongoing = game.ending().is_none();
        let numbers = Scene::of_game(game).numbers;
        PositionView {
            rules: game.rules().clone(),
            rules_text: game.rules().to_string(),
            stones: position.to_setup().stones,
            numbers: numbers.into_iter().map(|(cell, n)| (cell.to_string(), n)).collect(),
            last: position.last_stone(),
            to_move: position.to_move().filter(|_| ongoing),
            coin_due: position.coin_due() && ongoing,
            can_swap: position.is_legal(Move::Swap) && ongoing,
            must_pass: position.is_legal(Move::Pass) && ongoing,
            seasons: game
                .rules()
                .seasons
                .as_ref()
                .map(|_| ByColor::from_fn(|color| position.season(color).unwrap_or_default() + 1)),
            sides_swapped: position.sides_swapped(),
            ending: game.ending().map(Into::into),
            certificate: match position.status() {
                Status::Won(_) => position.certificate(),
                _ => None,
            },
        }
    }
}

/// A live game.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameView {
    id: String,
    /// Grows with every change, so that late news can be told from new ones.
    revision: u64,
    players: ByColor<String>,
    /// Who plays each colour now: after a swap of sides the players have exchanged them.
    seats: ByColor<String>,
    plies: Vec<Ply>,
    position: PositionView,
    can_undo: bool,
    can_redo: bool,
    /// Whether a player is to move.
    player_to_move: bool,
    thinking: bool,
    paused: bool,
    pace: u64,
    seed: u64,
    /// What went wrong with a player.
    note: Option<String>,
}

impl GameView {
    pub(crate) fn new(
        id: &str,
        revision: u64,
        table: &Table,
        thinking: bool,
        note: Option<&str>,
    ) -> Self {
        GameView {
            id: id.to_owned(),
            revision,
            players: table.players.clone().map(|spec| spec.to_string()),
            seats: ByColor::from_fn(|color| table.seat(color).to_string()),
            plies: table.game.plies().to_vec(),
            position: PositionView::new(&table.game),
            can_undo: table.can_undo(),
            can_redo: !table.redo.is_empty(),
            player_to_move: matches!(table.turn(), Turn::Player(_)),
            thinking,
            paused: table.paused,
            pace: table.pace,
            seed: table.seed,
            note: note.map(str::to_owned),
        }
    }
}

/// What the list of games says about one.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Summary {
    rules: String,
    players: ByColor<String>,
    moves: usize,
    ending: Option<EndingView>,
}

impl Summary {
    pub(crate) fn new(table: &Table) -> Self {
        Summary {
            // The layout of the seasons is long and says nothing at a glance.
            rules: Rules { seasons: None, ..table.game.rules().clone() }.to_string()
                + if table.game.rules().seasons.is_some() { " seasons" } else { "" },
            players: table.players.clone().map(|spec| spec.to_string()),
            moves: table.game.plies().len(),
            ending: table.game.ending().map(Into::into),
        }
    }
}

/// One of the ten levels, with what to ask for and who is behind it.
pub(crate) fn level(level: &Level) -> Value {
    let Level { number, name, spec, random_turns } = level;
    json!({ "number": number, "name": name, "spec": format!("level:n={number}"),
        "player": spec, "randomTurns": random_turns })
}
