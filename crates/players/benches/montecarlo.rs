//! A move of each Monte-Carlo player, the plain search beside the default one.
//!
//! `cargo bench -p hexring-players --bench montecarlo`

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use hexring_control::{Limit, Stop};
use hexring_game::{Game, Rules};
use hexring_players::{Choice, Control, Spec, decide};

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

fn moves(c: &mut Criterion) {
    let mut group = c.benchmark_group("montecarlo");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    let players = [
        "mcts:plain=true,playouts=10000",
        "mcts:playouts=10000",
        "mcts:playouts=1000000",
        "pure-mc",
        "random-spot",
        "random-path",
        "random-path:score=pivotal",
    ];
    for board in ["7x7", "11x11", "cylinder:11x11", "torus:11x11"] {
        let game = Game::new(board.parse::<Rules>().expect("rules")).expect("rules");
        for player in players {
            let id = BenchmarkId::new(player, board);
            group.bench_with_input(id, &game, |b, game| b.iter(|| choose(player, game)));
        }
    }
    group.finish();
}

criterion_group!(benches, moves);
criterion_main!(benches);
