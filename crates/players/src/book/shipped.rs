//! The books that come with the program, one for each board that has one.

use std::sync::OnceLock;

use hexring_game::Board;

use super::Book;

/// A file, and the book that it is once it is read.
struct File {
    board: &'static str,
    text: &'static str,
    book: OnceLock<Book>,
}

static FILES: [File; 4] = [
    file("plane:7x7", include_str!("../../books/plane-7x7.txt")),
    file("plane:11x11", include_str!("../../books/plane-11x11.txt")),
    file("plane:13x13", include_str!("../../books/plane-13x13.txt")),
    file("plane:14x14", include_str!("../../books/plane-14x14.txt")),
];

const fn file(board: &'static str, text: &'static str) -> File {
    File { board, text, book: OnceLock::new() }
}

/// The book of a board that comes with the program; none if the board has none.
pub fn shipped(board: Board) -> Option<&'static Book> {
    let name = board.to_string();
    FILES.iter().find(|file| file.board == name).map(File::book)
}

/// The boards that have a book, as they are written.
pub fn boards() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.board)
}

impl File {
    fn book(&self) -> &Book {
        self.book.get_or_init(|| self.text.parse().expect("a test reads all books"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_book_can_be_read_and_is_found_by_its_board() {
        for file in &FILES {
            let book = file.book();
            assert_eq!(book.to_string(), file.text);
            let found = shipped(book.header().board).expect("its board has a book");
            assert!(std::ptr::eq(found, book), "{}", file.board);
        }
        assert!(shipped("53x53".parse().expect("a board")).is_none());
    }
}
