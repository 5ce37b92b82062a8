//! One chain: faces with empty rings between them.

use std::fmt;

use super::ChainError;
use super::face::Face;
use super::rings::{Ring, Stack};

/// A face and the column of its first cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) face: Face,
    pub(super) column: usize,
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0 => self.face.fmt(f),
            column => write!(f, "{}@{column}", self.face),
        }
    }
}

/// Faces from top to bottom with gaps between them: `S* 1 Z@1 1 S*@3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// One more than there are gaps.
    faces: Vec<Placed>,
    /// How many empty rings each gap has.
    gaps: Vec<u8>,
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (face, gap) in self.faces.iter().zip(&self.gaps) {
            write!(f, "{face} {gap} ")?;
        }
        self.faces.last().map_or(Ok(()), |face| face.fmt(f))
    }
}

impl Chain {
    /// One face more than gaps.
    pub(super) fn new(faces: Vec<Placed>, gaps: Vec<u8>) -> Self {
        Chain { faces, gaps }
    }

    /// The column of its last face.
    pub fn last_column(&self) -> usize {
        self.faces.last().map_or(0, |placed| placed.column)
    }

    /// The same chain with its last face in column 0.
    #[must_use]
    pub fn with_last_in_column_0(&self) -> Chain {
        let mut chain = self.clone();
        if let Some(placed) = chain.faces.last_mut() {
            placed.column = 0;
        }
        chain
    }

    /// The position that it is.
    pub fn stack(&self) -> Result<Stack, ChainError> {
        let cols = self.faces.iter().find_map(|placed| placed.face.cols());
        let empty = Ring::empty(cols.ok_or(ChainError::NoColumns)?);
        let mut rings = Vec::new();
        for (index, Placed { face, column }) in self.faces.iter().enumerate() {
            let turned = |stack: &Stack| -> Vec<Ring> {
                stack.rings().iter().map(|ring| ring.turned(*column)).collect()
            };
            match (index, self.gaps.get(index)) {
                (0, _) => rings.extend(face.below()?.iter().flat_map(|s| turned(&s.upside_down()))),
                (_, None) => rings.extend(face.below()?.iter().flat_map(turned)),
                (_, Some(_)) => rings.push(face.between()?.turned(*column)),
            }
            let gap = self.gaps.get(index).map_or(0, |gap| usize::from(*gap));
            rings.extend(std::iter::repeat_n(empty.clone(), gap));
        }
        Stack::new(rings)
    }

    /// Its parts of so many gaps. Where a part was cut out of the chain, its first or last ring is
    /// seen as another face in the same column, if one is given.
    pub fn windows(&self, gaps: usize, seen_as: Option<&Face>) -> Vec<Chain> {
        let seen = |placed: &Placed| {
            let face = seen_as.unwrap_or(&placed.face).clone();
            Placed { face, column: placed.column }
        };
        let last = self.gaps.len();
        let window = |from: usize| {
            let to = from + gaps;
            let faces = (from..=to).map(|index| match index {
                index if index == from && from > 0 => seen(&self.faces[index]),
                index if index == to && to < last => seen(&self.faces[index]),
                index => self.faces[index].clone(),
            });
            Chain { faces: faces.collect(), gaps: self.gaps[from..to].to_vec() }
        };
        (0..).take_while(|from| from + gaps <= last).map(window).collect()
    }
}
