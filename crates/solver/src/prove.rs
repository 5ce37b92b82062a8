//! Writing down why somebody wins.
//!
//! The search has decided the position; what is left is to walk through the winner's strategy and
//! to write each step so that it can be checked. Where only a path or a pure ring counts, it walks
//! through the positions of the search, in which cells are filled in: dead cells and those that the
//! loser has captured are the loser's. Who wins so wins without them, so this needs no step. What
//! the winner has captured is a step of its own where the checker knows it, which is for paths, except
//! on narrow cylinders; else the walk goes a few moves deeper where the search could stop.

use std::collections::HashMap;

use hexring_control::Control;
use hexring_game::{Cell, Color, Goal, Position};

use crate::bits::Bits;
use crate::carriers::Threat;
use crate::connections::{Connections, Kind, Until};
use crate::grid::Shift;
use crate::groups::{Completion, Groups};
use crate::origin::Origin;
use crate::progress::{Progress, Stopped};
use crate::proof::{Claim, Node, Point, Proof};
use crate::search::Search;
use crate::state::State;

/// A written strategy.
#[derive(Clone, Copy)]
struct Written<const W: usize> {
    node: usize,
    needs: Needs<W>,
}

/// What a strategy needs.
#[derive(Clone, Copy)]
enum Needs<const W: usize> {
    /// These cells, whatever the opponent has elsewhere.
    Carrier(Bits<W>),
    /// The whole board as it is.
    Everything,
}

/// Writes proofs of the positions that a search decides.
struct Prover<'a, 'b, const W: usize> {
    search: &'a mut Search<W>,
    control: &'a mut Control<'b, Progress>,
    winner: Color,
    groups: Groups,
    connections: Connections<W>,
    nodes: Vec<Node>,
    /// The number of each node: what is the same is written once, whatever stones it is used with.
    numbers: HashMap<Node, usize>,
    known: HashMap<State<W>, Written<W>>,
}

/// A proof of who wins the position.
pub(crate) fn prove<const W: usize>(
    search: &mut Search<W>,
    position: &Position,
    to_move: Color,
    control: &mut Control<'_, Progress>,
) -> Result<Proof, Stopped> {
    let state = State::of(position, to_move);
    let verdict = search.solve(&state, control)?;
    let winner = verdict.winner;
    let first = verdict.best.filter(|_| winner == to_move);
    let groups = Groups::new(search.common.grid.cells);
    let connections = Connections::new(&search.common.grid, winner);
    let (nodes, numbers, known) = (Vec::new(), HashMap::new(), HashMap::new());
    let mut prover = Prover { search, control, winner, groups, connections, nodes, numbers, known };
    let last = prover.second(&first.map_or(state, |cell| state.after(cell)))?.node;
    let first_move = first.map(|cell| prover.cell(cell));
    let mut nodes = prover.nodes;
    nodes.truncate(last + 1);
    Ok(Proof { program: None, claim: Claim::of(position, winner, first_move), nodes })
}

impl<const W: usize> Prover<'_, '_, W> {
    fn cell(&self, cell: u8) -> Cell {
        self.search.common.grid.board.cell(self.search.common.grid.site(cell))
    }

    fn push(&mut self, node: Node) -> usize {
        *self.numbers.entry(node).or_insert_with_key(|node| {
            self.nodes.push(node.clone());
            self.nodes.len() - 1
        })
    }

    /// How the winner wins with the opponent to move.
    fn second(&mut self, state: &State<W>) -> Result<Written<W>, Stopped> {
        if let Some(written) = self.known.get(state) {
            return Ok(*written);
        }
        let (filled, captured) = self.filled(state);
        let mut written = match self.linked(&filled)? {
            Some(written) => written,
            None => self.answered(&filled)?,
        };
        for [x, y] in captured.into_iter().rev() {
            if let Needs::Carrier(carrier) = written.needs {
                let node = Node::Captured(self.cell(x), self.cell(y), written.node);
                let needs = Needs::Carrier(carrier.with(x).with(y));
                written = Written { node: self.push(node), needs };
            }
        }
        self.known.insert(*state, written);
        Ok(written)
    }

    /// The position with cells filled in as far as that can be written, and what the winner has
    /// captured, in order.
    fn filled(&self, state: &State<W>) -> (State<W>, Vec<[u8; 2]>) {
        let (grid, mut captured) = (&self.search.common.grid, Vec::new());
        if grid.both_may_win() {
            return (*state, captured);
        }
        let is_path = matches!(grid.goal(self.winner), Goal::Path { .. });
        let is_written = is_path && grid.narrow_ring(0).is_none();
        let colors = Color::ALL.into_iter().filter(|color| is_written || *color != self.winner);
        let colors: Vec<_> = colors.collect();
        let tell = |color, pair| {
            if color == self.winner {
                captured.push(pair);
            }
        };
        let filled = self.search.patterns().fill_in_telling(grid, state, &colors, tell);
        (filled, captured)
    }

