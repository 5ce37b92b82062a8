//! One contract for all rules: legal moves, turns, seasons, swap, undo, equality and key.

mod support;

use std::collections::HashMap;

use hexring_game::{
    Board, Color, Ending, Game, Move, MoveError, NoMove, Ply, PlyError, Position, Rules, Setup,
    SetupFault, Status, Swap, perft,
};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use support::{any_rules, below};

fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}

/// Plays random legal moves to the end and calls `after` with every game on the way.
fn play_out(rules: Rules, seed: u64, mut after: impl FnMut(&Game)) -> Game {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(rules).expect("rules that fit");
    after(&game);
    while game.ending().is_none() {
        if game.position().coin_due() {
            game.toss(Color::ALL[below(&mut rng, 2)]).expect("a coin is due");
        }
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            assert_eq!(game.position().status(), Status::Discarded);
            break;
        }
        game.play(moves[below(&mut rng, moves.len())]).expect("legal");
        after(&game);
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn rules_round_trip_as_text_and_json(rules in any_rules(1u8..=6)) {
        prop_assert_eq!(rules.to_string().parse(), Ok(rules.clone()));
        let json = serde_json::to_string(&rules).expect("serializable");
        prop_assert_eq!(serde_json::from_str::<Rules>(&json).expect("valid"), rules);
    }

    #[test]
    fn games_end_and_legality_is_membership(rules in any_rules(1u8..=6), seed: u64) {
        let cells = rules.board.cell_count();
        let every_move: Vec<Move> =
            rules.board.cells().map(Move::Place).chain([Move::Swap, Move::Pass]).collect();
        let game = play_out(rules, seed, |game| {
            let position = game.position();
            let legal = position.legal_moves();
            for &mv in &every_move {
                assert_eq!(legal.contains(&mv), position.is_legal(mv), "{mv}");
                let mut tried = position.clone();
                assert_eq!(tried.play(mv).is_ok(), legal.contains(&mv));
                assert!(legal.contains(&mv) || tried == *position, "a refused move changes nothing");
            }
        });
        let stones = game.plies().iter().filter(|ply| matches!(ply.mv, Move::Place(_))).count();
        prop_assert!(stones <= cells);
        let ending = game.ending().expect("ended");
        prop_assert!(ending != Ending::Discarded
            || game.rules().seasons.as_ref().is_some_and(|s| s.no_move == NoMove::Discard));
    }

    #[test]
    fn undo_restores_every_position(rules in any_rules(1u8..=6), seed: u64) {
        let mut before = Vec::new();
        let mut game = play_out(rules, seed, |game| before.push(game.position().clone()));
        while let Some(earlier) = { before.pop(); before.last() } {
            prop_assert!(game.undo().is_some());
            prop_assert_eq!(game.position(), earlier);
            prop_assert_eq!(game.position().key(), earlier.key());
        }
        prop_assert_eq!(game.undo(), None);
    }

    /// The incremental key equals the key of the same position built from nothing.
    #[test]
    fn keys_do_not_depend_on_the_way(rules in any_rules(1u8..=6), seed: u64) {
        play_out(rules, seed, |game| {
            let position = game.position();
            if position.winner().is_some() {
                return; // on a torus the stones alone may not say who was first
            }
            let fresh = Position::from_setup(&position.to_setup()).expect("a legal position");
            let swap = |p: &Position| p.is_legal(Move::Swap);
            // A stone swapped to the other colour stands alone too, without a right to swap back.
            if swap(&fresh) == swap(position) && fresh.status() == position.status() {
                assert_eq!((fresh.key(), &fresh), (position.key(), position));
            }
        });
    }

    #[test]
    fn moves_replay_from_the_record(rules in any_rules(1u8..=6), seed: u64) {
        let played = play_out(rules.clone(), seed, |_| {});
        let mut replayed = Game::new(rules).expect("rules that fit");
        for ply in played.plies() {
            prop_assert_eq!(replayed.play_ply(*ply), Ok(()));
        }
        prop_assert_eq!(replayed.plies(), played.plies());
        prop_assert_eq!(replayed.position().winner(), played.position().winner());
    }

    /// A player's stones lie in the seasons of its year, in order, with passes only where the
    /// season is full.
    #[test]
    fn seasons_follow_the_year(rules in any_rules(1u8..=6), seed: u64) {
        let Some(seasons) = rules.seasons.clone() else { return Ok(()) };
        prop_assume!(rules.swap == Swap::None);
        let board = rules.board;
        let game = play_out(rules, seed, |_| {});
        let mut moves_made = [0u32; 2];
        let mut free: Vec<usize> = seasons.layout.sizes(seasons.count());
        for Ply { color, mv } in game.plies() {
            let season = seasons.years[*color].season(moves_made[color.index()]);
            moves_made[color.index()] += 1;
            match mv {
                Move::Place(cell) => {
                    let site = board.site(*cell).expect("on the board");
                    prop_assert_eq!(seasons.layout.season(site), season);
                    free[usize::from(season)] -= 1;
                }
                _ => prop_assert_eq!(free[usize::from(season)], 0, "passed with cells left"),
            }
        }
    }
}

