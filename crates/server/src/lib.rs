#![doc = include_str!("../README.md")]
//!
//! # How it is built
//! - **A game is a table.** `table` holds a game, who sits on which side, and what can be
//!   redone; it knows neither sockets nor threads, so its rules are tested by plain calls. A
//!   `session` puts a table behind a lock, saves it after every change, tells everybody who is
//!   watching, and lets a player think where one is to move.
//! - **Nothing is computed on the runtime's threads.** Every request that touches a game runs on a
//!   blocking thread; players think in a pool with a few places, first come, first
//!   served (`engines`), so that ten games share the machine. Analysis has places of its own, so that a long
//!   one holds up no game.
//! - **Experiments wait for each other.** One runs at a time, on half of the cores (`laboratory`).
//! - **Saved before answered.** A change is in the store before anybody hears of it, so that a
//!   restart loses nothing that was seen.
//! - **The page is the only client that a browser may bring.** Requests from other sites are
//!   refused by their `Origin` and `Host`; see `guard`.

mod assets;
mod engines;
mod error;
mod extract;
mod guard;
mod laboratory;
mod limits;
mod lobby;
mod routes;
mod rules;
mod server;
mod session;
mod store;
mod table;
mod view;

pub use server::{Config, ServeError, Server};
pub use store::StoreError;
