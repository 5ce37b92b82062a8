//! What a search thinks, as a [`Choice`].

use hexring_game::Position;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::tree::{Edge, Tree};
use crate::player::{Better, Choice, ScoreMap, Work};
use crate::tree::Action;

/// The choice as things stand after so many simulations: the best move.
pub(super) fn choice(tree: &Tree, position: &Position, simulations: u64) -> Choice {
    let best = tree.best(tree.root(), prior).expect("there is a legal move");
    choice_of(tree, position, simulations, best)
}

/// The same with dice: one of the good moves, or the best where the temperature is 0.
pub(super) fn varied_choice(
    tree: &Tree,
    position: &Position,
    simulations: u64,
    temperature: f64,
    rng: &mut Xoshiro256PlusPlus,
) -> Choice {
    let root = tree.root();
    let best = tree.best(root, prior).expect("there is a legal move");
    let is_free = temperature > 0.0 && best.proof.is_none();
    let picked = if is_free { sample(tree, temperature, rng) } else { best };
    choice_of(tree, position, simulations, picked)
}

fn choice_of(tree: &Tree, position: &Position, simulations: u64, picked: &Edge) -> Choice {
    Choice {
        value: Some(value(tree, picked)),
        line: tree.line(position, picked, prior),
        lines: tree.lines(position, |edge| value(tree, edge), prior),
        maps: maps(tree, position),
        work: Work { count: simulations + 1, unit: "positions" },
        ..Choice::new(picked.action.to_move(position).expect("no coin decides"))
    }
}

/// What decides between edges that were visited equally often: the policy.
fn prior(edge: &Edge) -> f32 {
    edge.hint
}

/// An edge that is not proven lost, in proportion to its visits (or its prior, where nothing was
/// searched) to the power of 1 / temperature.
fn sample<'a>(tree: &'a Tree, temperature: f64, rng: &mut Xoshiro256PlusPlus) -> &'a Edge {
    let edges: Vec<&Edge> = tree.options(tree.root()).map(|(_, edge)| edge).collect();
    let searched = edges.iter().any(|edge| edge.visits > 0);
    let weight = |edge: &Edge| match searched {
        _ if edge.proof.is_some() => 0.0,
        true => f64::from(edge.visits),
        false => f64::from(edge.hint),
    };
    // Relative to the largest, so that no power overflows.
    let most = edges.iter().copied().map(weight).fold(0.0, f64::max);
    let power = |edge: &Edge| (weight(edge) / most).powf(1.0 / temperature);
    let sum: f64 = edges.iter().copied().map(power).sum();
    let mut left = sum * (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    let picked = edges.iter().copied().find(|edge| {
        left -= power(edge);
        left < 0.0
    });
    picked.unwrap_or(edges[0])
}

/// What an edge of the root is worth to the player who chooses it; the root's own value if it was
/// not tried.
fn value(tree: &Tree, edge: &Edge) -> f64 {
    let root = tree.node(tree.root());
    root.win_rate(edge).or(root.state.value.map(f64::from)).unwrap_or(0.5)
}

fn maps(tree: &Tree, position: &Position) -> Vec<ScoreMap> {
    let root = tree.root();
    let map = |name, score: &dyn Fn(&Edge) -> Option<f64>| {
        ScoreMap::new(name, Better::Higher, position, |site| {
            let edge = tree.edge(tree.find(root, Action::Place(site))?);
            score(edge).filter(|_| !edge.is_ruled_out)
        })
    };
    let visits = |edge: &Edge| (edge.visits > 0).then(|| f64::from(edge.visits));
    let all = [
        map("policy", &|edge| Some(f64::from(edge.hint))),
        map("visits", &visits),
        map("win rate", &|edge| tree.node(root).win_rate(edge)),
    ];
    all.into_iter().filter(|map| !map.scores.is_empty()).collect()
}
