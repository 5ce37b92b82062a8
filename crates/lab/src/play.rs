//! One game from its task to its end.

use std::collections::HashMap;

use hexring_control::Limit;
use hexring_game::{ByColor, Color, Ending, Forfeit, Game, Ply};
use hexring_htp::{EnginePlayer, EngineSlot};
use hexring_players::table::{Seat, Table, Turn, seat_seed};
use hexring_players::{Choice, ChooseError, Control, Player};

use crate::contender::Contender;
use crate::job::GameTask;

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// All moves, those of the opening included.
    pub plies: Vec<Ply>,
    /// How many of them were the opening.
    pub opening: usize,
    /// How it ended.
    pub ending: Ending,
    /// Whether the players had exchanged colours when it ended.
    pub swapped: bool,
    /// For every move after the opening: the value that its player gave itself, if any.
    pub values: Vec<Option<f64>>,
    /// For every move after the opening: the seconds that it took.
    pub seconds: Vec<f64>,
}

/// The running engines of one worker. They are kept from game to game. The colour is part of the
/// key, because an engine may play itself.
#[derive(Default)]
pub(crate) struct Engines(HashMap<(String, Color), EngineSlot>);

impl Engines {
    /// Someone at the board: a player with its seed, or an engine.
    fn seat(&mut self, contender: &Contender, color: Color, seed: u64) -> Seat {
        let player: Box<dyn Player> = match contender {
            Contender::Player(spec) => match spec.build(seat_seed(seed, color)) {
                Ok(player) => player,
                Err(fault) => Box::new(Absent(fault.to_string())),
            },
            Contender::Engine(spec) => {
                let slot = self.0.entry((spec.command.clone(), color)).or_default();
                Box::new(EnginePlayer::new(spec.clone(), slot.clone()))
            }
        };
        Seat::player(contender.to_string(), player)
    }
}

/// A player that could not be made: a file that it needs was there when the run began. It loses
/// its games, and they say why.
struct Absent(String);

impl Player for Absent {
    fn choose(&mut self, _: &Game, _: &mut Control) -> Result<Choice, ChooseError> {
        Err(ChooseError::Lost(Forfeit::Other(self.0.clone())))
    }
}

/// Plays a game. None if it was stopped before its end: a stopped player moves at once, which
/// would make another game of it.
pub(crate) fn play(
    task: &GameTask,
    seed: u64,
    engines: &mut Engines,
    limit: &Limit,
) -> Option<Played> {
    let game = Game::new(task.rules.clone()).expect("rules were checked");
    let seats = ByColor::from_fn(|color| engines.seat(&task.players[color], color, seed));
    let mut table = Table::new(game, seats, seed);
    let opening = task.opening.moves(&task.rules, limit)?;
    table.open(&opening).expect("openings were checked");
    let (mut values, mut seconds) = (Vec::new(), Vec::new());
    while let Turn::Player(_) = table.turn() {
        let answer = table.step(&mut Control::quiet(limit.clone()));
        if limit.is_over() {
            return None;
        }
        let choice = answer.and_then(Result::ok);
        values.push(choice.as_ref().and_then(|choice| choice.value));
        seconds.push(choice.map_or(0.0, |choice| choice.time.as_secs_f64()));
    }
    let (game, swapped) = (table.game(), table.game().position().sides_swapped());
    let ending = game.ending().expect("the loop ended");
    let (plies, opening) = (game.plies().to_vec(), opening.len());
    Some(Played { plies, opening, ending, swapped, values, seconds })
}
