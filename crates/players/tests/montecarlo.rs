//! `pure-mc`, `random-spot` and `random-path`: against exact averages, and as players.

mod positions;

use hexring_game::{Color, Connectivity, Game, Move, Position, Rules, Site, Status};
use hexring_players::Choice;
use positions::{any_rules, choose, choose_with, random_game, stopped};
use proptest::prelude::*;

/// The probability that Red wins when the empty cells are played in a random order, each by the
/// colour that `color` says for its turn: one, or either with equal chance.
fn exact(
    position: &Position,
    stones: &Connectivity,
    turn: usize,
    color: &dyn Fn(usize) -> Vec<Color>,
) -> f64 {
    let empty: Vec<Site> =
        position.board().sites().filter(|site| stones.stone(*site).is_none()).collect();
    let mut sum = 0.0;
    for site in &empty {
        for stone in color(turn) {
            let mut next = stones.clone();
            sum += match next.place(position.geometry(), *site, stone) {
                true => f64::from(u8::from(stone == Color::Red)),
                false => exact(position, &next, turn + 1, color),
            };
        }
    }
    sum / (empty.len() * color(turn).len()) as f64
}

/// The exact win rate of the player to move after a move.
fn exact_after(position: &Position, site: Site, color: &dyn Fn(usize) -> Vec<Color>) -> f64 {
    let mover = position.to_move().expect("somebody is to move");
    let mut next = position.clone();
    next.play_site(site);
    let red = match next.status() {
        Status::Won(winner) => f64::from(u8::from(winner == Color::Red)),
        _ => exact(&next, next.stones(), 0, color),
    };
    if mover == Color::Red { red } else { 1.0 - red }
}

fn game(rules: &str, moves: &str) -> Game {
    let mut game = Game::new(rules.parse::<Rules>().expect("rules")).expect("rules");
    for mv in moves.split_whitespace() {
        game.play(mv.parse().expect("a move")).expect("legal");
    }
    game
}

/// Small games of all topologies.
fn small_games() -> Vec<Game> {
    let cases = [
        ("2x3", ""),
        ("3x2", "b1"),
        ("2x3 first=blue", "a1"),
        ("3x3", "b2 a1 c1"),
        ("cylinder:2x3", "a1"),
        ("cylinder:3x2", ""),
        ("cylinder:1x4", ""),
        ("torus:2x3", "a1"),
        ("torus:3x2", ""),
        ("torus:3x3", "a1 b2 c1 c3"),
    ];
    cases.map(|(rules, moves)| game(rules, moves)).into()
}

fn score(choice: &Choice, map: &str, game: &Game, site: Site) -> f64 {
    let map = choice.maps.iter().find(|candidate| candidate.name == map).expect("the map");
    let cell = game.position().board().cell(site);
    map.scores.iter().find(|(at, _)| *at == cell).expect("the cell").1
}

#[test]
fn pure_mc_agrees_with_exhaustive_averages() {
    for game in small_games() {
        let position = game.position();
        let choice = choose("pure-mc:playouts=40000", 3, &game);
        let first = !position.to_move().expect("somebody is to move");
        let turns = move |turn: usize| vec![[first, !first][turn % 2]];
        for site in position.legal_sites() {
            let (found, truth) =
                (score(&choice, "win rate", &game, site), exact_after(position, site, &turns));
            assert!((found - truth).abs() < 0.015, "{}: {found} {truth}", game.rules());
        }
    }
}

#[test]
fn random_spot_converges_to_the_exact_fill_values() {
    for game in small_games() {
        let position = game.position();
        let choice = choose("random-spot:fills=240001", 4, &game);
        assert_eq!((choice.work.count, choice.work.unit), (240_001, "fills"));
        for site in position.legal_sites() {
            let found = score(&choice, "win rate", &game, site);
            let truth = exact_after(position, site, &|_| Color::ALL.to_vec());
            assert!((found - truth).abs() < 0.015, "{}: {found} {truth}", game.rules());
        }
    }
}

