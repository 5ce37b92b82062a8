//! Backward: the value of a leaf goes to all nodes above it, with what it says about cells.

use hexring_game::{Board, ByColor, Color, Site};

use super::select::Path;
use super::simulate::Evaluation;
use super::tree::{Amaf, Tree};
use crate::tree::{Action, NodeId, add_value, prove};

/// Carries values up. Keeps its memory from leaf to leaf.
#[derive(Clone, Debug)]
pub(super) struct Backward {
    /// All moves as first of one leaf, by site.
    amaf: Vec<ByColor<Amaf>>,
    board: Board,
}

impl Backward {
    /// For a board.
    pub(super) fn new(board: Board) -> Self {
        Backward { amaf: vec![ByColor::default(); board.cell_count()], board }
    }

    /// The evaluation of a leaf.
    pub(super) fn evaluated(&mut self, tree: &mut Tree, path: &Path, evaluation: &Evaluation) {
        if let Some(leaf) = path.leaf {
            tree.node_mut(leaf).state.evaluated = true;
        }
        let red = evaluation.value(Color::Red);
        add_value(tree, &path.steps, red);
        if evaluation.knows_cells() {
            self.gather(tree, path, evaluation);
            path.steps.iter().for_each(|step| self.add_amaf(tree, step.node));
            path.leaf.into_iter().for_each(|leaf| self.add_amaf(tree, leaf));
        }
        if let (Some(site), Some(leaf)) = (evaluation.winning_cell(), path.leaf) {
            prove_leaf(tree, path, leaf, site);
        }
    }

    /// All moves as first: the playouts' and those in the tree, which were made in all playouts.
    fn gather(&mut self, tree: &Tree, path: &Path, evaluation: &Evaluation) {
        for (slot, site) in self.amaf.iter_mut().zip(self.board.sites()) {
            *slot = ByColor::from_fn(|color| evaluation.amaf(site, color));
        }
        for step in &path.steps {
            let (edge, node) = (tree.edge(step.edge), tree.node(step.node));
            if let (Action::Place(site), Some(color)) = (edge.action, node.mover) {
                let all = Amaf { weight: 1.0, value: evaluation.value(color) as f32 };
                self.amaf[site.index()] = ByColor::default();
                self.amaf[site.index()][color] = all;
            }
        }
    }

    fn add_amaf(&self, tree: &mut Tree, node: NodeId) {
        let Some(mover) = tree.node(node).mover else { return };
        for edge in tree.edges_mut(node) {
            if let Action::Place(site) = edge.action {
                edge.hint.add(self.amaf[site.index()][mover]);
            }
        }
    }
}

/// The end of a game, or a proof that was known before. Without a winner nobody has gained.
pub(super) fn decided(tree: &mut Tree, path: &Path, winner: Option<Color>, proofs: bool) {
    if let Some(leaf) = path.leaf {
        tree.node_mut(leaf).state.evaluated = true;
    }
    add_value(
        tree,
        &path.steps,
        winner.map_or(0.5, |winner| f64::from(u8::from(winner == Color::Red))),
    );
    if let Some(winner) = winner.filter(|_| proofs) {
        prove(tree, &path.steps, winner);
    }
}

/// The player to move at a leaf wins with a cell.
fn prove_leaf(tree: &mut Tree, path: &Path, leaf: NodeId, site: Site) {
    let Some(mover) = tree.node(leaf).mover else { return };
    for edge in tree.edges_mut(leaf).iter_mut().filter(|e| e.action == Action::Place(site)) {
        edge.proof = Some(mover);
    }
    tree.node_mut(leaf).proof = Some(mover);
    prove(tree, &path.steps, mover);
}
