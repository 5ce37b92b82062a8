//! One game from its task to its end.

use std::time::Instant;

use hexring_control::Limit;
use hexring_game::{ByColor, Color, Ending, Forfeit, Game, Move, Ply};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::job::GameTask;
use crate::seat::{Answer, Engines, Seat};
use crate::seeds::derive;

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// All moves, those of the opening included.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub ending: Ending,
    /// Whether the players had exchanged colours when it ended.
    pub swapped: bool,
    /// For every move after the opening: the value that its player gave itself, if any.
    pub values: Vec<Option<f64>>,
    /// For every move after the opening: the seconds that it took.
    pub seconds: Vec<f64>,
}

/// Plays a game. None if it was stopped before its end: a stopped player moves at once, which
/// would make another game of it.
pub(crate) fn play(
    task: &GameTask,
    seed: u64,
    engines: &mut Engines,
    limit: &Limit,
) -> Option<Played> {
    let mut game = Game::new(task.rules.clone()).expect("rules were checked");
    let mut coin = Xoshiro256PlusPlus::seed_from_u64(derive(seed, "coin"));
    for mv in &task.opening {
        toss(&mut game, &mut coin);
        game.play(*mv).expect("openings were checked");
    }
    let seeds = ByColor::from_fn(|color| derive(seed, &color.to_string()));
    let mut seats = engines.seats(&task.players, seeds);
    let (mut values, mut seconds) = (Vec::new(), Vec::new());
    while game.ending().is_none() {
        toss(&mut game, &mut coin);
        let started = Instant::now();
        let value = step(&mut game, &mut seats, limit);
        if limit.is_over() {
            return None;
        }
        values.push(value);
        seconds.push(started.elapsed().as_secs_f64());
    }
    let ending = game.ending().expect("the loop ended");
    let swapped = game.position().sides_swapped();
    Some(Played { plies: game.plies().to_vec(), ending, swapped, values, seconds })
}

/// Flips the coin where one is due.
fn toss(game: &mut Game, coin: &mut Xoshiro256PlusPlus) {
    if game.position().coin_due() {
        let color = Color::ALL[(coin.next_u32() >> 31) as usize];
        game.toss(color).expect("a coin is due");
    }
}

/// One move, or the end of the game; returns the value that the mover gave itself.
fn step(game: &mut Game, seats: &mut [Seat; 2], limit: &Limit) -> Option<f64> {
    let color = game.position().to_move().expect("the game goes on");
    let answer = match forced(game) {
        Some(mv) => Answer::Move(mv, None),
        None => seats[seat_of(game, color).index()].ask(game, limit),
    };
    let (value, fault) = match answer {
        Answer::Lost(reason) => (None, Some(reason)),
        Answer::Move(mv, value) => match game.play(mv) {
            Ok(()) => (value, None),
            Err(error) => (value, Some(Forfeit::Other(format!("illegal move: {error}")))),
        },
    };
    if let Some(reason) = fault {
        game.forfeit(color, reason).expect("the game goes on");
    }
    value
}

/// A pass is no decision: nobody has to be asked.
fn forced(game: &Game) -> Option<Move> {
    game.position().is_legal(Move::Pass).then_some(Move::Pass)
}

/// Whose turn it is, by the colour in which that player began.
fn seat_of(game: &Game, color: Color) -> Color {
    if game.position().sides_swapped() { !color } else { color }
}
