//! Games as a collection of SGF records.

use hexring_game::record::{Format, Record};

use super::ExportError;
use crate::rows::GameRow;

pub(super) fn collection(games: &[GameRow]) -> Result<String, ExportError> {
    games.iter().map(|game| Ok(record(game)?.write(Format::Sgf)?)).collect()
}

pub(super) fn record(game: &GameRow) -> Result<Record, ExportError> {
    let mut record = Record::from_game(&game.replay()?)?;
    record.info.players = game.players.clone();
    record.info.event = game.part.clone();
    record.info.date = game.finished.clone();
    record.info.comment =
        format!("seed {:016x}, {}, hexring {}", game.seed, game.result.reason, game.program);
    record.info.result = match game.result.winner {
        Some(hexring_game::Color::Red) => "B+".to_owned(),
        Some(hexring_game::Color::Blue) => "W+".to_owned(),
        None => "Void".to_owned(),
    };
    Ok(record)
}
