//! The strategies of a proof: how the winner wins although the opponent is to move.
//!
//! A strategy is judged in two steps. Its [`parts`](Checker::parts) are the strategies that have to
//! hold after an answer, with the stones in front of them; whether it holds then follows from what
//! the parts [need](Checker::judge).

use hexring_game::{Board, Cell, Connectivity, Edges, Goal, Site};

use super::cells::Cells;
use super::groups::Groups;
use super::step::{Budget, CheckError, Checker, Need, Stage};
use crate::proof::Node;

/// Strategies with the stones in front of them, made one by one: a file may name very many.
type Parts<'a> = Box<dyn Iterator<Item = (usize, Stage)> + 'a>;

impl Checker<'_> {
    /// The strategies that a strategy is made of.
    pub(super) fn parts<'b>(
        &'b self,
        number: usize,
        stage: &'b Stage,
    ) -> Result<Parts<'b>, CheckError> {
        let parts = match &self.nodes[number] {
            Node::Won | Node::Linked(_) => Ok(Box::new(std::iter::empty()) as Parts<'b>),
            Node::Answers(answers) | Node::Guarded(answers, _) => {
                self.after_answers(answers, stage)
            }
            Node::Captured(x, y, next) => self.after_capture([*x, *y], *next, stage),
            Node::Each(replies) => self.after_replies(replies, stage),
            Node::Both(stone, up, down) => self.halves(*stone, [*up, *down], stage),
            _ => Err("a connection is no strategy"),
        };
        parts.map_err(|fault| CheckError::Step { node: number, fault })
    }

    /// What a strategy needs whose parts hold, with what they need in the order of the parts.
    pub(super) fn judge(
        &self,
        number: usize,
        stage: &Stage,
        parts: &[&Need],
        budget: &mut Budget<'_>,
    ) -> Result<Need, CheckError> {
        let need = match &self.nodes[number] {
            Node::Won => self.won(stage),
            Node::Linked(connection) => {
                let goal = self.linked(*connection, stage, budget)?;
                goal.map(|found| Need::Carrier(found.carrier)).ok_or("it is not the goal")
            }
            Node::Answers(answers) => self.answers(answers, parts),
            Node::Guarded(answers, kills) => {
                budget.follow(kills.len())?;
                self.guarded(answers, kills, stage, parts)
            }
            Node::Captured(x, y, _) => self.captured([*x, *y], stage, parts),
            Node::Both(stone, ..) => self.both(*stone, parts),
            _ => Ok(Need::Everything),
        };
        need.map_err(|fault| CheckError::Step { node: number, fault })
    }

    fn won(&self, stage: &Stage) -> Result<Need, &'static str> {
        let groups = Groups::new(self.geometry, &stage.own);
        if !groups.reach(self.goal()) {
            return Err("the stones are no path or ring");
        }
        Ok(match groups.exclude(self.goal()) {
            true => Need::Carrier(Cells::none(self.cells())),
            false => Need::Everything,
        })
    }

    /// Which stones the opponent has by then is left open.
    fn after_answers<'b>(
        &'b self,
        answers: &'b [(Cell, usize)],
        stage: &'b Stage,
    ) -> Result<Parts<'b>, &'static str> {
        if answers.iter().any(|(cell, _)| !stage.is_free(self.site(*cell))) {
            return Err("an answer is not on an empty cell");
        }
        Ok(Box::new(answers.iter().map(|(cell, next)| {
            let (own, foe) = (stage.own.with(self.site(*cell)), stage.foe.clone());
            (*next, Stage { own, foe, is_exact: false })
        })))
    }

    fn answers(&self, answers: &[(Cell, usize)], parts: &[&Need]) -> Result<Need, &'static str> {
        let ways = self.ways(answers, parts)?;
        let union = self.apart(ways.iter().map(|(cell, carrier)| (*cell, carrier)));
        union.map(Need::Carrier).ok_or("a move of the opponent meets all answers near it")
    }

    /// Answers, each with all cells that it needs.
    fn ways(
        &self,
        answers: &[(Cell, usize)],
        parts: &[&Need],
    ) -> Result<Vec<(Site, Cells)>, &'static str> {
        let mut ways = Vec::with_capacity(answers.len());
        for ((cell, _), part) in answers.iter().zip(parts) {
            let Need::Carrier(carrier) = part else {
                return Err("an answer depends on the whole board");
            };
            ways.push((self.site(*cell), carrier.with(self.site(*cell))));
        }
        Ok(ways)
    }

    /// Answers, and stones of the opponent that an answer makes dead.
    fn guarded(
        &self,
        answers: &[(Cell, usize)],
        kills: &[(Cell, Cell)],
        stage: &Stage,
        parts: &[&Need],
    ) -> Result<Need, &'static str> {
        let ways = self.ways(answers, parts)?;
        let found = self.unanswered(ways.iter().map(|(cell, carrier)| (*cell, carrier)));
        let (mut union, unanswered) = found.ok_or("there are no answers")?;
        let kills: Vec<[Site; 2]> =
            kills.iter().map(|(x, y)| [self.site(*x), self.site(*y)]).collect();
        kills.iter().flatten().for_each(|site| union.insert(*site));
        for [x, y] in &kills {
            self.is_killed(*x, *y, stage, &union)?;
        }
        let is_killed = |site: Site| kills.iter().any(|[x, _]| *x == site);
        let is_open = |site: &Site| union.has(*site) && unanswered.has(*site) && !is_killed(*site);
        match self.geometry.board().sites().any(|site| is_open(&site)) {
            false => Ok(Need::Carrier(union)),
            true => Err("a move of the opponent meets all answers near it"),
        }
    }

    fn after_capture<'b>(
        &'b self,
        pair: [Cell; 2],
        next: usize,
        stage: &'b Stage,
    ) -> Result<Parts<'b>, &'static str> {
        let [x, y] = pair.map(|cell| self.site(cell));
        if x == y || !stage.is_free(x) || !stage.is_free(y) {
            return Err("captured cells are not two empty ones");
        }
        let (own, foe) = (stage.own.with(x).with(y), stage.foe.clone());
        Ok(Box::new(std::iter::once((next, Stage { own, foe, is_exact: false }))))
    }

    fn captured(
        &self,
        pair: [Cell; 2],
        stage: &Stage,
        parts: &[&Need],
    ) -> Result<Need, &'static str> {
        let [Need::Carrier(carrier)] = parts else {
            return Err("a part depends on the whole board");
        };
        let [x, y] = pair.map(|cell| self.site(cell));
        let carrier = carrier.with(x).with(y);
        self.is_killed(x, y, stage, &carrier)?;
        self.is_killed(y, x, stage, &carrier)?;
        Ok(Need::Carrier(carrier))
    }

    fn after_replies<'b>(
        &'b self,
        replies: &[(Cell, Cell, usize)],
        stage: &'b Stage,
    ) -> Result<Parts<'b>, &'static str> {
        if !stage.is_exact {
            return Err("the opponent's stones are not known here");
        }
        let replies = self.replies(replies, stage)?;
        let opponent = self.opponent(&stage.foe);
        for (mv, cell, _) in &replies {
            if opponent.would_win(self.geometry, *mv, !self.color) {
                return Err("a move of the opponent wins");
            }
            if !stage.is_free(*cell) || cell == mv {
                return Err("an answer is not on an empty cell");
            }
            if self.far(*mv).has(*cell) {
                return Err("an answer is too far from the move");
            }
        }
        Ok(Box::new(replies.into_iter().map(|(mv, cell, next)| {
            let (own, foe) = (stage.own.with(cell), stage.foe.with(mv));
            (next, Stage { own, foe, is_exact: true })
        })))
    }

    /// The first reply to each move that the opponent can make. On an empty board one of several
    /// moves is enough that are the same by symmetry.
    fn replies(
        &self,
        replies: &[(Cell, Cell, usize)],
        stage: &Stage,
    ) -> Result<Vec<(Site, Site, usize)>, &'static str> {
        let board = self.geometry.board();
        let mut answers = vec![None; self.cells()];
        for (mv, cell, next) in replies.iter().rev() {
            let mv = self.site(*mv);
            answers[mv.index()] = Some((mv, self.site(*cell), *next));
        }
        let is_empty = stage.own.is_empty() && stage.foe.is_empty();
        let has_same =
            |mv| answers.iter().flatten().any(|(answered, ..)| is_same(board, *answered, mv));
        let mut free = board.sites().filter(|site| stage.is_free(*site));
        if free.any(|mv| answers[mv.index()].is_none() && !(is_empty && has_same(mv))) {
            return Err("a move of the opponent has no answer");
        }
        Ok(answers.into_iter().flatten().filter(|(mv, ..)| stage.is_free(*mv)).collect())
    }

    fn opponent(&self, foe: &Cells) -> Connectivity {
        let mut stones = Connectivity::new(self.geometry);
        for site in self.geometry.board().sites().filter(|site| foe.has(*site)) {
            stones.place(self.geometry, site, !self.color);
        }
        stones
    }

    /// A stone and its links with both borders. Each is a strategy on its own side of the stone's
    /// row that takes the cells beyond the stone for stones of the winner. These touch no cell of
    /// the row but the stone and one beside it, so what reaches them reaches the stone.
    fn halves<'b>(
        &'b self,
        stone: Cell,
        parts: [usize; 2],
        stage: &'b Stage,
    ) -> Result<Parts<'b>, &'static str> {
        let Goal::Path { from, .. } = self.goal() else { return Err("a ring has no borders") };
        if from != Edges::TOP {
            return Err("only paths from the top to the bottom are put together");
        }
        if !stage.own.has(self.site(stone)) {
            return Err("the winner has no stone there");
        }
        let board = self.geometry.board();
        let half = move |(part, is_up)| {
            let here = self.side(stone, is_up);
            let beyond = board.cells().filter(|cell| cell.col == stone.col);
            let beyond = beyond.map(|cell| self.site(cell)).filter(|site| !here.has(*site));
            let (mut own, mut foe) = (stage.own.clone(), stage.foe.clone());
            own.keep(&here);
            own.add(&Cells::of(self.cells(), beyond));
            foe.keep(&here);
            (part, Stage { own, foe, is_exact: false })
        };
        Ok(Box::new(parts.into_iter().zip([true, false]).map(half)))
    }

    /// The cells on one side of a stone's row, and that row.
    fn side(&self, stone: Cell, is_up: bool) -> Cells {
        let is_here = |cell: &Cell| match is_up {
            true => cell.row <= stone.row,
            false => cell.row >= stone.row,
        };
        let here = self.geometry.board().cells().filter(is_here);
        Cells::of(self.cells(), here.map(|cell| self.site(cell)))
    }

    fn both(&self, stone: Cell, parts: &[&Need]) -> Result<Need, &'static str> {
        let [Need::Carrier(up), Need::Carrier(down)] = parts else {
            return Err("a part depends on the whole board");
        };
        if !up.is_within(&self.side(stone, true)) || !down.is_within(&self.side(stone, false)) {
            return Err("a part needs cells beyond the stone");
        }
        if up.meets(down) {
            return Err("the parts have a cell in common");
        }
        let mut union = up.clone();
        union.add(down);
        Ok(Need::Carrier(union))
    }
}

/// Whether half a turn of the board, or a shift along sides that wrap, takes one cell to the other:
/// both leave the goals of both players as they are.
fn is_same(board: Board, x: Site, y: Site) -> bool {
    let (x, y) = (board.cell(x), board.cell(y));
    let is_shifted = |x: Cell| {
        (x.col == y.col || board.topology().wraps_columns())
            && (x.row == y.row || board.topology().wraps_rows())
    };
    is_shifted(x) || is_shifted(Cell::new(board.cols() - 1 - x.col, board.rows() - 1 - x.row))
}
