//! Selection: from the root to a leaf, by PUCT.

use hexring_game::{Color, Position, Site};

use super::lookout::Lookout;
use super::tree::{Edge, Node, Tree, node};
use crate::tree::{EdgeId, NodeId, Step, leave};

/// How much less than its node a move is worth that was never tried, when all likely ones were.
/// Without it, a search at a good node tries every move before it trusts the policy.
const UNTRIED: f64 = 0.1;

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
    c: f64,
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
        let edge = tree.edge_at(at, choose(tree, at, c));
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
