//! How good moves look to an adviser, in the numbers of the search.
//!
//! It looks at the position as the search has it, with captured cells filled in.

use hexring_game::{Board, Color, Position, Rules, Setup, Topology};

use crate::adviser::{Advice, Adviser};
use crate::bits::Bits;
use crate::grid::Grid;
use crate::state::State;
use crate::transpositions::Candidate;

/// How far an adviser is believed: shares of the logarithms that it gives.
#[derive(Clone, Copy)]
struct Belief {
    /// In how much better one move is than another.
    policy: f32,
    /// In the odds to win.
    odds: f32,
}

/// On tori it is taken at its word: there one move after the other has to be looked at to the end,
/// and what it holds to be lost is hardly ever worth a look.
const ON_TORI: Belief = Belief { policy: 1.0, odds: 1.0 };

/// On a plane connections soon tell, and the policy is much surer of the best move than it has
/// reason to be about the others.
const ELSEWHERE: Belief = Belief { policy: 0.25, odds: 0.5 };

/// An adviser, and how far it is believed.
pub(crate) struct Guidance {
    adviser: Box<dyn Adviser>,
    belief: Belief,
}

impl Guidance {
    pub(crate) fn new(board: Board, adviser: Box<dyn Adviser>) -> Self {
        let belief = if board.topology() == Topology::Torus { ON_TORI } else { ELSEWHERE };
        Guidance { adviser, belief }
    }

    /// What the adviser thinks of a position; nothing, if only the search knows it.
    pub(crate) fn opinion<const W: usize>(
        &mut self,
        grid: &Grid<W>,
        state: &State<W>,
    ) -> Option<Opinion> {
        let advice = self.adviser.advise(&position(grid, state)?);
        Some(Opinion { advice, belief: self.belief })
    }
}

/// What an adviser thinks of a position.
pub(crate) struct Opinion {
    advice: Advice,
    belief: Belief,
}

impl Opinion {
    /// The chance of the player to move.
    pub(crate) fn chance(&self) -> f32 {
        self.advice.value
    }

    /// The moves with their odds, the best first.
    pub(crate) fn rate<const W: usize>(&self, moves: Bits<W>) -> Vec<Candidate> {
        let logit = |cell: u8| self.advice.policy_logits[usize::from(cell)];
        let mut moves: Vec<Candidate> = moves.iter().map(Candidate::unrated).collect();
        moves.sort_by(|x, y| logit(y.cell).total_cmp(&logit(x.cell)));
        let best = moves.first().map_or(0.0, |candidate| logit(candidate.cell));
        for candidate in &mut moves {
            let behind = self.belief.policy * (best - logit(candidate.cell));
            candidate.rate(self.chance() * (-behind).exp(), self.belief.odds);
        }
        moves
    }
}

/// The position for the adviser; none if only the search knows it, because the cells that were
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
