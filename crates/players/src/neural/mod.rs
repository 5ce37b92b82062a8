//! `neural`: a tree search that is led by the network of [`hexring_network`].
//!
//! The search is PUCT as in AlphaZero (Silver and others, *Science* 362, 2018): the policy says
//! where to look, the value what a new leaf is worth, and at last the move with most visits is
//! played. What is ours, and why:
//! - **Several leaves under way.** New leaves are chosen before the values of the last ones are
//!   known, and evaluated by several threads in small groups ([`Crew`]). A leaf under way counts as
//!   a visit, which sends the next choice elsewhere, and its value is awaited ([`select`]). The
//!   more is known, the more of them there are ([`search`]).
//! - **The same move at any number of threads**: which leaves are under way depends on the options
//!   and on the board only ([`search`]).
//! - **Proofs.** A leaf in which the player to move can win at once is won and needs no network,
//!   and the solver's virtual connections decide or narrow down nodes that are visited often
//!   ([`lookout`]); won and lost nodes are carried up, and a proven root ends the search
//!   ([`crate::tree`]).
//! - **Reuse** of the tree between the moves of a game under a time limit. Where the limit is a
//!   number of simulations a move depends on the game alone, so that it can be repeated from a
//!   record.
//! - **Swap.** A first stone is taken if the search finds the position lost for the player to move.
//!   A first move that may be taken is the one that the network finds most even ([`opening`]).
//! - **Book.** With `book=true` nothing is searched as long as the [opening book](crate::book) of
//!   the board knows the position: it says which move is best, whether to swap, and which first
//!   moves are even.
//!
//! Seasons close cells, and the tree keeps to them; a network of their own comes with the program.
//! Random turns are another game. A network of a file either knows both ([`Network::knows`]) or
//! neither: then it judges positions as if all cells were open. Where a coin decides who moves and
//! the network does not know that, as those that come with the program, playouts do better and
//! [`mcts`](crate::mcts) plays. One that knows it looks one move ahead there ([`coin`]).

mod ahead;
mod coin;
mod lookout;
mod opening;
mod options;
mod report;
mod search;
mod select;
mod tree;

use std::sync::Arc;

use hexring_game::{Game, Move, Rules, Turns};
use hexring_network::{Crew, Networks};

use self::lookout::Lookout;
pub(crate) use self::options::{BOOK, SIMS, TEMPERATURE};

use self::options::{NETWORK, PRECISION, Params, options};
use self::search::{Budget, Search};
use self::tree::{Prior, State, Tree};
use crate::book::{self, Known};
use crate::dice::dice;
use crate::entry::{BuildError, Entry};
use crate::option::Settings;
use crate::player::{Choice, ChooseError, Control, Player};
use crate::tree::Memory;
use crate::{mcts, resign, swap};

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    let summary = "tree search led by a neural network, or its bare policy with sims=0";
    Entry::new("neural", summary, |settings, seed| Ok(Box::new(Neural::new(settings, seed)?)))
        .with_options(options())
}

struct Neural {
    params: Params,
    seed: u64,
    networks: Networks,
    crew: Crew,
    lookout: Option<Lookout>,
    /// Who plays where a coin decides who moves and the network does not know that.
    chance: Box<dyn Player>,
    memory: Option<Memory<State, Prior>>,
}

