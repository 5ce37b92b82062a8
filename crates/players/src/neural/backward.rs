//! Backward: the value of a leaf goes to all edges above it, and proofs with it.
//!
//! Proven nodes are those of Winands, Björnsson and Saito (*Monte-Carlo Tree Search Solver*,
//! 2008): a node is won for the player who chooses if one move is, and lost if all are.

use hexring_game::Color;

use super::select::Step;
use super::tree::{NodeId, Tree};

/// Adds a value, which is Red's, to a path.
pub(super) fn add_value(tree: &mut Tree, path: &[Step], red: f64) {
    for step in path {
        let value = if tree.node(step.node).mover == Color::Red { red } else { 1.0 - red };
        tree.edge_mut(step.edge).value += value;
    }
}

/// The last edge of a path is won for a colour, and perhaps nodes above it are.
pub(super) fn prove(tree: &mut Tree, path: &[Step], winner: Color) {
    for step in path.iter().rev() {
        tree.edge_mut(step.edge).proof = Some(winner);
        let proof = proof(tree, step.node);
        tree.node_mut(step.node).proof = proof;
        if proof.is_none() {
            return;
        }
    }
}

/// Who wins at a node, as far as its edges prove it.
pub(super) fn proof(tree: &Tree, node: NodeId) -> Option<Color> {
    let mover = tree.node(node).mover;
    let mut edges = tree.edges(node).iter();
    if edges.clone().any(|edge| edge.proof == Some(mover)) {
        return Some(mover);
    }
    edges.all(|edge| edge.proof == Some(!mover)).then_some(!mover)
}
