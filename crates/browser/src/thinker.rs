//! Whoever thinks: one piece of work at a time, telling how it stands.
//!
//! Nothing from outside reaches a program in WebAssembly while it runs. Work that is not wanted any
//! more ends with its worker, and another worker takes its place.

use std::cell::RefCell;

use hexring_app::{
    AnalysisLine, AnalysisRequest, App, AppError, Bounds, LiveGame, News, Saved, SolutionLine,
    SolutionRequest, SurveyLine, SurveyRequest, VerificationRequest,
};
use hexring_control::{Control, Limit};
use hexring_game::Forfeit;
use hexring_lab::Tasks;
use hexring_players::{Choice, ChooseError, Registry};
use hexring_solver::Progress;
use serde::{Deserialize, Serialize};

use crate::laboratory;

/// How much a player may take of a browser, which may be a phone's.
pub(crate) fn bounds() -> Bounds {
    Bounds { threads: 1, memory: 1024, solving: 64 }
}

/// Thinks.
pub struct Thinker {
    app: App,
    /// The game of the last move, whose players keep what they know.
    game: Option<(String, LiveGame)>,
    /// The match of the last games.
    tasks: Option<(String, Tasks)>,
}

/// Something to think about.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Work {
    /// A player's move in a live game.
    Move {
        /// The game's name.
        id: String,
        /// The game as it stands.
        game: Box<Saved>,
    },
    /// A player's thoughts about one position.
    Analysis {
        /// The position and the player.
        request: AnalysisRequest,
    },
    /// A player's value of one position of a game.
    Judgement {
        /// The game and the player.
        request: AnalysisRequest,
        /// Which position.
        index: usize,
    },
    /// Some games of a match.
    Games {
        /// The text of its experiment.
        file: String,
        /// Which ones.
        keys: Vec<String>,
    },
    /// An exact answer.
    Solution {
        /// The position.
        request: SolutionRequest,
    },
    /// Who wins on many boards.
    Table {
        /// Which ones.
        request: SurveyRequest,
    },
    /// A strategy against every reply.
    Verification {
        /// The strategy.
        request: VerificationRequest,
    },
}

/// A player has lost by what it did.
#[derive(Serialize)]
#[serde(tag = "type", rename = "lost")]
struct Lost<'a> {
    reason: &'a Forfeit,
}

/// Where lines of JSON go.
type Hear<'a> = &'a mut dyn FnMut(&str);

impl Default for Thinker {
    fn default() -> Self {
        Thinker::new()
    }
}

impl Thinker {
    /// Somebody who knows all players.
    pub fn new() -> Self {
        Thinker {
            app: App::new(Registry::standard()).with_bounds(bounds()),
            game: None,
            tasks: None,
        }
    }

    /// Thinks, and gives the last line; `hear` is told those before it.
    pub fn think(&mut self, work: Work, hear: Hear<'_>) -> Result<String, AppError> {
        match work {
            Work::Move { id, game } => self.play(id, *game, hear),
            Work::Analysis { request } => self.analyse(request, hear),
            Work::Judgement { request, index } => {
                line(&request.prepare_all(&self.app)?.judge(index, &Limit::none())?)
            }
            Work::Games { file, keys } => self.play_match(file, &keys),
            Work::Solution { request } => self.solve(request, hear),
            Work::Table { request } => self.survey(request, hear),
            Work::Verification { request } => {
                line(&request.prepare(&self.app)?.run(&Limit::none())?)
            }
        }
    }

    fn play(&mut self, id: String, saved: Saved, hear: Hear<'_>) -> Result<String, AppError> {
        let mut game = match self.game.take() {
            Some((own, game)) if own == id => game.caught_up(&self.app, saved)?,
            _ => LiveGame::load(&self.app, saved)?,
        };
        let nobody = || AppError::Conflict("no player is to move".to_owned());
        let mut search = game.begin_search(true).ok_or_else(nobody)?;
        let answer = search.run(&Limit::none(), &mut |news| {
            if let News::Thought { choice, .. } = news {
                tell(hear, &AnalysisLine::Thought { choice });
            }
        });
        game.end_search(search, &answer);
        self.game = Some((id, game));
        match &answer {
            Ok(choice) => line(&AnalysisLine::Choice { choice }),
            Err(ChooseError::Lost(reason)) => line(&Lost { reason }),
            Err(error) => Err(AppError::refused(error)),
        }
    }

    fn play_match(&mut self, file: String, keys: &[String]) -> Result<String, AppError> {
        let tasks = match self.tasks.take() {
            Some((own, tasks)) if own == file => tasks,
            _ => laboratory::tasks(&laboratory::read(&file)?, self.app.players())?,
        };
        let rows = laboratory::play(&tasks, keys)?;
        self.tasks = Some((file, tasks));
        line(&rows)
    }

    fn analyse(&self, request: AnalysisRequest, hear: Hear<'_>) -> Result<String, AppError> {
        let analysis = request.prepare(&self.app)?;
        let mut thought = |choice: &Choice| tell(hear, &AnalysisLine::Thought { choice });
        let choice = analysis.run(Limit::none(), &mut thought)?;
        line(&AnalysisLine::Choice { choice: &choice })
    }

    fn solve(&self, request: SolutionRequest, hear: Hear<'_>) -> Result<String, AppError> {
        let solution = request.prepare(&self.app)?;
        let mut progress = |progress: &Progress| {
            tell(hear, &SolutionLine::Progress { nodes: progress.nodes });
        };
        line(&solution.run(&mut Control::new(Limit::none(), &mut progress))?)
    }

    fn survey(&self, request: SurveyRequest, hear: Hear<'_>) -> Result<String, AppError> {
        let survey = request.prepare(&self.app)?;
        let hear = RefCell::new(hear);
        let mut progress = |progress: &Progress| {
            tell(*hear.borrow_mut(), &SurveyLine::Progress { nodes: progress.nodes });
        };
        let control = &mut Control::new(Limit::none(), &mut progress);
        line(&survey.run(control, |row| tell(*hear.borrow_mut(), row))?)
    }
}

fn line(value: &impl Serialize) -> Result<String, AppError> {
    serde_json::to_string(value).map_err(AppError::refused)
}

fn tell(hear: &mut dyn FnMut(&str), value: &impl Serialize) {
    // Plain data; a line that could not be written would be one thought less.
    if let Ok(text) = line(value) {
        hear(&text);
    }
}
