//! Proofs in the tree against the definition: who wins under best play, by looking at everything.

use std::collections::HashMap;

use hexring_control::Limit;
use hexring_game::{Color, Game, Position, Rules, Status};

use super::options::Params;
use super::search::{Budget, Search};
use super::tree::{self, Tree};
use crate::dice::dice;
use crate::player::Control;
use crate::spec::Spec;
use crate::tree::{Action, NodeId};

/// Who wins whatever the opponent and the coin do; none if nobody can be sure.
fn sure_winner(position: &Position, known: &mut HashMap<u64, Option<Color>>) -> Option<Color> {
    match position.status() {
        Status::Won(color) => return Some(color),
        Status::Discarded => return None,
        Status::Ongoing => {}
    }
    if let Some(winner) = known.get(&position.key()) {
        return *winner;
    }
    let results: Vec<Option<Color>> = Action::all(position)
        .map(|action| {
            let mut next = position.clone();
            action.apply(&mut next);
            sure_winner(&next, known)
        })
        .collect();
    let all = |color| results.iter().all(|result| *result == Some(color));
    let winner = match position.to_move() {
        Some(mover) if results.contains(&Some(mover)) => Some(mover),
        Some(mover) => Some(!mover).filter(|color| all(*color)),
        None => Color::ALL.into_iter().find(|color| all(*color)),
    };
    known.insert(position.key(), winner);
    winner
}

/// Compares every proof in a tree with the truth.
fn check(
    tree: &Tree,
    node: NodeId,
    position: &Position,
    known: &mut HashMap<u64, Option<Color>>,
) -> usize {
    let mut proofs = 0;
    if let Some(proof) = tree.node(node).proof {
        assert_eq!(Some(proof), sure_winner(position, known), "{}", position.rules());
        proofs += 1;
    }
    for edge in tree.edges(node) {
        let mut next = position.clone();
        edge.action.apply(&mut next);
        if let Some(proof) = edge.proof {
            assert_eq!(Some(proof), sure_winner(&next, known), "{}", position.rules());
        }
        proofs += edge.child.map_or(0, |child| check(tree, child, &next, known));
    }
    proofs
}

fn searched(game: &Game, spec: &str) -> Tree {
    let params = Params::new(spec.parse::<Spec>().expect("a player").settings());
    let mut tree = tree::plant(game.position());
    let mut search = Search {
        params: &params,
        root: game.position(),
        tree: &mut tree,
        rng: dice(5, game),
        swap_follows: false,
        playouts: 0,
        stones: 0,
    };
    search.run(&Budget::new(&params, 1.0, &Limit::none()), &mut Control::default());
    tree
}

#[test]
fn proofs_are_true_under_all_rules() {
    let boards = ["1x1", "1x3", "3x1", "2x3", "3x2", "3x3"];
    let rules = [
        "",
        "first=blue",
        "turns=random",
        "seasons=12/21/12 years=12/21",
        "turns=random seasons=12/21/12",
        "seasons=11/12/11 no-move=discard",
    ];
    let mut proofs = 0;
    for topology in ["plane", "cylinder", "torus"] {
        for (board, rules) in boards.iter().flat_map(|b| rules.iter().map(move |r| (b, r))) {
            if rules.contains("seasons") && *board != "2x3" {
                continue;
            }
            let text = format!("{topology}:{board} {rules}");
            let mut game = Game::new(text.parse::<Rules>().expect("rules")).expect("rules");
            if game.position().coin_due() {
                game.toss(Color::Blue).expect("a coin is due");
            }
            if game.ending().is_none() {
                let tree = searched(&game, "mcts:playouts=100000,leaf=32");
                let known = &mut HashMap::new();
                proofs += check(&tree, tree.root(), game.position(), known);
            }
        }
    }
    assert!(proofs > 1000, "{proofs}");
}

#[test]
fn small_boards_are_solved() {
    for board in ["3x3", "cylinder:3x3", "torus:3x3", "2x4", "3x2", "cylinder:4x2"] {
        for first in ["red", "blue"] {
            let rules: Rules = format!("{board} first={first}").parse().expect("rules");
            let game = Game::new(rules).expect("rules");
            let tree = searched(&game, "mcts:playouts=3000000,leaf=64");
            let mover = game.position().to_move();
            let truth = sure_winner(game.position(), &mut HashMap::new());
            // A lost game is not searched to the end: the last move that may not lose is made.
            let edges = tree.edges(tree.root());
            let open = edges.iter().filter(|edge| edge.proof.is_none()).count();
            let proof = tree.node(tree.root()).proof;
            assert!(proof == truth || truth != mover && open == 1, "{board} {first}");
        }
    }
}

#[test]
fn the_plain_search_proves_nothing() {
    let game = Game::new("2x2".parse::<Rules>().expect("rules")).expect("rules");
    let tree = searched(&game, "mcts:plain=true,playouts=500");
    assert!(tree.edges(tree.root()).iter().all(|edge| edge.proof.is_none()));
    assert_eq!(tree.edges(tree.root()).iter().map(|edge| edge.visits).sum::<u32>(), 499);
}
