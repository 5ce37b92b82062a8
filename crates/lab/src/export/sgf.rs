//! Games as a collection of SGF records.

use hexring_game::record::{Format, Record};

use super::ExportError;
use crate::store::GameRow;

pub(super) fn collection(games: &[GameRow]) -> Result<String, ExportError> {
    games.iter().map(record).collect()
}

fn record(game: &GameRow) -> Result<String, ExportError> {
    let broken = || ExportError::Broken { key: game.key.clone(), rules: game.rules.clone() };
    let played = game.replay().ok_or_else(broken)?;
    let mut record = Record::from_game(&played).map_err(|_| broken())?;
    record.info.players = game.players.clone();
    record.info.event = game.part.clone();
    record.info.date = game.finished.clone();
    record.info.comment = format!("seed {:016x}, {}", game.seed, game.result.reason);
    record.info.result = match game.result.winner {
        Some(hexring_game::Color::Red) => "B+".to_owned(),
        Some(hexring_game::Color::Blue) => "W+".to_owned(),
        None => "Void".to_owned(),
    };
    record.write(Format::Sgf).map_err(|_| broken())
}
