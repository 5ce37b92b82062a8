//! `Table`: a game with two seats, the same as in the terminal and in the browser.

use std::sync::{Mutex, MutexGuard, PoisonError};

use hexring_control::{Limit, Stop};
use hexring_game::{ByColor, Color};
use hexring_players::table::{Seat, Table, Turn, seat_seed};
use hexring_players::{Choice, ChooseError, Control};
use pyo3::prelude::*;

use crate::action::read_move;
use crate::choice::PyChoice;
use crate::contender::{build, contender};
use crate::errors::Raise;
use crate::game::PyGame;
use crate::game::record::PyRecord;
use crate::own_player::Faults;
use crate::watch::{Meter, watch};

/// A game with two seats: `Table(game, red="mcts", blue=None, seed=1)`.
///
/// A seat is a player by its text, a player of Python's own, or None for a person. The table flips
/// coins, and people pass who cannot move. A seed means the same game as everywhere in hexring.
#[pyclass(name = "Table", module = "hexring", frozen)]
pub(crate) struct PyTable {
    table: Mutex<Table>,
    faults: Faults,
}

#[pymethods]
impl PyTable {
    #[new]
    #[pyo3(signature = (game, red = None, blue = None, *, seed = 1))]
    fn new(
        game: &Bound<'_, PyGame>,
        red: Option<&Bound<'_, PyAny>>,
        blue: Option<&Bound<'_, PyAny>>,
        seed: u64,
    ) -> PyResult<Self> {
        let (game, faults) = (game.borrow().game.clone(), Faults::default());
        let seat = |who: Option<&Bound<'_, PyAny>>, color: Color| -> PyResult<Seat> {
            let Some(who) = who else { return Ok(Seat::person("human")) };
            let contender = contender(who, &faults)?;
            contender.supports(game.rules(), color).raise()?;
            let player = build(&contender, seat_seed(seed, color));
            faults.check()?;
            Ok(Seat::player(contender.to_string(), player?))
        };
        let seats = ByColor { red: seat(red, Color::Red)?, blue: seat(blue, Color::Blue)? };
        Ok(PyTable { table: Mutex::new(Table::new(game, seats, seed)), faults })
    }

    /// The game, as a copy.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { game: self.lock().game().clone() }
    }

    /// Who has to do something: "person", "player", or none when the game is over.
    #[getter]
    fn turn(&self) -> Option<&'static str> {
        match self.lock().turn() {
            Turn::Person(_) => Some("person"),
            Turn::Player(_) => Some("player"),
            Turn::Over => None,
        }
    }

    /// The seat that is to move, by its colour at the start; none when the game is over.
    #[getter]
    fn seat(&self) -> Option<String> {
        let table = self.lock();
        match table.turn() {
            Turn::Person(color) | Turn::Player(color) => Some(table.seat_of(color).to_string()),
            Turn::Over => None,
        }
    }

    /// The seat that has won, by its colour at the start; none if nobody has.
    #[getter]
    fn winner(&self) -> Option<String> {
        self.lock().winner().map(|color| color.to_string())
    }

    /// A person's move.
    #[pyo3(name = "play")]
    fn play_move(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut table = self.lock();
        let mv = read_move(r#move, table.game().rules())?;
        table.play(mv).raise()
    }

    /// Lets the player to move think and does what it says; none if no player is to move.
    #[pyo3(signature = (*, progress = None))]
    fn step(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<PyChoice>> {
        let answer = watch(py, progress, &Stop::new(), |limit, meter| {
            let mut table = self.lock();
            let mut hear = |choice: &Choice| meter.set(choice.work.count, 0);
            self.step_once(&mut table, &mut Control::new(limit.clone(), &mut hear))
        });
        self.faults.check()?;
        let board = self.lock().game().rules().board;
        let choice = answer?.transpose().raise()?;
        Ok(choice.map(|choice| PyChoice { choice, board }))
    }

    /// Lets players play until a person is to move or the game is over.
    #[pyo3(signature = (*, progress = None))]
    fn run(&self, py: Python<'_>, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let run = |limit: &Limit, meter: &Meter| {
            let mut table = self.lock();
            while let (Turn::Player(_), false) = (table.turn(), limit.is_over()) {
                self.step_once(&mut table, &mut Control::quiet(limit.clone()));
                if self.faults.is_raised() {
                    break;
                }
                meter.set(table.game().plies().len() as u64, 0);
            }
        };
        let done = watch(py, progress, &Stop::new(), run);
        self.faults.check()?;
        done
    }

    /// Ends the game for the person whose turn it is, or for the only person there is.
    fn resign(&self) -> PyResult<()> {
        self.lock().resign().raise()
    }

    /// Takes back moves until the last person to have moved moves again.
    fn undo(&self) -> PyResult<()> {
        self.lock().undo().raise()
    }

    /// Plays again what was taken back.
    fn redo(&self) -> PyResult<()> {
        self.lock().redo().raise()
    }

    /// The record of the game, with the names of the seats.
    #[getter]
    fn record(&self) -> PyResult<PyRecord> {
        Ok(PyRecord { record: self.lock().record().raise()? })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Py::new(py, self.game())?.call_method0(py, "_repr_svg_")?.extract(py)
    }

    fn __repr__(&self) -> String {
        let table = self.lock();
        let (red, blue) = (table.seats().red.name(), table.seats().blue.name());
        format!("Table(\"{}\", red={red:?}, blue={blue:?})", table.game().rules())
    }
}

impl PyTable {
    /// One move of a player. A stopped player moves at once, which would make another game of it,
    /// and one that raised an exception has not moved: the table is as it was then.
    fn step_once(
        &self,
        table: &mut Table,
        control: &mut Control<'_>,
    ) -> Option<Result<Choice, ChooseError>> {
        let before = table.moment();
        let answer = table.step(control);
        if control.is_over() || self.faults.is_raised() {
            table.go_back_to(before);
        }
        answer
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
