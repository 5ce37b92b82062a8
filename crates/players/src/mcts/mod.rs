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
//! - **Proofs**: won and lost nodes are recognised ([`backward`]), and a proven root move ends the
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

use hexring_game::{Color, Game, Move, Ply, Position, Rules, Swap};

pub(crate) use self::simulate::kind;

use self::options::{OPTIONS, Params};
use self::search::{Budget, Search};
use self::tree::{Action, Tree};
use crate::dice::dice;
use crate::player::{Choice, ChooseError, Control, Player, Unsupported};
use crate::registry::Entry;

/// The registry's entry.
pub(crate) static ENTRY: Entry = Entry {
    name: "mcts",
    summary: "Monte-Carlo tree search: UCT with RAVE, bridges and proofs, or plain as published",
    supports: "everything",
    options: OPTIONS,
    build: |spec, seed| Box::new(Mcts { params: Params::new(spec), seed, memory: None }),
};

struct Mcts {
    params: Params,
    seed: u64,
    memory: Option<Memory>,
}

/// The tree of the last search and where its root was.
struct Memory {
    start: Position,
    plies: Vec<Ply>,
    root: Position,
    tree: Tree,
}

impl Player for Mcts {
    fn supports(&self, _: &Rules, _: Color) -> Result<(), Unsupported> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        if random_turn::applies(game.position()) && !self.params.plain {
            let rng = &mut dice(self.seed, game);
            return Ok(random_turn::choose(&self.params, game.position(), rng, control));
        }
        Ok(self.search(game, control))
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
        let budget = Budget::new(&self.params, share);
        let mut tree = self.recall(game).unwrap_or_else(|| Tree::new(position));
        let mut search = Search {
            params: &self.params,
            root: position,
            tree: &mut tree,
            rng: dice(self.seed, game),
            swap_follows: swap_follows(position),
            playouts: 0,
        };
        search.run(budget, control);
        let choice = report::choice(&search);
        self.memory = self.params.reuses().then(|| Memory {
            start: game.start().clone(),
            plies: game.plies().to_vec(),
            root: position.clone(),
            tree,
        });
        choice
    }

    /// What the last search knows of the position now, if it is a later one of the same game.
    fn recall(&mut self, game: &Game) -> Option<Tree> {
        let Memory { start, plies, root, tree } = self.memory.take()?;
        let since = game.plies().strip_prefix(&plies[..]).filter(|_| start == *game.start())?;
        let (mut position, mut node) = (root, tree.root());
        let mut step = |position: &mut Position, action: Action| {
            node = tree.child(node, action)?;
            action.apply(position);
            Some(())
        };
        for ply in since {
            if position.coin_due() {
                step(&mut position, Action::Toss(ply.color))?;
            }
            position.to_move().filter(|color| *color == ply.color)?;
            let action = action(&position, ply.mv)?;
            step(&mut position, action)?;
        }
        if let (true, Some(color)) = (position.coin_due(), game.position().to_move()) {
            step(&mut position, Action::Toss(color))?;
        }
        // The right to swap is over where the tree goes on.
        (position == *game.position()).then(|| tree.subtree(node))
    }
}

/// A move as an action of the tree, which knows no swap.
fn action(position: &Position, mv: Move) -> Option<Action> {
    match mv {
        Move::Place(cell) => position.board().site(cell).map(Action::Place),
        Move::Pass => Some(Action::Pass),
        Move::Swap => None,
    }
}

/// Whether the opponent may answer the move that is due by a swap.
fn swap_follows(position: &Position) -> bool {
    let is_empty = position.empty_count() == position.board().cell_count();
    position.rules().swap != Swap::None && is_empty
}
