//! One contract for all players: on every topology, turn rule, season rule and size they choose
//! legal moves until the game ends, repeat themselves from their seed, keep their limits, and say
//! clearly what they do not play.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use hexring_game::{
    ByColor, Color, Ending, Game, Move, NoMove, Ply, Rules, SeasonLayout, Seasons, Swap, Turns,
    default_years,
};
use hexring_players::registry::{Entry, PLAYERS};
use hexring_players::{Control, Player, Spec, decide};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const BOARDS: [&str; 14] = [
    "plane:1x1",
    "plane:1x4",
    "plane:4x1",
    "plane:2x3",
    "plane:4x5",
    "cylinder:1x3",
    "cylinder:2x3",
    "cylinder:3x4",
    "cylinder:5x4",
    "cylinder:4x1",
    "torus:1x1",
    "torus:2x3",
    "torus:4x3",
    "torus:4x4",
];

/// Every player but the human one, with limits that make it quick.
fn quick_specs() -> Vec<Spec> {
    let machines = PLAYERS.iter().filter(|entry| entry.name != "human");
    machines.map(|entry| quick(entry).parse().expect("a spec")).collect()
}

fn quick(entry: &Entry) -> String {
    let limits = [("playouts", "60"), ("fills", "60"), ("depth", "2")];
    let has = |name: &str| entry.option(name).is_some();
    let limits = limits.iter().filter(|(name, _)| has(name)).map(|(name, n)| format!("{name}={n}"));
    format!("{}:{}", entry.name, limits.collect::<Vec<_>>().join(","))
}

/// All turn and season rules on a board.
fn rule_sets(board: &str) -> Vec<Rules> {
    let plain = Rules::new(board.parse().expect("a board"));
    let mut all = Vec::new();
    for turns in [Turns::Alternate, Turns::Random] {
        for seasons in [0, 2, 3] {
            for first in Color::ALL {
                let seasons = (seasons > 0).then(|| Seasons {
                    layout: layout(&plain, seasons),
                    years: default_years(seasons).expect("in range"),
                    no_move: if first == Color::Red { NoMove::Pass } else { NoMove::Discard },
                });
                all.push(Rules { turns, first, seasons, ..plain.clone() });
            }
        }
    }
    all.push(Rules { swap: Swap::Sides, ..plain });
    all
}

fn layout(rules: &Rules, seasons: u8) -> SeasonLayout {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(seasons));
    SeasonLayout::random(rules.board, seasons, &mut rng).expect("in range")
}

fn unhurried(player: &mut dyn Player, game: &Game) -> hexring_players::Choice {
    let stop = AtomicBool::new(false);
    decide(player, game, &mut Control::new(&stop, &mut |_| {})).expect("supported")
}

/// Plays a game between a player and chance, and checks every choice.
fn play(spec: &Spec, color: Color, rules: &Rules, seed: u64) -> Vec<Ply> {
    let mut players: ByColor<Box<dyn Player>> = ByColor::from_fn(|side| {
        if side == color {
            spec.build(seed)
        } else {
            "random".parse::<Spec>().expect("a spec").build(seed)
        }
    });
    let mut coin = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(rules.clone()).expect("rules that fit");
    while game.ending().is_none() {
        if game.position().coin_due() {
            game.toss(Color::ALL[(coin.next_u32() >> 31) as usize]).expect("a coin is due");
            continue;
        }
        let mover = game.position().to_move().expect("somebody is to move");
        let choice = unhurried(players[mover].as_mut(), &game);
        let legal = game.position().legal_moves();
        assert!(legal.contains(&choice.mv), "{spec} as {mover} plays {} under {rules}", choice.mv);
        check_thoughts(spec, &game, &choice);
        game.play(choice.mv).expect("legal");
    }
    let moves = game.plies().len();
    assert!(moves <= 20 * rules.board.cell_count() + 20, "{spec} under {rules}: {moves} moves");
    if let Some(Ending::Discarded) = game.ending() {
        assert!(rules.seasons.is_some());
    }
    game.plies().to_vec()
}

