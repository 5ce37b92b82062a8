//! The neural network that judges positions of Hex on every board.
//!
//! One set of weights plays plane, cylinder and torus at every size. It is a stack of hex
//! convolutions with two heads: the *policy* says how promising each cell is for the player to
//! move, the *value* how likely that player is to win. `docs/network.md` defines it exactly.
//!
//! - [`Network`]: the weights, read from a file and checked.
//! - [`Evaluator`]: evaluates batches of positions, and keeps its memory from one to the next.
//! - [`Crew`]: the same with several threads, which take batches from a [`Queue`].
//!
//! Nothing here knows topologies: a convolution reads its neighbours through the links of the
//! [geometry](hexring_game::Geometry), which wrap where the board does.
//!
//! ```
//! use std::sync::Arc;
//! use hexring_game::{Position, Rules};
//! use hexring_network::{Evaluator, Network};
//! let position = Position::new("plane:5x5".parse::<Rules>()?)?;
//! let mut evaluator = Evaluator::new(Network::embedded()?);
//! let evaluation = &evaluator.evaluate(&[&position])[0];
//! assert_eq!(evaluation.policy_logits.len(), 25);
//! assert!(evaluation.value() > 0.9, "the first player wins");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod convolution;
mod crew;
mod error;
mod evaluator;
mod file;
mod instructions;
mod layer;
mod network;
mod norm;
mod view;

pub use crew::{Crew, Evaluated, Queue, enough};
pub use error::LoadError;
pub use evaluator::{Evaluation, Evaluator};
pub use network::Network;
