#![doc = include_str!("../README.md")]

mod batch;
pub mod book;
mod conditions;
mod contender;
pub mod experiment;
pub mod export;
mod job;
mod laboratory;
pub mod machine;
mod opening;
mod perform;
mod play;
pub mod plot;
pub mod puzzles;
pub mod report;
mod runner;
mod shard;
pub mod shipped;
pub mod stats;
pub mod store;
mod tally;
pub mod tune;

pub use batch::{BadRows, BatchError, Rows, Tasks};
pub use conditions::{Conditions, SeasonPlan};
pub use contender::{Absent, CannotPlay, Contender, ContenderError};
pub use experiment::{Experiment, JobsError};
pub use job::{GameTask, Job, LineTask, LookTask, Task};
pub use laboratory::{BackgroundRun, Laboratory, LaboratoryError, RunPlan, store_path};
pub use opening::{Opening, OpeningError, ParseOpeningError, Start, TooManyStones};
pub use perform::{LineAnswer, LineMove};
pub use play::Played;
pub use report::Standing;
pub use runner::{Options, Progress, RunError, Summary, run};
pub use shard::{ParseShardError, Shard};
pub use store::{GameFilter, Store, StoreError};
pub use tally::{Duel, Tally, pair_points, rate};
