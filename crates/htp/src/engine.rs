//! Programs from outside as players: an engine that is kept in step with a game.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hexring_control::Limit;
use hexring_game::{Color, Forfeit, Game, Move, Ply, Rules, Swap, Topology};
use hexring_players::{Choice, ChooseError, Control, Player};

use crate::client::{Engine, Fault};
use crate::words::{color_word, move_word};

/// How to run a program that speaks the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The command.
    pub command: String,
    /// How long it may take to start and to answer anything but a request for a move.
    pub start: Duration,
    /// How long it may take for a move.
    pub think: Duration,
}

/// A place for a running engine, so that it can be kept from game to game. Copies are the same
/// place. An engine that did something wrong is started again.
#[derive(Clone, Debug, Default)]
pub struct EngineSlot(Arc<Mutex<Option<Engine>>>);

/// An engine in one game.
pub struct EnginePlayer {
    spec: EngineSpec,
    slot: EngineSlot,
    /// What it knows of the game: the rules and the moves. Nothing before it was asked.
    known: Option<(Rules, Vec<Ply>)>,
}

impl EngineSpec {
    /// How long an engine may take to start, unless told otherwise.
    pub const START: Duration = Duration::from_secs(10);
    /// How long an engine may take for a move, unless told otherwise.
    pub const THINK: Duration = Duration::from_secs(60);

    /// A command with the usual times.
    pub fn new(command: impl Into<String>) -> Self {
        EngineSpec { command: command.into(), start: Self::START, think: Self::THINK }
    }

    /// Starts the engine once and tells it the rules, so that a missing one, and one that refuses
    /// them, is found before the games begin.
    pub fn try_start(&self, rules: &Rules) -> Result<(), Fault> {
        Link { spec: self, engine: &mut None, limit: &Limit::none() }.begin(rules)
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "htp:\"{}\"", self.command)?;
        let limits = [("start", self.start, Self::START), ("move", self.think, Self::THINK)];
        for (key, limit, default) in limits {
            if limit != default {
                write!(f, ",{key}={}s", limit.as_secs_f64())?;
            }
        }
        Ok(())
    }
}

impl EnginePlayer {
    /// An engine for one game, running in a slot or started there.
    pub fn new(spec: EngineSpec, slot: EngineSlot) -> Self {
        EnginePlayer { spec, slot, known: None }
    }
}

impl Player for EnginePlayer {
    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        self.answer(game, control)
    }

    /// An engine decides about swaps with everything else.
    fn answer(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let mut slot = self.slot.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut link = Link { spec: &self.spec, engine: &mut slot, limit: control.limit() };
        let answer = link.ask(game, &mut self.known).map_err(|fault| reason(&fault));
        let choice = answer.and_then(|word| read_move(&word));
        // Whatever state it is in, the next game begins with a new one.
        if choice.is_err() {
            (*slot, self.known) = (None, None);
        }
        choice.map_err(ChooseError::Lost)
    }
}

/// A running engine with its limits.
struct Link<'a> {
    spec: &'a EngineSpec,
    engine: &'a mut Option<Engine>,
    limit: &'a Limit,
}

impl Link<'_> {
    /// Tells the engine what it has missed and asks it for a move.
    fn ask(&mut self, game: &Game, known: &mut Option<(Rules, Vec<Ply>)>) -> Result<String, Fault> {
        let is_same = |(rules, plies): &(Rules, Vec<Ply>)| {
            rules == game.rules() && game.plies().starts_with(plies)
        };
        let told = match known.take().filter(is_same) {
            Some((_, plies)) => plies.len(),
            None => {
                self.begin(game.rules())?;
                0
            }
        };
        let swap = game.rules().swap;
        for ply in &game.plies()[told..] {
            self.send(&format!("play {} {}", color_word(ply.color), move_word(ply.mv, swap)))?;
        }
        let color = game.position().to_move().unwrap_or(Color::Red);
        let limit = self.limit.within(self.spec.think);
        let answer = self.engine()?.send(&format!("genmove {}", color_word(color)), &limit)?;
        // The engine has played its own move.
        if let Ok(mv) = answer.parse() {
            let plies = game.plies().iter().copied().chain([Ply { color, mv }]);
            *known = Some((game.rules().clone(), plies.collect()));
        }
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
        let limit = self.limit.within(self.spec.start);
        self.engine()?.send(command, &limit)
    }

    fn engine(&mut self) -> Result<&mut Engine, Fault> {
        match &mut *self.engine {
            Some(engine) => Ok(engine),
            none => Ok(none.insert(Engine::start(&self.spec.command)?)),
        }
    }
}

fn read_move(word: &str) -> Result<Choice, Forfeit> {
    if word.eq_ignore_ascii_case("resign") {
        return Err(Forfeit::Resignation);
    }
    let mv: Result<Move, _> = word.parse();
    mv.map(Choice::new).map_err(|_| {
        let word: String = word.chars().take(60).collect();
        Forfeit::Other(format!("bad answer: {word:?} is no move"))
    })
}

fn reason(fault: &Fault) -> Forfeit {
    match fault {
        Fault::Stall { .. } => Forfeit::Time,
        other => Forfeit::Other(other.to_string()),
    }
}
