//! Programs from outside as players: an engine that is kept in step with a game.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hexring_control::Limit;
use hexring_game::{Color, Forfeit, Game, Move, Ply, Rules, Swap, Topology};
use hexring_players::clock::TimeLeft;
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
    /// How long it may take for a move. In a game on a clock the clock says that alone.
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
    known: Known,
    /// What its clock says, in a game on one.
    time: Option<TimeLeft>,
    /// What went wrong before its time ran.
    fault: Option<Fault>,
}

/// What an engine knows of a game.
type Known = Option<(Rules, Vec<Ply>)>;

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
        Link { spec: self, engine: &mut None, limit: &Limit::none(), time: None }.begin(rules)
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
        EnginePlayer { spec, slot, known: None, time: None, fault: None }
    }

    /// Does something with the engine. Whatever state it is in when that goes wrong, what follows
    /// begins with a new one.
    fn with<T>(
        &mut self,
        limit: &Limit,
        work: impl FnOnce(&mut Link, &mut Known) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let mut slot = self.slot.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut link = Link { spec: &self.spec, engine: &mut slot, limit, time: self.time };
        let done = work(&mut link, &mut self.known);
        if done.is_err() {
            (*slot, self.known) = (None, None);
        }
        done
    }
}

impl Player for EnginePlayer {
    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        self.answer(game, control)
    }

    /// An engine starts before its time runs. It is told what is left, and may use all of it.
    fn prepare(&mut self, game: &Game, time: &TimeLeft, control: &mut Control) -> Duration {
        self.time = Some(*time);
        self.fault = self.with(control.limit(), |link, known| link.join(game, known)).err();
        time.own()
    }

    /// An engine decides about swaps with everything else.
    fn answer(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let answer = match self.fault.take() {
            Some(fault) => Err(fault),
            None => self.with(control.limit(), |link, known| link.ask(game, known)),
        };
        let choice = answer.map_err(|fault| reason(&fault)).and_then(|word| read_move(&word));
        if choice.is_err() {
            // Whatever it meant, the next game begins with a new one.
            self.known = None;
            *self.slot.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        choice.map_err(ChooseError::Lost)
    }
}

/// A running engine with its limits.
struct Link<'a> {
    spec: &'a EngineSpec,
    engine: &'a mut Option<Engine>,
    limit: &'a Limit,
    /// In a game on a clock.
    time: Option<TimeLeft>,
}

impl Link<'_> {
    /// Begins the game, unless the engine is in it.
    fn join(&mut self, game: &Game, known: &mut Known) -> Result<(), Fault> {
        let is_same = |(rules, plies): &(Rules, Vec<Ply>)| {
            rules == game.rules() && game.plies().starts_with(plies)
        };
        if known.as_ref().is_some_and(is_same) {
            return Ok(());
        }
        self.begin(game.rules())?;
        if let Some(time) = self.time {
            // The protocol has no words for increments; they are in the time left as they come.
            let seconds = time.control.base().as_secs_f64().ceil();
            self.offer(&format!("time_settings {seconds} 0 0"))?;
        }
        *known = Some((game.rules().clone(), Vec::new()));
        Ok(())
    }

    /// Tells the engine what it has missed and asks it for a move.
    fn ask(&mut self, game: &Game, known: &mut Known) -> Result<String, Fault> {
        self.join(game, known)?;
        let told = known.take().map_or(0, |(_, plies)| plies.len());
        let swap = game.rules().swap;
        for ply in &game.plies()[told..] {
            self.send(&format!("play {} {}", color_word(ply.color), move_word(ply.mv, swap)))?;
        }
        let limit = match self.time {
            Some(time) => {
                self.tell(&time)?;
                self.limit.clone()
            }
            None => self.limit.within(self.spec.think),
        };
        let color = game.position().to_move().unwrap_or(Color::Red);
        let answer = self.engine()?.send(&format!("genmove {}", color_word(color)), &limit)?;
        // The engine has played its own move.
        if let Ok(mv) = answer.parse() {
            let plies = game.plies().iter().copied().chain([Ply { color, mv }]);
            *known = Some((game.rules().clone(), plies.collect()));
        }
        Ok(answer)
    }

    /// Tells the engine what both clocks say, in whole seconds as the protocol has it.
    fn tell(&mut self, time: &TimeLeft) -> Result<(), Fault> {
        for color in Color::ALL {
            let (word, seconds) = (color_word(color), time.left[color].as_secs());
            self.offer(&format!("time_left {word} {seconds} 0"))?;
        }
        Ok(())
    }

    /// Says what an engine need not understand.
    fn offer(&mut self, command: &str) -> Result<(), Fault> {
        match self.send(command) {
            Err(fault) if !fault.is_survivable() => Err(fault),
            _ => Ok(()),
        }
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
