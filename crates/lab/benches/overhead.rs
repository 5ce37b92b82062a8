//! What the runner costs: the same games in a bare loop and through the runner with its store, for
//! players that take about a millisecond a move.

use std::time::Instant;

use hexring_game::{ByColor, Game};
use hexring_lab::experiment::{Design, Experiment, Part, Sweep};
use hexring_lab::{Conditions, Contender, Job, Options, Store, Task, run};
use hexring_players::table::seat_seed;
use hexring_players::{Control, decide};

/// A few games between players of about a millisecond a move, with the same dice in both runs.
fn jobs() -> (Vec<Job>, Vec<String>) {
    let player: Contender = "mcts:playouts=15000".parse().expect("a player");
    let sweep = Sweep {
        red: player.clone(),
        blue: player,
        boards: vec!["11x11".parse().expect("a board")],
        firsts: hexring_game::Color::ALL.to_vec(),
        games: 2,
    };
    let part = Part::new("bench", Conditions::default(), Design::Sweep(sweep));
    let experiment = Experiment::new("bench", 1, vec![part]);
    (experiment.jobs(false).expect("jobs"), experiment.part_names())
}

/// The moves of all games, without anything around them.
fn bare(jobs: &[Job]) -> usize {
    let mut moves = 0;
    for job in jobs {
        let Task::Game(task) = &job.task else { continue };
        let mut game = Game::new(task.rules.clone()).expect("rules");
        let mut players = ByColor::from_fn(|color| match &task.players[color] {
            Contender::Player(spec) => spec.build(seat_seed(job.seed, color)).expect("a player"),
            Contender::Engine(_) => unreachable!("there are none"),
        });
        while let Some(color) = game.position().to_move() {
            let player = players[color].as_mut();
            let choice = decide(player, &game, &mut Control::default());
            game.play(choice.expect("a move").mv).expect("legal");
        }
        moves += game.plies().len();
    }
    moves
}

fn through_the_runner(jobs: &[Job], parts: &[String]) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Store::open(&folder.path().join("store.sqlite")).expect("a store");
    let program = hexring_players::Program::LIBRARY;
    let options = Options { threads: 1, tests: Vec::new(), command: String::new(), program };
    let mut control = hexring_control::Control::default();
    run(jobs, parts, &mut store, &options, &mut control).expect("a run").finished
}

/// Seconds that something takes.
fn seconds(work: impl FnOnce()) -> f64 {
    let started = Instant::now();
    work();
    started.elapsed().as_secs_f64()
}

/// How many times each is run. They take turns, so that other programs disturb both alike.
const TURNS: usize = 15;

fn main() {
    let (jobs, parts) = jobs();
    let moves = bare(&jobs);
    let (mut plain, mut kept) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..TURNS {
        plain = plain.min(seconds(|| assert_eq!(bare(&jobs), moves)));
        kept = kept.min(seconds(|| assert_eq!(through_the_runner(&jobs, &parts), jobs.len())));
    }
    let pace = 1e3 * plain / moves as f64;
    println!("{} games, {moves} moves of {pace:.2} ms, fastest of {TURNS} turns", jobs.len());
    println!("bare {:.2} ms, runner {:.2} ms", 1e3 * plain, 1e3 * kept);
    println!("overhead {:+.2} %", 100.0 * (kept / plain - 1.0));
}
