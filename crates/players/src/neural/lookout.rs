//! The lookout: the solver's virtual connections at nodes that the search comes back to.
//!
//! They decide many positions long before the last stone, and elsewhere they rule out all moves
//! that do not meet the opponent's threats. That takes about as long as an evaluation or two, so
//! only nodes with several visits are looked at, each once.

use hexring_control::Limit;
use hexring_game::{Board, Color, Position, Topology};
use hexring_solver::{Glance, Sight};

use super::tree::{Tree, keep};
use crate::tree::{Action, NodeId, proof};

/// The largest boards that are looked at, in cells. On an 11×11 torus a look takes thirty times as
/// long as an evaluation and rarely decides anything.
const MAX_TORUS: usize = 36;
const MAX_OTHER: usize = 169;

/// Looks at nodes of one board.
pub(super) struct Lookout {
    board: Board,
    /// Visits after which a node is looked at; 0 is never.
    after: u32,
    glance: Option<Glance>,
}

impl Lookout {
    /// A lookout for a board.
    pub(super) fn new(board: Board, after: u32) -> Self {
        let most = if board.topology() == Topology::Torus { MAX_TORUS } else { MAX_OTHER };
        let is_worth_it = after > 0 && board.cell_count() <= most;
        let glance = if is_worth_it { Glance::new(board) } else { None };
        Lookout { board, after, glance }
    }

    /// The board.
    pub(super) fn board(&self) -> Board {
        self.board
    }

    /// Looks at a node if that is due. Says who wins if that can be seen; otherwise the node may
    /// have lost some of its edges.
    pub(super) fn visit(
        &mut self,
        tree: &mut Tree,
        node: NodeId,
        position: &Position,
    ) -> Option<Color> {
        let is_due = tree.node(node).visits >= self.after && !tree.node(node).state.is_seen;
        if is_due { self.look(tree, node, position) } else { None }
    }

    /// Looks at a node.
    pub(super) fn look(
        &mut self,
        tree: &mut Tree,
        node: NodeId,
        position: &Position,
    ) -> Option<Color> {
        tree.node_mut(node).state.is_seen = true;
        match self.glance.as_mut()?.look(position, &Limit::none())? {
            Sight::Won { winner, best } => {
                if let Some(edge) = best.and_then(|site| tree.find(node, Action::Place(site))) {
                    tree.edge_mut(edge).proof = Some(winner);
                }
                Some(winner)
            }
            Sight::Open(moves) => {
                keep(tree, node, |action| match action {
                    Action::Place(site) => moves.binary_search(&site).is_ok(),
                    Action::Pass | Action::Toss(_) => true,
                });
                // Those that are left may be lost already.
                proof(tree, node)
            }
        }
    }
}
