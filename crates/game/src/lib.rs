#![doc = include_str!("../README.md")]

mod board;
mod cell;
mod certificate;
mod color;
mod connectivity;
pub mod draw;
mod game;
mod geometry;
mod moves;
#[cfg(feature = "oracles")]
pub mod oracles;
mod perft;
mod position;
pub mod record;
mod rotation;
mod rules;
mod seasons;
mod setup;
mod symmetry;
mod text_form;

pub use board::{Board, BoardError, MAX_SIZE, Topology};
pub use cell::{Cell, ParseCellError, Site, column_letters};
pub use certificate::{Certificate, CertificateFault};
pub use color::{ByColor, Color, ParseColorError};
pub use connectivity::Connectivity;
pub use game::{Ending, Forfeit, Game, PlyError};
pub use geometry::{Axis, DIRECTIONS, Edges, Geometry, Goal, Link, Winding};
pub use moves::{Move, ParseMoveError, Ply};
pub use perft::perft;
pub use position::{MoveError, Position, Status};
pub use rotation::Rotation;
pub use rules::{Rules, RulesError, Swap, Turns};
pub use seasons::{
    LayoutPlan, MAX_SEASONS, NoMove, SeasonError, SeasonLayout, Seasons, Year, Years, default_years,
};
pub use setup::{Setup, SetupError, SetupFault};
pub use symmetry::Symmetry;
