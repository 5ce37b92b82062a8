//! Settings by command: `param_game` for the rules, `param_<player>` for the player's options.
//!
//! Without arguments they list `[bool] key 0|1`, `[string] key value` or `[list/a/b] key a`, the
//! form that HexGui turns into a dialog; with a key and a value they set.

use hexring_game::{Board, Rules, Swap, Topology};
use hexring_players::Spec;
use hexring_players::option::{Kind, Value};

/// The player's options with their values.
pub(crate) fn list_player(spec: &Spec) -> String {
    let lines = spec.values().map(|(info, value)| match (info.kind, value) {
        (Kind::Flag, Some(Value::Flag(flag))) => {
            format!("[bool] {} {}", info.name, u8::from(*flag))
        }
        (Kind::Words(words), Some(value)) => {
            format!("[list/{}] {} {value}", words.join("/"), info.name)
        }
        (_, None) => format!("[string] {} none", info.name),
        (_, Some(value)) => format!("[string] {} {value}", info.name),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The player with one option changed; 0 and 1 are read as false and true.
pub(crate) fn set_player(spec: &Spec, key: &str, value: &str) -> Result<Spec, String> {
    let flag = spec.entry().option(key).is_some_and(|info| info.kind == Kind::Flag);
    let value = match value {
        "0" if flag => "false",
        "1" if flag => "true",
        other => other,
    };
    spec.with(key, value).map_err(|error| error.to_string())
}

/// The rules that can be set.
pub(crate) fn list_game(rules: &Rules) -> String {
    format!(
        "[bool] allow_swap {}\n[list/plane/cylinder/torus] topology {}",
        u8::from(rules.swap != Swap::None),
        rules.board.topology()
    )
}

/// The rules with one setting changed.
pub(crate) fn set_game(rules: &Rules, key: &str, value: &str) -> Result<Rules, String> {
    let mut rules = rules.clone();
    match (key, value) {
        ("allow_swap", "0" | "false") => rules.swap = Swap::None,
        ("allow_swap", "1" | "true") => rules.swap = swap_for(rules.board),
        ("topology", name) => {
            let topology: Topology =
                name.parse().map_err(|e: hexring_game::BoardError| e.to_string())?;
            rules = on_board(&rules, topology, rules.board.cols(), rules.board.rows())?;
        }
        ("allow_swap", _) => return Err(format!("bad value {value}: expected 0 or 1")),
        _ => return Err(format!("unknown setting {key}: expected allow_swap or topology")),
    }
    rules.check().map_err(|error| error.to_string())?;
    Ok(rules)
}

/// The same rules on another board. Seasons belong to a board, so they cannot come along; a swap
/// takes the form that the board allows.
pub(crate) fn on_board(
    rules: &Rules,
    topology: Topology,
    cols: u8,
    rows: u8,
) -> Result<Rules, String> {
    let board = Board::new(topology, cols, rows).map_err(|error| error.to_string())?;
    if rules.seasons.is_some() && board != rules.board {
        return Err(format!("the season layout is for {}, not for {board}", rules.board));
    }
    let swap = if rules.swap == Swap::None { Swap::None } else { swap_for(board) };
    Ok(Rules { board, swap, ..rules.clone() })
}

/// The swap of pieces where the board has a mirror image, else of sides.
fn swap_for(board: Board) -> Swap {
    let mirrored = Rules { swap: Swap::Pieces, ..Rules::new(board) };
    if mirrored.check().is_ok() { Swap::Pieces } else { Swap::Sides }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_of_the_game_is_described() {
        let page = include_str!("../README.md");
        let rules: Rules = "3x3".parse().expect("rules");
        let listed = list_game(&rules);
        assert!(listed.lines().count() >= 2, "{listed}");
        for line in listed.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let [kind, key, _] = words[..] else { panic!("{line}") };
            assert!(
                page.contains(&format!("| `{key}` | `{kind}` |")),
                "{line} is not in the table"
            );
        }
    }
}
