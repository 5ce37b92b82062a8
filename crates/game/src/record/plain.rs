//! What a record has besides the moves of its main line, for the formats that are only a list.

use super::build::result_text;
use super::{Action, Edit, Format, Info, Node, NodeId, Record, WriteError};
use crate::game::Forfeit;

/// Refuses everything that a list of moves has no place for, by name.
pub(super) fn check(record: &Record, format: Format) -> Result<(), WriteError> {
    let found = fact_beside_moves(record).or_else(|| {
        let line = record.main_line();
        line.iter().find_map(|id| {
            let what = thing_beside_move(record, *id)?;
            let moves =
                record.line_to(*id).iter().filter(|id| record.node(**id).action.is_some()).count();
            Some(format!("{what} (at move {moves})"))
        })
    });
    match found {
        Some(what) => Err(WriteError::CannotSay { format, what, instead: "sgf or json" }),
        None => Ok(()),
    }
}

/// A fact about the game; the result is none where it follows from the moves.
fn fact_beside_moves(record: &Record) -> Option<String> {
    let Info { players, event, date, result, comment, application } = &record.info;
    let ending = record.main_game().ok().and_then(|game| game.ending());
    let obvious = ending.as_ref().map(result_text).unwrap_or_default();
    let result = if *result == obvious { "" } else { result };
    let facts = [
        ("the name of red,", players.red.as_str()),
        ("the name of blue,", &players.blue),
        ("the event", event),
        ("the date", date),
        ("the result", result),
        ("the remark", comment),
        ("the application", application),
    ];
    let (name, value) = facts.into_iter().find(|(_, value)| !value.is_empty())?;
    Some(format!("{name} \"{value}\""))
}

/// What a node has besides its action.
fn thing_beside_move(record: &Record, id: NodeId) -> Option<String> {
    let Node { edit, action, comment, labels, properties } = record.node(id);
    let reason = match action {
        Some(Action::Forfeit { reason: Forfeit::Other(reason), .. }) => reason.as_str(),
        _ => "",
    };
    match () {
        () if edit.changes_board() => Some("setup stones".to_owned()),
        () if *edit != Edit::default() => Some("a turn set by hand".to_owned()),
        () if !comment.is_empty() => Some("a comment".to_owned()),
        () if !labels.is_empty() => Some("a label".to_owned()),
        () if !properties.is_empty() => Some(format!("the property {}", properties[0].name())),
        () if !reason.is_empty() => Some(format!("the reason \"{reason}\" of a forfeit")),
        () if record.children(id).len() > 1 => Some("variations".to_owned()),
        () => None,
    }
}
