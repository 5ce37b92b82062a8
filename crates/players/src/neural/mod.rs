//! `neural`: a tree search that is led by the network of [`hexring_network`].
//!
//! The search is PUCT as in AlphaZero (Silver and others, *Science* 362, 2018): the policy says
//! where to look, the value what a new leaf is worth, and at last the move with most visits is
//! played. What is ours, and why:
//! - **Batches.** Leaves are chosen several at a time and evaluated together, since a batch costs
//!   less than its positions one by one and can be shared out to threads ([`crew`]). A leaf under
//!   way counts as lost, which sends the next choice elsewhere ([`select`]).
//! - **The same move at any number of threads**: batches and their parts depend on the options
//!   and on the board only.
//! - **Proofs.** A leaf in which the player to move can win at once is won and needs no network;
//!   won and lost nodes are carried up, and a proven root ends the search ([`backward`]).
//! - **Reuse** of the tree between the moves of a game under a time limit. Where the limit is a
//!   number of simulations a move depends on the game alone, so that it can be repeated from a
//!   record.
//! - **Swap.** A first stone is taken if the search finds the position lost for the player to move.
//!   A first move that may be taken is the one that the network finds most even ([`opening`]).
//!
//! Seasons close cells: the tree keeps to them, but the network was trained without and judges
//! positions as if there were none. Random turns are another game, in which the network knows
//! nothing; they are refused.

mod backward;
mod crew;
mod opening;
mod options;
mod report;
mod search;
mod select;
mod tree;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hexring_game::{Color, Game, Move, Ply, Position, Rules, Swap, Turns};
use hexring_network::{LoadError, Network};

use self::crew::Crew;
use self::options::{OPTIONS, Params};
use self::search::{Clock, Search};
use self::tree::{Action, Tree};
use crate::dice::dice;
use crate::player::{Choice, ChooseError, Control, Player, Unsupported};
use crate::registry::Entry;

/// The registry's entry.
pub(crate) static ENTRY: Entry = Entry {
    name: "neural",
    summary: "tree search led by a neural network, or its bare policy with sims=0",
    supports: SUPPORTS,
    options: OPTIONS,
    build: |spec, seed| {
        let params = Params::new(spec);
        let network = network(spec.file("network").as_deref());
        let crew = network
            .map(|network| Crew::new(&network, params.threads))
            .map_err(|fault| fault.to_string());
        Box::new(Neural { params, seed, crew, memory: None })
    },
};

const SUPPORTS: &str = "alternate turns";

struct Neural {
    params: Params,
    seed: u64,
    /// The network, or why there is none.
    crew: Result<Crew, String>,
    memory: Option<Memory>,
}

/// The tree of the last search and where its root was.
struct Memory {
    start: Position,
    plies: Vec<Ply>,
    root: Position,
    tree: Tree,
}

impl Player for Neural {
    fn supports(&self, rules: &Rules, color: Color) -> Result<(), Unsupported> {
        if rules.turns == Turns::Alternate {
            return Ok(());
        }
        let (player, rules) = (ENTRY.name, rules.to_string());
        Err(Unsupported { player, color, rules, supported: SUPPORTS })
    }

    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let crew = self.crew.as_mut().map_err(|fault| ChooseError::Unready(fault.clone()))?;
        let rng = &mut dice(self.seed, game);
        if swap_follows(game.position()) {
            let clock = Clock::new(&self.params, 1.0, control);
            return Ok(opening::choose(crew, game.position(), clock, rng));
        }
        let (tree, simulations) = self.search(game, control)?;
        let (position, temperature) = (game.position(), self.params.temperature);
        let choice = report::varied_choice(&tree, position, simulations, temperature, rng);
        self.remember(game, tree);
        Ok(choice)
    }

    fn wants_swap(&mut self, game: &Game) -> bool {
        let stop = AtomicBool::new(false);
        // Without a network there is no opinion; `choose` will say what is wrong.
        let searched = self.search(game, &mut Control::new(&stop, &mut |_| {}));
        searched.is_ok_and(|(tree, simulations)| {
            report::choice(&tree, game.position(), simulations).value < Some(0.5)
        })
    }
}

impl Neural {
    /// The tree after a search, and how many simulations that was.
    fn search(&mut self, game: &Game, control: &mut Control) -> Result<(Tree, u64), ChooseError> {
        let position = game.position();
        // Where a swap is possible there are two searches: whether to swap, and what otherwise.
        let share = if position.is_legal(Move::Swap) { 0.5 } else { 1.0 };
        let clock = Clock::new(&self.params, share, control);
        let mut tree = self.recall(game).unwrap_or_else(|| Tree::new(position));
        let crew = self.crew.as_mut().map_err(|fault| ChooseError::Unready(fault.clone()))?;
        let search = Search::new(&self.params, position, &mut tree, crew);
        let simulations = search.run(clock, control);
        Ok((tree, simulations))
    }

    fn remember(&mut self, game: &Game, tree: Tree) {
        self.memory = self.params.time.is_some().then(|| Memory {
            start: game.start().clone(),
            plies: game.plies().to_vec(),
            root: game.position().clone(),
            tree,
        });
    }

    /// What the last search knows of the position now, if it is a later one of the same game.
    fn recall(&mut self, game: &Game) -> Option<Tree> {
        let Memory { start, plies, root, tree } = self.memory.take()?;
        let since = game.plies().strip_prefix(&plies[..]).filter(|_| start == *game.start())?;
        let (mut position, mut node) = (root, tree.root());
        for ply in since {
            position.to_move().filter(|color| *color == ply.color)?;
            let action = Action::from_move(&position, ply.mv)?;
            node = tree.child(node, action)?;
            action.apply(&mut position);
        }
        (position == *game.position()).then(|| tree.subtree(node))
    }
}

/// The network of a file, or the one that comes with the program.
fn network(file: Option<&Path>) -> Result<Arc<Network>, LoadError> {
    file.map_or_else(Network::embedded, |file| Network::load(file).map(Arc::new))
}

/// Whether the opponent may answer the move that is due by a swap.
fn swap_follows(position: &Position) -> bool {
    let is_empty = position.empty_count() == position.board().cell_count();
    position.rules().swap != Swap::None && is_empty
}
