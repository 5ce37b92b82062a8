//! A player with varied options: its share over their values, as curves and heat maps.

use super::document::{Block, Cell, Figure, Table};
use super::duels::{elo, repeats};
use super::results::Results;
use crate::experiment::{Grid, GridPlace, Variant};
use crate::plot::{Curve, Point, curves, heat_map};
use crate::stats::Share;
use crate::tally::Duel;

pub(super) fn blocks(grid: &Grid, part: usize, results: &Results) -> Vec<Block> {
    let settings = grid.settings().count();
    let played: Vec<Duel> =
        (0..settings).map(|group| Duel::of(results.pairs(part, group))).collect();
    let mut figures = lines(grid, &played);
    figures.extend(maps(grid, &played));
    let mut blocks = vec![Block::Table(table(grid, &played))];
    if !figures.is_empty() {
        blocks.insert(0, Block::figures(figures));
    }
    blocks.extend(repeats(&played));
    blocks
}

/// The duel of a setting.
fn duel<'a>(grid: &Grid, played: &'a [Duel], at: [usize; 3]) -> &'a Duel {
    let [place, variant, opponent] = at;
    &played[(place * grid.variants.len() + variant) * grid.opponents.len() + opponent]
}

/// A curve for every place, opponent and choice of the other options, over the first option whose
/// values are numbers.
fn lines(grid: &Grid, played: &[Duel]) -> Vec<Figure> {
    let numbers = |values: &[String]| {
        values.iter().map(|value| value.parse::<f64>().ok()).collect::<Option<Vec<f64>>>()
    };
    let axes = grid.options.iter().enumerate();
    let mut axes = axes.filter_map(|(at, (name, values))| Some((at, name, numbers(values)?)));
    let Some((axis, name, values)) = axes.find(|(_, _, values)| values.len() > 1) else {
        return Vec::new();
    };
    let per_place = grid.places.iter().enumerate().map(|(place, shown)| {
        let mut items: Vec<Curve> = Vec::new();
        for (at, variant) in grid.variants.iter().enumerate() {
            for (number, opponent) in grid.opponents.iter().enumerate() {
                let share = duel(grid, played, [place, at, number]).share();
                let name = curve_name(grid, variant, axis, &opponent.to_string());
                if share.trials > 0.0 {
                    add(&mut items, name, point(values[variant.chosen[axis]], share));
                }
            }
        }
        let svg = curves(&items, (0.0, 100.0), (name, "share in percent"));
        Figure { caption: format!("{shown}: share over {name}; bars are 95 %."), svg }
    });
    per_place.collect()
}

/// What is the same along a curve: the other options, unless all belong together, and the opponent
/// if there are several.
fn curve_name(grid: &Grid, variant: &Variant, axis: usize, opponent: &str) -> String {
    let is_paired = variant.chosen.len() > 1 && grid.variants.iter().all(is_level);
    let others = grid.options.iter().zip(&variant.chosen).enumerate();
    let others = others.filter(|(at, _)| *at != axis && !is_paired);
    let mut words: Vec<String> =
        others.map(|(_, ((option, values), at))| format!("{option}={}", values[*at])).collect();
    if grid.opponents.len() > 1 {
        words.push(format!("against {opponent}"));
    }
    words.join(", ")
}

/// Whether all options have their values of the same number.
fn is_level(variant: &Variant) -> bool {
    variant.chosen.iter().all(|at| *at == variant.chosen[0])
}

fn point(x: f64, share: Share) -> Point {
    let interval = share.interval();
    let error = 50.0 * (interval.high - interval.low);
    Point { x, y: 100.0 * share.rate(), error }
}

fn add(items: &mut Vec<Curve>, name: String, point: Point) {
    match items.iter_mut().find(|curve| curve.name == name) {
        Some(curve) => curve.points.push(point),
        None => items.push(Curve { name, points: vec![point] }),
    }
}

/// A map for every place and opponent where exactly two options vary freely.
fn maps(grid: &Grid, played: &[Duel]) -> Vec<Figure> {
    let [(x, columns), (y, rows)] = &grid.options[..] else { return Vec::new() };
    if grid.variants.len() != columns.len() * rows.len() || columns.len().min(rows.len()) < 2 {
        return Vec::new();
    }
    let mut figures = Vec::new();
    for (place, shown) in grid.places.iter().enumerate() {
        for (opponent, name) in grid.opponents.iter().enumerate() {
            let svg = heat_map((x, columns), (y, rows), |column, row| {
                let is_it = |variant: &Variant| variant.chosen == [column, row];
                let variant = grid.variants.iter().position(is_it)?;
                let share = duel(grid, played, [place, variant, opponent]).share();
                let rate = share.rate();
                (share.trials > 0.0).then(|| (rate, format!("{:.0}", 100.0 * rate)))
            });
            let caption = format!("{shown}: share in percent against {name}.");
            figures.push(Figure { caption, svg });
        }
    }
    figures
}

fn table(grid: &Grid, played: &[Duel]) -> Table {
    let options = grid.options.iter().map(|(option, _)| option.as_str());
    let mut head = vec!["board"];
    head.extend(options);
    head.extend([
        "opponent",
        "rounds won – drawn – lost",
        "games",
        "share",
        "95 %",
        "Elo",
        "moves",
    ]);
    let mut table = Table::new("Rounds are two games with colours exchanged.", &head);
    for ((place, variant, opponent), duel) in grid.settings().zip(played) {
        table.rows.push(row(grid, place, variant, &opponent.to_string(), duel));
    }
    table
}

fn row(
    grid: &Grid,
    place: &GridPlace,
    variant: &Variant,
    opponent: &str,
    duel: &Duel,
) -> Vec<Cell> {
    let [won, drawn, lost] = duel.rounds();
    let interval = duel.share().interval();
    let values = grid.options.iter().zip(&variant.chosen);
    let mut row = vec![Cell::text(place)];
    row.extend(values.map(|((_, values), at)| Cell::number(&values[*at])));
    row.extend([
        Cell::name(opponent),
        Cell::number(format!("{won} – {drawn} – {lost}")),
        Cell::number(duel.won + duel.lost),
        Cell::number(format!("{:.0} %", 100.0 * duel.share().rate())),
        Cell::number(format!("{:.0} to {:.0}", 100.0 * interval.low, 100.0 * interval.high)),
        Cell::number(elo(duel.pairs.strength())),
        Cell::number(format!("{:.1}", duel.moves.mean())),
    ]);
    row
}
