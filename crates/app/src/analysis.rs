//! Players asked about positions.

use std::ops::Range;
use std::time::Duration;

use hexring_control::{Instant, Limit};
use hexring_game::record::{NodeId, Record};
use hexring_game::{Color, Game, Move};
use hexring_players::{Choice, Control, Player, Spec, decide};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::App;
use crate::error::AppError;
use crate::position::PositionRequest;
use crate::records::read_record;

/// Players are asked with this seed unless another one is given, so that answers can be repeated.
const SEED: u64 = 1;

/// A position and who is to look at it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// A record, as the page keeps it.
    pub record: Value,
    /// The player.
    pub player: String,
    /// Its seed.
    pub seed: Option<u64>,
    /// Who is to move where a coin is due.
    pub color: Option<Color>,
    /// Whether the player goes on until nobody listens any more, or it has nothing left to do.
    #[serde(default)]
    pub endless: bool,
    /// The first position of the main line that is judged, where all are asked for.
    #[serde(default)]
    pub from: usize,
}

/// A player's thoughts about one position, to be asked for.
#[derive(Clone, Debug)]
pub struct Analysis {
    spec: Spec,
    seed: u64,
    game: Game,
    is_endless: bool,
}

/// A player at an analysis. It may be interrupted, and goes on where it was if it is one that
/// remembers.
pub struct Thinking {
    player: Box<dyn Player>,
    game: Game,
    caution: Option<String>,
    /// What it did before it was interrupted, and for how long.
    before: (u64, Duration),
}

/// What is said while a player thinks, and at the end.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum AnalysisLine<'a> {
    /// How it stands.
    Thought {
        /// What it would do now.
        choice: &'a Choice,
    },
    /// What it does.
    Choice {
        /// The choice.
        choice: &'a Choice,
    },
}

/// The most positions that one request may have evaluated: more than the longest game on the
/// largest board has moves.
pub const MAX_POSITIONS: usize = 6000;

/// A player's value of every position of a game, to be asked for one by one. A position is put
/// together when it is asked for, so that a long game takes no more memory than its record.
#[derive(Clone, Debug)]
pub struct Evaluation {
    spec: Spec,
    seed: u64,
    record: Record,
    line: Vec<NodeId>,
    from: usize,
}

/// The value of one position of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename = "value")]
pub struct EvaluationLine {
    /// The position: how many moves have been made.
    pub index: usize,
    /// Red's chances, where the player has an idea of them.
    pub red: Option<f64>,
    /// The move that the player would make.
    pub best: Option<Move>,
}

impl AnalysisRequest {
    /// The question, checked: the record can be read, and the player plays there.
    pub fn prepare(self, app: &App) -> Result<Analysis, AppError> {
        let spec = app.player(&self.player)?;
        let mut game = PositionRequest { record: self.record }.game()?;
        if let (true, Some(color)) = (game.position().coin_due(), self.color) {
            game.toss(color).map_err(AppError::refused)?;
        }
        let analysis = Analysis::new(spec, self.seed.unwrap_or(SEED), game)?;
        Ok(Analysis { is_endless: self.endless, ..analysis })
    }

    /// The same question for every position of the main line.
    pub fn prepare_all(self, app: &App) -> Result<Evaluation, AppError> {
        let spec = app.player(&self.player)?;
        let record = read_record(&self.record)?;
        let line = record.main_line();
        if line.len() > MAX_POSITIONS {
            let count = line.len();
            let text = format!("the game has {count} positions: expected at most {MAX_POSITIONS}");
            return Err(AppError::Refused(text));
        }
        let seed = self.seed.unwrap_or(SEED);
        Ok(Evaluation { spec, seed, record, line, from: self.from })
    }
}

impl Analysis {
    /// A player asked about a game that goes on, with a seed.
    pub fn new(spec: Spec, seed: u64, game: Game) -> Result<Self, AppError> {
        let Some(color) = game.position().to_move().filter(|_| game.ending().is_none()) else {
            let text = match game.ending() {
                Some(ending) => format!("the game is over: {ending}"),
                None => "a coin flip decides first who moves".to_owned(),
            };
            return Err(AppError::Refused(text));
        };
        if spec.is_human() {
            return Err(AppError::Refused("expected a player that is no person".to_owned()));
        }
        spec.supports(game.rules(), color).map_err(AppError::refused)?;
        Ok(Analysis { spec, seed, game, is_endless: false })
    }

    /// Whether the player goes on as long as somebody listens.
    pub fn is_endless(&self) -> bool {
        self.is_endless
    }

    /// The player, ready to think.
    pub fn begin(&self) -> Result<Thinking, AppError> {
        let player = self.spec.build(self.seed).map_err(AppError::refused)?;
        let caution = player.caution(self.game.rules());
        Ok(Thinking { player, game: self.game.clone(), caution, before: (0, Duration::ZERO) })
    }

    /// Lets the player think, and tells how it stands.
    pub fn run(&self, limit: Limit, hear: &mut dyn FnMut(&Choice)) -> Result<Choice, AppError> {
        self.begin()?.run(limit, hear)
    }
}

impl Thinking {
    /// Lets the player think until it is done or a limit is over.
    pub fn run(&mut self, limit: Limit, hear: &mut dyn FnMut(&Choice)) -> Result<Choice, AppError> {
        let started = Instant::now();
        let (count, time) = self.before;
        let whole = |choice: &Choice| {
            let mut choice = choice.clone();
            choice.work.count += count;
            choice.time = time + started.elapsed();
            choice.note.clone_from(&self.caution);
            choice
        };
        let mut tell = |choice: &Choice| hear(&whole(choice));
        let control = &mut Control::new(limit, &mut tell);
        let choice =
            decide(self.player.as_mut(), &self.game, control).map_err(AppError::refused)?;
        let choice = whole(&choice);
        self.before = (choice.work.count, choice.time);
        Ok(choice)
    }
}

impl Evaluation {
    /// The positions that are judged: how many moves have been made in each.
    pub fn positions(&self) -> Range<usize> {
        self.from..self.line.len()
    }

    /// Judges one position. Where a coin is due the value is the mean of both outcomes, and no
    /// move is best.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn judge(&self, index: usize, limit: &Limit) -> Result<EvaluationLine, AppError> {
        let game = self.record.game_at(self.line[index]).map_err(AppError::refused)?;
        if let Some(ending) = game.ending() {
            let red = ending.winner().map(|winner| f64::from(winner == Color::Red));
            return Ok(EvaluationLine { index, red, best: None });
        }
        if !game.position().coin_due() {
            let (red, best) = self.judge_for_mover(game, limit)?;
            return Ok(EvaluationLine { index, red, best: Some(best) });
        }
        let mut values = Vec::new();
        for color in Color::ALL {
            let mut tossed = game.clone();
            tossed.toss(color).map_err(AppError::refused)?;
            values.push(self.judge_for_mover(tossed, limit)?.0);
        }
        let sum: Option<f64> = values.into_iter().sum();
        Ok(EvaluationLine { index, red: sum.map(|sum| sum / 2.0), best: None })
    }

    fn judge_for_mover(&self, game: Game, limit: &Limit) -> Result<(Option<f64>, Move), AppError> {
        let is_red = game.position().to_move() == Some(Color::Red);
        let analysis = Analysis::new(self.spec.clone(), self.seed, game)?;
        let choice = analysis.run(limit.clone(), &mut |_| {})?;
        let red = choice.value.map(|value| if is_red { value } else { 1.0 - value });
        Ok((red, choice.mv))
    }
}
