//! Boards, rules and games that several tests draw from.
#![allow(dead_code, unreachable_pub)] // each test uses a part

use hexring_control::{Limit, Stop};
use hexring_game::{
    Board, Color, Game, NoMove, Rules, SeasonLayout, Seasons, Topology, Turns, default_years,
};
use hexring_players::dice::below;
use hexring_players::{Choice, Control, Spec, decide};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

pub fn board(topology: Topology, cols: u8, rows: u8) -> Board {
    Board::new(topology, cols, rows).expect("a board in range")
}

pub fn any_board(largest: u8) -> impl Strategy<Value = Board> {
    (prop::sample::select(Topology::ALL.to_vec()), 1..=largest, 1..=largest)
        .prop_map(|(topology, cols, rows)| board(topology, cols, rows))
}

/// All turn rules and seasons, without swap.
pub fn any_rules(largest: u8) -> impl Strategy<Value = Rules> {
    (any_board(largest), any::<bool>(), any::<bool>(), 0u8..=3, any::<u64>(), any::<bool>())
        .prop_map(|(board, blue_first, random, count, seed, discard)| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let seasons = (count > 0).then(|| Seasons {
                layout: SeasonLayout::random(board, count, &mut rng).expect("in range"),
                years: default_years(count).expect("in range"),
                no_move: if discard { NoMove::Discard } else { NoMove::Pass },
            });
            let mut rules = Rules { seasons, ..Rules::new(board) };
            rules.first = if blue_first { Color::Blue } else { Color::Red };
            rules.turns = if random { Turns::Random } else { Turns::Alternate };
            rules
        })
}

/// A game after some random moves in which somebody has a legal cell; none if it ended before.
pub fn random_game(rules: Rules, seed: u64, share: f64) -> Option<Game> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let moves = (share * rules.board.cell_count() as f64) as usize;
    let mut game = Game::new(rules).expect("rules that fit");
    for _ in 0..moves {
        settle_coin(&mut game, &mut rng);
        let moves = game.position().legal_moves();
        let mv = *moves.get(below(&mut rng, moves.len().max(1)))?;
        game.play(mv).expect("legal");
    }
    settle_coin(&mut game, &mut rng);
    (game.position().legal_cells().count() > 0).then_some(game)
}

/// Flips the coin if the rules ask for it.
pub fn settle_coin(game: &mut Game, rng: &mut Xoshiro256PlusPlus) {
    if game.position().coin_due() {
        game.toss(Color::ALL[below(rng, 2)]).expect("a coin is due");
    }
}

/// What a player chooses.
pub fn choose(spec: &str, seed: u64, game: &Game) -> Choice {
    choose_with(spec, seed, game, Limit::none())
}

/// A limit that is over.
pub fn stopped() -> Limit {
    let stop = Stop::new();
    stop.raise();
    Limit::of(&stop)
}

/// What a player chooses within a limit.
pub fn choose_with(spec: &str, seed: u64, game: &Game, limit: Limit) -> Choice {
    let spec: Spec = spec.parse().expect("a player");
    let mut player = spec.build(seed).expect("it can be made");
    decide(player.as_mut(), game, &mut Control::quiet(limit)).expect("a choice")
}
