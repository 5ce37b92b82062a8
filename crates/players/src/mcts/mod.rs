//! `mcts`: Monte-Carlo tree search.
//!
//! The plain form is the one of Kunčarová 2024, section 2.2: UCT with c = √2, one uniform playout
//! for each new leaf, and at last the move with most visits. It stays available as `plain=true`, to
//! compare with and to reproduce the source.
//!
//! What the default adds:
//! - **Many playouts for each leaf.** The bit-sliced kernel plays 512 in the time of a few scalar
//!   ones ([`simulate`]). A leaf counts as one visit with their mean as its value.
//! - **All moves as first** (RAVE; Gelly and Silver 2007): the playouts below a node say for every
//!   cell how often the player won who took it, at whatever time. The kernel counts that on the
//!   side. A move begins with this value and gives it up for its own results with the visits.
//! - **Bridges** are completed in playouts and answered in the tree ([`bridges`]).
//! - **Proofs**: won and lost nodes are recognised ([`crate::tree`]), and a proven root move ends the
//!   search.
//! - **Reuse** of the tree between the moves of a game. It is off where the limit is a number of
//!   playouts: there a move is to depend on the game and the seed alone, so that it can be repeated
//!   from a record, and not on which moves of the game the player was asked for before.
//! - **Threads** that change nothing but the speed ([`crew`]).
//!
//! Other rules: coin flips are nodes whose sides are visited equally often, and where a coin decides
//! and all cells are open to both, no tree is needed ([`random_turn`]). Seasons and passes are kept
//! in the tree; playouts do not know them. Where a swap may follow, the first move is searched for
//! one that is as good for either side, and a swap is made by value.

mod backward;
mod bridges;
mod crew;
mod options;
#[cfg(test)]
mod proof_tests;
mod random_turn;
mod report;
mod search;
mod select;
mod simulate;
mod tree;

use hexring_game::{Game, Move};

pub(crate) use self::options::{C, LEAF, PLAYOUTS, RAVE, THREADS, TIME};
pub(crate) use self::simulate::kind;

use self::options::{Params, options};
use self::search::{Budget, Search};
use self::tree::{Amaf, State};
use crate::dice::dice;
use crate::entry::Entry;
use crate::option::Settings;
use crate::player::{Choice, ChooseError, Control, Player};
use crate::tree::Memory;
use crate::{resign, swap};

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    let summary =
        "Monte-Carlo tree search: UCT with RAVE, bridges and proofs, or plain as published";
    Entry::new("mcts", summary, |settings, seed| Ok(player(settings, seed))).with_options(options())
}

/// The player, also for those who play as it does now and then.
pub(crate) fn player(settings: &Settings, seed: u64) -> Box<dyn Player> {
    Box::new(Mcts { params: Params::new(settings), seed, memory: None })
}

struct Mcts {
    params: Params,
    seed: u64,
    memory: Option<Memory<State, Amaf>>,
}

impl Player for Mcts {
    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let choice = match random_turn::applies(position) && !self.params.plain {
            true => {
                let rng = &mut dice(self.seed, game);
                random_turn::choose(&self.params, position, rng, control)
            }
            false => self.search(game, control),
        };
        Ok(resign::below(self.params.resign, position, choice))
    }

    fn wants_swap(&mut self, game: &Game, control: &mut Control) -> bool {
        let choice = self.search(game, control);
        choice.value.is_some_and(|value| value < 0.5)
    }
}

impl Mcts {
    fn search(&mut self, game: &Game, control: &mut Control) -> Choice {
        let position = game.position();
        // Where a swap is possible there are two searches: whether to swap, and what otherwise.
        let share = if position.is_legal(Move::Swap) { 0.5 } else { 1.0 };
        let budget = Budget::new(&self.params, share, control.limit());
        let known = self.memory.take().and_then(|memory| memory.recall(game));
        let mut tree = known.unwrap_or_else(|| tree::plant(position));
        let mut search = Search {
            params: &self.params,
            root: position,
            tree: &mut tree,
            rng: dice(self.seed, game),
            swap_follows: swap::follows(position),
            playouts: 0,
            stones: 0,
        };
        search.run(&budget, control);
        let choice = search.choice();
        self.memory = self.params.reuses().then(|| Memory::new(game, tree));
        choice
    }
}
