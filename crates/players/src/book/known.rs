//! What a book knows of one position, and what to make of it.

use hexring_game::{Cell, Move, Position, Site};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{WIN, share};
use crate::dice::pick;
use crate::player::{Better, Choice, ScoreMap, Work};
use crate::swap;

/// First moves that may be taken over count as equally good if they are so little less even than
/// the most even one, in thousandths.
const NEARLY: u16 = 20;

/// What a book knows of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The replies that it knows, row by row.
    pub replies: Vec<KnownReply>,
    /// Whether the opponent may take over the move that is due.
    may_be_taken: bool,
    /// Whether the stone that lies there may be taken over instead of a move.
    may_take: bool,
}

/// A reply that a book knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownReply {
    /// The move.
    pub cell: Cell,
    /// The chances of the player who makes it, if it is not taken over, in thousandths.
    pub value: u16,
    /// Whether the position after it was searched too.
    pub is_searched: bool,
}

impl Known {
    /// What replies of a position are worth; none if there is none.
    pub(super) fn new(position: &Position, replies: Vec<KnownReply>) -> Option<Self> {
        let may_be_taken = swap::follows(position);
        let may_take = position.is_legal(Move::Swap);
        (!replies.is_empty()).then_some(Known { replies, may_be_taken, may_take })
    }

    /// The chances of the player to move with its best reply, which may be a swap.
    pub fn value(&self) -> f64 {
        let best = self.best_worth();
        share(if self.wants_swap() { WIN - best } else { best })
    }

    /// Whether the stone that lies there is better taken over.
    pub fn wants_swap(&self) -> bool {
        self.may_take && self.best_worth() < WIN / 2
    }

    /// The best replies, at most so many: the best first, equals row by row.
    pub fn best(&self, most: usize) -> Vec<Move> {
        let mut replies: Vec<&KnownReply> = self.replies.iter().collect();
        replies.sort_by_key(|reply| std::cmp::Reverse(self.worth(reply)));
        let swap = self.wants_swap().then_some(Move::Swap);
        let moves = replies.into_iter().map(|reply| Move::Place(reply.cell));
        swap.into_iter().chain(moves).take(most).collect()
    }

    /// What each reply is worth to the player to move, if it is not taken over.
    pub fn map(&self, position: &Position) -> ScoreMap {
        ScoreMap::new("book", Better::Higher, position, |site: Site| {
            let cell = position.board().cell(site);
            self.replies.iter().find(|reply| reply.cell == cell).map(|reply| share(reply.value))
        })
    }

    /// The cell that a player takes: a best one. Of first moves that may be taken over it is one of
    /// those that are nearly the most even, so that games differ.
    pub(crate) fn choice(&self, position: &Position, rng: &mut Xoshiro256PlusPlus) -> Choice {
        let margin = if self.may_be_taken { NEARLY } else { 0 };
        let least = self.best_worth().saturating_sub(margin);
        let good: Vec<&KnownReply> =
            self.replies.iter().filter(|reply| self.worth(reply) >= least).collect();
        let reply = pick(rng, &good).expect("there is a best reply");
        Choice {
            value: Some(share(self.worth(reply))),
            maps: vec![self.map(position)],
            work: Work { count: self.replies.len() as u64, unit: "replies in the book" },
            ..Choice::new(Move::Place(reply.cell))
        }
    }

    fn best_worth(&self) -> u16 {
        self.replies.iter().map(|reply| self.worth(reply)).max().unwrap_or(0)
    }

    /// What a reply is worth if the opponent takes it over where that is allowed and good.
    fn worth(&self, reply: &KnownReply) -> u16 {
        if self.may_be_taken { reply.value.min(WIN - reply.value) } else { reply.value }
    }
}
