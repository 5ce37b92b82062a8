//! Moves of the players that evaluate positions, and in the same run the plain methods that they
//! replace: a new search after every move, negamax without window, table or order, and powers of
//! dense matrices.
//!
//! `cargo bench -p hexring-players --bench evaluation`; figures are kept in `docs/notes`.

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use hexring_control::{Limit, Stop};
use hexring_game::{Color, Edges, Game, Goal, Move, Position, Rules, Site};
use hexring_players::distance::distance;
use hexring_players::{Choice, Control, Spec, decide};

fn game(rules: &str, moves: usize) -> Game {
    let mut game = Game::new(rules.parse::<Rules>().expect("rules")).expect("rules");
    let cells = game.rules().board.cell_count();
    // Stones far from each other, the same in every run.
    for index in 0..moves {
        let cell = game.rules().board.cells().nth((index * 37 + 5) % cells).expect("a cell");
        game.play(Move::Place(cell)).expect("legal");
    }
    game
}

fn choose(spec: &str, game: &Game) -> Choice {
    let stop = Stop::new();
    let mut report = |_: &Choice| {};
    let spec: Spec = spec.parse().expect("a player");
    decide(
        &mut *spec.build(1).expect("it can be made"),
        game,
        &mut Control::new(Limit::of(&stop), &mut report),
    )
    .expect("a move")
}

/// The value of a position by playing every move and searching again at the end.
fn plain_negamax(position: &Position, color: Color, depth: u8) -> i32 {
    let far = i32::from(u8::MAX);
    if depth == 0 || position.is_over() {
        let stones = |color| distance(position, color).map_or(far, i32::from);
        return stones(!color) - stones(color);
    }
    let values = position.legal_sites().map(|site| {
        let mut after = position.clone();
        after.play_site(site);
        -plain_negamax(&after, !color, depth - 1)
    });
    values.max().expect("there is a legal cell")
}

type Matrix = Vec<Vec<u64>>;

/// The adjacency matrix of a colour on the plane: own stones bypassed one after another.
fn adjacency_matrix(position: &Position, color: Color) -> Matrix {
    let (geometry, cells) = (position.geometry(), position.board().cell_count());
    let Goal::Path { from, to } = geometry.goal(color) else { panic!("a plane has borders") };
    let mut matrix = vec![vec![0; cells + 2]; cells + 2];
    let is_open = |site: Site| position.stone_at(site) != Some(!color);
    for site in position.board().sites().filter(|site| is_open(*site)) {
        for other in geometry.neighbors(site).filter(|other| is_open(*other)) {
            matrix[site.index()][other.index()] = 1;
        }
        let touches = |side: Edges| geometry.edges(site).contains(side);
        for node in [(from, cells), (to, cells + 1)].iter().filter(|s| touches(s.0)).map(|s| s.1) {
            (matrix[site.index()][node], matrix[node][site.index()]) = (1, 1);
        }
    }
    for site in position.stones_of(color) {
        let node = site.index();
        let around: Vec<usize> = (0..cells + 2).filter(|other| matrix[node][*other] > 0).collect();
        for &a in &around {
            around.iter().filter(|b| **b != a).for_each(|b| matrix[a][*b] = 1);
            (matrix[a][node], matrix[node][a]) = (0, 0);
        }
    }
    matrix
}

/// Length and number of shortest paths by powers of the matrix.
fn matrix_power(position: &Position, color: Color) -> (usize, u64) {
    let matrix = adjacency_matrix(position, color);
    let cells = position.board().cell_count();
    let mut power = matrix.clone();
    for length in 1..=cells {
        if power[cells][cells + 1] > 0 {
            return (length, power[cells][cells + 1]);
        }
        let column = |row: &Vec<u64>, to: usize| -> u64 {
            row.iter().zip(&matrix).map(|(factor, other)| factor * other[to]).sum()
        };
        power =
            power.iter().map(|row| (0..cells + 2).map(|to| column(row, to)).collect()).collect();
    }
    (cells + 2, 0)
}

/// Everything that a move of `adjacency` needs, by powers of matrices.
fn plain_adjacency(position: &Position) -> Vec<[(usize, u64); 2]> {
    let color = position.to_move().expect("somebody is to move");
    let measured = position.legal_sites().map(|site| {
        let mut after = position.clone();
        after.play_site(site);
        [color, !color].map(|color| matrix_power(&after, color))
    });
    measured.collect()
}

fn evaluation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a move");
    group.sample_size(10).warm_up_time(Duration::from_millis(500));
    group.measurement_time(Duration::from_secs(1));
    for (rules, moves) in [
        ("11x11", 0),
        ("11x11", 30),
        ("cylinder:11x11", 30),
        ("torus:11x11", 0),
        ("torus:11x11", 30),
    ] {
        let game = game(rules, moves);
        let label = format!("{rules} with {moves} stones");
        for spec in ["heuristic", "minimax:depth=2", "adjacency"] {
            let id = BenchmarkId::new(spec, &label);
            group.bench_with_input(id, &game, |b, game| b.iter(|| choose(spec, game)));
        }
        if rules == "11x11" {
            let id = BenchmarkId::new("minimax:depth=3", &label);
            group.bench_with_input(id, &game, |b, game| b.iter(|| choose("minimax:depth=3", game)));
        }
        let (position, color) = (game.position(), game.position().to_move().expect("ongoing"));
        for depth in 1..=if rules == "11x11" { 2 } else { 1 } {
            let id = BenchmarkId::new(format!("plain search:depth={depth}"), &label);
            group.bench_function(id, |b| b.iter(|| plain_negamax(position, color, depth)));
        }
    }
    group.finish();
}

fn adjacency(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a move on 7x7");
    group.sample_size(10).warm_up_time(Duration::from_millis(500));
    group.measurement_time(Duration::from_secs(1));
    let layout = "1231231/2312312/3123123/1231231/2312312/3123123/1231231";
    for moves in [0, 12] {
        let game = game("7x7", moves);
        let label = format!("{moves} stones");
        group.bench_with_input(BenchmarkId::new("adjacency", &label), &game, |b, game| {
            b.iter(|| choose("adjacency", game));
        });
        group.bench_with_input(BenchmarkId::new("matrix power", &label), &game, |b, game| {
            b.iter(|| plain_adjacency(game.position()));
        });
    }
    for board in ["plane:7x7", "torus:7x7"] {
        let game = game(&format!("{board} seasons={layout} years=123/231"), 0);
        for spec in ["seasonal-adjacency:links=same", "seasonal-adjacency:links=directed"] {
            let id = BenchmarkId::new(spec, board);
            group.bench_with_input(id, &game, |b, game| b.iter(|| choose(spec, game)));
        }
    }
    group.finish();
}

criterion_group!(benches, evaluation, adjacency);
criterion_main!(benches);
