//! `VectorGames`: many games stepped together, on all cores, into arrays that stay where they are.

mod course;
mod lane;
mod legal;
mod part;

use hexring_game::{Color, Move, Position};
use numpy::{
    PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon_core::{ThreadPool, ThreadPoolBuilder};

pub(crate) use self::course::{Course, Options, View};
use self::lane::Lane;
pub(crate) use self::legal::words;
use self::part::{Part, Reset, Step, Work, pieces};
use crate::errors::{Raise, refuse};
use crate::rules::read_rules;

/// The most games at once.
const MOST_GAMES: usize = 1 << 24;

/// Many games under the same rules: `VectorGames("11x11", 1024)`.
///
/// `step(actions)` plays one action in every game and writes observations, masks, rewards, ends,
/// players and colors in place: the arrays are the same ones for ever. A game that ends begins
/// again at once, and its observation is that of the new game. Coins are flipped and forced passes
/// made. Games depend on the seed alone, not on the number of threads.
#[pyclass(module = "hexring")]
pub(crate) struct VectorGames {
    course: Course,
    lanes: Vec<Lane>,
    actions: Vec<u32>,
    /// For each game, which actions are legal.
    legal: Vec<u64>,
    /// For each game, what random actions are drawn with.
    dice: Vec<Xoshiro256PlusPlus>,
    pool: Option<ThreadPool>,
    arrays: Arrays,
}

/// What Python sees.
struct Arrays {
    observations: Py<PyArray4<u8>>,
    masks: Py<PyArray2<bool>>,
    rewards: Py<PyArray2<f32>>,
    ends: Py<PyArray1<bool>>,
    players: Py<PyArray1<i8>>,
    colors: Py<PyArray1<i8>>,
    choices: Py<PyArray1<i64>>,
}

type Told<'py> = (
    Bound<'py, PyArray4<u8>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray2<bool>>,
);

#[pymethods]
impl VectorGames {
    #[new]
    #[pyo3(signature = (rules = "11x11", games = 1024, *, seed = 1, threads = None, **keywords))]
    fn new(
        py: Python<'_>,
        rules: &str,
        games: usize,
        seed: u64,
        threads: Option<usize>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        if !(1..=MOST_GAMES).contains(&games) {
            return Err(refuse(format!(
                "{games} games are out of range: expected 1 to {MOST_GAMES}"
            )));
        }
        let start = Position::new(read_rules(rules, keywords)?).raise()?;
        check_start(&start)?;
        let course = Course::of(&start);
        let lanes: Vec<Lane> = (0..games).map(|number| Lane::new(&course, seed, number)).collect();
        let arrays = Arrays::new(py, &course, games);
        let threads = threads.unwrap_or_else(hexring_lab::machine::threads);
        let mut vector = VectorGames {
            actions: vec![0; games],
            legal: vec![0; games * words(course.actions())],
            dice: lanes.iter().map(Lane::dice).collect(),
            pool: pool(threads)?,
            course,
            lanes,
            arrays,
        };
        vector.reset(py)?;
        Ok(vector)
    }