impl Player for Neural {
    fn caution(&self, rules: &Rules) -> Option<String> {
        let network = self.networks.of(rules);
        let is_played = rules.turns == Turns::Alternate || network.knows(rules);
        let is_news = is_played && network.is_beyond_training(rules.board);
        is_news.then(|| {
            let longest = network.longest_side().unwrap_or_default();
            format!(
                "{} is larger than all boards that the network was trained on (up to {longest} \
                 cells a side): its play there is untested",
                rules.board
            )
        })
    }

    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        self.take_place(game.rules());
        let choice = match (game.rules().turns, self.known(game)) {
            (_, Some(known)) => known.choice(game.position(), &mut dice(self.seed, game)),
            (Turns::Alternate, None) => self.think(game, control),
            (Turns::Random, None) if self.crew.network().knows(game.rules()) => {
                self.play_coin(game, control)
            }
            (Turns::Random, None) => self.chance.choose(game, control)?,
        };
        Ok(resign::below(self.params.resign, game.position(), choice))
    }

    fn wants_swap(&mut self, game: &Game, control: &mut Control) -> bool {
        if let Some(known) = self.known(game) {
            return known.wants_swap();
        }
        self.take_place(game.rules());
        if !self.reuses() {
            self.memory = None;
        }
        let (tree, simulations) = self.search(game, control);
        let choice = report::choice(&tree, game.position(), simulations);
        self.memory = Some(Memory::new(game, tree));
        choice.value < Some(0.5)
    }
}

impl Neural {
    fn new(settings: &Settings, seed: u64) -> Result<Self, BuildError> {
        let params = Params::new(settings);
        let (file, precision) = (settings.get(&NETWORK), settings.get(&PRECISION));
        let networks = Networks::new(file.as_deref(), precision).map_err(|fault| BuildError {
            player: "neural".to_owned(),
            reason: fault.to_string(),
        })?;
        let crew = Crew::new(networks.first(), params.threads);
        let chance = mcts::player(&params.by_playouts(), seed);
        Ok(Neural { params, seed, networks, crew, lookout: None, chance, memory: None })
    }

    /// What the book knows of the position, if it is to be asked.
    fn known(&self, game: &Game) -> Option<Known> {
        let is_asked = |_: &&_| self.params.book;
        book::shipped(game.rules().board).filter(is_asked)?.look_up(game.position())
    }

    /// Takes the network of a game.
    fn take_place(&mut self, rules: &Rules) {
        let network = self.networks.of(rules);
        if !Arc::ptr_eq(network, self.crew.network()) {
            self.crew = Crew::new(network, self.params.threads);
        }
    }

    /// Chooses with the network.
    fn think(&mut self, game: &Game, control: &mut Control) -> Choice {
        let rng = &mut dice(self.seed, game);
        if swap::follows(game.position()) {
            let budget = Budget::new(&self.params, 1.0, control.limit());
            return opening::choose(&mut self.crew, game.position(), &budget.limit, rng);
        }
        let (tree, simulations) = self.search(game, control);
        let (position, temperature) = (game.position(), self.params.temperature);
        let choice = report::varied_choice(&tree, position, simulations, temperature, rng);
        if self.reuses() {
            self.memory = Some(Memory::new(game, tree));
        }
        choice
    }

    /// Chooses with a network that knows random turns.
    fn play_coin(&mut self, game: &Game, control: &Control) -> Choice {
        let budget = Budget::new(&self.params, 1.0, control.limit());
        coin::choose(&mut self.crew, game.position(), &budget, &mut dice(self.seed, game))
    }

    /// Whether the next move may begin with the tree of this one.
    fn reuses(&self) -> bool {
        self.params.time.is_some()
    }

    /// The tree after a search, and how many simulations that was.
    fn search(&mut self, game: &Game, control: &mut Control) -> (Tree, u64) {
        let position = game.position();
        // Where a swap is possible there are two searches: whether to swap, and what otherwise. The
        // second goes on with the tree of the first.
        let share = if position.is_legal(Move::Swap) { 0.5 } else { 1.0 };
        let budget = Budget::new(&self.params, share, control.limit());
        let known = self.memory.take().and_then(|memory| memory.recall(game));
        let mut tree = known.unwrap_or_else(|| Tree::new(tree::node(position)));
        let lookout = self.lookout.take().filter(|lookout| lookout.board() == position.board());
        let new = || Lookout::new(position.board(), self.params.connections);
        let lookout = self.lookout.insert(lookout.unwrap_or_else(new));
        let search = Search::new(&self.params, position, &mut tree, lookout);
        let simulations = self.crew.work(|queue| search.run(&budget, queue, control));
        (tree, simulations)
    }
}
