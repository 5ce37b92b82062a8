//! What was found, as text and as JSON.

use hexring_game::draw::{self, Scene, TextStyle};
use hexring_game::{ByColor, Color, Game};
use hexring_lab::explorer::{Continuation, GameView, Outcome};
use serde::Serialize;
use serde_json::{Value, json};

use crate::commands::show;
use crate::output;

/// How much of a name or of rules is shown in a column.
const WIDEST: usize = 40;

/// A game in the list.
#[derive(Serialize)]
pub(super) struct Line {
    key: String,
    part: String,
    rules: String,
    players: ByColor<String>,
    plies: usize,
    winner: Option<Color>,
    reason: String,
    finished: String,
    /// After how many moves the position was there.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
}

impl Line {
    pub(super) fn new(game: &GameView<'_>, ply: Option<usize>) -> Self {
        Line {
            key: game.key.to_owned(),
            part: game.event.to_owned(),
            rules: game.rules().to_string(),
            players: game.players.map(str::to_owned),
            plies: game.moves.len(),
            winner: game.winner,
            reason: game.reason.to_owned(),
            finished: game.date.to_owned(),
            ply,
        }
    }

    fn columns(&self) -> Vec<String> {
        let ending = match self.winner {
            Some(color) => format!("{color} won ({})", self.reason),
            None => format!("no result ({})", self.reason),
        };
        let moves = match self.ply {
            Some(ply) => format!("{ply}/{} moves", self.plies),
            None => format!("{} moves", self.plies),
        };
        let ByColor { red, blue } = &self.players;
        let texts = [&self.key, &self.rules, red, blue, &moves, &ending, &self.finished];
        texts.map(|text| shortened(text)).to_vec()
    }
}

/// Everything that was found.
pub(super) struct Listing {
    pub(super) outcome: Outcome,
    /// The position that was asked for, and what was played there.
    pub(super) position: Option<(Game, Vec<Continuation>)>,
    pub(super) lines: Vec<Line>,
    pub(super) from: usize,
}

impl Listing {
    pub(super) fn json(&self) -> Value {
        let Outcome { games, won } = self.outcome;
        let mut answer = json!({
            "games": games, "red": won.red, "blue": won.blue, "list": self.lines,
        });
        if let Some((game, continuations)) = &self.position {
            answer["position"] = show::as_json(game);
            answer["continuations"] = json!(continuations);
        }
        answer
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        if let Some((game, continuations)) = &self.position {
            let style = TextStyle { color: output::in_color(), ..TextStyle::default() };
            text.push_str(&draw::text(&Scene::of_game(game), &style));
            text.push_str(&format!("{}\n\n", show::whose_turn(game)));
            text.push_str(&table(continuations));
        }
        let rows: Vec<Vec<String>> = self.lines.iter().map(Line::columns).collect();
        text.push_str(&aligned(&rows));
        text.push_str(&self.summary());
        text
    }

    fn summary(&self) -> String {
        let Outcome { games, won } = self.outcome;
        let (first, last) = (self.from + 1, self.from + self.lines.len());
        let shown = match self.lines.len() as u64 {
            listed if listed == games => String::new(),
            0 => ", none listed".to_owned(),
            _ => format!(", {first} to {last} listed"),
        };
        format!("{games} games{shown}; red won {}, blue {}\n", won.red, won.blue)
    }
}

/// What was played: the move, in how many games, which share the mover won, and what came next.
fn table(continuations: &[Continuation]) -> String {
    if continuations.is_empty() {
        return String::new();
    }
    let mut rows = vec![["move", "games", "won by the mover", "then"].map(str::to_owned).to_vec()];
    rows.extend(continuations.iter().map(|found| {
        let percent = |share: f64| 100.0 * share;
        let won = found.share.map_or_else(String::new, |share| {
            let (low, high) = (percent(found.low), percent(found.high));
            format!("{:.1} % ({low:.1} to {high:.1})", percent(share))
        });
        let then =
            found.reply.map(|reply| format!("{} ({})", reply.ply, reply.games)).unwrap_or_default();
        vec![found.ply.to_string(), found.outcome.games.to_string(), won, then]
    }));
    format!("{}\n", aligned(&rows))
}

fn shortened(text: &str) -> String {
    // Names come from files, and a terminal would obey what is in them.
    let safe: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if safe.chars().count() <= WIDEST {
        return safe;
    }
    safe.chars().take(WIDEST - 1).chain(['…']).collect()
}

/// Rows with columns below each other.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell: &String| cell.chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}
