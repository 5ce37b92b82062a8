#![doc = include_str!("../README.md")]
//!
//! # How it is built
//! - **The application is elsewhere.** [`hexring_app`] has games, positions, analysis and records
//!   as plain calls; here are sockets, the store, and who may use how much. A `session` puts a game
//!   behind a lock, saves it after every change, tells everybody who is watching, and lends its
//!   player to a thread that lets it think.
//! - **Nothing is computed or waited for on the runtime's threads.** Every request that touches a
//!   game runs on a blocking thread; players think in a pool with a few places, people first
//!   (`engines`), so that ten games share the machine. Analysis has places of its own, so that a
//!   long one holds up no game.
//! - **Everything from outside has a bound**: sockets (`connections`, `patient`), bodies (`limits`),
//!   queues (`engines`), what players remember (`warm`). What nobody waits for any more ends.
//! - **One server for a folder** (`owner`), and nothing is read twice that has not changed
//!   (`known`).
//! - **Experiments wait for each other.** One runs at a time, on half of the cores (`laboratory`).
//! - **Saved before answered.** A change is in the store before anybody hears of it, so that a
//!   restart loses nothing that was seen.
//! - **Clocks are the server's.** They run in its own time, which stands while it is down
//!   (`uptime`); a `session` looks after the one that runs.
//! - **The page is the only client that a browser may bring.** Requests from other sites are
//!   refused, and those of strangers where others than this machine can reach the server; see
//!   `guard` and `secret`.

mod assets;
mod connections;
mod engines;
mod error;
mod explorer;
mod extract;
mod files;
mod guard;
mod known;
mod laboratory;
mod limits;
mod links;
mod lobby;
mod owner;
mod patient;
mod presence;
mod raised;
mod routes;
mod secret;
mod server;
mod session;
mod store;
mod uptime;
mod warm;

pub use owner::Running;
pub use secret::BadToken;
pub use server::{Config, ServeError, Server};
pub use store::StoreError;
