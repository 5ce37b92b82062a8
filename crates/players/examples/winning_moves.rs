//! How often a player finds a winning move, by the solver's truth.
//!
//! ```text
//! cargo run --release -p hexring-players --example winning_moves -- \
//!     neural:sims=0,neural:sims=200 plane,cylinder,torus 5 20 1
//! ```
//!
//! The arguments: players separated by commas (an option of a player by a plus instead), topologies,
//! the longest side, positions for each board, a seed, and a number of seasons, 1 if none is given.
//! The boards are all rectangles of these topologies with sides from 2 up; seasons lie at random. A position is made of random moves, any number of them, and
//! counts if the player to move can win and can go wrong, as far as the solver finds that out. On
//! tori of more than 20 cells there are at least 10 stones: with fewer the solver takes minutes.

use std::time::Duration;

use hexring_control::{Control as SolverControl, Limit, Stop};
use hexring_game::{
    Board, Cell, Color, Game, Move, NoMove, Position, Rules, SeasonLayout, Seasons, Topology,
    default_years,
};
use hexring_players::{Control, Spec, adviser, decide};
use hexring_solver::{Options, Progress, Solver, Wanted};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions that the solver may judge for one answer.
const MAX_JUDGED: u64 = 1_000;

/// The largest torus of which all positions are drawn, and the stones at least on a larger one.
const EASY_TORUS: usize = 20;
const STONES_ON_OTHERS: usize = 10;

/// Found and all, for each player.
type Score = Vec<[u32; 2]>;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [players, topologies, side, positions, seed, rest @ ..] = &arguments[..] else {
        eprintln!("expected: PLAYERS TOPOLOGIES SIDE POSITIONS SEED [SEASONS]");
        std::process::exit(2);
    };
    let seasons: u8 = rest.first().map_or(1, |text| text.parse().expect("a number of seasons"));
    let spec = |text: &str| text.replace('+', ",").parse::<Spec>().expect("a player");
    let players: Vec<Spec> = players.split(',').map(spec).collect();
    let side: u8 = side.parse().expect("a side");
    let (positions, seed): (u32, u64) =
        (positions.parse().expect("a number"), seed.parse().expect("a seed"));
    for topology in topologies.split(',') {
        let topology: Topology = topology.parse().expect("a topology");
        let mut total: Score = vec![[0, 0]; players.len()];
        for (cols, rows) in (2..=side).flat_map(|cols| (2..=side).map(move |rows| (cols, rows))) {
            let board = Board::new(topology, cols, rows).expect("a board");
            let score = examine(&players, board, seasons, positions, seed);
            println!("{board}: {}", describe(&players, &score));
            for (total, score) in total.iter_mut().zip(&score) {
                *total = [total[0] + score[0], total[1] + score[1]];
            }
        }
        println!("all {topology} boards: {}", describe(&players, &total));
    }
}

fn describe(players: &[Spec], score: &Score) -> String {
    let describe = |(spec, [found, all]): (&Spec, &[u32; 2])| {
        let share = 100.0 * f64::from(*found) / f64::from((*all).max(1));
        format!("{spec} {found} of {all} ({share:.1} %)")
    };
    players.iter().zip(score).map(describe).collect::<Vec<_>>().join(", ")
}

/// Asks all players about positions of one board.
fn examine(players: &[Spec], board: Board, seasons: u8, positions: u32, seed: u64) -> Score {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let options = Options { memory: 1 << 26, advisers: adviser::shipped(), ..Options::default() };
    let mut solver = Solver::new(options).expect("enough memory");
    let mut score: Score = vec![[0, 0]; players.len()];
    // Some boards have hardly a position in which something can go wrong.
    let mut tries = 50 * positions;
    while score.iter().any(|[_, all]| *all < positions) && tries > 0 {
        tries -= 1;
        let Some(game) = random_game(random_rules(board, seasons, &mut rng), &mut rng) else {
            continue;
        };
        let Some(winning) = winning_moves(&mut solver, game.position()) else { continue };
        if winning.is_empty() || winning.len() == game.position().legal_sites().count() {
            continue;
        }
        for (spec, score) in players.iter().zip(&mut score) {
            let mut player = spec.build(seed).expect("it can be made");
            let choice = decide(player.as_mut(), &game, &mut Control::default());
            let Move::Place(cell) = choice.expect("a move").mv else { continue };
            let found = winning.contains(&cell);
            if !found {
                let moves: Vec<String> = game.plies().iter().map(ToString::to_string).collect();
                eprintln!("{spec} under {} after {}: {cell}", game.rules(), moves.join(", "));
            }
            *score = [score[0] + u32::from(found), score[1] + 1];
        }
    }
    score
}

/// All winning moves, unless that is too hard.
fn winning_moves(solver: &mut Solver, position: &Position) -> Option<Vec<Cell>> {
    let (stop, mut before) = (Stop::new(), None);
    let mut count = |progress: &Progress| {
        let judged = progress.nodes - *before.get_or_insert(progress.nodes);
        if judged > MAX_JUDGED {
            stop.raise();
        }
    };
    let mut control = SolverControl::new(Limit::of(&stop), &mut count).every(Duration::ZERO);
    let outcome = solver.solve_with(position, Wanted::AllMoves, &mut control);
    outcome.ok().map(|outcome| outcome.winning_moves)
}

/// Either colour first, and so many seasons, each cell in one of them.
fn random_rules(board: Board, seasons: u8, rng: &mut Xoshiro256PlusPlus) -> Rules {
    let first = Color::ALL[rng.random_range(0..2)];
    let seasons = (seasons > 1).then(|| Seasons {
        layout: SeasonLayout::random(board, seasons, rng).expect("a layout"),
        years: default_years(seasons).expect("years"),
        no_move: NoMove::Pass,
    });
    Rules { first, seasons, ..Rules::new(board) }
}

/// A game of random moves that goes on.
fn random_game(rules: Rules, rng: &mut Xoshiro256PlusPlus) -> Option<Game> {
    let board = rules.board;
    let mut game = Game::new(rules).expect("rules");
    let is_hard = board.topology() == Topology::Torus && board.cell_count() > EASY_TORUS;
    let least = if is_hard { STONES_ON_OTHERS } else { 0 };
    for _ in 0..rng.random_range(least..board.cell_count()) {
        let sites: Vec<_> = game.position().legal_sites().collect();
        let mv = match sites.len() {
            0 => Move::Pass,
            count => Move::Place(board.cell(sites[rng.random_range(0..count)])),
        };
        game.play(mv).expect("legal");
        if game.ending().is_some() {
            return None;
        }
    }
    Some(game)
}