    /// Begins all games anew, with coins of their own.
    fn reset<'py>(&mut self, py: Python<'py>) -> PyResult<Told<'py>> {
        self.run(py, &Reset)
    }

    /// Plays an action in every game: an array of whole numbers, one for each. If one of them is
    /// not legal, none is played.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Told<'py>> {
        self.read_actions(actions)?;
        self.run(py, &Step)
    }

    /// A random legal action for every game, in an array that is written anew by every call.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let choices = self.arrays.choices.bind(py).clone();
        let mut array = choices.try_readwrite().raise()?;
        let out = array.as_slice_mut().raise()?;
        let (legal, dice, pool) = (&self.legal[..], &mut self.dice[..], self.pool.as_ref());
        let actions = self.course.actions();
        py.detach(|| on(pool, |threads| draw_all(legal, actions, dice, out, threads)));
        Ok(choices)
    }

    /// Planes of rows and columns for every game (see `planes`).
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray4<u8>> {
        self.arrays.observations.bind(py).clone()
    }

    /// Which actions are legal in every game.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        self.arrays.masks.bind(py).clone()
    }

    /// What the last step has brought both players: 1 and -1 at an end, else 0.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.arrays.rewards.bind(py).clone()
    }

    /// In which games the last step has ended one.
    #[getter]
    fn ends<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.arrays.ends.bind(py).clone()
    }

    /// The player to move: 0 who began as Red, 1 who began as Blue.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.arrays.players.bind(py).clone()
    }

    /// The colour to move: 0 Red, 1 Blue. Other than the player after a swap of sides.
    #[getter]
    fn colors<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.arrays.colors.bind(py).clone()
    }

    /// What the planes of an observation are.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.course.plane_names()
    }

    /// The rules, as text.
    #[getter]
    fn rules(&self) -> String {
        self.course.start.rules().to_string()
    }

    /// How many actions there are: the cells row by row, then the swap where the rules have one.
    #[getter]
    fn actions(&self) -> usize {
        self.course.actions()
    }

    /// The seed of the game that is being played in a place: a `Table` with it flips its coins.
    fn seed_of(&self, game: usize) -> PyResult<u64> {
        let count = self.lanes.len();
        let lane = self.lanes.get(game);
        lane.map(Lane::game_seed)
            .ok_or_else(|| refuse(format!("there is no game {game}: expected 0 to {}", count - 1)))
    }

    fn __len__(&self) -> usize {
        self.lanes.len()
    }

    fn __repr__(&self) -> String {
        format!("VectorGames(\"{}\", {})", self.course.start.rules(), self.lanes.len())
    }
}

impl VectorGames {
    /// Does something with every game and gives the arrays.
    fn run<'py>(&mut self, py: Python<'py>, work: &(impl Work + Sync)) -> PyResult<Told<'py>> {
        let VectorGames { course, lanes, actions, legal, pool, arrays, .. } = self;
        let mut planes = writable(arrays.observations.bind(py))?;
        let mut masks = writable(arrays.masks.bind(py))?;
        let mut rewards = writable(arrays.rewards.bind(py))?;
        let mut ends = writable(arrays.ends.bind(py))?;
        let mut players = writable(arrays.players.bind(py))?;
        let mut colors = writable(arrays.colors.bind(py))?;
        let part = Part {
            course,
            lanes,
            actions,
            legal,
            planes: planes.as_slice_mut().raise()?,
            masks: masks.as_slice_mut().raise()?,
            rewards: rewards.as_slice_mut().raise()?,
            ends: ends.as_slice_mut().raise()?,
            players: players.as_slice_mut().raise()?,
            colors: colors.as_slice_mut().raise()?,
        };
        let refused = py.detach(|| on(pool.as_ref(), |threads| part.run(threads, work)));
        if let Some(game) = refused {
            return Err(refuse(format!("game {game}: {}", self.reason(game))));
        }
        let arrays = &self.arrays;
        Ok((
            arrays.observations.bind(py).clone(),
            arrays.rewards.bind(py).clone(),
            arrays.ends.bind(py).clone(),
            arrays.masks.bind(py).clone(),
        ))
    }

    fn read_actions(&mut self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let expected = format!("an array of {} whole numbers", self.lanes.len());
        let Ok(array) = actions.cast::<PyUntypedArray>() else {
            let found = actions.get_type().name()?;
            return Err(refuse(format!("actions are {found}, expected {expected}")));
        };
        if array.shape() != [self.lanes.len()] {
            let found = array.shape();
            return Err(refuse(format!("actions have shape {found:?}, expected {expected}")));
        }
        if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
            return self.take_actions(array.as_array().iter().copied());
        }
        if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i32>>() {
            return self.take_actions(array.as_array().iter().map(|action| i64::from(*action)));
        }
        let found = array.dtype().str()?;
        Err(refuse(format!("actions have dtype {found}, expected int64 or int32")))
    }

    fn take_actions(&mut self, actions: impl Iterator<Item = i64>) -> PyResult<()> {
        let count = self.course.actions();
        for (game, (action, to)) in actions.zip(&mut self.actions).enumerate() {
            let narrow = u32::try_from(action).ok().filter(|action| (*action as usize) < count);
            *to = narrow.ok_or_else(|| {
                let most = count - 1;
                refuse(format!(
                    "game {game}: action {action} is out of range, expected 0 to {most}"
                ))
            })?;
        }
        Ok(())
    }

    /// Why the action of a game is refused.
    fn reason(&self, game: usize) -> String {
        let site = self.course.sites.get(self.actions[game] as usize);
        let cell = site.map(|site| self.course.start.board().cell(*site));
        let mv = cell.map_or(Move::Swap, Move::Place);
        let refusal = self.lanes[game].position().clone().play(mv).err();
        refusal.map_or_else(|| format!("{mv} is not legal"), |error| error.to_string())
    }
}

