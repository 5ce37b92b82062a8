//! Pictures of positions, as text and as SVG.

use hexring_game::draw::{self, Layout, Scene, ScoreMap, ScoreText, SvgStyle, TextStyle};
use hexring_game::{Board, Cell, Game};
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{Raise, refuse};

/// What a picture may have beside the game.
pub(crate) struct Adornment<'a, 'py> {
    /// A number for every cell, by row and column.
    pub(crate) scores: Option<&'a Bound<'py, PyAny>>,
    /// Words on cells.
    pub(crate) labels: Option<&'a Bound<'py, PyDict>>,
    /// The title.
    pub(crate) title: Option<&'a str>,
}

/// The scene of a game.
pub(crate) fn scene(game: &Game, with: &Adornment<'_, '_>) -> PyResult<Scene> {
    let mut scene = Scene::of_game(game);
    scene.scores = with.scores.map(|scores| score_map(game.rules().board, scores)).transpose()?;
    for (cell, label) in with.labels.into_iter().flatten() {
        let cell: Cell = cell.extract::<String>()?.parse().raise()?;
        scene.labels.insert(cell, label.str()?.extract()?);
    }
    scene.title = with.title.map(ToOwned::to_owned);
    Ok(scene)
}

/// The scene in characters.
pub(crate) fn text(scene: &Scene, copies: u8, numbers: bool) -> String {
    let style = TextStyle { copies, numbers, scores: ScoreText::Numbers, ..TextStyle::default() };
    draw::text(scene, &style)
}

/// The scene as an image.
pub(crate) fn svg(scene: &Scene, layout: &str, theme: &str, style: SvgStyle) -> PyResult<String> {
    let (layout, theme) = (layout.parse::<Layout>().raise()?, theme.parse().raise()?);
    draw::svg(scene, &SvgStyle { layout, theme, ..style }).raise()
}

fn score_map(board: Board, scores: &Bound<'_, PyAny>) -> PyResult<ScoreMap> {
    let numpy = scores.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (scores, "float64"))?;
    let array: PyReadonlyArray2<'_, f64> = array.extract()?;
    let (rows, columns) = (usize::from(board.rows()), usize::from(board.cols()));
    if array.shape() != [rows, columns] {
        let found = array.shape();
        return Err(refuse(format!("scores have shape {found:?}, expected [{rows}, {columns}]")));
    }
    let array = array.as_array();
    Ok(ScoreMap::new("scores", board, |cell| {
        array.get((usize::from(cell.row), usize::from(cell.col))).copied()
    }))
}
