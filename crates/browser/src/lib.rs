#![doc = include_str!("../README.md")]

mod answer;
mod bindings;
mod desk;
mod laboratory;
mod thinker;

pub use answer::{Answer, Found, Kept, SearchView};
pub use bindings::{BrowserDesk, BrowserThinker};
pub use desk::{Desk, Fresh, Request};
pub use thinker::{Thinker, Work};
