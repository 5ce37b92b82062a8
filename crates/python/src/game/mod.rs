//! `Game`: a game being played, and `Certificate`: why it is won.

pub(crate) mod record;

use hexring_game::draw::SvgStyle;
use hexring_game::record::{Format, Record};
use hexring_game::{ByColor, Cell, Certificate, Color, Game, Move, Position, Rules, Setup, Site};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use self::record::PyRecord;
use crate::action::{action_count, action_move, read_move};
use crate::errors::{Raise, refuse};
use crate::rules::read_rules;
use crate::scene::{Adornment, scene, svg, text};
use crate::vector::{Course, Options, View, words};

/// A game: `Game("cylinder:5x8", first="blue")`.
///
/// The text may hold all rules ("torus:6x6 turns=random"); keywords add to it (see `rules`). The
/// game may begin with moves ("a1 b2"), or with stones in no order (red, blue, to_move).
#[pyclass(name = "Game", module = "hexring", eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyGame {
    pub(crate) game: Game,
}

/// A winning path or ring.
#[pyclass(name = "Certificate", module = "hexring", frozen, get_all)]
pub(crate) struct PyCertificate {
    /// The winner.
    color: String,
    /// The cells in order.
    cells: Vec<String>,
    /// How often a ring goes around, to the right and downwards; zeros for a path.
    winding: (i16, i16),
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (rules = "11x11", *, moves = None, red = None, blue = None, to_move = None, **keywords))]
    fn new(
        rules: &str,
        moves: Option<&str>,
        red: Option<&str>,
        blue: Option<&str>,
        to_move: Option<&str>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let rules = read_rules(rules, keywords)?;
        let mut game = match (red, blue, to_move) {
            (None, None, None) => Game::new(rules).raise()?,
            _ => Game::from_setup(&setup(rules, red, blue, to_move)?).raise()?,
        };
        for word in moves.unwrap_or_default().split_whitespace() {
            game.play(word.parse().raise()?).raise()?;
        }
        Ok(PyGame { game })
    }

    /// Plays a move for the player to move: a cell, "swap" or "pass", or the number of an action.
    #[pyo3(name = "play")]
    fn play_move(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = read_move(r#move, self.game.rules())?;
        self.game.play(mv).raise()
    }

    /// Says who won the coin flip, under random turns.
    fn toss(&mut self, color: &str) -> PyResult<()> {
        self.game.toss(color.parse().raise()?).raise()
    }

    /// Ends the game: the colour, or else the player to move, gives up.
    #[pyo3(signature = (color = None))]
    fn resign(&mut self, color: Option<&str>) -> PyResult<()> {
        let color = match color {
            Some(color) => color.parse().raise()?,
            None => self.mover()?,
        };
        self.game.resign(color).raise()
    }

    /// Takes back the resignation or the last move, and says which move it was.
    fn undo(&mut self) -> Option<String> {
        self.game.undo().map(|ply| ply.mv.to_string())
    }

    /// All legal moves: the cells row by row, then "swap"; or "pass" alone.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        if self.game.ending().is_some() {
            return Vec::new();
        }
        self.game.position().legal_moves().iter().map(ToString::to_string).collect()
    }

    /// Whether a move may be played now.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mv = read_move(r#move, self.game.rules())?;
        Ok(self.game.ending().is_none() && self.game.position().is_legal(mv))
    }

    /// The colour that has won, if any.
    #[getter]
    fn winner(&self) -> Option<String> {
        Some(self.game.ending()?.winner()?.to_string())
    }

    /// How the game ended, in words; none while it goes on.
    #[getter]
    fn ending(&self) -> Option<String> {
        Some(self.game.ending()?.to_string())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.ending().is_some()
    }

    /// The winner's path or ring.
    #[getter]
    fn certificate(&self) -> Option<PyCertificate> {
        self.game.position().certificate().as_ref().map(PyCertificate::of)
    }

    /// Who is to move; none when the game is over or the coin is to be flipped.
    #[getter]
    fn to_move(&self) -> Option<String> {
        let mover = self.game.position().to_move().filter(|_| self.game.ending().is_none());
        mover.map(|color| color.to_string())
    }

    /// Whether a coin flip decides now who moves.
    #[getter]
    fn coin_due(&self) -> bool {
        self.game.ending().is_none() && self.game.position().coin_due()
    }

    /// The moves so far, with their colours.
    #[getter]
    fn moves(&self) -> Vec<(String, String)> {
        let plies = self.game.plies().iter();
        plies.map(|ply| (ply.color.to_string(), ply.mv.to_string())).collect()
    }

    /// The rules, as text.
    #[getter]
    fn rules(&self) -> String {
        self.game.rules().to_string()
    }

    /// The board: topology and size.
    #[getter]
    fn board(&self) -> String {
        self.game.rules().board.to_string()
    }

    /// "plane", "cylinder" or "torus".
    #[getter]
    fn topology(&self) -> String {
        self.game.rules().board.topology().to_string()
    }

    /// The number of columns.
    #[getter]
    fn columns(&self) -> u8 {
        self.game.rules().board.cols()
    }

    /// The number of rows.
    #[getter]
    fn rows(&self) -> u8 {
        self.game.rules().board.rows()
    }

    /// The season in which a colour plays its next move, from 1; none without seasons.
    fn season(&self, color: &str) -> PyResult<Option<u8>> {
        Ok(self.game.position().season(color.parse().raise()?).map(|season| season + 1))
    }

    /// Whether the players have exchanged colours by a swap of sides.
    #[getter]
    fn sides_swapped(&self) -> bool {
        self.game.position().sides_swapped()
    }

    /// A hash of the position: everything that the rest of the game depends on but the rules.
    #[getter]
    fn key(&self) -> u64 {
        self.game.position().key()
    }

    /// The stones by row and column: 0 empty, 1 red, 2 blue.
    #[getter]
    fn stones<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let (position, board) = (self.game.position(), self.game.rules().board);
        let stone = |site| position.stone_at(site).map_or(0, |color| 1 + color.index() as u8);
        let stones: Vec<u8> = board.sites().map(stone).collect();
        PyArray1::from_vec(py, stones).reshape([board.rows().into(), board.cols().into()])
    }

    /// How many actions there are: the cells row by row, then the swap where the rules have one.
    #[getter]
    fn actions(&self) -> usize {
        action_count(self.game.rules())
    }

    /// The number of a move.
    fn action(&self, r#move: &str) -> PyResult<usize> {
        let (mv, board) = (r#move.parse().raise()?, self.game.rules().board);
        let number = match mv {
            Move::Place(cell) => board.site(cell).map(Site::index),
            Move::Swap => Some(board.cell_count()).filter(|n| *n < action_count(self.game.rules())),
            Move::Pass => None,
        };
        number.ok_or_else(|| refuse(format!("{mv} is no action under {}", self.game.rules())))
    }

    /// The move that an action stands for.
    #[pyo3(name = "move")]
    fn move_of(&self, action: usize) -> PyResult<String> {
        Ok(action_move(action as i64, self.game.rules())?.to_string())
    }

    /// Which actions are legal.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let course = Course::of(self.game.start());
        let mut mask = vec![false; course.actions()];
        if self.game.ending().is_none() {
            let legal = &mut vec![0; words(course.actions())];
            Options { mask: &mut mask, legal }.write(&course, self.game.position());
        }
        PyArray1::from_vec(py, mask)
    }

    /// What an agent sees, in planes of rows and columns (see `planes`).
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (course, board) = (Course::of(self.game.start()), self.game.rules().board);
        let mut planes = vec![0; course.plane_count() * board.cell_count()];
        let mut view = View { course: &course, planes: &mut planes };
        view.draw(self.game.position());
        let shape = [course.plane_count(), board.rows().into(), board.cols().into()];
        PyArray1::from_vec(py, planes).reshape(shape)
    }

    /// What the planes of an observation are.
    #[getter]
    fn planes(&self) -> Vec<String> {
        Course::of(self.game.start()).plane_names()
    }

    /// The record of the game.
    #[getter]
    fn record(&self) -> PyResult<PyRecord> {
        Ok(PyRecord { record: Record::from_game(&self.game).raise()? })
    }

    /// The game in characters.
    #[pyo3(signature = (*, scores = None, labels = None, copies = 0, numbers = false))]
    fn text(
        &self,
        scores: Option<&Bound<'_, PyAny>>,
        labels: Option<&Bound<'_, PyDict>>,
        copies: u8,
        numbers: bool,
    ) -> PyResult<String> {
        let with = Adornment { scores, labels, title: None };
        Ok(text(&scene(&self.game, &with)?, copies, numbers))
    }

    /// The game as an SVG image: layout "flat", "diamond", "annulus" or "r1" to "r12", theme
    /// "auto", "light" or "dark"; scores are a heat map, by row and column.
    #[pyo3(signature = (*, layout = "flat", theme = "auto", scores = None, labels = None, title = None, numbers = true, copies = 2))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn svg(
        &self,
        layout: &str,
        theme: &str,
        scores: Option<&Bound<'_, PyAny>>,
        labels: Option<&Bound<'_, PyDict>>,
        title: Option<&str>,
        numbers: bool,
        copies: u8,
    ) -> PyResult<String> {
        let scene = scene(&self.game, &Adornment { scores, labels, title })?;
        svg(&scene, layout, theme, SvgStyle { numbers, copies, ..SvgStyle::default() })
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("flat", "auto", None, None, None, true, 2)
    }

    fn __str__(&self) -> PyResult<String> {
        self.text(None, None, 0, false)
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.game.plies().iter().map(|ply| ply.mv.to_string()).collect();
        format!("Game(\"{}\", moves=\"{}\")", self.game.rules(), moves.join(" "))
    }

    /// The same game, to be played on apart from this one.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The game that `__reduce__` has written.
    #[staticmethod]
    fn _restore(record: &[u8]) -> PyResult<Self> {
        let text = std::str::from_utf8(record).raise()?;
        let record = Record::parse(text, Some(Format::Json)).raise()?;
        Ok(PyGame { game: record.main_game().raise()? })
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let record = Record::from_game(&self.game).raise()?.write(Format::Json).raise()?;
        let restore = py.get_type::<PyGame>().getattr("_restore")?;
        Ok((restore, PyTuple::new(py, [PyBytes::new(py, record.as_bytes())])?))
    }
}

