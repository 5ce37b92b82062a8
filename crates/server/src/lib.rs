#![doc = include_str!("../README.md")]
//!
//! # How it is built
//! - **The application is elsewhere.** [`hexring_app`] has games, positions, analysis and records
//!   as plain calls; here are sockets, the store, and who may use how much. A `session` puts a game
//!   behind a lock, saves it after every change, tells everybody who is watching, and lends its
//!   player to a thread that lets it think.
//! - **Nothing is computed or waited for on the runtime's threads.** Every request that touches a
//!   game runs on a blocking thread; players think in a pool with a few places, first come, first
//!   served (`engines`), so that ten games share the machine. Analysis has places of its own, so
//!   that a long one holds up no game.
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
mod lobby;
mod routes;
mod server;
mod session;
mod store;

pub use server::{Config, ServeError, Server};
pub use store::StoreError;
