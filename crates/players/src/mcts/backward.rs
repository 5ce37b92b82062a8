//! Backward: the value of a leaf goes to all nodes above it, and proofs with it.
//!
//! Proven nodes are those of Winands, Björnsson and Saito (*Monte-Carlo Tree Search Solver*,
//! 2008): a node is won for the player who chooses if one move is, and lost if all are. A coin flip
//! is decided if both its sides are.

use hexring_game::{Board, ByColor, Color, Site};

use super::select::Path;
use super::simulate::Evaluation;
use super::tree::{Action, Amaf, NodeId, Tree};

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
            tree.node_mut(leaf).evaluated = true;
        }
        let red = evaluation.value(Color::Red);
        add_value(tree, path, red);
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
                edge.amaf.add(self.amaf[site.index()][mover]);
            }
        }
    }
}

/// The end of a game, or a proof that was known before. Without a winner nobody has gained.
pub(super) fn decided(tree: &mut Tree, path: &Path, winner: Option<Color>, proofs: bool) {
    if let Some(leaf) = path.leaf {
        tree.node_mut(leaf).evaluated = true;
    }
    add_value(tree, path, winner.map_or(0.5, |winner| f64::from(u8::from(winner == Color::Red))));
    if let Some(winner) = winner.filter(|_| proofs) {
        prove(tree, path, winner);
    }
}

fn add_value(tree: &mut Tree, path: &Path, red: f64) {
    for step in &path.steps {
        let value = match tree.node(step.node).mover {
            Some(Color::Blue) => 1.0 - red,
            Some(Color::Red) | None => red,
        };
        tree.edge_mut(step.edge).value += value;
    }
}

/// The player to move at a leaf wins with a cell.
fn prove_leaf(tree: &mut Tree, path: &Path, leaf: NodeId, site: Site) {
    let Some(mover) = tree.node(leaf).mover else { return };
    for edge in tree.edges_mut(leaf).iter_mut().filter(|e| e.action == Action::Place(site)) {
        edge.proof = Some(mover);
    }
    tree.node_mut(leaf).proof = Some(mover);
    prove(tree, path, mover);
}

/// The last edge of a path is proven, and perhaps nodes above it.
fn prove(tree: &mut Tree, path: &Path, winner: Color) {
    for step in path.steps.iter().rev() {
        tree.edge_mut(step.edge).proof = Some(winner);
        let proof = proof(tree, step.node);
        if proof.is_none() {
            return;
        }
        tree.node_mut(step.node).proof = proof;
    }
}

/// Who wins at a node, as far as its edges prove it.
fn proof(tree: &Tree, node: NodeId) -> Option<Color> {
    let edges = tree.edges(node);
    let all = |color| edges.iter().all(|edge| edge.proof == Some(color));
    match tree.node(node).mover {
        Some(mover) if edges.iter().any(|edge| edge.proof == Some(mover)) => Some(mover),
        Some(mover) => all(!mover).then_some(!mover),
        None => Color::ALL.into_iter().find(|color| all(*color)),
    }
}
