//! `shift`: answer Blue in the same ring, a fixed number of columns to the right.
//!
//! Hees (2022, Algorithm 5.1) asks whether the mirror strategy survives on odd circumferences with
//! another shift. It does not: figure 21 there wins for Blue on five columns with a shift of two,
//! by moves whose answer is taken already.

use hexring_game::{Cell, Position, Site};

use crate::entry::Entry;
use crate::follower;
use crate::option::{Handle, Settings};
use crate::strategy::{Candidates, Strategy, anywhere, first_applicable};

const BY: Handle<u64> =
    Handle::whole("by", 1, 52, 2, "columns between Blue's stone and the answer");

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    follower::entry(
        "shift",
        "Hees' Algorithm 5.1: answer in Blue's ring, a fixed number of columns away",
        "red on cylinders and tori where Blue may not swap sides",
        strategy,
    )
    .with_options([BY.info()])
}

fn strategy(settings: &Settings) -> Box<dyn Strategy> {
    Box::new(Shift { by: settings.get(&BY) as u8 })
}

struct Shift {
    by: u8,
}

impl Strategy for Shift {
    fn rules(&self) -> &'static [&'static str] {
        &["anywhere before Blue moves", "as many columns on in Blue's ring", "anywhere"]
    }

    fn candidates(&self, position: &Position, last_blue: Option<Site>) -> Candidates {
        answer(self.rules(), position, last_blue, self.by)
    }
}

/// Blue's ring, `by` columns on, or else anywhere.
pub(crate) fn answer(
    rules: &[&str],
    position: &Position,
    last_blue: Option<Site>,
    by: u8,
) -> Candidates {
    let Some(last_blue) = last_blue else { return anywhere(0, position) };
    let board = position.board();
    let Cell { col, row } = board.cell(last_blue);
    let target = board.site(Cell { col: (col + by) % board.cols(), row });
    first_applicable(rules, |rule| match rule {
        1 => position.legal_sites().filter(|site| Some(*site) == target).collect(),
        _ => position.legal_sites().collect(),
    })
}
