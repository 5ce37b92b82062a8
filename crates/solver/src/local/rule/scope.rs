//! What Red sees of a position when it answers, and what it may answer.

use super::RuleError;

/// The rings around Blue's last stone, two bits a cell, in the order of the text. Columns count from
/// that stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct View(pub(super) u128);

/// An answer: which cell near Blue's last stone, ring by ring, columns counted from that stone.
pub(super) type Answer = u8;

/// A set of answers, a bit each.
pub(super) type Answers = u32;

/// How far Red looks and how far away it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The columns of the cylinder.
    pub columns: u8,
    /// Red sees so many rings up and so many down.
    pub seen: u8,
    /// Red answers at most so many rings away.
    pub within: u8,
}

/// What a cell of a view holds, as its two bits say; the last is a ring beyond the end.
const LETTERS: [char; 4] = ['.', 'R', 'B', '#'];
const END: u128 = 3;

impl Scope {
    /// Checked: a view has to fit into one word, and a set of answers too.
    pub(super) fn new(columns: u8, seen: u8, within: u8) -> Result<Self, RuleError> {
        let scope = Scope { columns, seen, within };
        let cells = |rings: u8| (2 * u32::from(rings) + 1) * u32::from(columns);
        if cells(seen) > View::CELLS {
            return Err(RuleError::Seen { columns, seen });
        }
        if cells(within) > Answers::BITS {
            return Err(RuleError::Within { columns, within });
        }
        Ok(scope)
    }

    /// All answers, whether there are such cells or not.
    pub(super) fn answers(self) -> std::ops::Range<Answer> {
        0..(2 * self.within + 1) * self.columns
    }

    /// What Red sees of a board with so many rows after a blue stone.
    pub(super) fn view(self, rows: u8, red: u64, blue: u64, stone: u8) -> View {
        let (ring, column) = (stone / self.columns, u32::from(stone % self.columns));
        let columns = u32::from(self.columns);
        let mut view = 0;
        for seen in (0..=2 * self.seen).rev() {
            let row = (ring + seen).checked_sub(self.seen).filter(|row| *row < rows);
            for away in (0..columns).rev() {
                let held = row.map_or(END, |row| {
                    let cell = u32::from(row) * columns + (column + away) % columns;
                    u128::from(red >> cell & 1 | (blue >> cell & 1) << 1)
                });
                view = view << 2 | held;
            }
        }
        View(view)
    }

    /// The cell of an answer, if there is one.
    pub(super) fn cell(self, rows: u8, stone: u8, answer: Answer) -> Option<u8> {
        let row = (stone / self.columns + answer / self.columns).checked_sub(self.within)?;
        let column = (stone + answer) % self.columns;
        // `stone` and `answer` are whole rings and a column each, so their sum has both columns.
        (row < rows).then_some(row * self.columns + column)
    }

    /// How many rings further down an answer is, and how many columns further right.
    pub(super) fn offset(self, answer: Answer) -> (i8, u8) {
        ((answer / self.columns) as i8 - self.within as i8, answer % self.columns)
    }

    /// A view as text: rings from top to bottom.
    pub(super) fn text(self, view: View) -> String {
        let columns = u32::from(self.columns);
        let cells = (2 * u32::from(self.seen) + 1) * columns;
        let mut text = String::new();
        for cell in 0..cells {
            if cell > 0 && cell % columns == 0 {
                text.push('/');
            }
            text.push(LETTERS[(view.0 >> (2 * cell)) as usize % LETTERS.len()]);
        }
        text
    }
}

impl View {
    /// The most cells of a view.
    pub(super) const CELLS: u32 = u128::BITS / 2;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_and_answers_count_from_the_stone() {
        let scope = Scope::new(5, 1, 1).expect("small");
        // Ring 0: a red stone in column 1; ring 1: Blue's last one in column 4.
        let view = scope.view(2, 1 << 1, 1 << 9, 9);
        assert_eq!(scope.text(view), "..R../B..../#####");
        let cells: Vec<_> = scope.answers().map(|answer| scope.cell(2, 9, answer)).collect();
        let numbers = [4, 0, 1, 2, 3, 9, 5, 6, 7, 8].map(Some);
        assert_eq!(cells, [numbers.as_slice(), &[None; 5]].concat());
        assert_eq!((scope.offset(0), scope.offset(7)), ((-1, 0), (0, 2)));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(Scope::new(9, 3, 1).is_ok());
        assert!(matches!(Scope::new(9, 4, 1), Err(RuleError::Seen { .. })));
        assert!(matches!(Scope::new(7, 2, 3), Err(RuleError::Within { .. })));
    }
}
