//! The tree of playouts: nodes are evaluated once, edges begin with all moves as first.

use hexring_game::Position;

use crate::tree;
use crate::tree::{Action, NodeId};

/// How far a node was looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    /// Whether its own evaluation is done.
    pub(super) evaluated: bool,
}

/// Results of playouts in which a cell was taken by the player who chooses, whenever that was.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Amaf {
    /// How many evaluations they amount to.
    pub(super) weight: f32,
    /// The sum of their values.
    pub(super) value: f32,
}

impl Amaf {
    /// Takes more results in.
    #[inline]
    pub(super) fn add(&mut self, more: Amaf) {
        self.weight += more.weight;
        self.value += more.value;
    }

    /// The mean value; none without results.
    #[inline]
    pub(super) fn mean(self) -> Option<f64> {
        (self.weight > 0.0).then(|| f64::from(self.value / self.weight))
    }
}

/// A way out of a node.
pub(super) type Edge = tree::Edge<Amaf>;

/// A position in the tree, those after the end included.
pub(super) type Node = tree::Node<State>;

/// All that a search knows.
pub(super) type Tree = tree::Tree<State, Amaf>;

/// A tree with nothing but a position at its root.
pub(super) fn plant(position: &Position) -> Tree {
    let mut tree = Tree::new(node(position));
    let root = tree.root();
    tree.branch(root, ways(position));
    tree
}

/// Adds a position to a tree, with all that can follow.
pub(super) fn add(tree: &mut Tree, position: &Position) -> NodeId {
    let node = tree.add(node(position));
    tree.branch(node, ways(position));
    node
}

fn node(position: &Position) -> Node {
    Node::new(position.to_move(), position.winner(), State::default())
}

fn ways(position: &Position) -> impl Iterator<Item = (Action, Amaf)> + '_ {
    Action::all(position).map(|action| (action, Amaf::default()))
}