/// What a choice says beside its move makes sense on this board.
fn check_thoughts(spec: &Spec, game: &Game, choice: &hexring_players::Choice) {
    let board = game.rules().board;
    assert_eq!(choice.line.first(), Some(&choice.mv), "{spec}: the line begins with the move");
    assert!(
        choice.value.is_none_or(|value| (0.0..=1.0).contains(&value)),
        "{spec}: {:?}",
        choice.value
    );
    for (index, map) in choice.maps.iter().enumerate() {
        assert!(
            choice.maps[..index].iter().all(|other| other.name != map.name),
            "{spec}: {}",
            map.name
        );
        assert!(map.scores.iter().all(|(cell, score)| board.contains(*cell) && score.is_finite()));
    }
    let forced = choice.mv == Move::Pass || choice.mv == Move::Swap;
    assert!(forced || choice.work.count > 0, "{spec} did no work");
}

#[test]
fn every_player_plays_every_game_or_says_what_it_plays() {
    let mut refused = 0;
    for spec in quick_specs() {
        for board in BOARDS {
            for (index, rules) in rule_sets(board).iter().enumerate() {
                let color = Color::ALL[index % 2];
                match spec.build(1).supports(rules, color) {
                    Ok(()) => _ = play(&spec, color, rules, index as u64),
                    Err(error) => {
                        refused += 1;
                        let text = error.to_string();
                        let (name, plays) = (spec.name(), spec.entry().supports);
                        assert!(text.starts_with(name) && text.contains("it plays"), "{text}");
                        assert!(!plays.is_empty(), "{name} says nowhere what it plays");
                    }
                }
            }
        }
    }
    assert!(refused > 0, "strategies for Red refuse Blue");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for spec in quick_specs() {
        for (board, seed) in [("plane:4x4", 5), ("cylinder:4x3", 6), ("torus:3x4", 7)] {
            let rules = Rules::new(board.parse().expect("a board"));
            if spec.build(seed).supports(&rules, Color::Red).is_ok() {
                let first = play(&spec, Color::Red, &rules, seed);
                assert_eq!(first, play(&spec, Color::Red, &rules, seed), "{spec} on {board}");
            }
        }
    }
}

#[test]
fn the_number_of_threads_does_not_change_the_game() {
    for spec in quick_specs() {
        if spec.entry().option("threads").is_none() {
            continue;
        }
        let rules = Rules::new("cylinder:5x5".parse().expect("a board"));
        let games = ["1", "2", "3"].map(|threads| {
            play(&spec.with("threads", threads).expect("an option"), Color::Blue, &rules, 3)
        });
        assert!(games.iter().all(|game| *game == games[0]), "{spec}");
    }
}

/// Time limits hold with a margin for a busy machine, and a raised flag ends a search at once.
#[test]
fn limits_are_kept() {
    let game = Game::new("11x11".parse().expect("rules")).expect("rules");
    for entry in PLAYERS.iter().filter(|entry| entry.option("time").is_some()) {
        let huge = ["playouts", "depth"].iter().find(|name| entry.option(name).is_some());
        let deep = match huge {
            Some(&"depth") => "depth=20",
            Some(_) => "playouts=100000000",
            None => "",
        };
        let spec: Spec = format!("{}:time=100ms,{deep}", entry.name).parse().expect("a spec");
        let started = Instant::now();
        unhurried(spec.build(1).as_mut(), &game);
        let took = started.elapsed();
        assert!(took < Duration::from_millis(1500), "{spec} took {took:?}");

        let spec: Spec = format!("{}:{deep}", entry.name).parse().expect("a spec");
        let stop = AtomicBool::new(true);
        let started = Instant::now();
        let choice = decide(spec.build(1).as_mut(), &game, &mut Control::new(&stop, &mut |_| {}));
        let took = started.elapsed();
        assert!(took < Duration::from_millis(1500), "{spec} was stopped and took {took:?}");
        assert!(game.position().is_legal(choice.expect("a move").mv));
    }
}
