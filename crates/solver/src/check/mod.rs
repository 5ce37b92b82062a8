//! The checker: is a proof a proof?
//!
//! It knows the board, its links and what a path or ring is, all from the games crate, and the few
//! ways in which steps may be put together. It shares nothing with the search.
//!
//! Every node is valid for certain stones of the winner and has a *carrier*, the empty cells that
//! it needs; it then holds whatever the opponent has on all other cells. That is why strategies
//! may be joined: if the carriers of several answers have no cell in common, then no move of the
//! opponent meets them all. Where the winner's ring is slanted on a torus, the opponent's own ring
//! may come first, so such rings are accepted only when they are complete, below `each` nodes,
//! which follow the opponent's stones one by one.
//!
//! A claim may say that all answers are near the moves that they answer. Then no move may meet all
//! answers that are near it, and moves that meet none of them need no answer at all.
//!
//! Steps refer to earlier ones only, so two sweeps are enough and nothing recurses. From the last
//! step to the first it is noted which steps are used, with which stones in front of them; from the
//! first to the last each of these is judged once. Time and memory grow with the number of such
//! judgements. A file may ask for more of them than it has steps, so both are limited.

mod cells;
mod dead;
mod groups;
mod lattice;
mod links;
mod step;
mod strategy;

use std::collections::BTreeMap;

use hexring_control::Limit;
use hexring_game::{Board, Cell, Color, Move, Position, Swap, Topology, Turns};

use self::cells::Cells;
pub use self::step::CheckError;
use self::step::{Budget, Checker, FARTHEST_ANSWER, Need, Stage};
use crate::proof::{Claim, Proof};

/// What a proof that holds has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Who wins.
    pub winner: Color,
    /// Steps in the file.
    pub steps: usize,
    /// Steps that were judged, each as often as there were different stones in front of it.
    pub judged: u64,
}

/// Checks every step of a proof, unless the limit comes first.
pub fn check(proof: &Proof, limit: &Limit) -> Result<Checked, CheckError> {
    let winner = proof.claim.winner;
    let position = after_first_move(&proof.claim)?;
    let cells = position.board().cell_count();
    let stones = |color| Cells::of(cells, position.stones_of(color));
    let stage = Stage { own: stones(winner), foe: stones(!winner), is_exact: true };
    let (nodes, geometry) = (&proof.nodes[..], position.geometry());
    let far = far_by_row(position.board(), proof.claim.answers_within);
    let checker = Checker { nodes, geometry, color: winner, far: &far };
    checker.check_form()?;
    let mut budget = Budget::new(limit, cells);
    let due = checker.all_due(stage, &mut budget)?;
    checker.judge_all(due, &mut budget)?;
    Ok(Checked { winner, steps: nodes.len(), judged: budget.judged })
}

/// The position in which the opponent is to move.
fn after_first_move(claim: &Claim) -> Result<Position, CheckError> {
    let Claim { position: setup, winner, first_move, answers_within } = claim;
    let (Some(to_move), None) = (setup.to_move, setup.moves_made) else {
        let said = |value: serde_json::Result<String>| value.unwrap_or_default();
        return Err(CheckError::Turn {
            to_move: said(serde_json::to_string(&setup.to_move)),
            moves_made: said(serde_json::to_string(&setup.moves_made)),
        });
    };
    let mut position = Position::from_setup(setup)?;
    let rules = position.rules();
    let is_plain = (rules.turns, rules.swap) == (Turns::Alternate, Swap::None);
    if !is_plain || rules.seasons.is_some() || position.is_over() {
        return Err(CheckError::Rules);
    }
    if let Some(rings) = *answers_within {
        let is_second = (*winner, to_move) == (Color::Red, Color::Blue);
        let is_cylinder = position.board().topology() == Topology::Cylinder;
        if !is_second || !is_cylinder || rings > FARTHEST_ANSWER {
            return Err(CheckError::Local { rings });
        }
    }
    match first_move {
        Some(cell) if to_move == *winner => {
            position.play(Move::Place(*cell)).map_err(|_| CheckError::FirstMove)?;
        }
        None if to_move != *winner => {}
        _ => return Err(CheckError::FirstMove),
    }
    Ok(position)
}

