//! Someone at the board: a player with its seed, or an engine that is kept in step.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hexring_control::{Limit, Raising};
use hexring_game::{Color, Forfeit, Game, Move, Ply, Rules, Swap, Topology};
use hexring_htp::client::{Engine, Fault};
use hexring_players::{Control, Player, decide};

use crate::contender::{Contender, EngineSpec};

/// What somebody answered when it was to move.
pub(crate) enum Answer {
    /// A move, not yet checked, with the value that the player gives itself.
    Move(Move, Option<f64>),
    /// It has lost, for this reason.
    Lost(Forfeit),
}

/// Someone at the board.
pub(crate) enum Seat<'a> {
    Player(Box<dyn Player>),
    Engine(EngineSeat<'a>),
}

/// The running engines of one worker. They are kept from game to game, and started again after a
/// fault. The colour is part of the key, because an engine may play itself.
#[derive(Default)]
pub(crate) struct Engines(HashMap<(String, Color), Slot>);

/// A place for one engine.
#[derive(Default)]
struct Slot {
    engine: Option<Engine>,
}

/// An engine in one game.
pub(crate) struct EngineSeat<'a> {
    spec: EngineSpec,
    color: Color,
    slot: &'a mut Slot,
    /// How many moves of the game it knows; none before it knows the rules.
    known: Option<usize>,
}

impl Engines {
    /// Seats for both colours.
    pub(crate) fn seats<'a>(
        &'a mut self,
        players: &hexring_game::ByColor<Contender>,
        seeds: hexring_game::ByColor<u64>,
    ) -> [Seat<'a>; 2] {
        for color in Color::ALL {
            if let Contender::Engine(spec) = &players[color] {
                self.0.entry((spec.command.clone(), color)).or_default();
            }
        }
        let mut slots: Vec<(&(String, Color), &mut Slot)> = self.0.iter_mut().collect();
        Color::ALL.map(|color| match &players[color] {
            Contender::Player(spec) => Seat::Player(spec.build(seeds[color])),
            Contender::Engine(spec) => {
                let at = slots.iter().position(|(key, _)| key.0 == spec.command && key.1 == color);
                let (_, slot) = slots.swap_remove(at.expect("entered above"));
                Seat::Engine(EngineSeat { spec: spec.clone(), color, slot, known: None })
            }
        })
    }
}

impl Seat<'_> {
    /// Asks for a move in a game that goes on.
    pub(crate) fn ask(&mut self, game: &Game, limit: &Limit) -> Answer {
        match self {
            Seat::Player(player) => ask_player(player.as_mut(), game, limit),
            Seat::Engine(seat) => seat.ask(game),
        }
    }
}

/// The limit's stop as players look at it, for as long as what comes with it is kept.
pub(crate) fn flag(limit: &Limit) -> (Arc<AtomicBool>, Option<Raising>) {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    (flag, limit.on_stop(move || raised.store(true, Ordering::Relaxed)))
}

/// A player that panics has a bug, but the experiment goes on, and the table says so.
fn ask_player(player: &mut dyn Player, game: &Game, limit: &Limit) -> Answer {
    let (stop, _raising) = flag(limit);
    let choose = || decide(player, game, &mut Control::new(&stop, &mut |_| {}));
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(choose)) {
        Ok(Ok(choice)) if choice.resigns => Answer::Lost(Forfeit::Resignation),
        Ok(Ok(choice)) => Answer::Move(choice.mv, choice.value),
        Ok(Err(error)) => Answer::Lost(Forfeit::Other(format!("no move: {error}"))),
        Err(_) => Answer::Lost(Forfeit::Other("crash: the player panicked".to_owned())),
    }
}

impl EngineSeat<'_> {
    fn ask(&mut self, game: &Game) -> Answer {
        match self.think(game) {
            Ok(word) if word.eq_ignore_ascii_case("resign") => Answer::Lost(Forfeit::Resignation),
            Ok(word) => match word.parse() {
                Ok(mv) => Answer::Move(mv, None),
                Err(_) => {
                    self.slot.engine = None;
                    let word: String = word.chars().take(60).collect();
                    Answer::Lost(Forfeit::Other(format!("bad answer: {word:?} is no move")))
                }
            },
            Err(fault) => {
                // Whatever state it is in, the next game begins with a new one.
                self.slot.engine = None;
                Answer::Lost(reason(&fault))
            }
        }
    }

    /// Tells the engine what it has missed and asks it for a move.
    fn think(&mut self, game: &Game) -> Result<String, Fault> {
        let known = match self.known {
            Some(known) => known,
            None => {
                self.begin(game.rules())?;
                0
            }
        };
        for ply in &game.plies()[known..] {
            self.send(&format!("play {} {}", name(ply.color), word(*ply, game.rules().swap)))?;
        }
        let color = game.position().to_move().unwrap_or(self.color);
        let limit = self.spec.think;
        let engine = self.engine()?;
        let answer = engine.send(&format!("genmove {}", name(color)), limit)?;
        // The engine has played its own move.
        self.known = Some(game.plies().len() + 1);
        Ok(answer)
    }

    /// Sets the rules up. Settings that an engine need not know are asked for only where they
    /// differ from plain Hex.
    fn begin(&mut self, rules: &Rules) -> Result<(), Fault> {
        let board = rules.board;
        self.send(&format!("boardsize {} {}", board.cols(), board.rows()))?;
        if board.topology() != Topology::Plane {
            self.send(&format!("param_game topology {}", board.topology()))?;
        }
        self.send("clear_board")?;
        let allowed = u8::from(rules.swap != Swap::None);
        match self.send(&format!("param_game allow_swap {allowed}")) {
            Err(fault) if allowed == 1 || !fault.is_survivable() => Err(fault),
            _ => Ok(()),
        }
    }

    fn send(&mut self, command: &str) -> Result<String, Fault> {
        let limit = self.spec.start;
        self.engine()?.send(command, limit)
    }

    fn engine(&mut self) -> Result<&mut Engine, Fault> {
        if self.slot.engine.is_none() {
            self.slot.engine = Some(Engine::start(&self.spec.command)?);
        }
        Ok(self.slot.engine.as_mut().expect("started above"))
    }
}

/// Starts an engine once, so that a missing one is found before the games begin.
pub(crate) fn try_engine(spec: &EngineSpec) -> Result<(), Fault> {
    Engine::start(&spec.command)?.send("name", spec.start).map(|_| ())
}

fn reason(fault: &Fault) -> Forfeit {
    match fault {
        Fault::Stall { .. } => Forfeit::Time,
        other => Forfeit::Other(other.to_string()),
    }
}

/// The protocol's name of a colour.
fn name(color: Color) -> &'static str {
    match color {
        Color::Red => "black",
        Color::Blue => "white",
    }
}

/// The protocol's word for a move.
fn word(ply: Ply, swap: Swap) -> String {
    match (ply.mv, swap) {
        (Move::Swap, Swap::Sides) => "swap-sides".to_owned(),
        (Move::Swap, _) => "swap-pieces".to_owned(),
        (mv, _) => mv.to_string(),
    }
}
