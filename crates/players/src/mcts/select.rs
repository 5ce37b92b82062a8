//! Selection: from the root to a leaf, by what the tree knows.

use hexring_game::{Color, Position};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::bridges;
use super::options::Params;
use super::tree::{self, Amaf, Edge, Tree};
use crate::dice::below;
use crate::tree::{Action, EdgeId, NodeId, Step, leave};

/// A way from the root to a leaf, whose visit is counted already too.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The steps, from the root on.
    pub(super) steps: Vec<Step>,
    /// The node at the end; none where the tree has stopped growing.
    pub(super) leaf: Option<NodeId>,
}

/// Where a selection has led.
#[derive(Clone, Debug)]
pub(super) enum Selected {
    /// To a position that needs an evaluation.
    Leaf(Path),
    /// To the end of the game or to a proven node: who wins, if anybody.
    Decided(Path, Option<Color>),
    /// To a leaf whose evaluation is under way.
    Busy,
}

/// How a selection weighs edges.
pub(super) struct Selection<'a> {
    /// The parameters.
    pub(super) params: &'a Params,
    /// Whether the opponent may answer the first move by a swap, so that the first player wants
    /// a move that is as good for the one as for the other.
    pub(super) swap_follows: bool,
    /// The dice for edges that are equally good.
    pub(super) rng: &'a mut Xoshiro256PlusPlus,
}

impl Selection<'_> {
    /// Goes from the root to a leaf, adds it to the tree and leaves its position in `position`,
    /// which is the root's at first.
    pub(super) fn descend(&mut self, tree: &mut Tree, position: &mut Position) -> Selected {
        let mut path = Path { steps: Vec::new(), leaf: Some(tree.root()) };
        let mut at = tree.root();
        loop {
            let node = *tree.node(at);
            if !node.state.evaluated && node.visits > 0 {
                leave(tree, &path.steps);
                return Selected::Busy;
            }
            tree.node_mut(at).visits += 1;
            if !path.steps.is_empty() && node.proof.is_some() || position.is_over() {
                return Selected::Decided(path, node.proof);
            }
            if !node.state.evaluated {
                return Selected::Leaf(path);
            }
            let edge = tree.edge_at(at, self.choose(tree, at));
            tree.edge_mut(edge).take();
            tree.edge(edge).action.apply(position);
            path.steps.push(Step { node: at, edge });
            path.leaf = tree.edge(edge).child.or_else(|| self.expand(tree, edge, position));
            match path.leaf {
                Some(child) => at = child,
                None if position.is_over() => {
                    return Selected::Decided(path, position.winner());
                }
                None => return Selected::Leaf(path),
            }
        }
    }

    /// Expansion: the leaf becomes a node with all its moves, as long as there is memory.
    fn expand(&self, tree: &mut Tree, edge: EdgeId, position: &Position) -> Option<NodeId> {
        let has_room = tree.bytes() < self.params.memory;
        let child = has_room.then(|| tree::add(tree, position));
        tree.edge_mut(edge).child = child;
        if let Some(child) = child.filter(|_| self.params.answer > 0.0) {
            self.favour_answers(tree, child, position);
        }
        child
    }

    /// Lets the answers to a broken bridge begin as won.
    fn favour_answers(&self, tree: &mut Tree, node: NodeId, position: &Position) {
        let prior = Amaf { weight: self.params.answer, value: self.params.answer };
        for site in bridges::answers(position) {
            let edges = tree.edges_mut(node).iter_mut();
            edges.filter(|edge| edge.action == Action::Place(site)).for_each(|e| e.hint.add(prior));
        }
    }

    /// The place of the most promising edge of a node; equally good ones are equally likely.
    fn choose(&mut self, tree: &Tree, at: NodeId) -> usize {
        let node = tree.node(at);
        let is_fair = self.swap_follows && at == tree.root();
        let explore = self.params.c * f64::from(node.visits.max(1)).ln().sqrt();
        let (mut best, mut record, mut ties) = (0, f64::NEG_INFINITY, 0);
        for (place, edge) in tree.edges(at).iter().enumerate() {
            let score = match node.mover {
                // The coin is fair: both sides get the same number of visits.
                None => -f64::from(edge.visits),
                Some(mover) if edge.proof == Some(!mover) && !is_fair => continue,
                Some(_) => self.score(edge, explore, is_fair),
            };
            if score > record {
                (best, record, ties) = (place, score, 1);
            } else if score == record {
                ties += 1;
                if below(self.rng, ties) == 0 {
                    best = place;
                }
            }
        }
        best
    }

    /// Upper confidence bound with all moves as first.
    #[inline]
    fn score(&self, edge: &Edge, explore: f64, is_fair: bool) -> f64 {
        let visits = f64::from(edge.visits);
        let fair = |value: f64| if is_fair { value.min(1.0 - value) } else { value };
        let amaf = if self.params.rave > 0.0 { edge.hint.mean() } else { None };
        let (value, bonus) = match (edge.mean(), amaf) {
            (Some(own), None) => (own, explore / visits.sqrt()),
            (None, None) => (f64::INFINITY, 0.0),
            (None, Some(amaf)) => (fair(amaf), explore),
            (Some(own), Some(amaf)) => {
                let weight = self.params.rave / (self.params.rave + visits);
                (fair(own + weight * (amaf - own)), explore / (visits + 1.0).sqrt())
            }
        };
        value + bonus
    }
}

impl Path {
    /// Takes the visits back, the leaf's own too, where no value will arrive.
    pub(super) fn abandon(&self, tree: &mut Tree) {
        leave(tree, &self.steps);
        if let Some(leaf) = self.leaf {
            tree.node_mut(leaf).visits -= 1;
        }
    }
}
