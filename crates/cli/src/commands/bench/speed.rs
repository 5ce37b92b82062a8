//! How fast the hot paths are, each beside what it replaces.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Result;
use hexring_game::oracles::lifting;
use hexring_game::{Board, Color, Game, Position, Rules, Site};
use hexring_players::{Control, Spec, decide};
use hexring_playout::{Kind, Width, measure};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

/// One measurement.
pub(super) struct Row {
    what: String,
    /// Things a second, or seconds a thing.
    ours: f64,
    plain: Option<f64>,
    /// What the plain method is.
    against: &'static str,
    unit: Unit,
}

#[derive(Clone, Copy, PartialEq)]
enum Unit {
    PerSecond,
    SecondsEach,
}

impl Row {
    fn gain(&self) -> Option<f64> {
        let plain = self.plain?;
        Some(if self.unit == Unit::PerSecond { self.ours / plain } else { plain / self.ours })
    }

    pub(super) fn as_json(&self) -> Value {
        let unit = if self.unit == Unit::PerSecond { "per second" } else { "seconds" };
        json!({
            "what": self.what, "unit": unit, "ours": self.ours,
            "plain": self.plain, "against": self.against, "gain": self.gain(),
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |value: f64| match self.unit {
            Unit::PerSecond => format!("{} a second", grouped(value)),
            Unit::SecondsEach => format!("{:.3} ms", value * 1e3),
        };
        write!(f, "{:<44}{:>22}", self.what, number(self.ours))?;
        if let (Some(plain), Some(gain)) = (self.plain, self.gain()) {
            write!(f, "   {gain:.0} times {} ({})", self.against, number(plain))?;
        }
        Ok(())
    }
}

fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Moves from the empty board: player, board, and the seconds that Kunčarová's chapter 5 gives for
/// the same search (Python on an i7-1165G7; for the tree search the middle of 3 to 7).
const MOVES: [(&str, &str, Option<f64>); 5] = [
    ("heuristic", "plane:11x11", None),
    ("minimax:depth=2", "plane:11x11", Some(40.0)),
    ("adjacency", "plane:7x7", None),
    ("mcts:plain=true,playouts=10000", "plane:7x7", Some(5.0)),
    ("mcts:playouts=10000", "plane:7x7", None),
];

/// All measurements, each for about the given time.
pub(super) fn measure_all(time: Duration) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for board in ["plane:11x11", "cylinder:11x11", "torus:11x11"] {
        rows.push(random_games(board.parse()?, time)?);
    }
    for board in ["plane:11x11", "cylinder:11x11", "torus:11x11"] {
        let position = Position::new(Rules::new(board.parse()?))?;
        rows.push(playouts(&format!("fair-coin fills {board}"), &position, Kind::Fill, time));
        let kind = Kind::Alternating { first: Color::Red };
        rows.push(playouts(&format!("alternating playouts {board}"), &position, kind, time));
    }
    for (spec, board, published) in MOVES {
        rows.push(player_move(spec, board, published, time)?);
    }
    Ok(rows)
}

fn playouts(what: &str, position: &Position, kind: Kind, time: Duration) -> Row {
    let speed = measure(position, kind, Width::best(), time);
    Row {
        what: what.to_owned(),
        ours: speed.sliced,
        plain: Some(speed.scalar),
        against: "the scalar kernel",
        unit: Unit::PerSecond,
    }
}

fn random_games(board: Board, time: Duration) -> Result<Row> {
    let start = Position::new(Rules::new(board))?;
    let mut order: Vec<Site> = board.sites().collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut position = start.clone();
    let ours = rate(time, 100, || incremental_game(&start, &mut position, &mut order, &mut rng));
    let mut stones = vec![None; board.cell_count()];
    let plain = rate(time, 50, || flooded_game(board, &mut stones, &mut order, &mut rng));
    Ok(Row {
        what: format!("random games {board}"),
        ours,
        plain: Some(plain),
        against: "flood fill after every move",
        unit: Unit::PerSecond,
    })
}

fn incremental_game(
    start: &Position,
    position: &mut Position,
    order: &mut [Site],
    rng: &mut impl Rng,
) {
    position.clone_from(start);
    for next in 0..order.len() {
        if position.is_over() {
            return;
        }
        position.play_site(draw(order, next, rng));
    }
}

fn flooded_game(
    board: Board,
    stones: &mut [Option<Color>],
    order: &mut [Site],
    rng: &mut impl Rng,
) {
    stones.fill(None);
    for next in 0..order.len() {
        let (site, color) = (draw(order, next, rng), Color::ALL[next % 2]);
        stones[site.index()] = Some(color);
        let stone = |cell| board.site(cell).and_then(|site| stones[site.index()]);
        if lifting::has_won_with(board, stone, color, board.cell(site)) {
            return;
        }
    }
}

/// The next cell of a random order, drawn when it is needed.
fn draw(order: &mut [Site], next: usize, rng: &mut impl Rng) -> Site {
    let left = (order.len() - next) as u64;
    let pick = next + ((u64::from(rng.next_u32()) * left) >> 32) as usize;
    order.swap(next, pick);
    order[next]
}

fn player_move(spec: &str, board: &str, published: Option<f64>, time: Duration) -> Result<Row> {
    let player: Spec = spec.parse()?;
    let game = Game::new(Rules::new(board.parse()?))?;
    let mut player = player.build(1)?;
    let mut failed = None;
    let moves = rate(time, 1, || {
        failed = decide(player.as_mut(), &game, &mut Control::default()).err();
    });
    match failed {
        Some(error) => Err(error.into()),
        None => Ok(Row {
            what: format!("{spec} {board}"),
            ours: 1.0 / moves,
            plain: published,
            against: "as published",
            unit: Unit::SecondsEach,
        }),
    }
}

/// Repeats some work for about the given time, and says how often a second it was done in the
/// fastest turn of so many: other programs on the machine can only make it slower.
fn rate(time: Duration, turn: u32, mut work: impl FnMut()) -> f64 {
    let started = Instant::now();
    let mut fastest = Duration::MAX;
    loop {
        let begun = Instant::now();
        (0..turn).for_each(|_| work());
        fastest = fastest.min(begun.elapsed());
        if started.elapsed() >= time {
            return f64::from(turn) / fastest.as_secs_f64();
        }
    }
}
