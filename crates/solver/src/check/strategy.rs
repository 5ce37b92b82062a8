//! The strategies of a proof: how the winner wins although the opponent is to move.

use std::collections::HashMap;
use std::rc::Rc;

use hexring_game::{Axis, Board, Cell, Certificate, Connectivity, Edges, Goal, Site, Winding};

use super::step::{Cells, CheckError, Checker, Need, Stage, earlier, is_pure};
use crate::proof::Node;

impl Checker<'_> {
    /// Checks that the winner wins although the opponent is to move, and says what it needs.
    pub(super) fn strategy(&mut self, number: usize, stage: &Stage) -> Result<Need, CheckError> {
        let key = (number, stage.clone());
        if let Some(need) = self.known.get(&key) {
            return Ok(need.clone());
        }
        let fail = |fault| CheckError::Step { node: number, fault };
        let need = match self.node(number)? {
            Node::Won => self.won(&stage.own).ok_or(fail("the stones are no path or ring"))?,
            Node::Linked(connection) => {
                earlier(*connection, number)?;
                let found = self.connection(*connection, stage)?;
                let goal = !found.is_semi && self.is_goal(&found, &stage.own);
                Need::Carrier(goal.then_some(found.carrier).ok_or(fail("it is not the goal"))?)
            }
            Node::Answers(answers) => self.answers(number, answers, stage)?,
            Node::Each(replies) => self.each(number, replies, stage)?,
            Node::Both(stone, up, down) => self.both(number, *stone, [*up, *down], stage)?,
            _ => return Err(fail("a connection is no strategy")),
        };
        self.known.insert(key, need.clone());
        Ok(need)
    }

    fn won(&self, own: &Cells) -> Option<Need> {
        let mut stones = Connectivity::new(self.geometry);
        let sites = own.iter().filter_map(|cell| self.geometry.board().site(*cell));
        for site in sites {
            stones.place(self.geometry, site, self.color);
        }
        Certificate::find(self.geometry, &stones, self.color)?;
        let excludes = match self.geometry.goal(self.color) {
            Goal::Path { .. } => true,
            Goal::Ring(axis) => self.has_pure_walk(own, axis),
        };
        Some(if excludes { Need::Carrier(Cells::new()) } else { Need::Everything })
    }

    /// Whether some closed walk over the stones of one group winds along the axis alone. Whatever
    /// avoids the group has no crossing with the walk, so it does not wind along the other axis.
    fn has_pure_walk(&self, own: &Cells, axis: Axis) -> bool {
        let board = self.geometry.board();
        let mut offsets: HashMap<Site, Winding> = HashMap::new();
        for start in own.iter().filter_map(|cell| board.site(*cell)) {
            if offsets.contains_key(&start) {
                continue;
            }
            let mut walks: Vec<Winding> = Vec::new();
            let mut open = vec![start];
            offsets.insert(start, Winding::ZERO);
            while let Some(site) = open.pop() {
                for link in self.geometry.links(site) {
                    let at = offsets[&site] + link.wrap();
                    if !own.contains(&board.cell(link.to)) {
                        continue;
                    }
                    match offsets.get(&link.to) {
                        Some(known) => walks.push(at - *known),
                        None => {
                            offsets.insert(link.to, at);
                            open.push(link.to);
                        }
                    }
                }
            }
            // Two walks in different directions can be put together to a pure one.
            let crosses = |v: &Winding, w: &Winding| v.a * w.b != v.b * w.a;
            let pure = walks.iter().any(|walk| is_pure(*walk, axis));
            if pure || walks.iter().any(|v| walks.iter().any(|w| crosses(v, w))) {
                return true;
            }
        }
        false
    }

    fn answers(
        &mut self,
        number: usize,
        answers: &[(Cell, usize)],
        stage: &Stage,
    ) -> Result<Need, CheckError> {
        let fail = |fault| CheckError::Step { node: number, fault };
        let (mut union, mut common): (Cells, Option<Cells>) = (Cells::new(), None);
        for (cell, next) in answers {
            earlier(*next, number)?;
            if !self.is_free(*cell, stage) {
                return Err(fail("an answer is not on an empty cell"));
            }
            let mut own = Cells::clone(&stage.own);
            own.insert(*cell);
            // Which stones the opponent has by then is left open.
            let foe = Rc::clone(&stage.foe);
            let after = Stage { own: Rc::new(own), foe, is_exact: false };
            let Need::Carrier(mut carrier) = self.strategy(*next, &after)? else {
                return Err(fail("an answer depends on the whole board"));
            };
            carrier.insert(*cell);
            common = Some(match common {
                None => carrier.clone(),
                Some(common) => common.intersection(&carrier).copied().collect(),
            });
            union.extend(carrier);
        }
        match common.is_some_and(|common| common.is_empty()) {
            true => Ok(Need::Carrier(union)),
            false => Err(fail("a move of the opponent meets all answers")),
        }
    }

    fn each(
        &mut self,
        number: usize,
        replies: &[(Cell, Cell, usize)],
        stage: &Stage,
    ) -> Result<Need, CheckError> {
        let fail = |fault| CheckError::Step { node: number, fault };
        if !stage.is_exact {
            return Err(fail("the opponent's stones are not known here"));
        }
        let foe = &stage.foe;
        let board = self.geometry.board();
        let is_empty = stage.own.is_empty() && foe.is_empty();
        for mv in board.cells().filter(|c| !stage.own.contains(c) && !foe.contains(c)) {
            let Some((_, cell, next)) = replies.iter().find(|(to, ..)| *to == mv) else {
                let same =
                    |to: &Cell| board.contains(*to) && is_same_on_empty_board(board, *to, mv);
                if is_empty && replies.iter().any(|(to, ..)| same(to)) {
                    continue;
                }
                return Err(fail("a move of the opponent has no answer"));
            };
            earlier(*next, number)?;
            let (mut own, mut others) = (Cells::clone(&stage.own), Cells::clone(foe));
            others.insert(mv);
            if self.completes(&others) {
                return Err(fail("a move of the opponent wins"));
            }
            if !board.contains(*cell) || others.contains(cell) || !own.insert(*cell) {
                return Err(fail("an answer is not on an empty cell"));
            }
            let (own, foe) = (Rc::new(own), Rc::new(others));
            self.strategy(*next, &Stage { own, foe, is_exact: true })?;
        }
        Ok(Need::Everything)
    }

    /// A stone and its links with both borders. Each is a strategy on its own side of the stone's
    /// row that takes the cells beyond the stone for stones of the winner. These touch no cell of
    /// the row but the stone and one beside it, so what reaches them reaches the stone.
    fn both(
        &mut self,
        number: usize,
        stone: Cell,
        parts: [usize; 2],
        stage: &Stage,
    ) -> Result<Need, CheckError> {
        let fail = |fault| CheckError::Step { node: number, fault };
        let board = self.geometry.board();
        let Goal::Path { from, .. } = self.geometry.goal(self.color) else {
            return Err(fail("a ring has no borders"));
        };
        if from != Edges::TOP {
            return Err(fail("only paths from the top to the bottom are put together"));
        }
        if !stage.own.contains(&stone) {
            return Err(fail("the winner has no stone there"));
        }
        let mut carriers = Vec::new();
        for (part, is_up) in parts.into_iter().zip([true, false]) {
            earlier(part, number)?;
            let is_here = |cell: &Cell| match is_up {
                true => cell.row <= stone.row,
                false => cell.row >= stone.row,
            };
            let beyond = board.cells().filter(|cell| cell.col == stone.col && !is_here(cell));
            let here = |stones: &Cells| stones.iter().copied().filter(&is_here).collect::<Cells>();
            let (mut own, foe) = (here(&stage.own), here(&stage.foe));
            own.extend(beyond);
            let half = Stage { own: Rc::new(own), foe: Rc::new(foe), is_exact: false };
            match self.strategy(part, &half)? {
                Need::Carrier(carrier) if carrier.iter().all(is_here) => carriers.push(carrier),
                _ => return Err(fail("a part needs cells beyond the stone")),
            }
        }
        match carriers[0].is_disjoint(&carriers[1]) {
            true => Ok(Need::Carrier(carriers[0].union(&carriers[1]).copied().collect())),
            false => Err(fail("the parts have a cell in common")),
        }
    }

    /// Whether the opponent's stones are a path or ring.
    fn completes(&self, stones: &Cells) -> bool {
        let mut connected = Connectivity::new(self.geometry);
        let mut sites = stones.iter().filter_map(|cell| self.geometry.board().site(*cell));
        sites.any(|site| connected.place(self.geometry, site, !self.color))
    }
}

/// Whether half a turn of the board, or a shift along sides that wrap, takes one cell to the other:
/// both leave the goals of both players as they are.
fn is_same_on_empty_board(board: Board, x: Cell, y: Cell) -> bool {
    let (cols, rows) = (board.cols(), board.rows());
    let is_shifted = |x: Cell| {
        (x.col == y.col || board.topology().wraps_columns())
            && (x.row == y.row || board.topology().wraps_rows())
    };
    is_shifted(x) || is_shifted(Cell::new(cols - 1 - x.col, rows - 1 - x.row))
}
