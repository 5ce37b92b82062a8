//! Selection: from the root to a leaf, by PUCT.

use hexring_game::{Color, Position, Site};

use super::lookout::Lookout;
use super::options::Params;
use super::tree::{Edge, Node, Tree, node};
use crate::tree::{EdgeId, NodeId, Step, leave};

/// How much less than its node a move is worth that was never tried, when all likely ones were.
/// Without it, a search at a good node tries every move before it trusts the policy.
const UNTRIED: f64 = 0.1;

/// Alternatives are looked at at least once in so many visits, and as often again when there are
/// four times as many: what they cost gets less and less.
const SHARE: f64 = 0.25;

/// A way from the root.
pub(super) type Path = Vec<Step>;

/// Where a selection has led.
#[derive(Clone, Debug)]
pub(super) enum Selected {
    /// To a new node, which needs an evaluation.
    Leaf(Path, NodeId),
    /// To a position that one colour wins.
    Won(Path, Color),
    /// To a game that ended without a winner.
    Discarded(Path),
    /// To a node whose evaluation is under way.
    Busy,
}

/// Goes from the root to a leaf and leaves its position in `position`, which is the root's at
/// first. The root must have been evaluated and not be proven.
pub(super) fn descend(
    tree: &mut Tree,
    lookout: &mut Lookout,
    position: &mut Position,
    params: &Params,
) -> Selected {
    let mut path = Path::new();
    let mut at = tree.root();
    loop {
        if tree.node(at).state.value.is_none() {
            leave(tree, &path);
            return Selected::Busy;
        }
        if let Some(winner) = lookout.visit(tree, at, position) {
            tree.node_mut(at).proof = Some(winner);
            return Selected::Won(path, winner);
        }
        let alternatives = if path.is_empty() { params.alternatives } else { 0 };
        let place = neglected(tree, at, alternatives).unwrap_or_else(|| choose(tree, at, params.c));
        let edge = tree.edge_at(at, place);
        tree.node_mut(at).visits += 1;
        tree.edge_mut(edge).take();
        path.push(Step { node: at, edge });
        tree.edge(edge).action.apply(position);
        match tree.edge(edge).child {
            Some(child) => at = child,
            None => return arrive(tree, path, edge, position),
        }
    }
}

/// The end of a path that leads out of the tree.
fn arrive(tree: &mut Tree, path: Path, edge: EdgeId, position: &Position) -> Selected {
    if position.is_over() {
        return match position.winner() {
            Some(winner) => Selected::Won(path, winner),
            None => Selected::Discarded(path),
        };
    }
    if let (Some(_), Some(mover)) = (winning_site(position), position.to_move()) {
        return Selected::Won(path, mover);
    }
    let leaf = tree.add(node(position));
    tree.edge_mut(edge).child = Some(leaf);
    Selected::Leaf(path, leaf)
}

/// A cell with which the player to move wins at once.
pub(super) fn winning_site(position: &Position) -> Option<Site> {
    let (mover, board) = (position.to_move()?, position.board());
    // A path crosses every row or column, and so does a ring.
    let needed = if mover == Color::Red { board.rows() } else { board.cols() };
    if position.stones_of(mover).count() + 1 < needed.into() {
        return None;
    }
    position.legal_sites().find(|site| position.would_win(*site, mover))
}

/// The place of the likeliest edge that was looked at too seldom, among so many of the likeliest
/// ones of a node.
fn neglected(tree: &Tree, at: NodeId, alternatives: usize) -> Option<usize> {
    let fewest = (SHARE * f64::from(tree.node(at).visits).sqrt()) as u32;
    if alternatives == 0 || fewest == 0 {
        return None;
    }
    let open = tree.options(at).filter(|(_, edge)| edge.proof.is_none());
    let mut likeliest: Vec<(usize, &Edge)> = open.collect();
    likeliest.sort_by(|(_, a), (_, b)| b.hint.total_cmp(&a.hint));
    likeliest.truncate(alternatives);
    likeliest.into_iter().find(|(_, edge)| edge.visits < fewest).map(|(place, _)| place)
}

/// The place of the most promising edge of a node that is not proven. Values that are under way make
/// it less urgent to look there again, and do not make it worth less: where a tree is young, one
/// that counted as lost would outweigh all that is known (Liu and others, *Watch the unobserved*,
/// 2020).
fn choose(tree: &Tree, at: NodeId, c: f64) -> usize {
    let node = tree.node(at);
    let tried = tree.options(at).filter(|(_, edge)| edge.visits > 0);
    let tried = tried.map(|(_, edge)| f64::from(edge.hint));
    let untried = value(node) - UNTRIED * tried.sum::<f64>().sqrt();
    let explore = c * f64::from(node.visits.max(1)).sqrt();
    let score = |edge: &Edge| {
        let bonus = explore * f64::from(edge.hint) / f64::from(edge.visits + 1);
        edge.settled().unwrap_or(untried) + bonus
    };
    let open = tree.options(at).filter(|(_, edge)| edge.proof.is_none());
    let scored = open.map(|(place, edge)| (place, score(edge)));
    let best = scored.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.expect("a node that is not proven has an open edge").0
}

/// What the network says of a node.
fn value(node: &Node) -> f64 {
    f64::from(node.state.value.expect("it was evaluated"))
}

#[cfg(test)]
mod tests {
    use hexring_game::Rules;
    use hexring_network::Evaluation;

    use super::super::tree::expand;
    use super::*;
    use crate::tree::prove;

    #[test]
    fn the_likeliest_moves_are_looked_at_in_their_order_until_they_had_enough() {
        let position = Position::new("5x1".parse::<Rules>().expect("rules")).expect("rules");
        let mut tree = Tree::new(node(&position));
        let root = tree.root();
        let policy_logits = vec![0.0, 3.0, 1.0, 2.0, -1.0];
        expand(&mut tree, root, &position, &Evaluation { policy_logits, value_logit: 0.0 });
        let edges: Vec<EdgeId> = (0..5).map(|place| tree.edge_at(root, place)).collect();
        tree.node_mut(root).visits = 15;
        assert_eq!(neglected(&tree, root, 3), None, "the root is young");
        tree.node_mut(root).visits = 64;
        assert_eq!(neglected(&tree, root, 0), None);
        let mut order = Vec::new();
        while let Some(place) = neglected(&tree, root, 3) {
            order.push(place);
            tree.edge_mut(edges[place]).visits += 1;
        }
        assert_eq!(order, [1, 1, 3, 3, 2, 2]);
        prove(&mut tree, &[Step { node: root, edge: edges[1] }], Color::Blue);
        assert_eq!(neglected(&tree, root, 3), Some(0), "what is decided makes room");
    }
}
