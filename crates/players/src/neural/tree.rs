//! The tree that the network leads: edges begin with its policy.
//!
//! Games that are over and positions that are won at once have no node: the edge that leads there
//! carries the proof.

use hexring_game::{Position, Site};
use hexring_network::Evaluation;

use crate::tree;
use crate::tree::{Action, NodeId};

/// How far a node was looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    /// What the network says, once it was asked. Only then there are edges.
    pub(super) value: Option<f32>,
    /// Whether its virtual connections were looked at.
    pub(super) is_seen: bool,
}

/// How likely the network finds a move to be the best.
pub(super) type Prior = f32;

/// A way out of a node.
pub(super) type Edge = tree::Edge<Prior>;

/// A position in the tree.
pub(super) type Node = tree::Node<State>;

/// All that a search knows.
pub(super) type Tree = tree::Tree<State, Prior>;

/// A node for a position that is not over.
pub(super) fn node(position: &Position) -> Node {
    Node::new(position.to_move(), None, State::default())
}

/// Gives a node its value and its edges.
pub(super) fn expand(tree: &mut Tree, node: NodeId, position: &Position, evaluation: &Evaluation) {
    let priors = priors(position, &evaluation.policy_logits);
    tree.branch(node, priors.map(|(site, prior)| (Action::Place(site), prior)));
    if tree.edges(node).is_empty() {
        tree.branch(node, std::iter::once((Action::Pass, 1.0)));
    }
    tree.node_mut(node).state.value = Some(evaluation.value());
}

/// Drops all edges of a node but those with some actions, unless none would be left. The policy
/// is shared by those that stay.
pub(super) fn keep(tree: &mut Tree, node: NodeId, is_kept: impl Fn(Action) -> bool) {
    let edges = tree.edges_mut(node);
    // Kept edges stay in the order of their cells, on which the search may depend.
    edges.sort_by_key(|edge| !is_kept(edge.action));
    let kept = edges.iter().take_while(|edge| is_kept(edge.action)).count();
    let sum: f32 = edges[..kept].iter().map(|edge| edge.hint).sum();
    if kept > 0 {
        edges[..kept].iter_mut().for_each(|edge| edge.hint /= sum.max(f32::MIN_POSITIVE));
        tree.truncate(node, kept);
    }
}

/// The softmax of the logits over the legal cells.
fn priors<'a>(position: &'a Position, logits: &'a [f32]) -> impl Iterator<Item = (Site, f32)> + 'a {
    let logit = |site: Site| logits[site.index()];
    let most = position.legal_sites().map(logit).fold(f32::NEG_INFINITY, f32::max);
    let weight = move |site: Site| (logits[site.index()] - most).exp();
    let sum: f32 = position.legal_sites().map(weight).sum();
    position.legal_sites().map(move |site| (site, weight(site) / sum))
}
