//! How a board is turned on the page.

/// Which hour of a clock face the corner `a1` points to, as HexWorld counts its rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rotation(u8);

impl Rotation {
    /// Rows are horizontal, `a1` is at the top left.
    pub const FLAT: Rotation = Rotation(10);
    /// The board stands on its corner, `a1` at the left.
    pub const DIAMOND: Rotation = Rotation(9);

    /// `a1` at this hour, if it is on the clock: 1 to 12.
    pub fn new(hour: u8) -> Option<Self> {
        (1..=12).contains(&hour).then_some(Rotation(hour))
    }

    /// The hour, from 1 to 12.
    pub const fn hour(self) -> u8 {
        self.0
    }
}

impl Default for Rotation {
    fn default() -> Self {
        Rotation::FLAT
    }
}
