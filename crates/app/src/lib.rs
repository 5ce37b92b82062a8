#![doc = include_str!("../README.md")]

mod action;
mod analysis;
mod book;
mod bounds;
mod clock;
mod error;
mod game;
mod names;
mod position;
mod records;
mod rules;
mod search;
mod seats;
mod solution;
mod suits;
mod survey;
mod verification;
mod view;

use hexring_players::level::{LEVELS, rated_on};
use hexring_players::{Registry, Spec};
use serde::Serialize;

pub use action::{
    Action, MoveRequest, NameRequest, OfferRequest, Offered, SettingsRequest, Word, read_body,
};
pub use analysis::{
    Analysis, AnalysisLine, AnalysisRequest, Evaluation, EvaluationLine, MAX_POSITIONS, Thinking,
};
pub use book::BookView;
pub use bounds::Bounds;
pub use error::AppError;
pub use game::{Fresh, LiveGame, NewGame, Saved};
pub use position::{
    Drawing, DrawingRequest, EndingView, PositionAnswer, PositionRequest, PositionView,
};
pub use records::{ReadRecord, ReadRequest, WriteRequest, WrittenRecord, read_record};
pub use rules::RulesForm;
pub use search::Search;
pub use seats::Visit;
pub use solution::{Solution, SolutionLine, SolutionRequest};
pub use suits::{RulesRequest, RulesView};
pub use survey::{Survey, SurveyLine, SurveyRequest};
pub use verification::{Verification, VerificationLine, VerificationRequest};
pub use view::{GameView, News, Summary};

/// What all questions share: the players, and how much one of them may take.
#[derive(Clone, Debug)]
pub struct App {
    registry: Registry,
    bounds: Bounds,
}

/// One of the twelve levels, with what to ask for and who is behind it.
#[derive(Clone, Debug, Serialize)]
pub struct LevelView {
    /// From 1, the weakest, to 12.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// What to ask for.
    pub spec: String,
    /// In Elo points; level 1 has 500.
    pub rating: u16,
    /// Who is behind it on 11×11 under alternate turns.
    pub player: Spec,
    /// Who is behind it where a coin decides who moves.
    pub random_turns: Spec,
}

impl App {
    /// An application with these players and the usual bounds.
    pub fn new(registry: Registry) -> Self {
        App { registry, bounds: Bounds::default() }
    }

    /// The same with other bounds.
    #[must_use]
    pub fn with_bounds(mut self, bounds: Bounds) -> Self {
        self.bounds = bounds;
        self
    }

    /// How much one player may take.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// All players with their options.
    pub fn players(&self) -> &Registry {
        &self.registry
    }

    /// The twelve opponents that are offered first.
    pub fn levels(&self) -> Vec<LevelView> {
        let usual = rated_on();
        let view = |level: &hexring_players::level::Level| LevelView {
            number: level.number,
            name: level.name,
            spec: format!("level:n={}", level.number),
            rating: level.rating,
            player: level.player(usual, hexring_game::Turns::Alternate),
            random_turns: level.player(usual, hexring_game::Turns::Random),
        };
        LEVELS.iter().map(view).collect()
    }

    /// The player that a request names, if it is modest enough.
    pub fn player(&self, text: &str) -> Result<Spec, AppError> {
        let spec = self.registry.parse(text).map_err(AppError::refused)?;
        self.bounds.check(&spec)?;
        Ok(spec)
    }
}
