//! One game from its task to its end.

use std::collections::HashMap;

use hexring_control::{Instant, Limit};
use hexring_game::{ByColor, Color, Ending, Forfeit, Game, Ply};
use hexring_htp::{EnginePlayer, EngineSlot};
use hexring_players::table::{Seat, Table, Turn, seat_seed};
use hexring_players::{Choice, ChooseError, Control, Player, Watch};

use crate::contender::Contender;
use crate::job::GameTask;
use crate::judge::{Judge, Thought};

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// All moves, those of the opening included.
    pub plies: Vec<Ply>,
    /// How many of them were the opening.
    pub opening: usize,
    /// How it ended.
    pub conclusion: Conclusion,
    /// Whether the players had exchanged colours when it ended.
    pub swapped: bool,
    /// What was thought at every turn after the opening, one that led to no move included.
    pub thoughts: Vec<Thought>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// On the board, or because somebody forfeited it.
    Ended(Ending),
    /// Before that, as was agreed on.
    Adjudicated {
        /// Who won.
        winner: Color,
        /// Who said so: `solver` or `agreement`.
        by: &'static str,
    },
}

impl Conclusion {
    /// Who won, if anybody.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Conclusion::Ended(ending) => ending.winner(),
            Conclusion::Adjudicated { winner, .. } => Some(*winner),
        }
    }
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
    let mut watch = task.terms.clock.map(Watch::new);
    let mut judge = task.terms.adjudication.map(Judge::new);
    let (mut thoughts, mut verdict) = (Vec::new(), None);
    while let (Turn::Player(color), None) = (table.turn(), &verdict) {
        thoughts.push(turn(&mut table, color, watch.as_mut(), limit)?);
        verdict = match &mut judge {
            Some(judge) if table.game().ending().is_none() => {
                let winner = judge.winner(table.game().position(), &thoughts, limit);
                winner.map(|winner| Conclusion::Adjudicated { winner, by: judge.name() })
            }
            _ => None,
        };
        if limit.is_over() {
            return None;
        }
    }
    let (game, swapped) = (table.game(), table.game().position().sides_swapped());
    let ended = || Conclusion::Ended(game.ending().expect("the loop ended"));
    let conclusion = verdict.unwrap_or_else(ended);
    let (plies, opening) = (game.plies().to_vec(), opening.len());
    Some(Played { plies, opening, conclusion, swapped, thoughts })
}

/// Lets the player to move do something, on its clock if there is one. None if it was stopped.
fn turn(
    table: &mut Table,
    color: Color,
    watch: Option<&mut Watch>,
    limit: &Limit,
) -> Option<Thought> {
    let (began, mut control) = (Instant::now(), Control::quiet(limit.clone()));
    let answer = match watch {
        Some(watch) => watch.step(table, &mut control),
        None => table.step(&mut control),
    };
    if limit.is_over() {
        return None;
    }
    let choice = answer.and_then(Result::ok);
    let value = choice.as_ref().and_then(|choice| choice.value);
    let time = choice.map_or_else(|| began.elapsed(), |choice| choice.time);
    Some(Thought { color, value, seconds: time.as_secs_f64() })
}
