//! Players as a page shows them, so that they can be searched for by what people read.

use hexring_players::Spec;
use hexring_players::level::level_of;

/// A player's text as a page shows it: `level:n=3` is "Level 3 · learner".
pub(crate) fn shown(player: &str) -> String {
    let level = player.parse::<Spec>().ok().and_then(|spec| level_of(&spec));
    match level {
        Some(level) => format!("Level {} · {}", level.number, level.name),
        None if player == "human" => "Person".to_owned(),
        None => player.replacen(':', " · ", 1).replace(',', ", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_page() {
        for (player, name) in [
            ("human", "Person"),
            ("level:n=3", "Level 3 · learner"),
            ("level", "Level 4 · casual player"),
            ("mcts:playouts=10,threads=2", "mcts · playouts=10, threads=2"),
            ("gone:x=1", "gone · x=1"),
        ] {
            assert_eq!(shown(player), name);
        }
    }
}
