//! What the runner costs: the same games in a bare loop and through the runner with its store, for
//! players that take about a millisecond a move.

use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group, criterion_main};
use hexring_game::{ByColor, Game};
use hexring_lab::experiment::{Design, Experiment, Part, Sweep};
use hexring_lab::seeds::derive;
use hexring_lab::{Conditions, Contender, Job, Options, Store, Task, run};
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
    let stop = AtomicBool::new(false);
    let mut moves = 0;
    for job in jobs {
        let Task::Game(task) = &job.task else { continue };
        let mut game = Game::new(task.rules.clone()).expect("rules");
        let mut players = ByColor::from_fn(|color| match &task.players[color] {
            Contender::Player(spec) => spec.build(derive(job.seed, &color.to_string())),
            Contender::Engine(_) => unreachable!("there are none"),
        });
        while let Some(color) = game.position().to_move() {
            let player = players[color].as_mut();
            let choice = decide(player, &game, &mut Control::new(&stop, &mut |_| {}));
            game.play(choice.expect("a move").mv).expect("legal");
        }
        moves += game.plies().len();
    }
    moves
}

fn through_the_runner(jobs: &[Job], parts: &[String]) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Store::open(&folder.path().join("store.sqlite")).expect("a store");
    let stop = AtomicBool::new(false);
    let options = Options { threads: 1, sprt: None, stop: &stop, command: String::new() };
    run(jobs, parts, &mut store, &options, &mut |_| {}).expect("a run").finished
}

fn overhead(criterion: &mut Criterion) {
    let (jobs, parts) = jobs();
    let started = std::time::Instant::now();
    let moves = bare(&jobs);
    let pace = started.elapsed().as_secs_f64() * 1e3 / moves as f64;
    println!("{moves} moves of {pace:.2} ms");
    let mut group = criterion.benchmark_group("games");
    group.sample_size(20);
    group.bench_function("bare", |bencher| bencher.iter(|| bare(&jobs)));
    group.bench_function("runner", |bencher| bencher.iter(|| through_the_runner(&jobs, &parts)));
    group.finish();
}

criterion_group!(benches, overhead);
criterion_main!(benches);
