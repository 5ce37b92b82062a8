//! Dead cells: those whose colour cannot matter any more.
//!
//! A path need not go through a cell if its neighbours of the path's colour lie side by side: it can
//! go around. Cells that the strategy does not need count as the opponent's. That is the worst that
//! can be there, and if the strategy wins then, it wins in any case.

use hexring_game::{Color, DIRECTIONS, Goal, Site};

use super::cells::Cells;
use super::step::{Checker, Stage};

/// What is beside a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    Own,
    Foe,
    Open,
}

impl Checker<'_> {
    /// Whether an answer on `y` to a stone of the opponent on `x` makes that stone dead, if the
    /// strategy needs the cells of a carrier.
    pub(super) fn is_killed(
        &self,
        x: Site,
        y: Site,
        stage: &Stage,
        carrier: &Cells,
    ) -> Result<(), &'static str> {
        if !matches!(self.goal(), Goal::Path { .. }) {
            return Err("only a path can go around a dead cell");
        }
        if x == y || !stage.is_free(x) || !stage.is_free(y) {
            return Err("a stone and the answer to it are not on two empty cells");
        }
        if self.far(x).has(y) {
            return Err("an answer is too far from the move");
        }
        let own = stage.own.with(y);
        match self.beside(x, &own, carrier) {
            Some(beside) if changes_at_most_twice(beside) => Ok(()),
            _ => Err("a cell is not dead"),
        }
    }

    /// The six neighbours in circular order; nothing if they are not six different places.
    fn beside(&self, site: Site, own: &Cells, carrier: &Cells) -> Option<[Beside; 6]> {
        let to = |d: usize| self.geometry.link(site, d).map(|link| link.to);
        for d in 0..DIRECTIONS.len() {
            let is_again = |other: usize| to(d).is_some() && to(other) == to(d);
            if to(d) == Some(site) || (0..d).any(is_again) {
                return None;
            }
        }
        Some(std::array::from_fn(|d| match to(d) {
            // Beyond a border is what its player wants to reach.
            None if self.border_beside(site, d) == self.color => Beside::Own,
            None => Beside::Foe,
            Some(to) if own.has(to) => Beside::Own,
            Some(to) if carrier.has(to) => Beside::Open,
            Some(_) => Beside::Foe,
        }))
    }

    /// Whose border a step off the board leads over. Over a corner it leads over two, and counts as
    /// Red's.
    fn border_beside(&self, site: Site, direction: usize) -> Color {
        let (board, (_, down)) = (self.geometry.board(), DIRECTIONS[direction]);
        let row = i16::from(board.cell(site).row) + i16::from(down);
        if (0..i16::from(board.rows())).contains(&row) { Color::Blue } else { Color::Red }
    }
}

/// Whether the colours change at most twice around, in whatever way the open cells are filled.
fn changes_at_most_twice(beside: [Beside; 6]) -> bool {
    (0..64u32).all(|filling| {
        let is_own = |d: usize| match beside[d] {
            Beside::Own => true,
            Beside::Foe => false,
            Beside::Open => filling >> d & 1 == 1,
        };
        (0..6).filter(|d| is_own(*d) != is_own((d + 1) % 6)).count() <= 2
    })
}
