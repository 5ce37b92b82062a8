//! What a search thinks, as a [`Choice`].

use hexring_game::{Move, Position, Site};

use super::search::Search;
use super::tree::{Action, Edge, Node, NodeId, Tree};
use crate::player::{Better, Choice, ScoreMap, Work};

/// The choice as things stand.
pub(super) fn choice(search: &Search<'_>) -> Choice {
    let tree: &Tree = search.tree;
    let root = tree.root();
    let best = best(tree, root).expect("there is a legal move");
    let mv = best.action.to_move(search.root).expect("the coin was flipped");
    let value = value(tree.node(root), best);
    Choice {
        value: Some(if search.swap_follows { value.min(1.0 - value) } else { value }),
        line: line(tree, search.root),
        maps: maps(tree, search.root),
        work: Work { count: search.playouts, unit: "playouts" },
        ..Choice::new(mv)
    }
}

/// The edge to take: one that is proven won, otherwise the one with most visits that is not
/// proven lost, otherwise the one that lost last.
pub(super) fn best(tree: &Tree, node: NodeId) -> Option<&Edge> {
    let mover = tree.node(node).mover;
    let rank = |edge: &Edge| match edge.proof {
        Some(winner) if Some(winner) == mover => 2,
        Some(_) => 0,
        None => 1,
    };
    let key = |edge: &Edge| (rank(edge), edge.visits, edge.mean().unwrap_or(0.0));
    let edges = tree.edges(node).iter();
    edges.reduce(|best, edge| if key(edge) > key(best) { edge } else { best })
}

/// What an edge is worth to the player who chooses it.
pub(super) fn value(node: &Node, edge: &Edge) -> f64 {
    match edge.proof {
        Some(winner) => f64::from(u8::from(node.mover == Some(winner))),
        None => edge.mean().or_else(|| edge.amaf.mean()).unwrap_or(0.5),
    }
}

/// The most visited moves from the root on, as far as no coin decides.
fn line(tree: &Tree, root: &Position) -> Vec<Move> {
    let mut line = Vec::new();
    let mut next = Some(tree.root());
    while let Some(node) = next.filter(|node| tree.node(*node).mover.is_some()) {
        let Some(edge) = best(tree, node).filter(|edge| edge.visits > 0 || line.is_empty()) else {
            break;
        };
        line.extend(edge.action.to_move(root));
        next = edge.child;
    }
    line
}

fn maps(tree: &Tree, position: &Position) -> Vec<ScoreMap> {
    let root = tree.root();
    let map = |name, score: &dyn Fn(&Edge) -> Option<f64>| {
        ScoreMap::new(name, Better::Higher, position, |site| edge(tree, root, site).and_then(score))
    };
    let win_rate = |edge: &Edge| match edge.proof {
        Some(_) => Some(value(tree.node(root), edge)),
        None => edge.mean(),
    };
    let all = [
        map("visits", &|edge| Some(f64::from(edge.visits))),
        map("win rate", &win_rate),
        map("rave", &|edge| edge.amaf.mean()),
    ];
    all.into_iter().filter(|map| !map.scores.is_empty()).collect()
}

fn edge(tree: &Tree, node: NodeId, site: Site) -> Option<&Edge> {
    tree.edges(node).iter().find(|edge| edge.action == Action::Place(site))
}
