//! What a search thinks, as a [`Choice`].

use hexring_game::Position;

use super::tree::{Edge, Node, Tree};
use crate::player::{Better, Choice, ScoreMap, Work};
use crate::tree::Action;

/// The choice in a position as a tree stands after so many playouts. A first move that may be
/// taken over is worth what its worse side is.
pub(super) fn choice(tree: &Tree, root: &Position, swap_follows: bool, playouts: u64) -> Choice {
    let node = tree.root();
    let best = tree.best(node, mean).expect("there is a legal move");
    let mv = best.action.to_move(root).expect("the coin was flipped");
    let worth = |edge: &Edge| {
        let value = value(tree.node(node), edge);
        if swap_follows { value.min(1.0 - value) } else { value }
    };
    Choice {
        value: Some(worth(best)),
        line: tree.line(root, best, mean),
        lines: tree.lines(root, worth, mean),
        maps: maps(tree, root),
        work: Work { count: playouts, unit: "playouts" },
        ..Choice::new(mv)
    }
}

/// What decides between edges that were visited equally often.
fn mean(edge: &Edge) -> f64 {
    edge.mean().unwrap_or(0.0)
}

/// What an edge is worth to the player who chooses it.
fn value(node: &Node, edge: &Edge) -> f64 {
    node.win_rate(edge).or_else(|| edge.hint.mean()).unwrap_or(0.5)
}

fn maps(tree: &Tree, position: &Position) -> Vec<ScoreMap> {
    let root = tree.root();
    let map = |name, score: &dyn Fn(&Edge) -> Option<f64>| {
        ScoreMap::new(name, Better::Higher, position, |site| {
            score(tree.edge(tree.find(root, Action::Place(site))?))
        })
    };
    let all = [
        map("visits", &|edge| Some(f64::from(edge.visits))),
        map("win rate", &|edge| tree.node(root).win_rate(edge)),
        map("rave", &|edge| edge.hint.mean()),
    ];
    all.into_iter().filter(|map| !map.scores.is_empty()).collect()
}
