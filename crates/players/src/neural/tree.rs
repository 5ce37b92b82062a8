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

/// Rules out all edges of a node but those with some actions, unless none would be left. The policy
/// is shared by those that stay. All keep their places, by which values that are under way find
/// them.
pub(super) fn keep(tree: &mut Tree, node: NodeId, is_kept: impl Fn(Action) -> bool) {
    let edges = tree.edges_mut(node);
    let kept = edges.iter().filter(|edge| is_kept(edge.action));
    let (count, sum) = kept.fold((0, 0.0), |(count, sum), edge| (count + 1, sum + edge.hint));
    if count == 0 {
        return;
    }
    for edge in edges {
        if is_kept(edge.action) {
            edge.hint /= sum.max(f32::MIN_POSITIVE);
        } else {
            edge.is_ruled_out = true;
        }
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

#[cfg(test)]
mod tests {
    use hexring_game::{Position, Rules};
    use hexring_network::Evaluation;

    use super::{Action, Tree, expand, keep, node};
    use crate::tree::{Step, add_value};

    /// A leaf below a node may be under way while others of the node's edges are ruled out.
    #[test]
    fn values_under_way_arrive_where_they_belong() {
        let position = Position::new("4x1".parse::<Rules>().expect("rules")).expect("rules");
        let mut tree = Tree::new(node(&position));
        let root = tree.root();
        let evaluation = Evaluation { policy_logits: vec![0.0; 4], value_logit: 0.0 };
        expand(&mut tree, root, &position, &evaluation);
        let places: Vec<Action> = tree.edges(root).iter().map(|edge| edge.action).collect();
        let under_way: Vec<Step> =
            (0..4).map(|place| Step { node: root, edge: tree.edge_at(root, place) }).collect();
        for step in &under_way {
            tree.edge_mut(step.edge).take();
        }
        keep(&mut tree, root, |action| action == places[1] || action == places[3]);
        for (step, red) in under_way.iter().zip([0.1, 0.2, 0.3, 0.4]) {
            add_value(&mut tree, &[*step], red);
        }
        let means = tree.options(root).map(|(_, edge)| (edge.action, edge.mean(), edge.hint));
        let expected = [(places[1], Some(0.2), 0.5), (places[3], Some(0.4), 0.5)];
        assert_eq!(means.collect::<Vec<_>>(), expected);
        let child = tree.add(node(&position));
        tree.edge_mut(under_way[0].edge).child = Some(child);
        assert_eq!(tree.child(root, places[0]), Some(child), "it may be played all the same");
    }
}