/// On a full plane or cylinder the colours alone decide: a cell is pivotal with the probability by
/// which its colour changes the chances.
#[test]
fn random_path_converges_to_the_exact_pivotal_probabilities() {
    let wraps_rows = |game: &Game| game.rules().board.topology().wraps_rows();
    for game in small_games().into_iter().filter(|game| !wraps_rows(game)) {
        let position = game.position();
        let choice = choose("random-path:fills=60000,score=pivotal", 5, &game);
        for site in position.legal_sites() {
            let with = |stone| {
                let mut stones = position.stones().clone();
                match stones.place(position.geometry(), site, stone) {
                    true => f64::from(u8::from(stone == Color::Red)),
                    false => exact(position, &stones, 0, &|_| Color::ALL.to_vec()),
                }
            };
            let found = score(&choice, "pivotal", &game, site);
            let truth = with(Color::Red) - with(Color::Blue);
            assert!((found - truth).abs() < 0.015, "{}: {found} {truth}", game.rules());
        }
    }
}

/// One column of two cells: Red needs both, and either is a path of Blue.
#[test]
fn random_path_counts_paths_of_won_fills_only_unless_told_otherwise() {
    let game = game("1x2", "");
    let choice = choose("random-path:fills=4000", 1, &game);
    // Red wins one fill in four, and its path has both cells.
    let value = choice.value.expect("a value");
    assert!((value - 0.25).abs() < 0.03, "{value}");
    for site in game.position().legal_sites() {
        assert_eq!(score(&choice, "paths", &game, site), value);
    }
    // In the others one blue cell is Blue's path.
    let choice = choose("random-path:fills=4000,both=true", 1, &game);
    let sum: f64 = game.position().legal_sites().map(|s| score(&choice, "paths", &game, s)).sum();
    assert!((sum - (2.0 * 0.25 + 0.75)).abs() < 0.03, "{sum}");
}

#[test]
fn one_cell_that_wins_is_found_on_every_topology() {
    let cases =
        [("3x3", "b1 a2 b2 a3"), ("cylinder:3x3", "a1 a2 b1 b2 a3"), ("torus:2x2", "a1 b1")];
    for (rules, moves) in cases {
        let game = game(rules, moves);
        let mover = game.position().to_move().expect("somebody is to move");
        let wins = |mv: Move| {
            let mut next = game.position().clone();
            next.play(mv).expect("legal");
            next.winner() == Some(mover)
        };
        assert!(game.position().legal_moves().into_iter().any(wins), "{rules}");
        for player in ["pure-mc", "random-spot:fills=5000", "random-path", "mcts"] {
            assert!(wins(choose(player, 9, &game).mv), "{player} {rules}");
        }
    }
}

#[test]
fn without_a_winning_fill_any_cell_is_chosen() {
    let game = game("2x3", "a1 a2");
    for seed in 0..20 {
        let choice = choose("random-path:fills=1", seed, &game);
        assert!(game.position().is_legal(choice.mv));
    }
}

#[test]
fn few_fills_and_a_stop_flag_still_give_a_move() {
    let game = game("11x11", "f6");
    let choice = choose("random-spot:fills=7", 1, &game);
    assert_eq!(choice.maps[0].scores.len(), 7);
    for player in ["pure-mc", "random-spot", "random-path", "random-path:score=pivotal"] {
        let choice = choose_with(player, 1, &game, stopped());
        assert!(game.position().is_legal(choice.mv), "{player}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn moves_are_legal_and_reproducible(
        rules in any_rules(5), seed in any::<u64>(), share in 0.0..0.8,
    ) {
        let Some(game) = random_game(rules, seed, share) else { return Ok(()) };
        for player in [
            "pure-mc:playouts=20", "random-spot:fills=30", "random-path:fills=20",
            "random-path:fills=20,both=true", "random-path:fills=20,score=pivotal",
        ] {
            let choice = choose(player, seed, &game);
            prop_assert!(game.position().is_legal(choice.mv), "{player} {}", game.rules());
            let again = choose(player, seed, &game);
            prop_assert_eq!((again.mv, again.maps), (choice.mv, choice.maps));
        }
    }
}