#[test]
fn different_positions_have_different_keys() {
    let mut seen: HashMap<u64, Position> = HashMap::new();
    for text in ["3x3", "3x3 swap=pieces", "torus:3x3 turns=random", "3x3 seasons=123/231/312"] {
        seen.clear();
        for seed in 0..200 {
            play_out(rules(text), seed, |game| {
                let position = game.position();
                let known = seen.entry(position.key()).or_insert_with(|| position.clone());
                assert_eq!(known, position, "{text}: one key for two positions");
            });
        }
        assert!(seen.len() > 300, "{text}: {}", seen.len());
    }
}

#[test]
fn swap_pieces_mirrors_the_stone() {
    let mut game = Game::new(rules("5x5 swap=pieces")).unwrap();
    assert!(!game.position().is_legal(Move::Swap));
    game.play("b4".parse().unwrap()).unwrap();
    game.play(Move::Swap).unwrap();
    let position = game.position();
    assert_eq!(position.stone("d2".parse().unwrap()), Some(Color::Blue));
    assert_eq!(position.stone("b4".parse().unwrap()), None);
    assert_eq!((position.to_move(), position.empty_count()), (Some(Color::Red), 24));
    assert!(!position.is_legal(Move::Swap), "once is enough");
}

#[test]
fn swap_sides_leaves_the_stone_and_the_same_colour_moves_again() {
    let mut game = Game::new(rules("cylinder:5x4 swap=sides first=blue")).unwrap();
    game.play("b4".parse().unwrap()).unwrap();
    game.play(Move::Swap).unwrap();
    let position = game.position();
    assert_eq!(position.stone("b4".parse().unwrap()), Some(Color::Blue));
    assert_eq!(position.to_move(), Some(Color::Red));
    assert!(position.sides_swapped() && !position.is_legal(Move::Swap));
    game.undo();
    assert!(!game.position().sides_swapped() && game.position().is_legal(Move::Swap));
}

#[test]
fn refusals_say_why() {
    let refusal = |text: &str, played: &str, mv: &str| {
        let mut position = Position::new(rules(text)).unwrap();
        for word in played.split_whitespace() {
            position.play(word.parse().unwrap()).unwrap();
        }
        position.play(mv.parse().unwrap()).unwrap_err().to_string()
    };
    assert_eq!(refusal("3x3", "", "d1"), "d1 is not on the board plane:3x3");
    assert_eq!(refusal("3x3", "b2", "b2"), "b2 is occupied by red: expected an empty cell");
    assert_eq!(refusal("1x1", "a1", "a1"), "a1 is not possible: the game is over, red has won");
    assert_eq!(
        refusal("2x2 seasons=12/21", "", "b1"),
        "b1 is in season 2: red may only play in season 1 now"
    );
    assert_eq!(refusal("3x3", "a1", "swap"), "swap is not allowed: the rules have no swap");
    assert_eq!(
        refusal("3x3 swap=sides", "a1 b1", "swap"),
        "swap is not allowed: it is only the answer to the first stone"
    );
    assert_eq!(refusal("3x3", "", "pass"), "pass is not allowed: red has 9 legal cells");
    assert_eq!(
        refusal("3x3 turns=random", "", "a1"),
        "a1 is not possible: a coin flip decides first who moves"
    );
}

