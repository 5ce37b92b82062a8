//! Writing down how Red wins with answers nearby.
//!
//! The search says what to answer and what Red needs then. All other cells are given to Blue before
//! the next question, so that answers keep to the few cells that matter. Cells that Red has captured
//! and stones that it can make dead are steps of their own: followed move by move, each of them would
//! multiply the proof. A strategy that was written for some red stones and needs some cells serves
//! wherever Blue has none of these.

use std::collections::HashMap;

use hexring_control::Control;
use hexring_game::{Cell, Color};

use super::LocalProgress;
use super::chains::{RedChain, red_chain};
use super::fill::{captured_with, killer};
use super::search::Search;
use crate::bits::Bits;
use crate::progress::Stopped;
use crate::proof::{Node, Point};
use crate::state::State;

/// A written strategy: its number, and the cells that it needs.
#[derive(Clone, Copy)]
struct Written<const W: usize> {
    node: usize,
    need: Bits<W>,
}

/// Answers to some moves of Blue.
struct Answers<const W: usize> {
    list: Vec<(u8, usize)>,
    /// Moves and the answers that make them dead.
    kills: Vec<(u8, u8)>,
    /// All that they need.
    need: Bits<W>,
    /// The moves that none of them is an answer to.
    unanswered: Bits<W>,
}

impl<const W: usize> Answers<W> {
    /// Moves where Red needs something, and has no answer yet.
    fn open(&self) -> Bits<W> {
        self.need & self.unanswered
    }
}

struct Prover<'a, 'b, 'c, const W: usize> {
    search: &'a mut Search<W>,
    control: &'a mut Control<'b, LocalProgress>,
    nodes: &'c mut Vec<Node>,
    /// The number of each node: what is the same is written once.
    numbers: HashMap<Node, usize>,
    /// By red stones: what was written with Blue to move.
    known: HashMap<Bits<W>, Vec<Written<W>>>,
}

/// The steps that show that Red wins a position with Blue to move. Red must be the winner.
pub(super) fn prove<const W: usize>(
    search: &mut Search<W>,
    state: &State<W>,
    control: &mut Control<'_, LocalProgress>,
) -> Result<Vec<Node>, Stopped> {
    let mut nodes = Vec::new();
    let (numbers, known) = (HashMap::new(), HashMap::new());
    let mut prover = Prover { search, control, nodes: &mut nodes, numbers, known };
    let last = match prover.openings(state)? {
        Some(number) => number,
        None => prover.second(state)?.node,
    };
    nodes.truncate(last + 1);
    Ok(nodes)
}

