//! The moves of a game in two bytes each, as an index keeps a million of them.

use hexring_game::{Cell, Color, Move, Ply};

/// Set in the words of Blue's moves.
const BLUE: u16 = 1 << 15;

/// No board has these cells.
const SWAP: u16 = 0x0fff;
const PASS: u16 = 0x0ffe;

/// Moves in a row, borrowed from where they are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves<'a>(pub(super) &'a [u8]);

impl<'a> Moves<'a> {
    /// How many there are.
    pub fn len(self) -> usize {
        self.0.len() / 2
    }

    /// Whether nobody has moved.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The move of a number, counted from 0.
    pub fn get(self, number: usize) -> Option<Ply> {
        self.0.chunks_exact(2).nth(number).map(decoded)
    }

    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = Ply> + 'a {
        self.0.chunks_exact(2).map(decoded)
    }
}

/// Moves as they are kept.
pub(super) fn encode(plies: &[Ply]) -> Vec<u8> {
    plies.iter().flat_map(|ply| word(*ply).to_be_bytes()).collect()
}

fn word(ply: Ply) -> u16 {
    let color = if ply.color == Color::Blue { BLUE } else { 0 };
    color
        | match ply.mv {
            Move::Place(cell) => u16::from(cell.row) << 6 | u16::from(cell.col),
            Move::Swap => SWAP,
            Move::Pass => PASS,
        }
}

fn decoded(bytes: &[u8]) -> Ply {
    let word = u16::from_be_bytes([bytes[0], bytes[1]]);
    let color = if word & BLUE == 0 { Color::Red } else { Color::Blue };
    let mv = match word & !BLUE {
        SWAP => Move::Swap,
        PASS => Move::Pass,
        // Six bits each; what is no cell of the board is refused by the game.
        cell => Move::Place(Cell::new((cell & 63) as u8, (cell >> 6 & 63) as u8)),
    };
    Ply { color, mv }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_comes_back() {
        let board: hexring_game::Board = "53x53".parse().expect("a board");
        let cells = board.cells().map(Move::Place).chain([Move::Swap, Move::Pass]);
        let plies: Vec<Ply> =
            cells.flat_map(|mv| Color::ALL.map(|color| Ply { color, mv })).collect();
        let bytes = encode(&plies);
        let moves = Moves(&bytes);
        assert_eq!((moves.len(), moves.get(3), moves.get(9999)), (5622, Some(plies[3]), None));
        assert_eq!(moves.iter().collect::<Vec<_>>(), plies);
    }
}