#[test]
fn a_season_without_cells_is_passed_or_ends_the_game() {
    // Season 2 does not exist on the board: the second move of each player must be a pass.
    let text = "3x1 seasons=111 years=12/12";
    let mut game = Game::new(Rules { first: Color::Blue, ..rules(text) }).unwrap();
    game.play("a1".parse().unwrap()).unwrap();
    assert_eq!(game.position().winner(), None);
    let mut taller = Game::new(rules("2x3 seasons=11/11/11 years=12/12")).unwrap();
    taller.play("a1".parse().unwrap()).unwrap();
    taller.play("a2".parse().unwrap()).unwrap();
    assert_eq!(taller.position().legal_moves(), [Move::Pass]);
    taller.play(Move::Pass).unwrap();
    assert_eq!(taller.position().to_move(), Some(Color::Blue));
    taller.play(Move::Pass).unwrap();
    assert_eq!(taller.position().season(Color::Red), Some(0));

    let mut discarded =
        Game::new(rules("2x3 seasons=11/11/11 years=12/12 no-move=discard")).unwrap();
    discarded.play("a1".parse().unwrap()).unwrap();
    discarded.play("a2".parse().unwrap()).unwrap();
    assert_eq!(discarded.ending(), Some(Ending::Discarded));
    assert_eq!(discarded.ending().unwrap().winner(), None);
}

#[test]
fn coins_are_flipped_once_before_every_move() {
    let mut game = Game::new(rules("3x3 turns=random")).unwrap();
    assert!(game.position().coin_due());
    assert_eq!(game.position().to_move(), None);
    game.toss(Color::Blue).unwrap();
    assert!(matches!(game.toss(Color::Red), Err(PlyError::Move(MoveError::NoCoinDue(_)))));
    game.play("a1".parse().unwrap()).unwrap();
    game.play_ply(Ply { color: Color::Blue, mv: "b1".parse().unwrap() }).unwrap();
    let refused = game.play_ply(Ply { color: Color::Red, mv: "b1".parse().unwrap() });
    assert!(refused.is_err() && game.position().coin_due(), "a refused ply leaves the coin due");
    game.play_ply(Ply { color: Color::Blue, mv: "c1".parse().unwrap() }).unwrap();
    assert_eq!(game.ending(), Some(Ending::Won(Color::Blue)));
    assert!(Position::new(rules("3x3")).unwrap().toss(Color::Red).is_err());
}

#[test]
fn resignation_ends_the_game_and_can_be_taken_back() {
    let mut game = Game::new(rules("3x3")).unwrap();
    game.play("a1".parse().unwrap()).unwrap();
    game.resign(Color::Blue).unwrap();
    assert_eq!(game.ending().unwrap().winner(), Some(Color::Red));
    assert_eq!(game.ending().unwrap().to_string(), "red wins: blue resigned");
    let error = game.play("b1".parse().unwrap()).unwrap_err().to_string();
    assert_eq!(error, "b1 is not possible: the game is over, red wins: blue resigned");
    assert!(game.resign(Color::Red).is_err());
    assert_eq!(game.undo(), None);
    assert_eq!((game.ending(), game.plies().len()), (None, 1));
}