impl PyGame {
    fn mover(&self) -> PyResult<Color> {
        let nobody = || refuse("nobody is to move: say which colour resigns");
        self.game.position().to_move().ok_or_else(nobody)
    }
}

#[pymethods]
impl PyCertificate {
    fn __repr__(&self) -> String {
        let PyCertificate { color, cells, winding: (a, b) } = self;
        format!("Certificate({color}: {}, winding {a} {b})", cells.join(" "))
    }
}

impl PyCertificate {
    fn of(certificate: &Certificate) -> Self {
        PyCertificate {
            color: certificate.color.to_string(),
            cells: certificate.cells.iter().map(ToString::to_string).collect(),
            winding: (certificate.winding.a, certificate.winding.b),
        }
    }
}

fn setup(
    rules: Rules,
    red: Option<&str>,
    blue: Option<&str>,
    to_move: Option<&str>,
) -> PyResult<Setup> {
    let stones = ByColor { red: cells(red)?, blue: cells(blue)? };
    let to_move = to_move.map(|color| color.parse().raise()).transpose()?;
    Ok(Setup { rules, stones, to_move, moves_made: None })
}

fn cells(list: Option<&str>) -> PyResult<Vec<Cell>> {
    list.unwrap_or_default().split_whitespace().map(|word| word.parse().raise()).collect()
}

/// The position of a game in which somebody is to move.
pub(crate) fn open_position(game: &Game) -> PyResult<&Position> {
    match (game.ending(), game.position().to_move()) {
        (Some(ending), _) => Err(refuse(format!("nobody is to move: {ending}"))),
        (None, None) => Err(refuse("nobody is to move: a coin flip is due")),
        (None, Some(_)) => Ok(game.position()),
    }
}
