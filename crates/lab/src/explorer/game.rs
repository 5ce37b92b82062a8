//! A game as the explorer sees it, wherever it is kept.

use std::collections::HashMap;
use std::sync::Arc;

use hexring_game::record::Record;
use hexring_game::{ByColor, Color, Game, Ply, Position, Rules, RulesError};

use super::hash;
use super::moves::{Moves, encode};
use crate::rows::{BrokenGame, GameResult, GameRow};

/// A game, borrowed from where it is kept.
#[derive(Clone, Copy, Debug)]
pub struct GameView<'a> {
    /// The key in its store, or the name of its file and its number there.
    pub key: &'a str,
    /// The part of the experiment, or the event.
    pub event: &'a str,
    /// The position in which it began: the empty board under its rules.
    pub start: &'a Arc<Position>,
    /// Who played which colour at the start.
    pub players: ByColor<&'a str>,
    /// How many moves the opening had.
    pub opening: u32,
    /// The moves.
    pub moves: Moves<'a>,
    /// The colour that won; none where nobody has won or nobody knows.
    pub winner: Option<Color>,
    /// The colour in which the player began that won.
    pub seat: Option<Color>,
    /// How it ended.
    pub reason: &'a str,
    /// When it was played, as it was written.
    pub date: &'a str,
    /// The whole row, where the game comes from a store.
    pub row: Option<&'a GameRow>,
}

impl GameView<'_> {
    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.start.rules()
    }

    /// The game as a row of a store, with everything that is known of it.
    pub fn to_row(&self) -> GameRow {
        self.row.cloned().unwrap_or_else(|| GameRow {
            key: self.key.to_owned(),
            part: self.event.to_owned(),
            rules: self.rules().to_string(),
            players: self.players.map(str::to_owned),
            opening: self.opening,
            moves: text_of(self.moves.iter()),
            plies: self.moves.len() as u32,
            result: GameResult {
                winner: self.winner,
                seat: self.seat,
                reason: self.reason.to_owned(),
            },
            finished: self.date.to_owned(),
            ..GameRow::default()
        })
    }
}

/// `red a1 blue b2 …`
fn text_of(plies: impl Iterator<Item = Ply>) -> String {
    plies.map(|ply| ply.to_string()).collect::<Vec<_>>().join(" ")
}

/// A game that was read from a store or a file: legal from the empty board on.
#[derive(Clone, Debug)]
pub struct KeptGame {
    pub(super) row: GameRow,
    pub(super) start: Arc<Position>,
    pub(super) moves: Vec<u8>,
    /// What tells it from other games; the same game from two files has the same.
    pub(super) digest: u64,
}

impl KeptGame {
    /// A game of a store.
    pub(super) fn of_row(row: GameRow, starts: &mut Starts) -> Result<Self, BrokenGame> {
        let start = starts.of_text(&row.rules).map_err(|error| row.broken(&error))?;
        let plies = row.plies_played()?;
        let mut game = Game::from_position((*start).clone());
        plies.iter().try_for_each(|ply| game.play_ply(*ply)).map_err(|error| row.broken(&error))?;
        let digest = hash::of([row.key.as_bytes(), row.moves.as_bytes()]);
        Ok(KeptGame { moves: encode(&plies), row, start, digest })
    }

    /// A game of a file; none if it does not begin on the empty board or a stone is out of turn.
    ///
    /// The record has been read, so its main line is a game.
    pub fn of_record(record: &Record, key: String, starts: &mut Starts) -> Option<Self> {
        let game = record.main_game().ok()?;
        let start = starts.of_rules(game.rules()).ok()?;
        let mut again = Game::from_position((*start).clone());
        if game.start() != &*start
            || game.plies().iter().any(|ply| again.play_ply(*ply).is_err())
            || again.position() != game.position()
        {
            return None;
        }
        let row = GameRow {
            key,
            part: record.info.event.clone(),
            rules: game.rules().to_string(),
            players: record.info.players.clone(),
            moves: text_of(game.plies().iter().copied()),
            plies: game.plies().len() as u32,
            result: result(&game, &record.info.result),
            finished: record.info.date.clone(),
            ..GameRow::default()
        };
        let winner = row.result.winner.map_or(b"-".as_slice(), |color| match color {
            Color::Red => b"red",
            Color::Blue => b"blue",
        });
        let texts = [&row.rules, &row.moves, &row.players.red, &row.players.blue, &row.part];
        let digest = hash::of(
            texts.map(String::as_bytes).into_iter().chain([row.finished.as_bytes(), winner]),
        );
        Some(KeptGame { moves: encode(game.plies()), row, start, digest })
    }

    /// The game as it is looked at.
    pub fn view(&self) -> GameView<'_> {
        let row = &self.row;
        GameView {
            key: &row.key,
            event: &row.part,
            start: &self.start,
            players: ByColor { red: &row.players.red, blue: &row.players.blue },
            opening: row.opening,
            moves: Moves(&self.moves),
            winner: row.result.winner,
            seat: row.result.seat,
            reason: &row.result.reason,
            date: &row.finished,
            row: Some(row),
        }
    }
}

/// How a recorded game ended: by its moves, or else as the record says.
fn result(game: &Game, said: &str) -> GameResult {
    let swapped = game.position().sides_swapped();
    if let Some(ending) = game.ending() {
        return GameResult::of_ending(&ending, swapped);
    }
    let (who, how) = said.split_once('+').unwrap_or((said, ""));
    let winner = match who {
        "B" => Some(Color::Red),
        "W" => Some(Color::Blue),
        _ => None,
    };
    let reason = match how.to_ascii_lowercase().as_str() {
        _ if winner.is_none() => "unknown",
        "r" | "resign" => "resignation",
        "t" | "time" => "time",
        "f" | "forfeit" => "forfeit",
        _ => "as recorded",
    };
    let seat = winner.map(|color| if swapped { !color } else { color });
    GameResult { winner, seat, reason: reason.to_owned() }
}

/// Plays a move of a game that is known to be legal; under random turns its colour is the coin's.
pub(super) fn step(position: &mut Position, ply: Ply) -> Result<(), hexring_game::MoveError> {
    if position.coin_due() {
        position.toss(ply.color)?;
    }
    position.play(ply.mv)
}

/// Empty boards by their rules: most games of a file share one.
#[derive(Debug, Default)]
pub struct Starts {
    known: HashMap<String, Arc<Position>>,
}

impl Starts {
    /// How many empty boards are kept. Games with layouts of their own have a new one each.
    pub(super) const MOST: usize = 256;

    /// The empty board under rules in their text form.
    pub(super) fn of_text(&mut self, rules: &str) -> Result<Arc<Position>, RulesError> {
        if let Some(start) = self.known.get(rules) {
            return Ok(Arc::clone(start));
        }
        let start = Arc::new(Position::new(rules.parse()?)?);
        if self.known.len() >= Self::MOST {
            self.known.clear();
        }
        self.known.insert(rules.to_owned(), Arc::clone(&start));
        Ok(start)
    }

    fn of_rules(&mut self, rules: &Rules) -> Result<Arc<Position>, RulesError> {
        self.of_text(&rules.to_string())
    }
}
