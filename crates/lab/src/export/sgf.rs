//! Games as a collection of SGF records.

use hexring_game::Color;
use hexring_game::record::{Format, Record};

use super::ExportError;
use crate::rows::GameRow;

pub(super) fn collection(games: &[GameRow]) -> Result<String, ExportError> {
    games.iter().map(|game| Ok(record(game)?.write(Format::Sgf)?)).collect()
}

pub(super) fn record(row: &GameRow) -> Result<Record, ExportError> {
    let mut game = row.replay()?;
    if let Some((loser, reason)) = row.result.forfeit() {
        // A game that the board has ended stays as it is.
        let _ = game.forfeit(loser, reason);
    }
    let mut record = Record::from_game(&game)?;
    record.info.players = row.players.clone();
    record.info.event = row.part.clone();
    record.info.date = row.finished.clone();
    record.info.comment = comment(row);
    // The record of a game that somebody judged does not say who won.
    if record.info.result.is_empty() {
        record.info.result = match row.result.winner {
            Some(Color::Red) => "B+".to_owned(),
            Some(Color::Blue) => "W+".to_owned(),
            None => "Void".to_owned(),
        };
    }
    Ok(record)
}

fn comment(row: &GameRow) -> String {
    let clock = if row.clock.is_empty() { String::new() } else { format!("clock {}, ", row.clock) };
    let (seed, decider, reason) = (row.seed, row.result.decided_by(), &row.result.reason);
    format!("seed {seed:016x}, {clock}decided by {decider} ({reason}), hexring {}", row.program)
}
