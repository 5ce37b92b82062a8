//! Paths from the root of a tree: the value of a leaf goes up them, and proofs with it.
//!
//! Proven nodes are those of Winands, Björnsson and Saito (*Monte-Carlo Tree Search Solver*,
//! 2008): a node is won for the player who chooses if one move is, and lost if all are. A coin flip
//! is decided if both its sides are.

use hexring_game::Color;

use super::{EdgeId, NodeId, Tree};

/// One step of a path: a node and the edge that was taken. Both are counted as visited already,
/// which sends the other selections of a batch elsewhere; the edge knows how many values are still
/// under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Where.
    pub(crate) node: NodeId,
    /// What was taken.
    pub(crate) edge: EdgeId,
}

/// Takes the visits of a path back, where no value will arrive.
pub(crate) fn leave<S: Copy, H: Copy>(tree: &mut Tree<S, H>, path: &[Step]) {
    for step in path {
        tree.node_mut(step.node).visits -= 1;
        let edge = tree.edge_mut(step.edge);
        edge.visits -= 1;
        edge.under_way -= 1;
    }
}

/// Adds a value, which is Red's, to a path.
pub(crate) fn add_value<S: Copy, H: Copy>(tree: &mut Tree<S, H>, path: &[Step], red: f64) {
    for step in path {
        let value = match tree.node(step.node).mover {
            Some(Color::Blue) => 1.0 - red,
            Some(Color::Red) | None => red,
        };
        let edge = tree.edge_mut(step.edge);
        edge.value += value;
        edge.under_way -= 1;
    }
}

/// The last edge of a path is proven, and perhaps nodes above it.
pub(crate) fn prove<S: Copy, H: Copy>(tree: &mut Tree<S, H>, path: &[Step], winner: Color) {
    for step in path.iter().rev() {
        tree.edge_mut(step.edge).proof = Some(winner);
        let proof = proof(tree, step.node);
        if proof.is_none() {
            return;
        }
        tree.node_mut(step.node).proof = proof;
    }
}

/// Who wins at a node, as far as its edges prove it.
pub(crate) fn proof<S: Copy, H: Copy>(tree: &Tree<S, H>, node: NodeId) -> Option<Color> {
    let mut proofs = tree.options(node).map(|(_, edge)| edge.proof);
    let all = |color| tree.options(node).all(|(_, edge)| edge.proof == Some(color));
    match tree.node(node).mover {
        Some(mover) if proofs.any(|proof| proof == Some(mover)) => Some(mover),
        Some(mover) => all(!mover).then_some(!mover),
        None => Color::ALL.into_iter().find(|color| all(*color)),
    }
}