impl Arrays {
    fn new(py: Python<'_>, course: &Course, games: usize) -> Self {
        let board = course.start.board();
        let (rows, columns) = (board.rows().into(), board.cols().into());
        let shape = [games, course.plane_count(), rows, columns];
        Arrays {
            observations: PyArray4::zeros(py, shape, false).unbind(),
            masks: PyArray2::zeros(py, [games, course.actions()], false).unbind(),
            rewards: PyArray2::zeros(py, [games, 2], false).unbind(),
            ends: PyArray1::zeros(py, [games], false).unbind(),
            players: PyArray1::zeros(py, [games], false).unbind(),
            colors: PyArray1::zeros(py, [games], false).unbind(),
            choices: PyArray1::zeros(py, [games], false).unbind(),
        }
    }
}

fn writable<'py, T: numpy::Element, D: numpy::ndarray::Dimension>(
    array: &Bound<'py, numpy::PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array.try_readwrite().raise()
}

/// Rules under which a game is over before anybody moves leave nothing to step.
fn check_start(start: &Position) -> PyResult<()> {
    let goes_on = |color: Color| {
        let mut position = start.clone();
        position.coin_due() && position.toss(color).is_ok() && !position.is_over()
    };
    if start.to_move().is_some() || Color::ALL.into_iter().any(goes_on) {
        return Ok(());
    }
    let rules = start.rules();
    Err(refuse(format!("games under {rules} are over before the first move: expected other rules")))
}

fn pool(threads: usize) -> PyResult<Option<ThreadPool>> {
    match threads {
        0 => Err(refuse("0 threads are too few: expected at least 1")),
        1 => Ok(None),
        _ => ThreadPoolBuilder::new().num_threads(threads).build().raise().map(Some),
    }
}

/// Does something on the threads of a pool, or here; it is told how many there are.
fn on<T: Send>(pool: Option<&ThreadPool>, work: impl FnOnce(usize) -> T + Send) -> T {
    match pool {
        Some(pool) => pool.install(|| work(pool.current_num_threads())),
        None => work(1),
    }
}

fn draw_all(
    legal: &[u64],
    actions: usize,
    dice: &mut [Xoshiro256PlusPlus],
    out: &mut [i64],
    threads: usize,
) {
    let words = words(actions);
    if pieces(out.len(), threads) < 2 {
        for ((legal, dice), action) in legal.chunks_exact(words).zip(dice).zip(out) {
            *action = legal::draw(legal, actions, dice).into();
        }
        return;
    }
    let half = out.len() / 2;
    let (legal, more_legal) = legal.split_at(half * words);
    let ((dice, more_dice), (out, more_out)) = (dice.split_at_mut(half), out.split_at_mut(half));
    rayon_core::join(
        || draw_all(legal, actions, dice, out, threads / 2),
        || draw_all(more_legal, actions, more_dice, more_out, threads - threads / 2),
    );
}
