//! `mirror`: answer Blue on the opposite side of the cylinder.
//!
//! Alpern and Beck (1991; Algorithm 1 of Broek 2023, theorem 4.1 of Hees 2022) prove that this
//! wins for Red on every cylinder of even circumference, whoever begins: a blue ring would have a
//! red mirror image, both reach equally far up and down, and two such rings cannot miss each
//! other. On a torus the answer has a meaning, but the proof does not hold.

use hexring_game::{Board, Cell, Position, Site};

use crate::entry::Entry;
use crate::follower;
use crate::option::Settings;
use crate::shift;
use crate::strategy::{Candidates, Strategy};

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    follower::entry(
        "mirror",
        "Alpern and Beck's strategy: answer on the opposite side; wins on cylinders",
        "red on cylinders and tori of even circumference where Blue may not swap sides",
        strategy,
    )
}

fn strategy(_: &Settings) -> Box<dyn Strategy> {
    Box::new(Mirror)
}

struct Mirror;

impl Strategy for Mirror {
    fn rules(&self) -> &'static [&'static str] {
        &["anywhere before Blue moves", "half way around in Blue's ring", "anywhere"]
    }

    fn plays(&self, board: Board) -> bool {
        board.topology().wraps_columns() && board.cols().is_multiple_of(2)
    }

    fn candidates(&self, position: &Position, last_blue: Option<Site>) -> Candidates {
        shift::answer(self.rules(), position, last_blue, position.board().cols() / 2)
    }

    fn partner(&self, board: Board, site: Site) -> Option<Site> {
        let cell = board.cell(site);
        board.site(Cell::new((cell.col + board.cols() / 2) % board.cols(), cell.row))
    }
}
