//! What players think of the empty board, and how soon they settle.

use hexring_game::draw::{self, Scene, ScoreMap, SvgStyle};
use hexring_game::{Board, Cell as BoardCell, Position, Rules};
use serde::Deserialize;

use super::document::{Block, Cell, Figure, Table};
use super::results::Results;
use crate::experiment::{Convergence, Openings};
use crate::plot::{Curve, Point, curves};
use crate::stats::{Moments, Z95, correlation};

/// A stored look at a board.
#[derive(Debug, Deserialize)]
struct Look {
    #[serde(rename = "move")]
    mv: String,
    maps: Vec<Map>,
}

#[derive(Debug, Deserialize)]
struct Map {
    name: String,
    scores: Vec<(BoardCell, f64)>,
}

fn looks(results: &Results, part: usize, group: usize) -> Vec<Look> {
    let answers = results.answers(part, group);
    answers.filter_map(|row| serde_json::from_str(&row.answer).ok()).collect()
}

/// The mean score of a cell over several looks, in one of their maps.
fn mean_score(looks: &[Look], map: usize, cell: BoardCell) -> Option<f64> {
    let scores = looks.iter().filter_map(|look| {
        look.maps.get(map)?.scores.iter().find(|(at, _)| *at == cell).map(|(_, score)| *score)
    });
    let scores: Moments = scores.collect();
    (scores.count() > 0.0).then(|| scores.mean())
}

pub(super) fn openings(design: &Openings, part: usize, results: &Results) -> Vec<Block> {
    let mut figures = Vec::new();
    for (group, player) in design.players.iter().enumerate() {
        let looks = looks(results, part, group);
        let maps = looks.first().map_or(0, |look| look.maps.len());
        for map in 0..maps {
            let name = looks[0].maps[map].name.clone();
            figures.extend(heat(design.board, &looks, map, &name).map(|svg| Figure {
                caption: format!("{player}: {name}. It plays {}.", looks[0].mv),
                svg,
            }));
        }
    }
    vec![Block::figures(figures)]
}

/// Scores on the real shape of the board.
fn heat(board: Board, looks: &[Look], map: usize, name: &str) -> Option<String> {
    let position = Position::new(Rules::new(board)).ok()?;
    let mut scene = Scene::of_position(&position);
    scene.scores = Some(ScoreMap::new(name, board, |cell| mean_score(looks, map, cell)));
    let style = SvgStyle { scores: true, ..SvgStyle::default() };
    draw::svg(&scene, &style).ok()
}

pub(super) fn convergence(design: &Convergence, part: usize, results: &Results) -> Vec<Block> {
    let head = ["player", &design.option, "correlation", "95 %", "same move"];
    let caption = format!(
        "Scores of all cells against those with {} {}: their correlation, and how often the same \
         cell is best, up to the symmetry of the board.",
        design.reference, design.option
    );
    let mut table = Table::new(&caption, &head);
    let mut items = Vec::new();
    for (index, player) in design.players.iter().enumerate() {
        let first = index * (design.values.len() + 1);
        let reference = looks(results, part, first + design.values.len());
        let Some(reference) = reference.first() else { continue };
        let mut points = Vec::new();
        for (offset, value) in design.values.iter().enumerate() {
            let looks = looks(results, part, first + offset);
            let (near, same) = compare(design.board, &looks, reference);
            points.push(Point { x: *value as f64, y: near.mean(), error: Z95 * near.error() });
            table.rows.push(vec![
                Cell::text(player),
                Cell::number(value),
                Cell::number(format!("{:.3}", near.mean())),
                Cell::number(format!("± {:.3}", Z95 * near.error())),
                Cell::number(format!("{same} of {}", looks.len())),
            ]);
        }
        items.push(Curve { name: player.to_string(), points });
    }
    let svg = curves(&items, (0.0, 1.0), (&design.option, "correlation with the limit"));
    let caption = "How soon the scores settle; bars are 95 % intervals of the mean.".to_owned();
    vec![Block::figures(vec![Figure { caption, svg }]), Block::Table(table)]
}

/// How near looks are to a reference: correlations, and how many chose the same cell.
fn compare(board: Board, looks: &[Look], reference: &Look) -> (Moments, usize) {
    let scores = |look: &Look, cell: BoardCell| {
        look.maps.first()?.scores.iter().find(|(at, _)| *at == cell).map(|(_, score)| *score)
    };
    let mut near = Moments::default();
    for look in looks {
        let pairs: Vec<(f64, f64)> = board
            .cells()
            .filter_map(|cell| Some((scores(look, cell)?, scores(reference, cell)?)))
            .collect();
        near.add(correlation(&pairs).unwrap_or(0.0));
    }
    let turned = turned(board, &reference.mv);
    let same = looks.iter().filter(|look| look.mv == reference.mv || look.mv == turned).count();
    (near, same)
}

/// The cell that a half turn of the board brings a cell to.
fn turned(board: Board, cell: &str) -> String {
    let Ok(cell) = cell.parse::<BoardCell>() else { return cell.to_owned() };
    BoardCell { col: board.cols() - 1 - cell.col, row: board.rows() - 1 - cell.row }.to_string()
}