    /// The winner's goal is reached, or connected.
    fn linked(&mut self, state: &State<W>) -> Result<Option<Written<W>>, Stopped> {
        let grid = &self.search.common.grid;
        let own = state.own(self.winner);
        self.groups.build(grid, self.winner, own);
        let needs = match self.groups.completion {
            Completion::Open => None,
            Completion::Slanted => Some(Needs::Everything),
            Completion::Decisive => Some(Needs::Carrier(Bits::EMPTY)),
        };
        if let Some(needs) = needs {
            return Ok(Some(Written { node: self.push(Node::Won), needs }));
        }
        let grid = &self.search.common.grid;
        let usable = (state.empty(grid), own);
        let limit = self.control.limit();
        self.connections.build(grid, usable, &self.groups, Until::Full, None, limit)?;
        let found = self.connections.found(Kind::Pure);
        let Some((carrier, origin)) = found.full else { return Ok(None) };
        let needs = Needs::Carrier(carrier);
        if found.common.is_empty() && !found.threats.is_empty() {
            let threats = found.threats.clone();
            let answers = self.threats(&threats);
            let node = self.push(Node::Answers(answers));
            return Ok(Some(Written { node, needs }));
        }
        let connection = self.connection(origin, &mut HashMap::new());
        Ok(Some(Written { node: self.push(Node::Linked(connection)), needs }))
    }

    /// Threats as answers.
    fn threats(&mut self, threats: &[Threat<W>]) -> Vec<(Cell, usize)> {
        let mut numbers = HashMap::new();
        let mut answers = Vec::new();
        for threat in threats {
            let connection = self.connection(threat.origin, &mut numbers);
            answers.push((self.cell(threat.key), self.push(Node::Linked(connection))));
        }
        answers
    }

    /// Answers to all that the opponent can do: by threats, and by moves that were searched.
    fn answered(&mut self, state: &State<W>) -> Result<Written<W>, Stopped> {
        let found = self.connections.found(Kind::Pure);
        let (threats, mut open) = (found.threats.clone(), found.common);
        let mut needs = threats.iter().fold(Bits::EMPTY, |set, t| set | t.carrier);
        let mut answers = self.threats(&threats);
        while let Some(cell) = self.pick(state, open) {
            let (answer, written) = self.reply(&state.after(cell))?;
            let Needs::Carrier(carrier) = written.needs else { return self.each(state) };
            let carrier = carrier.with(answer);
            answers.push((self.cell(answer), written.node));
            needs |= carrier;
            open &= carrier;
        }
        Ok(Written { node: self.push(Node::Answers(answers)), needs: Needs::Carrier(needs) })
    }

    /// A move that the search has refuted, so that its work is not done again; or any.
    fn pick(&self, state: &State<W>, open: Bits<W>) -> Option<u8> {
        let known = open.iter().find(|cell| self.search.knows(&state.after(*cell)));
        known.or_else(|| open.iter().next())
    }

    /// An answer to every single move, where the order of moves matters.
    fn each(&mut self, state: &State<W>) -> Result<Written<W>, Stopped> {
        let mut replies = Vec::new();
        for cell in state.empty(&self.search.common.grid).iter() {
            let (answer, written) = self.reply(&state.after(cell))?;
            replies.push((self.cell(cell), self.cell(answer), written.node));
        }
        Ok(Written { node: self.push(Node::Each(replies)), needs: Needs::Everything })
    }

    /// The winner's answer, and how it goes on.
    fn reply(&mut self, state: &State<W>) -> Result<(u8, Written<W>), Stopped> {
        let verdict = self.search.solve(state, self.control)?;
        let answer = verdict.best.expect("the winner has a move: the board is not full");
        Ok((answer, self.second(&state.after(answer))?))
    }

    /// Writes a connection of the last construction, each part once.
    fn connection(&mut self, origin: u32, numbers: &mut HashMap<u32, usize>) -> usize {
        if let Some(number) = numbers.get(&origin) {
            return *number;
        }
        let node = match self.connections.origins.get(origin).clone() {
            Origin::Touch { x, y, shift } => self.touch(x, y, shift),
            Origin::And { left, right, via } => {
                let left = self.connection(left, numbers);
                Node::Chain(left, self.cell(via), self.connection(right, numbers))
            }
            Origin::Or(parts) => {
                Node::Choice(parts.iter().map(|part| self.connection(*part, numbers)).collect())
            }
        };
        let number = self.push(node);
        numbers.insert(origin, number);
        number
    }

    fn touch(&self, x: u8, y: u8, shift: Shift) -> Node {
        let point = |point: u8| match usize::from(point).checked_sub(self.search.common.grid.cells)
        {
            None => Point::Cell(self.cell(point)),
            Some(0) => Point::From,
            Some(_) => Point::To,
        };
        Node::Touch(point(x), point(y), [shift.a, shift.b])
    }
}