impl<const W: usize> Prover<'_, '_, '_, W> {
    fn cell(&self, cell: u8) -> Cell {
        let grid = &self.search.arena.grid;
        grid.board.cell(grid.site(cell))
    }

    fn push(&mut self, node: Node) -> usize {
        *self.numbers.entry(node).or_insert_with_key(|node| {
            self.nodes.push(node.clone());
            self.nodes.len() - 1
        })
    }

    /// On an empty board: answers to one move of each ring of the upper half, the others being the
    /// same by symmetry. None elsewhere, and where Red would have to pass.
    fn openings(&mut self, state: &State<W>) -> Result<Option<usize>, Stopped> {
        let grid = &self.search.arena.grid;
        if state.empty(grid) != grid.all {
            return Ok(None);
        }
        let (columns, rows) = (grid.board.cols(), grid.board.rows());
        let mut replies = Vec::new();
        for ring in 0..rows.div_ceil(2) {
            let stone = ring * columns;
            let after = with(state, Color::Blue, stone);
            let (Some(answer), need) = self.search.answer(&after, ring, self.control)? else {
                return Ok(None);
            };
            let written = self.second(&self.reduced(state.own(Color::Red).with(answer), need))?;
            replies.push((self.cell(stone), self.cell(answer), written.node));
        }
        Ok(Some(self.push(Node::Each(replies))))
    }

    /// How Red wins with Blue to move.
    fn second(&mut self, state: &State<W>) -> Result<Written<W>, Stopped> {
        let [red, blue] = state.stones;
        let known = self.known.get(&red).into_iter().flatten();
        if let Some(written) = known.copied().find(|written| !written.need.intersects(blue)) {
            return Ok(written);
        }
        let written = if let Some(chain) = red_chain(&self.search.arena, state) {
            self.linked(&chain)
        } else if let Some(pair) = self.captured(state) {
            self.after_capture(state, pair)?
        } else {
            self.answered(state)?
        };
        self.known.entry(red).or_default().push(written);
        Ok(written)
    }

    /// Red's way is there already, or will be.
    fn linked(&mut self, chain: &RedChain<W>) -> Written<W> {
        let (mut at, mut way) = (Point::From, None);
        for link in &chain.links {
            let to = link.to.and_then(|group| group.iter().next());
            let to = to.map_or(Point::To, |stone| Point::Cell(self.cell(stone)));
            let bridge = self.bridge(at, link.pair, to);
            way = Some(self.joined(way, at, bridge));
            at = to;
        }
        let Some(way) = way else {
            return Written { node: self.push(Node::Won), need: Bits::EMPTY };
        };
        let way = match at {
            Point::To => way,
            stone => {
                let touch = self.push(Node::Touch(stone, Point::To, [0, 0]));
                self.joined(Some(way), stone, touch)
            }
        };
        Written { node: self.push(Node::Linked(way)), need: chain.carrier() }
    }

    /// A way that goes on at a stone.
    fn joined(&mut self, way: Option<usize>, at: Point, next: usize) -> usize {
        match (way, at) {
            (Some(way), Point::Cell(stone)) => self.push(Node::Chain(way, stone, next)),
            _ => next,
        }
    }

    /// Two points that each of two cells joins.
    fn bridge(&mut self, from: Point, pair: [u8; 2], to: Point) -> usize {
        let ways = pair.map(|cell| {
            let cell = self.cell(cell);
            let here = self.push(Node::Touch(from, Point::Cell(cell), [0, 0]));
            let there = self.push(Node::Touch(Point::Cell(cell), to, [0, 0]));
            self.push(Node::Chain(here, cell, there))
        });
        self.push(Node::Choice(ways.to_vec()))
    }

    /// Two cells that Red has captured.
    fn captured(&self, state: &State<W>) -> Option<[u8; 2]> {
        let Search { arena, patterns, .. } = &*self.search;
        let empty = state.empty(&arena.grid);
        let mut pairs = empty.iter().map(|cell| captured_with(arena, patterns, state, cell));
        let pair: Vec<u8> = pairs.find(|pair| !pair.is_empty())?.iter().collect();
        pair.try_into().ok()
    }

    /// How Red wins with two cells that it has captured.
    fn after_capture(&mut self, state: &State<W>, [x, y]: [u8; 2]) -> Result<Written<W>, Stopped> {
        let after = with(&with(state, Color::Red, x), Color::Red, y);
        let inner = self.second(&after)?;
        let node = self.push(Node::Captured(self.cell(x), self.cell(y), inner.node));
        Ok(Written { node, need: inner.need.with(x).with(y) })
    }

    /// Answers to all moves of Blue where Red needs something.
    fn answered(&mut self, state: &State<W>) -> Result<Written<W>, Stopped> {
        let mut answers = self.threats(state);
        let mut open = if answers.list.is_empty() { answers.unanswered } else { answers.open() };
        while let Some(stone) = open.iter().next() {
            let Search { arena, patterns, .. } = &*self.search;
            if let Some(answer) = killer(arena, patterns, state, stone) {
                answers.kills.push((stone, answer));
                answers.unanswered.remove(stone);
                answers.need |= Bits::of(stone).with(answer);
                open = answers.open();
                continue;
            }
            let after = with(state, Color::Blue, stone);
            let ring = self.search.arena.ring(stone);
            let (answer, need) = self.search.answer(&after, ring, self.control)?;
            let red = state.own(Color::Red);
            let Some(answer) = answer else {
                // Who wins without an answer wins without the move as well.
                return self.second(&self.reduced(red, need));
            };
            let written = self.second(&self.reduced(red.with(answer), need))?;
            self.add(&mut answers, answer, written);
            open = answers.open();
        }
        let list = answers.list.iter().map(|(cell, node)| (self.cell(*cell), *node)).collect();
        let kills: Vec<_> =
            answers.kills.iter().map(|(x, y)| (self.cell(*x), self.cell(*y))).collect();
        let node = match kills.is_empty() {
            true => Node::Answers(list),
            false => Node::Guarded(list, kills),
        };
        Ok(Written { node: self.push(node), need: answers.need })
    }

    fn add(&self, answers: &mut Answers<W>, answer: u8, written: Written<W>) {
        let need = written.need.with(answer);
        answers.list.push((answer, written.node));
        answers.need |= need;
        answers.unanswered = answers.unanswered - (self.search.arena.near(answer) - need);
    }

    /// Answers that complete a chain, as far as they leave Blue fewer moves.
    fn threats(&mut self, state: &State<W>) -> Answers<W> {
        let unanswered = state.empty(&self.search.arena.grid);
        let mut answers =
            Answers { list: Vec::new(), kills: Vec::new(), need: Bits::EMPTY, unanswered };
        for cell in unanswered.iter() {
            let after = with(state, Color::Red, cell);
            let Some(chain) = red_chain(&self.search.arena, &after) else { continue };
            let need = answers.need | chain.carrier().with(cell);
            let refuted = self.search.arena.near(cell) - chain.carrier().with(cell);
            let left = need & (answers.unanswered - refuted);
            if answers.list.is_empty() || left.len() < answers.open().len() {
                let written = self.linked(&chain);
                self.add(&mut answers, cell, written);
            }
        }
        answers
    }

    /// The position in which Blue has all that Red does not need.
    fn reduced(&self, red: Bits<W>, need: Bits<W>) -> State<W> {
        let blue = self.search.arena.grid.all - red - need;
        State { stones: [red, blue], dead: Bits::EMPTY, to_move: Color::Blue }
    }
}

fn with<const W: usize>(state: &State<W>, color: Color, cell: u8) -> State<W> {
    let mut after = *state;
    after.stones[color.index()].insert(cell);
    after
}
