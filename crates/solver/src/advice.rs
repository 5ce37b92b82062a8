//! How good moves look to the neural network.
//!
//! The network only says what to try first and how much to expect of it; what is proven does not
//! depend on it. It looks at the position as the search has it, with captured cells filled in.

use hexring_game::{Board, Color, Position, Rules, Setup, Topology};
use hexring_network::{Evaluator, Network};

use crate::bits::Bits;
use crate::grid::Grid;
use crate::solver::Guide;
use crate::state::State;
use crate::table::Candidate;

/// How much a difference in the policy's logarithms says about the odds to win. The policy is
/// much surer of the best move than it has reason to be about the others.
const TRUST: f32 = 0.25;

/// The network, with memory that is used again.
pub(crate) struct Advice(Evaluator);

impl Advice {
    /// The network, where it is wanted and the program was built with one.
    pub(crate) fn new(board: Board, guide: Guide) -> Option<Self> {
        // Boards of a single row or column were not among those it has learnt from.
        let is_known = board.cols().min(board.rows()) >= 2;
        let is_wanted = match guide {
            Guide::Circuit => false,
            Guide::Network => true,
            Guide::Auto => match board.topology() {
                // It saves two positions of three on 7×7, and takes as long for the third.
                Topology::Plane => board.cell_count() > 49,
                // It is sure of the winner, and finds little to choose between moves.
                Topology::Cylinder => false,
                Topology::Torus => true,
            },
        };
        let network = || Network::embedded_specialist(board).or_else(|| Network::embedded().ok());
        (is_known && is_wanted).then(network).flatten().map(|net| Advice(Evaluator::new(net)))
    }

    /// The moves with their odds, the best first.
    pub(crate) fn rate<const W: usize>(
        &mut self,
        grid: &Grid<W>,
        state: &State<W>,
        moves: Vec<u8>,
    ) -> Vec<Candidate> {
        let mut moves: Vec<Candidate> = moves.into_iter().map(Candidate::unrated).collect();
        let Some(position) = position(grid, state) else { return moves };
        let Some(evaluation) = self.0.evaluate(&[&position]).pop() else { return moves };
        let logit = |candidate: &Candidate| evaluation.policy_logits[usize::from(candidate.cell)];
        moves.sort_by(|x, y| logit(y).total_cmp(&logit(x)));
        let best = moves.first().map_or(0.0, logit);
        for candidate in &mut moves {
            let share = (TRUST * (logit(candidate) - best)).exp();
            candidate.rate(evaluation.value() * share);
        }
        moves
    }
}

/// The position for the network; none if only the search knows it, because the cells that were
/// filled in complete a goal.
fn position<const W: usize>(grid: &Grid<W>, state: &State<W>) -> Option<Position> {
    let mut setup = Setup::new(Rules::new(grid.board));
    for color in Color::ALL {
        // Dead cells help nobody, whoever has them.
        let dead = if color == state.to_move { Bits::EMPTY } else { state.dead };
        let cells = (state.own(color) | dead).iter();
        setup.stones[color] = cells.map(|cell| grid.board.cell(grid.site(cell))).collect();
    }
    setup.to_move = Some(state.to_move);
    Position::from_setup(&setup).ok().filter(|position| !position.is_over())
}
