//! The balanced openings that come with the program, by their rules.

use std::sync::LazyLock;

use hexring_game::{Move, Rules, Symmetry};
#[cfg(feature = "store")]
use include_dir::{Dir, File, include_dir};

use super::list::OpeningList;

/// Openings for some rules.
pub(crate) struct Shipped {
    rules: Rules,
    /// The openings.
    pub(crate) lines: Vec<Vec<Move>>,
}

/// The files of `openings/`.
#[cfg(feature = "store")]
static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/openings");

/// The openings for some rules, if there are any.
pub(crate) fn of(rules: &Rules) -> Option<&'static Shipped> {
    static ALL: LazyLock<Vec<Shipped>> = LazyLock::new(all);
    ALL.iter().find(|shipped| shipped.rules == *rules)
}

fn all() -> Vec<Shipped> {
    let mut all: Vec<Shipped> = Vec::new();
    for (_, list) in lists() {
        let lines = list.openings.into_iter().map(|opening| opening.moves).collect();
        all.push(Shipped { rules: list.about.rules, lines });
    }
    // Where a symmetry exchanges the colours, openings of one first player are those of the other.
    let others: Vec<Shipped> = all.iter().filter_map(exchanged).collect();
    all.extend(others);
    all
}

/// The same openings with the colours exchanged, where the board has such a symmetry.
fn exchanged(shipped: &Shipped) -> Option<Shipped> {
    let all = Symmetry::all(shipped.rules.board);
    let symmetry = all.into_iter().find(|symmetry| symmetry.exchanges_colors())?;
    let rules = Rules { first: !shipped.rules.first, ..shipped.rules.clone() };
    let image = |mv: &Move| match mv {
        Move::Place(cell) => Move::Place(symmetry.image(*cell)),
        other => *other,
    };
    let lines = shipped.lines.iter().map(|line| line.iter().map(image).collect());
    Some(Shipped { rules, lines: lines.collect() })
}

/// The lists with the names of their files.
#[cfg(feature = "store")]
fn lists() -> Vec<(String, OpeningList)> {
    let is_list = |file: &&File| file.path().extension().is_some_and(|ending| ending == "txt");
    let read = |file: &File| {
        let name = file.path().display().to_string();
        let text = file.contents_utf8().unwrap_or_default();
        (name, text.parse().expect("a test reads all of them"))
    };
    FILES.files().filter(is_list).map(read).collect()
}

/// None come along where nothing is kept, in a browser: it plays few games, and loads every byte.
#[cfg(not(feature = "store"))]
fn lists() -> Vec<(String, OpeningList)> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use hexring_game::{Cell, Game, Swap, Turns};

    use super::super::list::{BalancedOpening, Stones};
    use super::super::normal::Normalizer;
    use super::*;

    /// Reading them has shown that all are legal and end no game.
    #[cfg(feature = "store")]
    #[test]
    fn all_lists_are_good_and_their_openings_different_and_even() {
        let lists = lists();
        assert!(!lists.is_empty());
        let mut seen_rules = HashSet::new();
        for (name, list) in lists {
            let about = &list.about;
            let Rules { board, turns, swap, ref seasons, .. } = about.rules;
            assert_eq!((turns, swap, seasons), (Turns::Alternate, Swap::None, &None), "{name}");
            assert!(seen_rules.insert(about.rules.to_string()), "{name}: a second list");
            assert!(
                !list.openings.is_empty() && list.openings.len() as u64 <= list.tried,
                "{name}"
            );
            let (normalizer, mut seen) = (Normalizer::new(board), HashSet::new());
            for BalancedOpening { moves, value } in list.openings {
                let cell = |mv: &Move| match mv {
                    Move::Place(cell) => *cell,
                    other => panic!("{name}: {other}"),
                };
                let cells: Vec<Cell> = moves.iter().map(cell).collect();
                assert!(seen.insert(normalizer.normal_form(&cells)), "{name}: {moves:?} twice");
                let Stones { least, most } = about.stones;
                assert!((least..=most).contains(&(cells.len() as u32)), "{name}: {moves:?}");
                // Values are written with three digits.
                assert!((value - 0.5).abs() <= about.within + 0.0005, "{name}: {moves:?}");
            }
        }
    }

    #[test]
    fn openings_of_one_first_player_are_those_of_the_other_where_the_board_allows_it() {
        let shipped = |rules: &str, line: &str| Shipped {
            rules: rules.parse().expect("rules"),
            lines: vec![line.split(' ').map(|mv| mv.parse().expect("a move")).collect()],
        };
        let other = exchanged(&shipped("4x4", "a2 c4 d1")).expect("a square");
        assert_eq!(other.rules.to_string(), "plane:4x4 first=blue");
        let expected = shipped("4x4", "b1 d3 a4").lines;
        assert_eq!(other.lines, expected);
        let mut game = Game::new(other.rules).expect("a game");
        other.lines[0].iter().for_each(|mv| game.play(*mv).expect("legal"));
        assert!(exchanged(&shipped("cylinder:4x4", "a2")).is_none());
        assert!(exchanged(&shipped("4x5", "a2")).is_none());
    }
}