/// By row: the cells that are too far from it for an answer.
fn far_by_row(board: Board, answers_within: Option<u8>) -> Vec<Cells> {
    let far = |row: u8| {
        let is_far = |cell: &Cell| answers_within.is_some_and(|w| cell.row.abs_diff(row) > w);
        let cells = board.cells().filter(is_far).filter_map(|cell| board.site(cell));
        Cells::of(board.cell_count(), cells)
    };
    (0..board.rows()).map(far).collect()
}

/// About what a judgement takes beside its stones and its parts: itself, its place among the open
/// ones, and the carrier that it will have.
const OVERHEAD: usize = 2 * size_of::<Due>() + 128;

/// A strategy that has to hold with certain stones in front of it.
struct Due {
    number: u32,
    node: usize,
    stage: Stage,
    /// The numbers of the strategies that it is made of.
    parts: Box<[u32]>,
}

impl Checker<'_> {
    /// All that has to hold for the last step to hold, each before its parts.
    fn all_due(self, stage: Stage, budget: &mut Budget<'_>) -> Result<Vec<Due>, CheckError> {
        let last = self.nodes.len().checked_sub(1).ok_or(CheckError::Empty)?;
        let mut open = BTreeMap::from([(last, BTreeMap::from([(stage, 0)]))]);
        let (mut all, mut count) = (Vec::new(), 1);
        // Whoever uses a step comes after it, so all uses of the last open one are known.
        while let Some((node, stages)) = open.pop_last() {
            for (stage, number) in stages {
                budget.judge()?;
                let mut parts = Vec::new();
                for (part, stage) in self.parts(node, &stage)? {
                    budget.follow(1)?;
                    budget.remember(size_of::<u32>())?;
                    let stages: &mut BTreeMap<Stage, u32> = open.entry(part).or_default();
                    let bytes = OVERHEAD + stage.bytes();
                    let next = *stages.entry(stage).or_insert(count);
                    if next == count {
                        budget.remember(bytes)?;
                        count += 1;
                    }
                    parts.push(next);
                }
                all.push(Due { number, node, stage, parts: parts.into() });
            }
        }
        Ok(all)
    }

    /// Judges all strategies, each after its parts.
    fn judge_all(self, all: Vec<Due>, budget: &mut Budget<'_>) -> Result<(), CheckError> {
        let mut needs: Vec<Option<Need>> = Vec::new();
        needs.resize_with(all.len(), || None);
        for due in all.into_iter().rev() {
            let need = |part: &u32| needs[*part as usize].as_ref().expect("parts come first");
            let parts: Vec<&Need> = due.parts.iter().map(need).collect();
            let need = self.judge(due.node, &due.stage, &parts, budget)?;
            needs[due.number as usize] = Some(need);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use hexring_game::{Board, Geometry};

    use super::*;
    use crate::proof::Node;

    /// Each step uses the one before it twice, with other stones each time: 2⁷⁰⁰ judgements.
    #[test]
    fn steps_for_too_many_different_stones_are_refused() {
        let board: Board = "plane:40x40".parse().expect("a board");
        let cells: Vec<_> = board.cells().collect();
        let mut nodes = vec![Node::Won];
        for pair in cells.chunks(2).take(700) {
            let last = nodes.len() - 1;
            nodes.push(Node::Answers(vec![(pair[0], last), (pair[1], last)]));
        }
        let geometry = Geometry::new(board);
        let far = far_by_row(board, None);
        let checker = Checker { nodes: &nodes, geometry: &geometry, color: Color::Red, far: &far };
        let none = Cells::none(cells.len());
        let stage = Stage { own: none.clone(), foe: none, is_exact: true };
        let limit = Limit::none();
        let mut budget = Budget::new(&limit, cells.len()).within(1 << 24);
        let due = checker.all_due(stage, &mut budget);
        assert!(matches!(due, Err(CheckError::TooMuch)));
        assert!(budget.judged < 1 << 16, "{} judgements", budget.judged);
    }
}