#[test]
fn out_of_turn_plies_are_refused_by_name() {
    let mut game = Game::new(rules("3x3")).unwrap();
    let ply = Ply { color: Color::Blue, mv: "a1".parse().unwrap() };
    assert_eq!(
        game.play_ply(ply).unwrap_err().to_string(),
        "blue a1 is out of turn: red is to move"
    );
}

#[test]
fn stones_out_of_turn_are_legal_positions_and_can_be_taken_back() {
    let mut game = Game::new(rules("3x3 swap=sides")).unwrap();
    let ply = |color, mv: &str| Ply { color, mv: mv.parse().unwrap() };
    for stone in ["a1", "b1"] {
        game.play_out_of_turn(ply(Color::Red, stone)).unwrap();
    }
    assert_eq!(game.position().to_move(), Some(Color::Blue));
    assert!(game.play_out_of_turn(ply(Color::Red, "a1")).is_err());
    assert_eq!(game.position().to_move(), Some(Color::Blue), "a refused stone changes nothing");
    game.undo();
    assert_eq!(game.position().stone("a1".parse().unwrap()), Some(Color::Red));
    assert_eq!(game.position().empty_count(), 8);
}

#[test]
fn setups_report_all_their_faults() {
    let mut setup = Setup::new(rules("torus:4x4"));
    setup.stones.red = ["a1", "a1", "b2", "e5"].map(|c| c.parse().unwrap()).to_vec();
    setup.stones.blue = ["b2", "c9"].map(|c| c.parse().unwrap()).to_vec();
    let faults = Position::from_setup(&setup).unwrap_err();
    assert_eq!(faults.0.len(), 4);
    assert_eq!(
        faults.to_string(),
        "a1 is given twice for red; e5 is not on the board torus:4x4; \
         b2 is given for both colours; c9 is not on the board torus:4x4"
    );
    let spirals = |cells: &str| cells.split(' ').map(|c| c.parse().unwrap()).collect::<Vec<_>>();
    setup.stones.red = spirals("a1 b1 a2 d2 c3 d3 b4 c4");
    setup.stones.blue = spirals("c1 d1 b2 c2 a3 b3 a4 d4");
    assert_eq!(Position::from_setup(&setup).unwrap_err().0, [SetupFault::BothWon]);
}

/// Counted by an independent enumeration of sequences with the slow winner.
#[test]
fn perft_agrees_with_a_plain_enumeration() {
    fn slow(
        board: Board,
        stones: &mut Vec<(hexring_game::Cell, Color)>,
        mover: Color,
        depth: u32,
    ) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        for cell in board.cells() {
            if stones.iter().any(|(taken, _)| *taken == cell) {
                continue;
            }
            stones.push((cell, mover));
            let stone = |at| stones.iter().find(|(cell, _)| *cell == at).map(|(_, color)| *color);
            let won = hexring_game::oracles::lifting::has_won(board, stone, mover);
            count += if depth == 1 {
                1
            } else if won {
                0
            } else {
                slow(board, stones, !mover, depth - 1)
            };
            stones.pop();
        }
        count
    }
    for text in ["plane:3x2", "cylinder:3x2", "torus:3x2", "cylinder:2x3", "torus:2x2", "plane:1x4"]
    {
        for first in Color::ALL {
            let rules = Rules { first, ..rules(text) };
            let position = Position::new(rules.clone()).unwrap();
            for depth in 0..=5 {
                let expected = slow(rules.board, &mut Vec::new(), first, depth);
                assert_eq!(perft(&position, depth), expected, "{text} {first} {depth}");
            }
        }
    }
    let torus = Position::new(rules("torus:3x3 first=blue")).unwrap();
    assert_eq!(perft(&torus, 4), 9 * 8 * 7 * 6);
    // A coin before every move: both results count; with swap, one more answer to each opening.
    assert_eq!(perft(&Position::new(rules("3x3 turns=random")).unwrap(), 2), 2 * 9 * 2 * 8);
    assert_eq!(perft(&Position::new(rules("3x3 swap=sides")).unwrap(), 2), 9 * 9);
}
