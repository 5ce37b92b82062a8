//! Lets two players play pairs of games and prints who won how many.
//!
//! ```text
//! cargo run --release -p hexring-players --example duel -- \
//!     mcts:time=100ms mcts:plain=true,time=100ms 11x11 20 1
//! ```
//!
//! The arguments: two players, the rules, the number of pairs, a seed. Both games of a pair begin
//! with the same one or two random stones, and the players change colours. The interval is
//! Wilson's, at 95 %.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use hexring_game::{Color, Game, Rules, Turns};
use hexring_players::{Control, Player, Spec, decide};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, rules, pairs, seed] = &arguments[..] else {
        eprintln!("expected: PLAYER PLAYER RULES PAIRS SEED");
        std::process::exit(2);
    };
    let specs = [first, second].map(|text| text.parse::<Spec>().expect("a player"));
    let rules: Rules = rules.parse().expect("rules");
    let (pairs, seed): (u64, u64) = (pairs.parse().expect("pairs"), seed.parse().expect("a seed"));
    let (mut wins, mut time) = ([0, 0], [Duration::ZERO; 2]);
    for pair in 0..pairs {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ (pair + 1) << 20);
        let start = opening(&rules, &mut rng);
        for red in [0, 1] {
            let mut players = [0, 1].map(|i| specs[i].build(seed + 2 * pair + i as u64));
            let winner = play(start.clone(), &mut players, red, &mut rng, &mut time);
            if let Some(winner) = winner {
                wins[winner] += 1;
            }
        }
        let (low, high) = wilson(wins[0], wins[0] + wins[1]);
        println!(
            "{} {} : {} {}  ({:.1}% to {:.1}%), {:.1} s and {:.1} s",
            specs[0],
            wins[0],
            wins[1],
            specs[1],
            100.0 * low,
            100.0 * high,
            time[0].as_secs_f64(),
            time[1].as_secs_f64()
        );
    }
}

/// A game with one or two random stones.
fn opening(rules: &Rules, rng: &mut Xoshiro256PlusPlus) -> Game {
    let mut game = Game::new(rules.clone()).expect("rules");
    if rules.turns == Turns::Alternate {
        for _ in 0..rng.random_range(1..=2) {
            let moves = game.position().legal_moves();
            let placed = game.play(moves[rng.random_range(0..moves.len())]);
            placed.expect("legal");
            if game.ending().is_some() {
                return Game::new(rules.clone()).expect("rules");
            }
        }
    }
    game
}

/// Plays to the end and says which player won; `red` is the one who plays Red.
fn play(
    mut game: Game,
    players: &mut [Box<dyn Player>; 2],
    red: usize,
    rng: &mut Xoshiro256PlusPlus,
    time: &mut [Duration; 2],
) -> Option<usize> {
    let owner = |game: &Game, color: Color| {
        let by_color = if color == Color::Red { red } else { 1 - red };
        if game.position().sides_swapped() { 1 - by_color } else { by_color }
    };
    while game.ending().is_none() {
        if game.position().coin_due() {
            let color = if rng.random_range(0..2) == 0 { Color::Red } else { Color::Blue };
            game.toss(color).expect("a coin is due");
            continue;
        }
        let color = game.position().to_move().expect("somebody is to move");
        let mover = owner(&game, color);
        let stop = AtomicBool::new(false);
        let started = Instant::now();
        let choice = decide(&mut *players[mover], &game, &mut Control::new(&stop, &mut |_| {}));
        time[mover] += started.elapsed();
        choice.expect("a move").play(&mut game).expect("legal");
    }
    let winner = game.ending().and_then(|ending| ending.winner())?;
    Some(owner(&game, winner))
}

/// Wilson's interval for a share, at 95 %.
fn wilson(won: u32, games: u32) -> (f64, f64) {
    let (z, n) = (1.96_f64, f64::from(games.max(1)));
    let share = f64::from(won) / n;
    let middle = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    ((middle - spread) / scale, (middle + spread) / scale)
}
