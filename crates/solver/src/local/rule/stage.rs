//! One board on which the rule has to win.

use hexring_control::Control;
use hexring_game::{Board, Color};

use super::scope::{Answer, Answers, Scope, View};
use crate::bits::Bits;
use crate::local::arena::Arena;
use crate::local::search::Search;
use crate::progress::Stopped;
use crate::state::State;

/// Stones of one of the boards, Blue to move. Rotations are the same position: a rule counts columns
/// from Blue's stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// Which of the boards.
    pub(super) stage: u8,
    pub(super) red: u64,
    pub(super) blue: u64,
}

/// A blue stone in a position, which Red has to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Turn {
    pub(super) place: Place,
    pub(super) stone: u8,
}

impl Turn {
    /// Blue's stones with the last one.
    pub(super) fn blue(self) -> u64 {
        self.place.blue | 1 << self.stone
    }

    pub(super) fn is_free(self, cell: u8) -> bool {
        (self.place.red | self.blue()) >> cell & 1 == 0
    }
}

/// A board, and who wins its positions.
pub(super) struct Stage {
    number: u8,
    scope: Scope,
    rows: u8,
    search: Search<1>,
    /// By how far a rotation goes: the cells that do not cross the seam.
    before_seam: Vec<u64>,
}

impl Stage {
    pub(super) fn new(number: u8, board: Board, scope: Scope, memory: usize) -> Self {
        let search = Search::new(Arena::new(board, scope.within), memory);
        let columns = scope.columns;
        let before_seam = |by: u8| {
            let cells = (0..board.cell_count() as u8).filter(|cell| cell % columns < columns - by);
            cells.fold(0, |set, cell| set | 1 << cell)
        };
        let before_seam = (0..columns).map(before_seam).collect();
        Stage { number, scope, rows: board.rows(), search, before_seam }
    }

    pub(super) fn board(&self) -> Board {
        self.search.arena.grid.board
    }

    /// How many positions the search has judged.
    pub(super) fn judged(&self) -> u64 {
        self.search.nodes
    }

    pub(super) fn scope(&self) -> Scope {
        self.scope
    }

    pub(super) fn start(&self) -> Place {
        Place { stage: self.number, red: 0, blue: 0 }
    }

    /// The representative of a position's rotations.
    fn place(&self, red: u64, blue: u64) -> Place {
        let columns = self.scope.columns;
        let rotate = |set: u64, by: u8| {
            let stay = self.before_seam[usize::from(by)];
            (set & stay) << by | (set & !stay) >> (columns - by)
        };
        let all = (0..columns).map(|by| match by {
            0 => (red, blue),
            by => (rotate(red, by), rotate(blue, by)),
        });
        let (red, blue) = all.min().expect("a board has columns");
        Place { stage: self.number, red, blue }
    }

    /// The turns of a position, one for each free cell.
    pub(super) fn turns(&self, place: Place) -> impl Iterator<Item = Turn> + use<> {
        let cells = 0..self.search.arena.grid.cells as u8;
        let free = cells.filter(move |cell| (place.red | place.blue) >> cell & 1 == 0);
        free.map(move |stone| Turn { place, stone })
    }

    pub(super) fn view(&self, turn: Turn) -> View {
        self.scope.view(self.rows, turn.place.red, turn.blue(), turn.stone)
    }

    /// The free cell of an answer, if there is one.
    pub(super) fn cell(&self, turn: Turn, answer: Answer) -> Option<u8> {
        let cell = self.scope.cell(self.rows, turn.stone, answer);
        cell.filter(|cell| turn.is_free(*cell))
    }

    /// Whether Red has no cell to answer in.
    pub(super) fn has_to_pass(&self, turn: Turn) -> bool {
        !self.search.arena.near(turn.stone).iter().any(|cell| turn.is_free(cell))
    }

    /// The position after an answer in a free cell, or a pass; none if Red has won by it.
    pub(super) fn after(&self, turn: Turn, cell: Option<u8>) -> Option<Place> {
        let red = turn.place.red | cell.map_or(0, |cell| 1 << cell);
        let is_won = self.search.arena.joins(Bits([red]));
        (!is_won).then(|| self.place(red, turn.blue()))
    }

    /// Whether Red wins a position, as long as it answers nearby.
    pub(super) fn is_won<P>(
        &mut self,
        place: Place,
        control: &Control<'_, P>,
    ) -> Result<bool, Stopped> {
        let (winner, _) =
            self.search.solve(&state(place), &mut Control::quiet(control.limit().clone()))?;
        Ok(winner == Color::Red)
    }

    /// Whether an answer can be given and keeps the game won.
    pub(super) fn wins<P>(
        &mut self,
        turn: Turn,
        answer: Answer,
        control: &Control<'_, P>,
    ) -> Result<bool, Stopped> {
        let Some(cell) = self.cell(turn, answer) else { return Ok(false) };
        match self.after(turn, Some(cell)) {
            Some(place) => self.is_won(place, control),
            None => Ok(true),
        }
    }

    /// All answers that keep the game won.
    pub(super) fn winning<P>(
        &mut self,
        turn: Turn,
        control: &Control<'_, P>,
    ) -> Result<Answers, Stopped> {
        let mut winning = 0;
        for answer in self.scope.answers() {
            if self.wins(turn, answer, control)? {
                winning |= 1 << answer;
            }
        }
        Ok(winning)
    }

    /// Answers from a set that can be given, first those after which Red's way lacks least: games
    /// that end soon have fewer positions.
    pub(super) fn by_promise(&self, turn: Turn, among: Answers) -> Vec<Answer> {
        let rated = self.scope.answers().filter(|answer| among >> answer & 1 == 1);
        let rated = rated.filter_map(|answer| {
            let cell = self.cell(turn, answer)?;
            let (red, blue) = (turn.place.red | 1 << cell, turn.blue());
            let after = state(Place { red, blue, ..turn.place });
            Some((self.search.missing(&after), answer))
        });
        let mut rated: Vec<_> = rated.filter(|(missing, _)| missing.is_some()).collect();
        rated.sort_unstable();
        rated.into_iter().map(|(_, answer)| answer).collect()
    }
}

fn state(place: Place) -> State<1> {
    let stones = [Bits([place.red]), Bits([place.blue])];
    State { stones, dead: Bits::EMPTY, to_move: Color::Blue }
}
