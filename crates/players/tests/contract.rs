//! One contract for all players, see [`hexring_players::contract`].

mod promptness;

use std::time::Duration;

use hexring_control::Stop;
use hexring_game::Game;
use hexring_players::{Choice, Control, Entry, Player, Registry, Spec, contract, decide};
use promptness::is_prompt;

/// Every player but the human one, with limits that make it quick.
fn quick_specs() -> Vec<Spec> {
    let registry = Registry::standard();
    let machines = registry.entries().filter(|entry| !entry.is_human());
    machines.map(|entry| registry.parse(&quick(entry)).expect("a spec")).collect()
}

fn quick(entry: &Entry) -> String {
    if entry.name() == "solver" {
        return "solver:time=2ms,memory=2".to_owned();
    }
    let limits = [("playouts", "60"), ("fills", "60"), ("depth", "2"), ("sims", "16")];
    let has = |name: &str| entry.option(name).is_some();
    let limits = limits.iter().filter(|(name, _)| has(name)).map(|(name, n)| format!("{name}={n}"));
    format!("{}:{}", entry.name(), limits.collect::<Vec<_>>().join(","))
}

fn unhurried(player: &mut dyn Player, game: &Game) -> Choice {
    decide(player, game, &mut Control::default()).expect("a move")
}

#[test]
fn every_player_plays_every_game_or_says_what_it_plays() {
    let refused: usize = quick_specs().iter().map(contract::plays_every_game_or_refuses).sum();
    assert!(refused > 0, "strategies for Red refuse Blue");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    quick_specs().iter().for_each(contract::repeats_itself);
}

#[test]
fn the_number_of_threads_does_not_change_the_game() {
    quick_specs().iter().for_each(contract::threads_change_nothing);
}

#[test]
fn every_player_stops_within_a_second_whatever_it_was_asked_for() {
    for spec in quick_specs() {
        contract::stops(&contract::with_largest_values(&spec));
    }
}

/// A time limit of a tenth of a second, with a margin.
const LIMIT: Duration = Duration::from_millis(1500);

/// Time limits hold with a margin for a busy machine, and a raised flag ends a search at once.
#[test]
fn limits_are_kept() {
    let game = Game::new("11x11".parse().expect("rules")).expect("rules");
    let registry = Registry::standard();
    for entry in registry.entries().filter(|entry| entry.option("time").is_some()) {
        let huge = ["playouts", "depth", "sims"].iter().find(|name| entry.option(name).is_some());
        let deep = match huge {
            Some(&"depth") => "depth=20",
            Some(&"sims") => "sims=1000000",
            Some(_) => "playouts=100000000",
            None => "",
        };
        let spec: Spec = format!("{}:time=100ms,{deep}", entry.name()).parse().expect("a spec");
        is_prompt(&spec.to_string(), LIMIT, || {
            unhurried(spec.build(1).expect("it can be made").as_mut(), &game);
        });

        let spec: Spec = format!("{}:{deep}", entry.name()).parse().expect("a spec");
        let stop = Stop::new();
        stop.raise();
        let mut player = spec.build(1).expect("it can be made");
        is_prompt(&format!("{spec}, stopped"), LIMIT, || {
            let choice = decide(player.as_mut(), &game, &mut Control::of(&stop));
            assert!(game.position().is_legal(choice.expect("a move").mv));
        });
    }
}
