//! What every player owes: a test for players of this crate and of others.
//!
//! On every topology, turn rule, season rule and size a player chooses legal moves until the game
//! ends, repeats itself from its seed, keeps its limits, and says clearly what it does not play.
//! [`check`] tries all of that and panics with what it found.
//!
//! ```
//! use hexring_players::{Registry, contract};
//! contract::check(&Registry::standard().parse("random")?);
//! # Ok::<(), hexring_players::SpecError>(())
//! ```

use std::sync::mpsc::channel;
use std::time::Duration;

use hexring_control::{Instant, Stop};
use hexring_game::{
    ByColor, Color, Ending, Game, Move, NoMove, Ply, Rules, SeasonLayout, Seasons, Swap, Turns,
    default_years,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::entry::Entry;
use crate::option::{Kind, Value};
use crate::player::{Choice, Control};
use crate::random;
use crate::spec::Spec;
use crate::table::{Seat, Table, Turn, seat_seed};

/// The boards on which players are tried: the smallest, the narrowest and some with room.
pub const BOARDS: [&str; 14] = [
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

/// The largest board of all, where everything takes longest.
const LARGEST: &str = "torus:53x53";

/// How long a player may go on after it was asked to stop.
const GRACE: Duration = Duration::from_secs(1);

/// How often it may be missed because the machine does something else.
const TRIES: usize = 12;

/// Tries everything. The spec should be quick: a few playouts, a small depth.
///
/// # Panics
/// If the player breaks its contract, with what it did.
pub fn check(spec: &Spec) {
    plays_every_game_or_refuses(spec);
    repeats_itself(spec);
    threads_change_nothing(spec);
    stops(&with_largest_values(spec));
}

/// Plays whole games under all rules, or says what it plays instead. Says how often it refused.
///
/// # Panics
/// If a move is not legal, a thought makes no sense, or a refusal does not say what is played.
pub fn plays_every_game_or_refuses(spec: &Spec) -> usize {
    let mut refused = 0;
    for (index, rules) in BOARDS.iter().flat_map(|board| rule_sets(board)).enumerate() {
        let color = Color::ALL[index % 2];
        match spec.supports(&rules, color) {
            Ok(()) => _ = play(spec, color, &rules, index as u64),
            Err(error) => {
                refused += 1;
                let (text, plays) = (error.to_string(), spec.entry().plays());
                assert!(text.starts_with(spec.name()), "{text}");
                assert!(text.ends_with(&format!("it plays {plays}")), "{text}");
                assert!(!plays.is_empty(), "{text}");
            }
        }
    }
    refused
}

/// Plays the same game from the same seed, unless a clock decides.
///
/// # Panics
/// If two games differ.
pub fn repeats_itself(spec: &Spec) {
    for (board, seed) in [("plane:4x4", 5), ("cylinder:4x3", 6), ("torus:3x4", 7)] {
        let rules = Rules::new(board.parse().expect("a board"));
        if !spec.is_timed() && spec.supports(&rules, Color::Red).is_ok() {
            let first = play(spec, Color::Red, &rules, seed);
            assert_eq!(first, play(spec, Color::Red, &rules, seed), "{spec} on {board}");
        }
    }
}

/// Plays the same game with any number of threads, where that is an option.
///
/// # Panics
/// If two games differ.
pub fn threads_change_nothing(spec: &Spec) {
    if spec.entry().option("threads").is_none() {
        return;
    }
    let rules = Rules::new("cylinder:5x5".parse().expect("a board"));
    let games = ["1", "2", "3"].map(|threads| {
        play(&spec.with("threads", threads).expect("an option"), Color::Blue, &rules, 3)
    });
    assert!(games.iter().all(|game| *game == games[0]), "{spec}");
}

/// Ends within a second on the largest board after it was asked to stop, at once and on the way,
/// with a legal move.
///
/// # Panics
/// If it goes on for longer.
pub fn stops(spec: &Spec) {
    let game = Game::new(LARGEST.parse().expect("rules")).expect("rules");
    for wait in [Duration::ZERO, Duration::from_millis(300)] {
        if spec.supports(game.rules(), Color::Red).is_err() {
            return;
        }
        // A machine that does something else meanwhile makes a try slower, never quicker.
        let tries = (0..TRIES).map(|_| {
            let (choice, late) = stopped_after(spec, &game, wait);
            assert!(game.position().is_legal(choice.mv), "{spec} plays {}", choice.mv);
            late
        });
        let late: Vec<Duration> = tries.take_while(|late| *late >= GRACE).collect();
        assert!(late.len() < TRIES, "{spec} went on for {late:?} after it was stopped");
    }
}

/// What a player chooses that is stopped after a while, and how much later it does.
fn stopped_after(spec: &Spec, game: &Game, wait: Duration) -> (Choice, Duration) {
    let mut player = spec.build(1).expect("it can be made");
    let stop = Stop::new();
    if wait.is_zero() {
        stop.raise();
    }
    let (done, is_done) = channel::<()>();
    std::thread::scope(|scope| {
        let raise = stop.clone();
        let raised = scope.spawn(move || {
            // Ends early when the choice is made, because the sender is dropped.
            let _ = is_done.recv_timeout(wait);
            raise.raise();
            Instant::now()
        });
        let choice = crate::decide(player.as_mut(), game, &mut Control::of(&stop));
        let ended = Instant::now();
        drop(done);
        let raised = raised.join().expect("the clock runs");
        (choice.expect("a choice"), ended.saturating_duration_since(raised))
    })
}

/// The same player with the largest values of all options that are numbers, and no time.
pub fn with_largest_values(spec: &Spec) -> Spec {
    let set = |spec: Spec, (name, value): (&str, Value)| {
        spec.with(name, &value.to_string()).expect("the largest value is one")
    };
    largest_values(spec.entry()).into_iter().fold(spec.clone(), set)
}

fn largest_values(entry: &Entry) -> Vec<(&'static str, Value)> {
    let largest = |kind: Kind| match kind {
        Kind::Whole { max, .. } => Some(Value::Whole(max)),
        Kind::Real { max, .. } => Some(Value::Real(max)),
        _ => None,
    };
    entry.options().iter().filter_map(|info| Some((info.name, largest(info.kind)?))).collect()
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

/// Plays a game between a player and chance, and checks every choice.
fn play(spec: &Spec, color: Color, rules: &Rules, seed: u64) -> Vec<Ply> {
    let chance = Spec::new(std::sync::Arc::new(random::entry()), Default::default());
    let seats = ByColor::from_fn(|side| {
        let spec = if side == color { spec } else { &chance };
        Seat::of(spec, seat_seed(seed, side)).expect("it can be made")
    });
    let game = Game::new(rules.clone()).expect("rules that fit");
    let mut table = Table::new(game, seats, seed);
    while let Turn::Player(_) = table.turn() {
        let before = table.game().clone();
        let answer = table.step(&mut Control::default()).expect("a player is to move");
        let choice = answer.unwrap_or_else(|error| panic!("{spec} under {rules}: {error}"));
        check_choice(spec, &before, &choice);
    }
    let (game, moves) = (table.game(), table.game().plies().len());
    assert!(moves <= 20 * rules.board.cell_count() + 20, "{spec} under {rules}: {moves} moves");
    assert!(game.ending() != Some(Ending::Discarded) || rules.seasons.is_some(), "{rules}");
    game.plies().to_vec()
}

/// The move is legal, and what is said beside it makes sense on this board.
fn check_choice(spec: &Spec, game: &Game, choice: &Choice) {
    let (board, rules, mv) = (game.rules().board, game.rules(), choice.mv);
    assert!(game.position().legal_moves().contains(&mv), "{spec} plays {mv} under {rules}");
    assert_eq!(choice.line.first(), Some(&mv), "{spec}: the line begins with the move");
    let is_share = choice.value.is_none_or(|value| (0.0..=1.0).contains(&value));
    assert!(is_share, "{spec}: {:?}", choice.value);
    for (index, map) in choice.maps.iter().enumerate() {
        let is_new = choice.maps[..index].iter().all(|other| other.name != map.name);
        assert!(is_new, "{spec}: {}", map.name);
        assert!(map.scores.iter().all(|(cell, score)| board.contains(*cell) && score.is_finite()));
    }
    let forced = mv == Move::Pass || mv == Move::Swap;
    assert!(forced || choice.work.count > 0, "{spec} did no work");
}
