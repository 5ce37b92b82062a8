//! What must hold of books, whatever is in them.

use hexring_control::{Control, Limit, Stop};
use hexring_game::{Board, ByColor, Cell, Color, Move, Position, Rules, Setup, Symmetry};
use proptest::prelude::*;

use super::*;
use crate::registry::Registry;

const BOARDS: [&str; 6] =
    ["plane:4x4", "plane:3x5", "plane:1x3", "cylinder:3x3", "torus:3x3", "torus:4x2"];

/// A book of lines that were drawn by lot: what cannot be in it is left out.
fn drawn(board: &str, lots: &[Vec<u16>]) -> Book {
    let board: Board = board.parse().expect("a board");
    let header = Header {
        board,
        player: "nobody:with=care".to_owned(),
        network: "-".to_owned(),
        replies: 3,
    };
    let mut book = Book::new(header).expect("a small board");
    for lot in lots {
        let cell = |number: &u16| {
            board.cells().nth(usize::from(*number) % board.cell_count()).expect("a cell")
        };
        let (moves, replies) = lot.split_at(lot.len() / 2);
        let moves: Vec<Cell> = moves.iter().map(cell).collect();
        let replies: Vec<(Cell, u16)> =
            replies.iter().map(|number| (cell(number), *number % 1001)).collect();
        let _ = book.add(moves, &replies);
    }
    book.settle();
    book
}

fn books() -> impl Strategy<Value = Book> {
    let lots = proptest::collection::vec(proptest::collection::vec(any::<u16>(), 2..9), 0..60);
    (0..BOARDS.len(), lots).prop_map(|(board, lots)| drawn(BOARDS[board], &lots))
}

/// A position as another image of the board has it.
fn image(position: &Position, symmetry: Symmetry, rules: &Rules) -> Position {
    let seen = |color: Color| if symmetry.exchanges_colors() { !color } else { color };
    let stones = ByColor::from_fn(|color| {
        let board = position.board();
        let own = board.cells().filter(|cell| position.stone(*cell) == Some(seen(color)));
        own.map(|cell| symmetry.image(cell)).collect()
    });
    let to_move = position.to_move().map(seen);
    let rules = Rules { first: seen(Color::Red), ..rules.clone() };
    let setup = Setup { rules, stones, to_move, moves_made: None };
    Position::from_setup(&setup).expect("the image of a position is one")
}

/// Whether two positions are images of each other, by trying all.
fn are_alike(one: &Position, other: &Position) -> bool {
    let has_all = |symmetry: Symmetry| {
        let image = image(one, symmetry, &Rules::new(one.board()));
        let same = |cell| image.stone(cell) == other.stone(cell);
        image.to_move() == other.to_move() && one.board().cells().all(same)
    };
    !one.is_over() && !other.is_over() && Symmetry::all(one.board()).into_iter().any(has_all)
}

