//! The best ways on from the root of a tree, to be told.

use std::cmp::Ordering;

use hexring_game::{Move, Position};

use super::{Edge, Tree};
use crate::player::Line;

/// The most ways on that are told.
const LINES: usize = 5;

impl<S: Copy, H: Copy> Tree<S, H> {
    /// An edge of the root and the best answers after it, as far as they were searched and no coin
    /// decides. Something else than visits decides between equals.
    pub(crate) fn line<T: PartialOrd>(
        &self,
        position: &Position,
        first: &Edge<H>,
        otherwise: impl Fn(&Edge<H>) -> T,
    ) -> Vec<Move> {
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(edge) = next {
            line.extend(edge.action.to_move(position));
            let child = edge.child.filter(|child| self.node(*child).mover.is_some());
            let answer = child.and_then(|child| self.best(child, &otherwise));
            next = answer.filter(|edge| edge.visits > 0);
        }
        line
    }

    /// The best ways on from the root, in the order of [`Tree::best`], as far as they were tried
    /// or are proven.
    pub(crate) fn lines<T: PartialOrd>(
        &self,
        position: &Position,
        value: impl Fn(&Edge<H>) -> f64,
        otherwise: impl Fn(&Edge<H>) -> T,
    ) -> Vec<Line> {
        let mover = self.node(self.root()).mover;
        let key = |edge: &Edge<H>| (edge.rank(mover), edge.visits, otherwise(edge));
        let tried = self.options(self.root()).map(|(_, edge)| edge);
        let mut edges: Vec<&Edge<H>> =
            tried.filter(|edge| edge.visits > 0 || edge.proof.is_some()).collect();
        edges.sort_by(|a, b| key(b).partial_cmp(&key(a)).unwrap_or(Ordering::Equal));
        let line = |edge: &Edge<H>| Line {
            moves: self.line(position, edge, &otherwise),
            value: value(edge),
            visits: edge.visits.into(),
        };
        edges.into_iter().take(LINES).map(line).collect()
    }
}
