//! Who wins on many empty boards: a table that grows while it is watched.

use hexring_control::{Control, Instant};
use hexring_game::Color;
use hexring_players::adviser;
use hexring_solver::{BoardRange, Options, Progress, Row, Survey as Boards, Wanted};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::error::AppError;

/// The most boards of one table.
const MAX_BOARDS: usize = 400;

/// Boards to be solved.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurveyRequest {
    /// Ranges of columns and rows, such as `cylinder:3..7x1..8`.
    pub boards: String,
    /// Who moves first; both, one after the other, without it.
    pub first: Option<Color>,
}

/// Boards that can be asked for.
#[derive(Clone, Debug)]
pub struct Survey(Boards);

/// What is said while boards are solved, and at the end.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SurveyLine<'a> {
    /// How the board stands that is being solved.
    Progress {
        /// Positions judged so far.
        nodes: u64,
    },
    /// A board is solved.
    Row {
        /// Which one, and who wins.
        row: &'a Row,
    },
    /// All of them are.
    #[serde(rename = "table")]
    Done {
        /// Every row, in the order in which they were found.
        rows: Vec<Row>,
        /// Seconds that it took.
        seconds: f64,
    },
}

impl SurveyRequest {
    /// The question, checked.
    pub fn prepare(self, app: &App) -> Result<Survey, AppError> {
        let boards: BoardRange = self.boards.parse().map_err(AppError::refused)?;
        let count = boards.boards().len();
        if count > MAX_BOARDS {
            let text = format!("{count} boards are too many at once: expected up to {MAX_BOARDS}");
            return Err(AppError::Refused(text));
        }
        let first = self.first.map_or_else(|| Color::ALL.to_vec(), |color| vec![color]);
        let memory = app.bounds().solving << 20;
        let options = Options { memory, advisers: adviser::shipped(), ..Options::default() };
        Ok(Survey(Boards { boards, first, wanted: Wanted::Winner, options }))
    }
}

impl Survey {
    /// Solves the boards; `hear` is told each as soon as it is solved.
    pub fn run(
        &self,
        control: &mut Control<'_, Progress>,
        mut hear: impl FnMut(&SurveyLine<'_>),
    ) -> Result<SurveyLine<'static>, AppError> {
        let (started, mut rows) = (Instant::now(), Vec::new());
        let solved = self.0.fill(&[], control, |row| {
            hear(&SurveyLine::Row { row: &row });
            rows.push(row);
        });
        solved.map_err(AppError::refused)?;
        Ok(SurveyLine::Done { rows, seconds: started.elapsed().as_secs_f64() })
    }
}