/// The value of a position of a book, by plain recursion over all moves.
fn plain_value(book: &Book, position: &Position) -> Option<u16> {
    let at = |page: &Page| book.after(&page.moves).expect("legal");
    let page = book.pages.iter().find(|page| are_alike(&at(page), position))?;
    let after = |cell: Cell| {
        let mut after = position.clone();
        after.play(Move::Place(cell)).expect("legal");
        after
    };
    let searched = position.legal_cells().filter_map(|cell| plain_value(book, &after(cell)));
    let own = at(page);
    let open = page.replies.iter().filter(|reply| {
        let mut after = own.clone();
        after.play(Move::Place(reply.cell)).expect("legal");
        plain_value(book, &after).is_none()
    });
    searched.map(|value| WIN - value).chain(open.map(|reply| reply.value)).max()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_was_written_is_read(book in books()) {
        let text = book.to_string();
        let read: Book = text.parse().expect("it was written");
        prop_assert_eq!(&read.values, &book.values);
        prop_assert_eq!(read.to_string(), text);
        prop_assert_eq!(read, book);
    }

    #[test]
    fn all_images_of_a_position_know_the_same(book in books()) {
        for page in &book.pages {
            let position = book.after(&page.moves).expect("legal");
            let known = book.look_up(&position).expect("it is in the book");
            for symmetry in Symmetry::all(book.header.board) {
                let seen = image(&position, symmetry, &Rules::new(book.header.board));
                let seen = book.look_up(&seen).expect("its image is");
                let mut images: Vec<KnownReply> = known.replies.iter()
                    .map(|reply| KnownReply { cell: symmetry.image(reply.cell), ..*reply })
                    .collect();
                images.sort_by_key(|reply| reply.cell);
                prop_assert_eq!(&seen.replies, &images);
                prop_assert_eq!(seen.value(), known.value());
            }
        }
    }

    #[test]
    fn values_are_those_of_a_plain_recursion(book in books()) {
        for (page, value) in book.pages.iter().zip(&book.values) {
            let position = book.after(&page.moves).expect("legal");
            prop_assert_eq!(plain_value(&book, &position), Some(*value), "{:?}", page.moves);
            prop_assert_eq!(book.look_up(&position).expect("it is there").value(), share(*value));
        }
    }

    #[test]
    fn nothing_makes_the_reader_panic(book in books(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = book.to_string().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(read) = String::from_utf8_lossy(&bytes).parse::<Book>() {
            prop_assert_eq!(read.to_string().parse::<Book>().expect("it was written"), read);
        }
    }
}

const HEADER: &str = "hexring-book 1\nboard 3x3\nplayer x\nnetwork -\nreplies 2\n";

#[test]
fn faults_are_named_with_their_line() {
    let fault = |text: &str| text.parse::<Book>().expect_err(text).to_string();
    let page = |line: &str| fault(&format!("{HEADER}{line}"));
    assert_eq!(fault(""), "line 1: \"\": expected \"hexring-book 1\"");
    assert_eq!(
        fault("hexring-book 1\nboard 3x\n"),
        "line 2: bad board \"3x\": expected columns x rows, such as 11x11, cylinder:5x8 or torus:6x6"
    );
    assert_eq!(
        fault("hexring-book 1\nboard 20x20\nplayer x\nnetwork -\nreplies 2\n"),
        "line 2: board plane:20x20 has more cells than a book may have: 361"
    );
    assert_eq!(
        fault("hexring-book 1\nboard 3x3\nplayers x\n"),
        "line 3: \"players x\": expected \"player\" and a value"
    );
    assert_eq!(
        fault("hexring-book 1\nboard 3x3\nplayer x\nnetwork -\nreplies 6\n"),
        "line 5: bad value \"6\": expected a whole number from 1 to 5"
    );
    assert_eq!(page("a1"), "line 6: \"a1\": expected moves, a colon and replies");
    assert_eq!(page("a1: b2"), "line 6: reply b2: expected a value after it");
    assert_eq!(
        page("a1: b2 1001"),
        "line 6: bad value \"1001\": expected a whole number from 0 to 1000"
    );
    assert_eq!(
        page("a1: b2 +7"),
        "line 6: bad value \"+7\": expected a whole number from 0 to 1000"
    );
    assert_eq!(page("a1: b9 7"), "line 6: reply b9: expected an empty cell");
    assert_eq!(page("a1: a1 7"), "line 6: reply a1: expected an empty cell");
    assert_eq!(page("a1  b2: c3 7"), "line 6: bad cell \"\": expected one such as a1");
    assert_eq!(page("a1 a1: c3 7").split(':').nth(1), Some(" move a1"));
    assert_eq!(
        page("a1: b2 7\nc3: b2 7"),
        "line 7: the position is there already, or an image of it"
    );
    assert_eq!(page("b2: a1 7 c3 8"), "line 6: reply c3 is there already, or an image of it");
    assert_eq!(page("b1 a1 b2 a2 b3: c3 8"), "line 6: the game is over after these moves");
}

#[test]
fn a_book_speaks_of_its_own_game_only() {
    let book: Book = format!("{HEADER}a1: b2 900\na1 b2: c1 200\n").parse().expect("a book");
    let known = |rules: &str, moves: &str| {
        let mut position = Position::new(rules.parse().expect("rules")).expect("rules");
        for mv in moves.split_whitespace() {
            position.play(mv.parse().expect("a move")).expect("legal");
        }
        book.look_up(&position)
    };
    // The corner beyond the half turn is the same first move.
    let start = known("3x3", "").expect("a first move is known");
    let cells: Vec<String> = start.replies.iter().map(|reply| reply.cell.to_string()).collect();
    assert_eq!((cells.join(" "), start.value()), ("a1 c3".to_owned(), 0.2));
    assert_eq!(known("3x3", "a1").expect("it is known").value(), 0.8);
    assert_eq!(known("3x3 first=blue", "a1").expect("a square has a mirror").value(), 0.8);
    assert_eq!(known("3x3", "b1"), None);
    assert_eq!(known("3x3 turns=random", ""), None);
    assert_eq!(known("cylinder:3x3", ""), None);
    assert_eq!(known("4x4", ""), None);
    // A first stone that wins is taken over, one that loses is not; then the book goes on.
    let (pieces, sides) = ("3x3 swap=pieces", "3x3 swap=sides");
    let answer = known(pieces, "a1").expect("it is known");
    assert!(!answer.wants_swap());
    assert_eq!(answer.best(1), [Move::Place(Cell::new(1, 1))]);
    for rules in [pieces, sides] {
        assert_eq!(known(rules, "a1 swap").expect("it is known").value(), 0.8, "{rules}");
        assert_eq!(known(rules, "").expect("it is known").value(), 0.2, "{rules}");
    }
    let good: Book = format!("{HEADER}b2: a1 300\n").parse().expect("a book");
    let mut position = Position::new(pieces.parse().expect("rules")).expect("rules");
    assert_eq!(good.look_up(&position).expect("it is known").value(), 0.3);
    position.play("b2".parse().expect("a move")).expect("legal");
    let answer = good.look_up(&position).expect("it is known");
    assert!(answer.wants_swap());
    assert_eq!((answer.value(), answer.best(1)), (0.7, vec![Move::Swap]));
}

fn recipe(board: &str, player: &str) -> Recipe {
    let player = Registry::standard().parse(player).expect("a player");
    Recipe { board: board.parse().expect("a board"), player, replies: 2 }
}

/// A book of at least so many positions, from one that is there.
fn grown(book: Option<Book>, positions: usize, threads: usize) -> Book {
    let recipe = recipe("4x4", "mcts:playouts=600");
    let mut grower = Grower::new(recipe, book, threads).expect("a recipe");
    while grower.book().len() < positions {
        if !grower.round(&mut Control::default()).expect("a round") {
            break;
        }
    }
    grower.book().clone()
}

#[test]
fn the_same_recipe_makes_the_same_book() {
    let book = grown(None, 40, 1);
    assert!(book.len() >= 40, "{book}");
    assert_eq!(grown(None, 40, 3).to_string(), book.to_string());
    let half = grown(None, 10, 2).to_string().parse().expect("it was written");
    assert_eq!(grown(Some(half), 40, 2).to_string(), book.to_string());
    // The swap map has every first move, and knows the half turn.
    let start = book.look_up(&book.start).expect("first moves are known");
    assert_eq!(start.replies.len(), 16);
    for (one, other) in start.replies.iter().zip(start.replies.iter().rev()) {
        assert_eq!(one.value, other.value);
    }
}

#[test]
fn what_cannot_make_a_book_is_refused() {
    let fault = |board: &str, player: &str| {
        let mut grower = match Grower::new(recipe(board, player), None, 1) {
            Ok(grower) => grower,
            Err(fault) => return fault.to_string(),
        };
        grower.round(&mut Control::default()).expect_err(player).to_string()
    };
    assert!(fault("4x4", "mcts:time=1s").contains("thinks by the clock"));
    assert!(fault("4x4", "neural:book=true,sims=1").contains("expected book=false"));
    assert!(fault("4x4", "random").contains("does not say what a position is worth"));
    assert!(fault("20x20", "random").contains("more cells than a book may have"));
    let other = Grower::new(recipe("4x4", "random"), Some(drawn("plane:4x4", &[])), 1);
    assert!(matches!(other.err(), Some(GrowError::Other { .. })));
    let stop = Stop::new();
    stop.raise();
    let mut grower = Grower::new(recipe("4x4", "mcts:playouts=600"), None, 2).expect("a recipe");
    let mut control = Control::quiet(Limit::of(&stop));
    assert_eq!(grower.round(&mut control), Err(GrowError::Stopped));
    assert!(grower.book().is_empty());
}

#[test]
fn headers_do_not_tell_where_files_are() {
    let player = "neural:sims=7,threads=3,network=/some/where/hexring-9.safetensors";
    let header = recipe("4x4", player).header();
    assert_eq!((header.player.as_str(), header.network.as_str()), ("neural:sims=7", "hexring-9"));
    assert_eq!(recipe("4x4", "mcts").header().network, "-");
}
