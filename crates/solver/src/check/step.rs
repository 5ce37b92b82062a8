//! What the parts of the checker have in common: a step at a time, and the stones in front of it.

use hexring_control::Limit;
use hexring_game::{Axis, Cell, Color, Geometry, Goal, SetupError, Site, Winding};
use thiserror::Error;

use super::cells::Cells;
use crate::proof::{Node, Point};

/// Cells that a check looks at before it gives up. The largest proof that is known, of 139 MB, takes
/// a hundredth of that.
const MAX_WORK: u64 = 1 << 35;

/// Following a reference takes as long as looking at so many cells.
const AS_CELLS: u64 = 100;

/// Bytes that a check may take for what it remembers.
const MAX_MEMORY: usize = 4 << 30;

/// The most rings that an answer may be away: no board has more.
pub(super) const FARTHEST_ANSWER: u8 = 52;

/// Why a proof was refused.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The position of the claim is not possible.
    #[error("the claim is about an impossible position: {0}")]
    Setup(#[from] SetupError),
    /// The position is over, or of rules that proofs are not about.
    #[error("the claim is not about an open position with alternate turns and plain rules")]
    Rules,
    /// The player to move is left open, or there are numbers of moves, which only seasons count.
    #[error(
        "the claim has to_move {to_move} and moves_made {moves_made}: expected red or blue, and null"
    )]
    Turn {
        /// Who is to move, as the claim has it.
        to_move: String,
        /// The numbers of moves, as the claim has them.
        moves_made: String,
    },
    /// The winner is to move but has no first move, or the other way round.
    #[error("the first move of the claim does not fit the player to move")]
    FirstMove,
    /// Answers nearby in another game than the one that this is about.
    #[error(
        "the claim has answers_within {rings}: expected up to {FARTHEST_ANSWER}, a cylinder that red \
         wins, and blue to move"
    )]
    Local {
        /// How far answers may be away.
        rings: u8,
    },
    /// There are no steps.
    #[error("the proof has no steps: expected at least one")]
    Empty,
    /// A step that does not hold.
    #[error("step {node} does not hold: {fault}")]
    Step {
        /// The node, counted from 0.
        node: usize,
        /// Why.
        fault: &'static str,
    },
    /// Steps that are used for too many different stones.
    #[error(
        "the proof takes too much to check: expected at most {MAX_MEMORY} bytes and {MAX_WORK} looks \
         at a cell"
    )]
    TooMuch,
    /// Somebody has stopped the check, or its time is over.
    #[error("stopped after {judged} judgements: nothing was found wrong so far")]
    Stopped {
        /// Judgements made so far.
        judged: u64,
    },
}

/// What a check has cost, and may still cost.
pub(super) struct Budget<'a> {
    limit: &'a Limit,
    /// The cells of the board.
    cells: usize,
    /// Steps that were judged, each as often as there were different stones in front of it.
    pub(super) judged: u64,
    /// Looks at a cell that are left.
    work: u64,
    /// Bytes that are left.
    room: usize,
}

impl<'a> Budget<'a> {
    pub(super) fn new(limit: &'a Limit, cells: usize) -> Self {
        Budget { limit, cells, judged: 0, work: MAX_WORK, room: MAX_MEMORY }
    }

    /// The same with less room.
    #[cfg(test)]
    pub(super) fn within(self, room: usize) -> Self {
        Budget { room, ..self }
    }

    /// Counts a judgement.
    pub(super) fn judge(&mut self) -> Result<(), CheckError> {
        if self.limit.is_over() {
            return Err(CheckError::Stopped { judged: self.judged });
        }
        self.judged += 1;
        self.follow(1)
    }

    /// Counts references that are followed, each of which may cost a look at every cell.
    pub(super) fn follow(&mut self, references: usize) -> Result<(), CheckError> {
        let work = references as u64 * (self.cells as u64 + AS_CELLS);
        self.work = self.work.checked_sub(work).ok_or(CheckError::TooMuch)?;
        Ok(())
    }

    /// Counts bytes that are remembered.
    pub(super) fn remember(&mut self, bytes: usize) -> Result<(), CheckError> {
        self.room = self.room.checked_sub(bytes).ok_or(CheckError::TooMuch)?;
        Ok(())
    }

    /// Whether there is room for bytes that are forgotten soon.
    pub(super) fn hold(&self, bytes: usize) -> Result<(), CheckError> {
        (bytes <= self.room).then_some(()).ok_or(CheckError::TooMuch)
    }
}

/// The stones in front of a node. Those of the opponent may be only a part of what it has.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stage {
    pub(super) own: Cells,
    pub(super) foe: Cells,
    pub(super) is_exact: bool,
}

impl Stage {
    pub(super) fn is_free(&self, site: Site) -> bool {
        !self.own.has(site) && !self.foe.has(site)
    }

