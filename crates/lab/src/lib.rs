#![doc = include_str!("../README.md")]

pub mod balance;
mod batch;
pub mod book;
mod conditions;
mod contender;
pub mod experiment;
#[cfg(feature = "store")]
pub mod explorer;
pub mod export;
mod job;
mod judge;
#[cfg(feature = "store")]
mod laboratory;
mod lineup;
pub mod machine;
mod opening;
mod perform;
mod play;
pub mod plot;
pub mod puzzles;
mod quick_match;
pub mod report;
pub mod rows;
#[cfg(feature = "store")]
mod runner;
mod shard;
#[cfg(feature = "store")]
pub mod shipped;
pub mod stats;
#[cfg(feature = "store")]
pub mod store;
mod tally;
mod terms;
#[cfg(feature = "store")]
pub mod tune;

pub use batch::{BadRows, BatchError, Rows, Tasks};
pub use conditions::{Conditions, SeasonPlan};
pub use contender::{Absent, CannotPlay, Contender, ContenderError};
pub use experiment::{Experiment, JobsError};
pub use job::{GameTask, Job, LineTask, LookTask, SolveTask, Task};
pub use judge::Thought;
#[cfg(feature = "store")]
pub use laboratory::{BackgroundRun, Laboratory, LaboratoryError, RunPlan, store_path};
pub use lineup::{Unfit, know_their_rules};
pub use opening::{Opening, OpeningError, ParseOpeningError, Start, TooManyStones};
pub use perform::{ExactAnswer, LineAnswer, LineMove};
pub use play::{Conclusion, Played};
pub use quick_match::{QuickMatch, QuickMatchError, QuickSeasons};
pub use report::Standing;
#[cfg(feature = "store")]
pub use runner::{Options, Progress, RunError, Summary, run};
pub use shard::{ParseShardError, Shard};
#[cfg(feature = "store")]
pub use store::{GameFilter, Store, StoreError};
pub use tally::{CrossRow, Duel, Pace, Tally, crosstable, pair_points, rate};
pub use terms::{Adjudication, NoJudge, ParseAdjudicationError, Terms};
