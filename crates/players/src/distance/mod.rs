//! How far a colour is from its goal: the least number of further own stones that win.
//!
//! Own stones cost nothing, empty cells one stone, and the opponent's stones are walls. Where the
//! goal is a path, this is a shortest path between two borders; where it is a ring, a shortest
//! closed walk that winds along the colour's axis in the unrolled board. It is the evaluation of
//! Kunčarová (2024, section 4.2.2), given a meaning on every topology.
//!
//! A colour's distance is 0 once it has won. Where it is infinite (`None`), the opponent has won:
//! if all empty cells were its own and it still had no path or ring, then the opponent would have
//! one, because a full board has a winner. On the plane and the cylinder the converse holds too;
//! on the torus a spiral of the winner may leave room for another one beside it.
//!
//! [`Surveyor`] keeps the memory of the searches and answers two questions: the
//! [distance](Surveyor::distance) as it stands, and the [`Outlook`] of the player to move, which
//! is both distances after *every* move at the price of a few searches.
//!
//! ```
//! use hexring_game::{Color, Position, Rules};
//! use hexring_players::distance::distance;
//! let mut position = Position::new("cylinder:4x6".parse::<Rules>()?)?;
//! position.play("b3".parse()?)?;
//! assert_eq!(distance(&position, Color::Red), Some(5)); // six rings, one stone
//! assert_eq!(distance(&position, Color::Blue), Some(4)); // once around four columns
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod border;
mod lines;
mod outlook;
mod ring;
mod terrain;

use hexring_game::{Axis, Color, Goal, Position};

pub(crate) use lines::narrowest_line;
pub use outlook::Outlook;

use border::Borders;
use ring::Rings;
use terrain::Terrain;

/// The memory of the searches on one board; makes repeated questions cheap.
#[derive(Clone, Debug)]
pub struct Surveyor {
    terrain: Terrain,
    borders: Borders,
    rings: Rings,
}

impl Surveyor {
    /// A surveyor of the boards of this size and topology.
    pub fn new(position: &Position) -> Self {
        let geometry = position.geometry();
        Surveyor {
            terrain: Terrain::new(geometry),
            borders: Borders::new(geometry),
            rings: Rings::new(geometry),
        }
    }

    /// The least number of further stones with which a colour wins, or none if it cannot any more.
    pub fn distance(&mut self, position: &Position, color: Color) -> Option<u16> {
        let geometry = position.geometry();
        self.terrain.read(position, color);
        match geometry.goal(color) {
            Goal::Path { .. } => self.borders.distance(geometry, &self.terrain, axis(color)),
            Goal::Ring(axis) => self.rings.distance(geometry, &mut self.terrain, axis),
        }
    }
}

/// The least number of further stones with which a colour wins, or none if it cannot any more.
pub fn distance(position: &Position, color: Color) -> Option<u16> {
    Surveyor::new(position).distance(position, color)
}

/// Along which axis a colour wants to get through.
const fn axis(color: Color) -> Axis {
    match color {
        Color::Red => Axis::Vertical,
        Color::Blue => Axis::Horizontal,
    }
}
