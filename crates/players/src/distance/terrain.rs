//! What every cell costs a colour.

use hexring_game::{Color, Geometry, Position, Site};

/// An own stone: free.
pub(super) const OWN: u8 = 0;
/// An empty cell: one stone.
pub(super) const EMPTY: u8 = 1;
/// The opponent's stone, and everything outside the board.
pub(super) const WALL: u8 = 2;

/// Stones that a colour needs for every cell, with a wall for the rim.
#[derive(Clone, Debug)]
pub(super) struct Terrain(Vec<u8>);

impl Terrain {
    pub(super) fn new(geometry: &Geometry) -> Self {
        Terrain(vec![WALL; geometry.board().cell_count() + 1])
    }

    /// The terrain as a colour sees a position.
    pub(super) fn read(&mut self, position: &Position, color: Color) {
        for site in position.board().sites() {
            self.0[site.index()] = match position.stone_at(site) {
                None => EMPTY,
                Some(stone) if stone == color => OWN,
                Some(_) => WALL,
            };
        }
    }

    #[inline]
    pub(super) fn cost(&self, site: Site) -> u8 {
        self.0[site.index()]
    }

    /// Changes a cell and returns what it was.
    pub(super) fn set(&mut self, site: Site, cost: u8) -> u8 {
        std::mem::replace(&mut self.0[site.index()], cost)
    }
}
