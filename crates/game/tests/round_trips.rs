//! Every format gives back what it was given: random rules, games, trees and nasty texts.

mod support;

use hexring_game::record::{
    Action, Edit, Format, Label, Node, NodeId, Property, Record, StartError, View,
};
use hexring_game::{Board, Cell, Color, Forfeit, Game, Ply, Rules, Swap, Topology};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use support::{any_rules, below};

/// Mostly short, and sometimes with columns beyond z.
fn any_side() -> impl Strategy<Value = u8> + Clone {
    prop_oneof![8 => 1u8..=6, 1 => 25u8..=30]
}

/// A text with everything that needs an escape somewhere, but no carriage return, which SGF
/// reads as a line end.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), r"[\]\[\\:;() \n\ta-c1é—😀,.]{1,12}", r"\PC{0,8}"]
}

/// A legal move for the player to move, or for either one where a coin decides.
fn any_ply(game: &Game, rng: &mut impl Rng) -> Option<Ply> {
    let mut position = game.position().clone();
    if position.coin_due() {
        position.toss(Color::ALL[below(rng, 2)]).expect("a coin is due");
    }
    let moves = position.legal_moves();
    let color = position.to_move()?;
    (!moves.is_empty()).then(|| Ply { color, mv: moves[below(rng, moves.len())] })
}

/// A game of some random moves that may end by a forfeit.
fn any_game(rules: Rules, length: usize, rng: &mut impl Rng) -> Game {
    let mut game = Game::new(rules).expect("rules that fit");
    for _ in 0..length {
        let Some(ply) = any_ply(&game, rng) else { break };
        game.play_ply(ply).expect("legal");
    }
    let loser = Color::ALL[below(rng, 2)];
    if game.ending().is_none() {
        match below(rng, 5) {
            0 => game.resign(loser).expect("goes on"),
            1 => game.forfeit(loser, Forfeit::Other(String::new())).expect("goes on"),
            _ => {}
        }
    }
    game
}

/// Adds a legal move, a setup or a forfeit below a node, with texts.
fn grow(record: &mut Record, parent: NodeId, texts: &[String], rng: &mut impl Rng) {
    let Ok(game) = record.game_at(parent) else { return };
    let board = record.rules.board;
    let mut text = || texts[below(rng, texts.len())].clone();
    let (comment, label, reason) = (text(), text(), text());
    let mut cell = || Cell::new(below(rng, 30) as u8 % board.cols(), 0);
    let (place, other) = (cell(), cell());
    let mut node = Node { comment, ..Node::default() };
    match below(rng, 8) {
        0 => node.edit = Edit { empty: vec![place], ..Edit::default() },
        1 => node.edit.to_move = Some(Color::Blue),
        2 if place != other => {
            node.edit.red = vec![place];
            node.edit.blue = vec![other];
        }
        3 if game.ending().is_none() => {
            let reason = if reason.len() == 3 { Forfeit::Time } else { Forfeit::Other(reason) };
            node.action = Some(Action::Forfeit { loser: Color::Red, reason });
        }
        _ => node.action = any_ply(&game, rng).map(Action::Play),
    }
    match below(rng, 4) {
        0 => node.labels.push(Label { cell: place, text: label }),
        1 => {
            let raw = vec![r"a\]b\:c:d".to_owned(), String::new()];
            node.properties.push(Property::new("XYZ", raw).expect("escaped"));
        }
        _ => {}
    }
    record.add(parent, node);
}

/// A record of a random game with random variations.
fn any_record() -> impl Strategy<Value = Record> {
    let texts = prop::collection::vec(any_text(), 6);
    (any_rules(any_side()), 0usize..40, 0usize..25, texts, any::<u64>()).prop_map(
        |(rules, length, grown, texts, seed)| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let game = any_game(rules, length, &mut rng);
            let mut record = Record::from_game(&game).expect("a plain start");
            for _ in 0..grown {
                let parent = record.preorder()[below(&mut rng, record.node_count())];
                grow(&mut record, parent, &texts, &mut rng);
            }
            record.info.players.red.clone_from(&texts[0]);
            record.info.event.clone_from(&texts[1]);
            record.info.application.clone_from(&texts[2]);
            record.info.comment.clone_from(&texts[3]);
            let root = record.root();
            record.node_mut(root).comment.clone_from(&texts[4]);
            record.view = View { numbers: true, cursor: Some(length), ..View::default() };
            record
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn trees_survive_sgf_and_json(record in any_record()) {
        // A grown main line may be impossible: a setup may let both colours win.
        prop_assume!(record.main_game().is_ok());
        for format in [Format::Sgf, Format::Json] {
            let written = record.write(format).expect("everything can be said");
            prop_assert_eq!(Format::detect(&written), format);
            let again = Record::parse(&written, None);
            prop_assert_eq!(again.as_ref(), Ok(&record), "{}", written);
        }
    }

    #[test]
    fn games_survive_move_lists(rules in any_rules(any_side()), length in 0usize..60, seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let game = any_game(rules.clone(), length, &mut rng);
        let record = Record::from_game(&game).expect("a plain start").bare();
        let written = record.write(Format::Moves).expect("moves only");
        let again = Record::parse(&written, Some(Format::Moves));
        prop_assert_eq!(again.as_ref(), Ok(&record));
        prop_assert_eq!(record.main_game().expect("legal"), game);
    }

    #[test]
    fn games_from_a_position_survive_sgf(rules in any_rules(any_side()), lengths: [u8; 2], seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let before = any_game(rules, lengths[0].into(), &mut rng);
        let mut game = Game::from_position(before.position().clone());
        for _ in 0..lengths[1] % 8 {
            let Some(ply) = any_ply(&game, &mut rng) else { break };
            game.play_ply(ply).expect("legal");
        }
        match Record::from_game(&game) {
            Ok(record) => {
                let written = record.write(Format::Sgf).expect("everything can be said");
                let again = Record::parse(&written, None).expect("what was written");
                prop_assert_eq!(again.main_game().expect("legal"), game, "{}", written);
            }
            Err(error) => {
                prop_assert_eq!(error, StartError::NotASetup);
                // Only the right to swap a lone stone depends on how the stone came there.
                let position = before.position();
                prop_assert_eq!(position.board().cell_count() - position.empty_count(), 1);
                prop_assert_ne!(position.rules().swap, Swap::None);
            }
        }
    }

    #[test]
    fn plane_games_survive_links(rules in any_rules(any_side()), length in 0usize..60, seed: u64) {
        let board = Board::new(Topology::Plane, rules.board.cols(), rules.board.rows());
        let mut classic = Rules::new(board.expect("in range"));
        classic.swap = if classic.board.is_square() { rules.swap } else { Swap::Sides };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let game = any_game(classic, length, &mut rng);
        let record = Record::from_game(&game).expect("a plain start").bare();
        let link = record.write(Format::HexWorld).expect("moves only");
        prop_assert_eq!(Format::detect(&link), Format::HexWorld);
        let again = Record::parse(&link, None).expect("a link").main_game().expect("legal");
        prop_assert_eq!(again.plies(), game.plies());
        prop_assert_eq!(again.ending(), game.ending());
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[(;)\\[\\]BW:a-c1-3x,s \\\\]{0,40}") {
        for &format in Format::ALL {
            let _ = Record::parse(&text, Some(format));
        }
    }
}
