//! What a player is: something that chooses a move, and says why.

use std::time::Duration;

use hexring_control::Instant;
use hexring_game::{Board, Cell, Forfeit, Game, Move, PlyError, Position, Rules};
use serde::Serialize;
use thiserror::Error;

use crate::clock::TimeLeft;

/// One number for every cell that a player has looked at, such as a win rate or a distance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreMap {
    /// What the numbers are, in a word or two: `win rate`, `visits`, `distance`.
    pub name: &'static str,
    /// Which end of the scale is good for the player to move.
    pub better: Better,
    /// The cells with their numbers, row by row. Cells that were not looked at are missing.
    pub scores: Vec<(Cell, f64)>,
}

/// Which end of a scale is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// Large numbers are good.
    Higher,
    /// Small numbers are good.
    Lower,
}

impl ScoreMap {
    /// A map from numbers by site; `None` and numbers that are not finite are left out.
    pub fn new(
        name: &'static str,
        better: Better,
        position: &Position,
        score: impl Fn(hexring_game::Site) -> Option<f64>,
    ) -> Self {
        let board = position.board();
        let finite = |site| score(site).filter(|score| score.is_finite());
        let scores = board.sites().filter_map(|site| Some((board.cell(site), finite(site)?)));
        ScoreMap { name, better, scores: scores.collect() }
    }

    /// The map in the form that boards are drawn with.
    pub fn drawing(&self, board: Board) -> hexring_game::draw::ScoreMap {
        hexring_game::draw::ScoreMap::new(self.name, board, |cell| {
            self.scores.iter().find(|(at, _)| *at == cell).map(|(_, score)| *score)
        })
    }
}

/// How much a player did for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Work {
    /// How many.
    pub count: u64,
    /// Of what: `playouts`, `fills`, `nodes`, `moves`.
    pub unit: &'static str,
}

/// Why a player that follows rules wants its move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The rule that applied, in plain words.
    pub text: String,
    /// The cells that it speaks of, row by row: Blue's last stone, the move, and the red stones that
    /// the move is joined with.
    pub cells: Vec<Cell>,
}

/// One of the ways on that a player has looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The move and how the game goes on after it.
    pub moves: Vec<Move>,
    /// The probability of winning that the player gives itself then.
    pub value: f64,
    /// How often it was tried.
    pub visits: u64,
}

/// A chosen move and the thoughts behind it. Players that think for a while also report it as
/// they stand, through [`Control::report`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The probability of winning that the player gives itself, where it has an idea of it.
    pub value: Option<f64>,
    /// How the player thinks that the game goes on, beginning with its move.
    pub line: Vec<Move>,
    /// The best ways on, the best one first, where the player compares them move by move.
    pub lines: Vec<Line>,
    /// What the player thinks of every cell.
    pub maps: Vec<ScoreMap>,
    /// How much it did.
    pub work: Work,
    /// Whether the player gives up instead of making the move.
    pub resigns: bool,
    /// What whoever asked should know about the player under these rules, see [`Player::caution`].
    pub note: Option<String>,
    /// Why a player that follows rules wants the move.
    pub reason: Option<Reason>,
    /// Seconds that it took.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub time: Duration,
}

fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

impl Choice {
    /// A move without further thoughts.
    pub fn new(mv: Move) -> Self {
        Choice {
            mv,
            value: None,
            line: vec![mv],
            lines: Vec::new(),
            maps: Vec::new(),
            work: Work { count: 1, unit: "moves" },
            resigns: false,
            note: None,
            reason: None,
            time: Duration::ZERO,
        }
    }

    /// Plays the move for the player to move, or ends the game if the player resigns.
    pub fn play(&self, game: &mut Game) -> Result<(), PlyError> {
        match game.position().to_move().filter(|_| self.resigns) {
            Some(color) => game.resign(color),
            None => game.play(self.mv),
        }
    }
}

/// Why a player did not choose a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ChooseError {
    /// The game is over, or a coin has to be flipped first.
    #[error("nobody is to move: {0}")]
    NobodyToMove(String),
    /// The player is a person and has to be asked.
    #[error("a human has to be asked: this player works in the terminal and in the browser only")]
    Human,
    /// The player has lost the game by what it did, or by not doing anything.
    #[error("no move: {}", words(.0))]
    Lost(Forfeit),
}

fn words(reason: &Forfeit) -> &str {
    match reason {
        Forfeit::Resignation => "the player resigned",
        Forfeit::Time => "the player ran out of time",
        Forfeit::Other(reason) => reason,
    }
}

/// How a player is steered from outside while it thinks, and whom it tells how it stands.
pub type Control<'a> = hexring_control::Control<'a, Choice>;

/// A player: a value of its options and a seed.
///
/// The same player with the same seed makes the same moves in the same game, on any machine and
/// with any number of threads, unless its limit is a time. Draw random numbers from
/// [`dice`](crate::dice), which gives every move of a game its own generator.
pub trait Player: Send {
    /// What a person should know before the player plays under these rules although it can, in a
    /// line; front ends show it as a warning.
    fn caution(&self, _rules: &Rules) -> Option<String> {
        None
    }

    /// Chooses a cell for the player to move. Called only when there is a legal cell.
    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError>;

    /// Gets ready for a move on a clock, before its own time runs, and says how long it may think
    /// about it. Players think for a [share](crate::clock::share) of what is left; whoever thinks
    /// longer than the clock has left loses.
    fn prepare(&mut self, game: &Game, time: &TimeLeft, _control: &mut Control) -> Duration {
        time.share(game.position())
    }

    /// Whether to answer the first stone by a swap. Called only when a swap is legal.
    fn wants_swap(&mut self, game: &Game, _control: &mut Control) -> bool {
        crate::swap::by_position(game.position())
    }

    /// A cell, or a swap where one is legal. For players that decide about both at once.
    fn answer(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        if game.position().is_legal(Move::Swap) && self.wants_swap(game, control) {
            return Ok(Choice::new(Move::Swap));
        }
        self.choose(game, control)
    }
}

/// Lets a player choose. Forced passes are settled here, so that players only have to think about
/// cells.
pub fn decide(
    player: &mut dyn Player,
    game: &Game,
    control: &mut Control,
) -> Result<Choice, ChooseError> {
    let started = Instant::now();
    check_turn(game)?;
    let mut choice = if game.position().is_legal(Move::Pass) {
        Choice::new(Move::Pass)
    } else {
        player.answer(game, control)?
    };
    choice.note = player.caution(game.rules());
    choice.time = started.elapsed();
    Ok(choice)
}

fn check_turn(game: &Game) -> Result<(), ChooseError> {
    match (game.ending(), game.position().to_move()) {
        (None, Some(_)) => Ok(()),
        (Some(ending), _) => Err(ChooseError::NobodyToMove(format!("{ending}"))),
        (None, None) => Err(ChooseError::NobodyToMove("a coin flip is due".to_owned())),
    }
}