    /// The bytes that it takes, about.
    pub(super) fn bytes(&self) -> usize {
        self.own.bytes() + self.foe.bytes()
    }
}

/// What a strategy needs.
pub(super) enum Need {
    /// These cells, whatever the opponent has elsewhere.
    Carrier(Cells),
    /// The whole board as it is.
    Everything,
}

/// The steps of a proof, and what they are about.
#[derive(Clone, Copy)]
pub(super) struct Checker<'a> {
    pub(super) nodes: &'a [Node],
    pub(super) geometry: &'a Geometry,
    pub(super) color: Color,
    /// By row: the cells that are too far from it for an answer.
    pub(super) far: &'a [Cells],
}

impl Checker<'_> {
    /// The cells that are too far from a cell for one to answer the other.
    pub(super) fn far(&self, site: Site) -> &Cells {
        &self.far[usize::from(self.geometry.board().cell(site).row)]
    }

    /// All that several ways need, each with the cell that it begins with. None if there is a move
    /// in there that leaves no way to answer with.
    pub(super) fn apart<'c>(
        &self,
        ways: impl IntoIterator<Item = (Site, &'c Cells)>,
    ) -> Option<Cells> {
        let (union, unanswered) = self.unanswered(ways)?;
        (!unanswered.meets(&union)).then_some(union)
    }

    /// All that several ways need, and the moves that meet every way that begins near enough. None
    /// if there are no ways.
    pub(super) fn unanswered<'c>(
        &self,
        ways: impl IntoIterator<Item = (Site, &'c Cells)>,
    ) -> Option<(Cells, Cells)> {
        let mut union = Cells::none(self.cells());
        let mut unanswered: Option<Cells> = None;
        for (begins, carrier) in ways {
            union.add(carrier);
            let mut left = carrier.clone();
            left.add(self.far(begins));
            match &mut unanswered {
                Some(unanswered) => unanswered.keep(&left),
                None => unanswered = Some(left),
            }
        }
        unanswered.map(|unanswered| (union, unanswered))
    }

    pub(super) fn cells(&self) -> usize {
        self.geometry.board().cell_count()
    }

    /// A cell of the proof.
    pub(super) fn site(&self, cell: Cell) -> Site {
        self.geometry.board().site(cell).expect("every step was looked at before")
    }

    pub(super) fn goal(&self) -> Goal {
        self.geometry.goal(self.color)
    }

    /// Whether every step has its cells on the board and refers to earlier steps only, so that no
    /// proof goes in circles. Steps that nobody uses are no exception.
    pub(super) fn check_form(&self) -> Result<(), CheckError> {
        for (number, node) in self.nodes.iter().enumerate() {
            let (mut inside, mut earlier) = (true, true);
            let board = self.geometry.board();
            visit(node, |cell| inside &= board.contains(cell), |part| earlier &= part < number);
            let fail = |fault| Err(CheckError::Step { node: number, fault });
            match (inside, earlier) {
                (false, _) => return fail("a cell is not on the board"),
                (_, false) => return fail("it refers to a step that does not come before it"),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Shows all cells and all references of a step.
fn visit(node: &Node, mut cell: impl FnMut(Cell), mut part: impl FnMut(usize)) {
    match node {
        Node::Won => {}
        Node::Linked(n) => part(*n),
        Node::Answers(answers) => answers.iter().for_each(|(to, n)| {
            cell(*to);
            part(*n);
        }),
        Node::Each(replies) => replies.iter().for_each(|(mv, to, n)| {
            cell(*mv);
            cell(*to);
            part(*n);
        }),
        Node::Guarded(answers, kills) => {
            answers.iter().for_each(|(to, n)| {
                cell(*to);
                part(*n);
            });
            kills.iter().flat_map(|(x, y)| [x, y]).for_each(|at| cell(*at));
        }
        Node::Captured(x, y, n) => {
            cell(*x);
            cell(*y);
            part(*n);
        }
        Node::Both(stone, m, n) => {
            cell(*stone);
            part(*m);
            part(*n);
        }
        Node::Touch(x, y, _) => [x, y].into_iter().for_each(|point| {
            if let Point::Cell(at) = point {
                cell(*at);
            }
        }),
        Node::Chain(m, via, n) => {
            cell(*via);
            part(*m);
            part(*n);
        }
        Node::Choice(parts) => parts.iter().for_each(|n| part(*n)),
    }
}

/// Whether a walk winds along an axis alone.
pub(super) fn is_pure(winding: Winding, axis: Axis) -> bool {
    let across = if axis == Axis::Horizontal { Axis::Vertical } else { Axis::Horizontal };
    winding.along(axis) != 0 && winding.along(across) == 0
}
