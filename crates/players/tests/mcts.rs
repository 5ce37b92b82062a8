//! `mcts` as a player: wins small games, keeps its limits, and does the same with any number of
//! threads.

mod positions;
mod promptness;

use std::time::{Duration, Instant};

use hexring_control::{Limit, Stop};
use hexring_game::{Color, Game, Move, Position, Rules};
use hexring_players::option::Value;
use hexring_players::{Choice, Control, Spec, decide};
use positions::{any_rules, choose, choose_with, random_game, settle_coin, stopped};
use promptness::is_prompt;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn game(rules: &str, moves: &str) -> Game {
    let mut game = Game::new(rules.parse::<Rules>().expect("rules")).expect("rules");
    for mv in moves.split_whitespace() {
        game.play(mv.parse().expect("a move")).expect("legal");
    }
    game
}

/// Whether the player to move wins under best play.
fn wins(position: &Position) -> bool {
    let mover = position.to_move();
    position.legal_moves().into_iter().any(|mv| {
        let mut next = position.clone();
        next.play(mv).expect("legal");
        next.winner() == mover || !next.is_over() && !wins(&next)
    })
}

#[test]
fn won_positions_are_won() {
    for rules in ["3x3", "cylinder:3x3", "cylinder:2x4", "torus:3x3", "4x3", "4x3 first=blue"] {
        let game = game(rules, "");
        if !wins(game.position()) {
            continue;
        }
        let choice = choose("mcts:playouts=1000000,leaf=32", 1, &game);
        assert_eq!(choice.value, Some(1.0), "{rules}");
        let mut after = game.position().clone();
        after.play(choice.mv).expect("legal");
        assert!(after.is_over() || !wins(&after), "{rules}: {}", choice.mv);
    }
}

#[test]
fn the_first_player_wins_four_by_four() {
    let choice = choose("mcts:playouts=1000000,leaf=16", 2, &game("4x4", ""));
    assert_eq!(choice.value, Some(1.0));
    assert!(choice.work.count < 1_000_000, "a proof ends the search");
    assert!(choice.line.len() > 1 && choice.line[0] == choice.mv);
    let names: Vec<&str> = choice.maps.iter().map(|map| map.name).collect();
    assert_eq!(names, ["visits", "win rate", "rave"]);
}

#[test]
fn several_ways_on_are_told_the_best_first() {
    let game = game("11x11", "j4");
    for spec in ["mcts:playouts=20000", "neural:sims=200"] {
        let choice = choose(spec, 3, &game);
        assert_eq!(choice.lines.len(), 5, "{spec}");
        assert_eq!(
            (&choice.lines[0].moves, choice.lines[0].value),
            (&choice.line, choice.value.expect("a value"))
        );
        let visits: Vec<u64> = choice.lines.iter().map(|line| line.visits).collect();
        assert!(visits.is_sorted_by(|a, b| a >= b), "{spec}: {visits:?}");
        let map = choice.maps.iter().find(|map| map.name == "win rate").expect("a win rate");
        for line in &choice.lines {
            let mut after = game.position().clone();
            for mv in &line.moves {
                after.play(*mv).expect("legal");
            }
            let told = map.scores.iter().find(|(cell, _)| Move::Place(*cell) == line.moves[0]);
            assert_eq!(told.map(|(_, rate)| *rate), Some(line.value), "{spec}: {:?}", line.moves);
        }
    }
}

#[test]
fn a_proven_win_is_the_first_way_on() {
    // Red wins with a5 or b5, whatever else it looks at.
    let game = game("5x5", "b1 d1 b2 d2 b3 d3 b4 d4");
    let choice = choose("mcts:playouts=20000", 1, &game);
    assert_eq!((choice.lines[0].value, choice.lines[0].moves[0]), (1.0, choice.mv));
}

