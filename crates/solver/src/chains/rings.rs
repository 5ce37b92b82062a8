//! Rings of a cylinder as text, one above the other.

use std::fmt;
use std::str::FromStr;

use hexring_game::{Board, Cell, Color, Position, Rules, Setup, Topology};

use super::ChainError;

/// One ring: `R.BB.` is a red stone, an empty cell, two blue stones and an empty cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ring(Vec<Option<Color>>);

impl FromStr for Ring {
    type Err = ChainError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let cell = |letter| match letter {
            'R' => Some(Some(Color::Red)),
            'B' => Some(Some(Color::Blue)),
            '.' => Some(None),
            _ => None,
        };
        let cells: Option<Vec<_>> = text.chars().map(cell).collect();
        let fault = || ChainError::Ring(text.to_owned());
        cells.filter(|cells| !cells.is_empty()).map(Ring).ok_or_else(fault)
    }
}

impl fmt::Display for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |cell: &Option<Color>| match cell {
            Some(Color::Red) => 'R',
            Some(Color::Blue) => 'B',
            None => '.',
        };
        f.write_str(&self.0.iter().map(letter).collect::<String>())
    }
}

impl Ring {
    pub(super) fn empty(cols: usize) -> Self {
        Ring(vec![None; cols])
    }

    pub(super) fn cols(&self) -> usize {
        self.0.len()
    }

    pub(super) fn has_free_cells(&self) -> bool {
        self.0.contains(&None)
    }

    /// The same with Blue on all free cells.
    pub(super) fn closed(&self) -> Self {
        Ring(self.0.iter().map(|cell| cell.or(Some(Color::Blue))).collect())
    }

    /// Each cell so many columns to the right.
    pub(super) fn turned(&self, by: usize) -> Self {
        let mut cells = self.0.clone();
        cells.rotate_right(by % self.cols());
        Ring(cells)
    }

    /// Column c becomes column −c.
    pub(super) fn reversed(&self) -> Self {
        let mut cells = self.0.clone();
        cells[1..].reverse();
        Ring(cells)
    }
}

/// The cylinder that has these rings.
fn board(rings: &[Ring]) -> Result<Board, ChainError> {
    let sizes = [rings.first().map_or(0, Ring::cols), rings.len()];
    let [cols, rows] = sizes.map(|size| u8::try_from(size).unwrap_or(u8::MAX));
    Ok(Board::new(Topology::Cylinder, cols, rows)?)
}

/// A position on a cylinder with Blue to move: its rings from top to bottom, `RBBBB/...../RBBBB`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stack(Vec<Ring>);

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rings: Vec<String> = self.0.iter().map(Ring::to_string).collect();
        f.write_str(&rings.join("/"))
    }
}

impl FromStr for Stack {
    type Err = ChainError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split('/').map(str::parse).collect::<Result<_, _>>().and_then(Stack::new)
    }
}

impl Stack {
    /// Rings of one length, as many as fit on a board.
    pub(super) fn new(rings: Vec<Ring>) -> Result<Self, ChainError> {
        let cols = rings.first().map_or(0, Ring::cols);
        if let Some(other) = rings.iter().find(|ring| ring.cols() != cols) {
            let (ring, other) = (rings[0].to_string(), other.to_string());
            return Err(ChainError::Lengths { ring, other });
        }
        board(&rings).map(|_| Stack(rings))
    }

    /// The position, with Blue to move.
    pub fn position(&self) -> Position {
        let board = board(&self.0).expect("tried when it was made");
        let mut setup = Setup::new(Rules { first: Color::Blue, ..Rules::new(board) });
        // A board was made of these sizes, so they are small.
        for (row, ring) in (0u8..).zip(&self.0) {
            for (col, color) in (0u8..).zip(&ring.0) {
                if let Some(color) = color {
                    setup.stones[*color].push(Cell::new(col, row));
                }
            }
        }
        setup.to_move = Some(Color::Blue);
        Position::from_setup(&setup).expect("each cell has one stone, and a cylinder one winner")
    }

    /// The least of all stacks that are rotations, half turns and mirror images of this one: all of
    /// them have the same winner.
    pub fn canonical(&self) -> Stack {
        let turned = |stack: Stack| {
            let cols = stack.0.first().map_or(0, Ring::cols);
            (0..cols).map(move |by| Stack(stack.0.iter().map(|ring| ring.turned(by)).collect()))
        };
        let images = [self.clone(), self.mirrored(), self.half_turned()];
        let images = images.into_iter().chain([self.half_turned().mirrored()]);
        images.flat_map(turned).min().unwrap_or_else(|| self.clone())
    }

    /// (c, r) becomes (−c, −r).
    fn half_turned(&self) -> Stack {
        Stack(self.0.iter().rev().map(Ring::reversed).collect())
    }

    /// (c, r) becomes (−c − r, r).
    pub(super) fn mirrored(&self) -> Stack {
        let ring = |(row, ring): (usize, &Ring)| {
            let cols = ring.cols();
            ring.reversed().turned(cols - row % cols)
        };
        Stack(self.0.iter().enumerate().map(ring).collect())
    }

    /// Upside down: (c, r) becomes (c + r, −r), so that the first ring is the last one, and as it
    /// was.
    pub(super) fn upside_down(&self) -> Stack {
        let rings = self.0.iter().enumerate().map(|(row, ring)| ring.turned(row));
        Stack(rings.rev().collect())
    }

    /// The rings.
    pub(super) fn rings(&self) -> &[Ring] {
        &self.0
    }
}
