//! Looks for openings that are even: for a judge, and for a player who meets itself.
//!
//! ```text
//! cargo run --release -p hexring-players --example balanced_openings -- \
//!     neural:sims=64 mcts:playouts=16384 torus:7x7 2-6 10 50 1
//! ```
//!
//! The arguments: the judge, the player, the rules, how many stones (from-to), games from each
//! opening, how many openings, a seed. The judge must give the colour to move chances from 30 to 70
//! in a hundred, and neither colour may win more than three fifths of the player's games; an opening
//! is given up as soon as one does, or when one wins the first four.
//!
//! Stones are random. On a cylinder Red is far ahead, so there Red's stones lie at the edges, where
//! they are worth least, and Blue's between them. With players that are limited by a number (not by
//! time), the same seed gives the same openings.

use hexring_game::{Color, Game, Move, Rules, Topology};
use hexring_players::{Control, Spec, decide};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Games that one colour wins from the first on, after which more are not worth their time.
const CLEAR: u32 = 4;

/// How far from one half the judge's chances may be.
const EVEN: f64 = 0.2;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [judge, player, rules, stones, games, count, seed] = &arguments[..] else {
        eprintln!("expected: JUDGE PLAYER RULES FROM-TO GAMES COUNT SEED");
        std::process::exit(2);
    };
    let [judge, player] = [judge, player].map(|text| text.parse::<Spec>().expect("a player"));
    let rules: Rules = rules.parse().expect("rules");
    let (from, to) = stones.split_once('-').expect("from-to");
    let stones: (u32, u32) = (from.parse().expect("a number"), to.parse().expect("a number"));
    let games: u32 = games.parse().expect("a number of games");
    let (count, seed): (u32, u64) =
        (count.parse().expect("a number of openings"), seed.parse().expect("a seed"));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut found, mut tried) = (0, 0);
    while found < count {
        tried += 1;
        let Some(opening) = opening(&rules, rng.random_range(stones.0..=stones.1), &mut rng) else {
            continue;
        };
        if !is_even(&judge, &opening, seed) {
            continue;
        }
        let Some([red, blue]) = balance(&player, &opening, games, &mut rng) else { continue };
        found += 1;
        let moves: Vec<String> = opening.plies().iter().map(|ply| ply.mv.to_string()).collect();
        println!("\"{}\",  # {red}:{blue}, {found} of {tried}", moves.join(" "));
    }
}

/// A game that goes on after so many random stones.
fn opening(rules: &Rules, stones: u32, rng: &mut Xoshiro256PlusPlus) -> Option<Game> {
    let mut game = Game::new(rules.clone()).expect("rules");
    let is_cylinder = rules.board.topology() == Topology::Cylinder;
    let last = rules.board.rows() - 1;
    for _ in 0..stones {
        let color = game.position().to_move()?;
        let cells = game.position().legal_sites().map(|site| rules.board.cell(site));
        let is_fit = |row: u8| !is_cylinder || (row == 0 || row == last) == (color == Color::Red);
        let cells: Vec<_> = cells.filter(|cell| is_fit(cell.row)).collect();
        game.play(Move::Place(cells[rng.random_range(0..cells.len())])).expect("legal");
    }
    game.ending().is_none().then_some(game)
}

/// Whether a judge finds both colours' chances about equal.
fn is_even(judge: &Spec, opening: &Game, seed: u64) -> bool {
    let mut judge = judge.build(seed).expect("it can be made");
    let choice = decide(&mut *judge, opening, &mut Control::default());
    choice.expect("a move").value.is_some_and(|value| (value - 0.5).abs() <= EVEN)
}

/// How many games Red and Blue win, if that is about even.
fn balance(
    player: &Spec,
    opening: &Game,
    games: u32,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<[u32; 2]> {
    let mut wins = [0, 0];
    let most = games * 3 / 5;
    for played in 1..=games {
        let winner = self_play(player, opening.clone(), rng.random())?;
        wins[usize::from(winner == Color::Blue)] += 1;
        if wins.iter().any(|wins| *wins > most || (*wins == played && played >= CLEAR)) {
            return None;
        }
    }
    Some(wins)
}

/// The winner of a game that a player plays against itself.
fn self_play(player: &Spec, mut game: Game, seed: u64) -> Option<Color> {
    let mut players = [seed, !seed].map(|seed| player.build(seed).expect("it can be made"));
    while game.ending().is_none() {
        let mover = usize::from(game.position().to_move()? == Color::Blue);
        let choice = decide(&mut *players[mover], &game, &mut Control::default());
        choice.expect("a move").play(&mut game).expect("legal");
    }
    game.ending().and_then(|ending| ending.winner())
}