#[test]
fn a_broken_bridge_is_answered() {
    // Red has b2 and c3 with b3 and c2 between them; Blue has just taken c2.
    let game = game("5x5", "b2 e1 c3 e2 b5 c2");
    let choice = choose("mcts:playouts=20000", 1, &game);
    assert_eq!(choice.mv, "b3".parse::<Move>().expect("a move"));
}

#[test]
fn threads_change_nothing() {
    for rules in ["7x7", "cylinder:5x6", "torus:5x5", "5x5 turns=random"] {
        let mut game = game(rules, "");
        settle_coin(&mut game, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        let with = |threads: u32| {
            let choice = choose(&format!("mcts:playouts=50000,threads={threads}"), 7, &game);
            Choice { time: Duration::ZERO, ..choice }
        };
        assert_eq!(with(1), with(2), "{rules}");
        assert_eq!(with(1), with(5), "{rules}");
    }
}

#[test]
fn playouts_are_counted_exactly() {
    for player in ["mcts:playouts=1", "mcts:playouts=1000", "mcts:playouts=777,leaf=100"] {
        let spec: Spec = player.parse().expect("a player");
        let choice = choose(player, 1, &game("9x9", ""));
        assert_eq!(
            Some(choice.work.count),
            spec.values().find_map(|(info, value)| match value {
                Some(Value::Whole(number)) if info.name == "playouts" => Some(*number),
                _ => None,
            })
        );
    }
    let choice = choose("mcts:plain=true,playouts=321", 1, &game("9x9", ""));
    assert_eq!(choice.work.count, 321);
}

/// A plain playout ends with its game, so the same stones are more playouts later in a game.
#[test]
fn stones_are_spent_until_games_end() {
    let count = |spec: &str, moves: &str| choose(spec, 1, &game("5x5", moves)).work.count;
    let plain = |moves: &str| count("mcts:plain=true,stones=1000", moves);
    // Nobody wins with less than five stones, so nine are set at least, and 25 at most.
    let [early, late] = [plain(""), plain("a1 e5 a2 e4 a3")];
    assert!((40..=112).contains(&early), "{early}");
    // Red lacks two stones and Blue moves first: four are set at least.
    assert!((early + 1..=250).contains(&late), "{late} after {early}");
    assert_eq!(count("mcts:plain=true,stones=1000,playouts=30", ""), 30, "the first limit ends it");
    assert_eq!(count("mcts:plain=true,stones=1", "a1 e5"), 1);
    // Ten playouts at once fill the board: 250 stones at the root, and 241 for each of its moves.
    assert_eq!(count("mcts:stones=250,leaf=10,batch=1", ""), 10);
    assert_eq!(count("mcts:stones=491,leaf=10,batch=1", ""), 20);
}

#[test]
fn time_and_stop_are_kept() {
    let late = Duration::from_millis(400);
    for rules in ["11x11", "torus:11x11", "cylinder:19x19", "11x11 swap=pieces"] {
        for player in ["mcts:time=100ms", "mcts:time=100ms,threads=2", "mcts:plain=true,time=100ms"]
        {
            let game = game(rules, "f6");
            let choose = || drop(choose(player, 1, &game));
            is_prompt(&format!("{player} {rules}"), Duration::from_millis(100) + late, choose);
        }
    }
    let choose = || drop(choose_with("mcts:time=60s", 1, &game("11x11", ""), stopped()));
    is_prompt("what was stopped before it began", late, choose);
}

#[test]
fn a_search_can_be_stopped_while_it_runs_and_reports() {
    let stop = Stop::new();
    let mut reports = 0;
    let mut report = |choice: &Choice| {
        reports += 1;
        assert!(choice.value.is_some() && !choice.maps.is_empty());
        stop.raise();
    };
    let spec: Spec = "mcts:time=60s".parse().expect("a player");
    let started = Instant::now();
    let mut control = Control::new(Limit::of(&stop), &mut report);
    decide(&mut *spec.build(1).expect("it can be made"), &game("11x11", ""), &mut control)
        .expect("a choice");
    assert_eq!(reports, 1);
    assert!(started.elapsed() < Duration::from_secs(50));
}

/// All moves of a game of a player against itself.
fn self_play(player: &str, rules: &str, seed: u64) -> Vec<Move> {
    let spec: Spec = player.parse().expect("a player");
    let mut players = [seed, seed + 1].map(|seed| spec.build(seed).expect("it can be made"));
    let mut game = game(rules, "");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for turn in 0.. {
        if game.ending().is_some() {
            break;
        }
        settle_coin(&mut game, &mut rng);
        if game.ending().is_none() {
            let choice = decide(&mut *players[turn % 2], &game, &mut Control::default());
            let choice = choice.expect("a choice");
            game.play(choice.mv).expect("legal");
        }
    }
    game.plies().iter().map(|ply| ply.mv).collect()
}

#[test]
fn games_can_be_repeated_also_with_a_tree_that_is_kept() {
    for reuse in ["always", "never", "timed"] {
        for rules in ["5x5", "torus:4x4 turns=random", "4x4 swap=sides"] {
            let player = format!("mcts:playouts=3000,reuse={reuse}");
            let once = self_play(&player, rules, 5);
            assert_eq!(
                once,
                self_play(&format!("{player},threads=2"), rules, 5),
                "{reuse} {rules}"
            );
        }
    }
}

#[test]
fn a_swap_is_made_by_value_and_expected() {
    let swaps = |opening: &str| {
        choose("mcts:playouts=200000", 1, &game("5x5 swap=pieces", opening)).mv == Move::Swap
    };
    assert!(swaps("c3") && !swaps("a1"));
    // The first player leaves the middle alone, where a swap would follow.
    let opening = choose("mcts:playouts=200000", 1, &game("5x5 swap=sides", "")).mv;
    assert_ne!(opening, "c3".parse().expect("a move"));
}

#[test]
fn hopeless_games_are_resigned() {
    // Blue cannot stop the path of bridges.
    let lost = game("5x5", "b1 a1 b2 e2 c3 d5 b4");
    for (spec, resigns) in [("resign=0.3", true), ("resign=0", false), ("playouts=2000", false)] {
        let choice = choose(&format!("mcts:{spec}"), 1, &lost);
        assert_eq!(choice.resigns, resigns, "{spec} at {:?}", choice.value);
    }
    let won = game("5x5", "b1 a1 b2 e2 c3 d5 b4 e1");
    assert!(!choose("mcts:resign=0.5", 1, &won).resigns);
    // A first move that is as good for the one as for the other says nothing.
    assert!(!choose("mcts:resign=0.5", 1, &game("3x3 swap=pieces", "")).resigns);
    // Where a coin decides, three stones to one are a lead.
    let mut behind = game("5x5 turns=random", "");
    for (color, mv) in
        [(Color::Red, "c2"), (Color::Red, "c3"), (Color::Red, "c4"), (Color::Blue, "a1")]
    {
        behind.toss(color).expect("a coin is due");
        behind.play(mv.parse().expect("a move")).expect("legal");
    }
    behind.toss(Color::Blue).expect("a coin is due");
    assert!(choose("mcts:resign=0.4", 1, &behind).resigns);
}

#[test]
fn under_random_turns_the_most_pivotal_cell_is_chosen() {
    let mut game = game("3x3 turns=random", "");
    game.toss(Color::Blue).expect("a coin is due");
    let choice = choose("mcts:playouts=20000", 1, &game);
    assert_eq!(choice.mv.to_string(), "b2");
    assert_eq!(choice.maps[0].name, "pivotal");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn moves_are_legal(rules in any_rules(5), seed in any::<u64>(), share in 0.0..0.8) {
        let Some(game) = random_game(rules, seed, share) else { return Ok(()) };
        for player in ["mcts:playouts=500", "mcts:plain=true,playouts=50", "mcts:playouts=1"] {
            let choice = choose(player, seed, &game);
            prop_assert!(game.position().is_legal(choice.mv), "{player} {}", game.rules());
        }
    }
}
