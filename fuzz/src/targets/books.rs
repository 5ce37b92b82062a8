//! Opening books.

use hexring_game::{Position, Rules};
use hexring_players::book::Book;

use super::files;

/// Pieces of books.
pub(super) const WORDS: &[&str] = &[
    "hexring-book 1\n",
    "board torus:4x4\n",
    "board plane:53x53\n",
    "player ",
    "network -\n",
    "replies 5\n",
    "a1: b2 500\n",
    " c3 1000",
    " 65536",
];

/// The books of the repository, and a small one.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let small = "hexring-book 1\nboard torus:4x4\nplayer x\nnetwork -\nreplies 2\n\
                 a1: b2 500 c3 400\na1 b2: c3 700\n";
    let mut all = files("books", ".txt");
    all.push(small.as_bytes().to_vec());
    all
}

/// Books.
pub(super) fn book(input: &[u8]) {
    let Ok(book) = String::from_utf8_lossy(input).parse::<Book>() else { return };
    assert_eq!(book.to_string().parse().as_ref(), Ok(&book), "what was written is read");
    let start = Position::new(Rules::new(book.header().board)).expect("a board");
    let known = book.look_up(&start);
    // A first move may be missing, but not if there is any.
    assert!(known.is_none_or(|known| !known.replies.is_empty() && known.value() <= 1.0));
}
