//! `minimax` against the plain search, without table, order or window, that it must agree with.

mod positions;

use std::time::{Duration, Instant};

use hexring_control::Limit;
use hexring_game::{Color, Game, Move, Position, Rules, Status};
use hexring_players::distance::distance;
use hexring_players::minimax::{WIN, value};
use hexring_players::{Choice, Control, Spec, decide};
use positions::{any_rules, choose, choose_with, random_game, stopped};
use proptest::prelude::*;

/// Plain expectimax and negamax, by playing every move to the full depth.
fn plain(position: &Position, color: Color, depth: u8) -> f64 {
    if let Status::Won(winner) = position.status() {
        let won = WIN + f64::from(depth);
        return if winner == color { won } else { -won };
    }
    if depth == 0 || position.is_over() {
        let stones = |color| f64::from(distance(position, color).expect("nobody has won"));
        return stones(!color) - stones(color);
    }
    let Some(mover) = position.to_move() else {
        let tossed = |mover| {
            let mut after = position.clone();
            after.toss(mover).expect("a coin is due");
            plain(&after, color, depth)
        };
        return (tossed(Color::Red) + tossed(Color::Blue)) / 2.0;
    };
    let values = position.legal_moves().into_iter().filter(|mv| *mv != Move::Swap).map(|mv| {
        let mut after = position.clone();
        after.play(mv).expect("legal");
        plain(&after, mover, depth - 1)
    });
    let best = values.fold(f64::NEG_INFINITY, f64::max);
    if mover == color { best } else { -best }
}

fn plain_best_moves(game: &Game, depth: u8) -> Vec<Move> {
    let position = game.position();
    let color = position.to_move().expect("somebody is to move");
    let value_of = |mv: Move| {
        let mut after = position.clone();
        after.play(mv).expect("legal");
        plain(&after, color, depth - 1)
    };
    let moves: Vec<(Move, f64)> =
        position.legal_cells().map(Move::Place).map(|mv| (mv, value_of(mv))).collect();
    let best = moves.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    moves.into_iter().filter(|(_, value)| *value == best).map(|(mv, _)| mv).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn values_are_those_of_the_plain_search(
        rules in any_rules(4), seed: u64, share in 0.0..1.0, depth in 1u8..=4,
    ) {
        let Some(game) = random_game(rules, seed, share) else { return Ok(()) };
        let position = game.position();
        let depth = if position.empty_count() > 10 { depth.min(2) } else { depth };
        for color in Color::ALL {
            let fast = value(position, color, depth);
            prop_assert_eq!(fast, plain(position, color, depth), "{}", position.rules());
        }
        let best = plain_best_moves(&game, depth);
        for dice in 0..4 {
            let choice = choose(&format!("minimax:depth={depth}"), dice, &game);
            prop_assert!(best.contains(&choice.mv), "{} of {:?}", choice.mv, best);
            prop_assert_eq!(choice.line.first(), Some(&choice.mv));
        }
    }

    #[test]
    fn depth_one_plays_the_moves_of_heuristic(rules in any_rules(7), seed: u64, share in 0.0..1.0) {
        let Some(game) = random_game(rules, seed, share) else { return Ok(()) };
        let (one, other) = (choose("minimax:depth=1", seed, &game), choose("heuristic", seed, &game));
        prop_assert_eq!(one.mv, other.mv);
        prop_assert_eq!(one.maps, other.maps);
    }
}

fn game(rules: &str) -> Game {
    Game::new(rules.parse::<Rules>().expect("rules")).expect("rules")
}

/// All best moves are chosen by some seed: the window at the root does not hide ties.
#[test]
fn ties_are_broken_by_the_dice() {
    let game = game("torus:3x3");
    let mut chosen: Vec<Move> =
        (0..200).map(|seed| choose("minimax:depth=3", seed, &game).mv).collect();
    chosen.sort_unstable();
    chosen.dedup();
    assert_eq!(chosen.len(), 9);
}

/// On an empty board nearly all moves are equal, so that the rule decides.
#[test]
fn other_rules_for_ties_know_one_opening() {
    let opening = |ties: &str, seed| {
        choose(&format!("minimax:depth=2,ties={ties}"), seed, &game("7x7")).mv.to_string()
    };
    for (ties, expected) in [("centre", "d4"), ("opening", "d4"), ("median", "d4")] {
        assert!((0..5).all(|seed| opening(ties, seed) == expected), "{ties}: {}", opening(ties, 0));
    }
    let mut later = game("7x7");
    later.play("d4".parse().expect("a cell")).expect("legal");
    let replies = |ties: &str| {
        let reply = |seed| choose(&format!("minimax:depth=1,ties={ties}"), seed, &later).mv;
        (0..40).map(reply).collect::<std::collections::BTreeSet<Move>>()
    };
    assert_eq!(replies("centre").len(), 1);
    assert_eq!(replies("opening"), replies("random"));
    assert!(replies("opening").len() > 1);
}

#[test]
fn a_stopped_search_still_moves_and_a_time_is_kept() {
    let game = game("11x11");
    let started = Instant::now();
    let choice = choose_with("minimax:depth=20", 1, &game, stopped());
    assert!(game.position().is_legal(choice.mv));
    let choice = choose("minimax:time=100ms", 1, &game);
    assert!(game.position().is_legal(choice.mv));
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn reports_come_with_every_depth_and_decided_games_end_the_search() {
    let mut game = game("3x3");
    let spec: Spec = "minimax:depth=20".parse().expect("a player");
    let mut reports = Vec::new();
    let mut report = |choice: &Choice| reports.push(choice.clone());
    game.play("b2".parse().expect("a cell")).expect("legal");
    let mut player = spec.build(1).expect("it can be made");
    let mut control = Control::new(Limit::none(), &mut report).every(Duration::ZERO);
    let choice = decide(player.as_mut(), &game, &mut control);
    // The middle of 3x3 wins, and the fifth ply at the latest shows it.
    let choice = choice.expect("a choice");
    assert_eq!(choice.value, Some(0.0));
    assert!((1..=4).contains(&reports.len()), "{}", reports.len());
    assert_eq!(reports.last().map(|report| report.mv), Some(choice.mv));
}
