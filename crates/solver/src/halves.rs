//! Tall cylinders in two halves.
//!
//! A red stone in the middle ring of a cylinder has two things to do: to reach the top and to reach
//! the bottom. If one half may use the whole ring of the stone, and the other half no cell of it but
//! the stone itself, the two have no cell in common. Red then answers each blue move in the half in
//! which it was made, so it wins if it wins both. Each half is a position of a board about half as
//! high, and the work grows more than tenfold with every ring:
//!
//! ```text
//! the half with the ring     the half without it
//!  . . B . .                  . . . . .
//!   . . . . .                  . . . . .
//!    . . . . .                  . . . . .
//!     R . . . .                  R B B B B
//!      R B B B B                  R B B B B      the ring below holds the stone to the edge
//! ```
//!
//! After Blue's first stone, which is in the upper half (or the board is turned), Red tries the
//! cells of the middle ring. The upper half gets the ring, since it has one blue stone more. This is
//! a way to win, not the only one: if no answer wins both halves, nothing is known.

use std::collections::HashMap;

use hexring_game::{Board, Cell, Color, Position, Rules, Setup, Topology};

use crate::options::Wanted;
use crate::proof::{Claim, Node, Proof};

/// A cylinder and the board of its halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Halves {
    whole: Board,
    /// One ring more than the half with the ring has.
    pub(crate) board: Board,
}

/// Red's answer to a first stone of Blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    opening: Cell,
    pub(crate) reply: Cell,
}

impl Halves {
    /// The halves of a cylinder.
    pub(crate) fn of(whole: Board) -> Option<Self> {
        // With one row there is nothing to divide, with two columns no second way round the stone.
        let is_divided =
            whole.topology() == Topology::Cylinder && whole.rows() > 1 && whole.cols() > 2;
        let board = Board::new(Topology::Cylinder, whole.cols(), whole.rows().div_ceil(2) + 1);
        board.ok().filter(|_| is_divided).map(|board| Halves { whole, board })
    }

    /// The halves of a cylinder that is sooner solved in halves than as a whole: one with at least as
    /// many rows as columns (9×9 takes 4,348 positions, and was not decided whole after 21,000).
    pub(crate) fn of_tall(whole: Board) -> Option<Self> {
        Self::of(whole).filter(|_| whole.rows() >= whole.cols())
    }

    /// Red's answers to the first stones, if there is one to each with which it wins both halves.
    pub(crate) fn winning_answers<E>(
        self,
        openings: &[Cell],
        mut red_wins: impl FnMut(&Position) -> Result<bool, E>,
    ) -> Result<Option<Vec<Answer>>, E> {
        if !red_wins(&self.without_ring())? {
            return Ok(None);
        }
        let mut found = Vec::new();
        for opening in openings {
            let mut answers = self.answers(*opening);
            let winning = loop {
                match answers.next() {
                    None => return Ok(None),
                    Some(answer) if red_wins(&self.with_ring(answer))? => break answer,
                    Some(_) => {}
                }
            };
            found.push(winning);
        }
        Ok(Some(found))
    }

    /// Blue's first stones to answer: the one on the board, or one of each ring of the upper half,
    /// since the others are rotations and half turns of them. None if it is too late for halves, or
    /// if Red wants all its answers.
    pub(crate) fn openings(self, position: &Position, wanted: Wanted) -> Option<Vec<Cell>> {
        let cells = self.whole.cells();
        let stones: Vec<Cell> = cells.filter(|cell| position.stone(*cell).is_some()).collect();
        match (&stones[..], position.to_move()?) {
            ([], Color::Blue) => Some((0..=self.middle()).map(|row| Cell::new(0, row)).collect()),
            (&[stone], Color::Red) if wanted == Wanted::Winner => {
                (position.stone(stone) == Some(Color::Blue)).then_some(stones)
            }
            _ => None,
        }
    }

    /// The empty board with Blue to move, if no stone of Blue is on it: what Red wins there it wins
    /// with its stones too.
    pub(crate) fn without_red(self, position: &Position) -> Option<Position> {
        if position.stones_of(Color::Blue).next().is_some() {
            return None;
        }
        Position::new(Rules { first: Color::Blue, ..Rules::new(self.whole) }).ok()
    }

    /// Red's answers to a first stone, the most promising first: far from its column.
    fn answers(self, opening: Cell) -> impl Iterator<Item = Answer> {
        let (cols, middle) = (self.whole.cols(), self.middle());
        let is_upper = opening.row <= middle;
        let row = if is_upper { middle } else { self.whole.rows() - 1 - middle };
        let mut offsets: Vec<u8> = (0..cols).collect();
        offsets.sort_by_key(|offset| (2 * offset + 1).abs_diff(cols));
        offsets.into_iter().filter_map(move |offset| {
            // The half turn takes a step to the right for one to the left.
            let offset = if is_upper { offset } else { cols - offset };
            let reply = Cell::new((opening.col + offset) % cols, row);
            (reply != opening).then_some(Answer { opening, reply })
        })
    }

    fn middle(self) -> u8 {
        self.board.rows() - 2
    }

    /// The half of the first stone, with the ring of the answer. Blue is to move.
    fn with_ring(self, Answer { opening, reply }: Answer) -> Position {
        let cols = self.whole.cols();
        let column = |cell: Cell| match opening.row <= self.middle() {
            true => (cell.col + cols - reply.col) % cols,
            false => (reply.col + cols - cell.col) % cols,
        };
        let row = opening.row.min(self.whole.rows() - 1 - opening.row);
        let stone = Cell::new(0, self.middle());
        self.position(&[stone], &[Cell::new(column(opening), row)])
    }

    /// The other half, without the ring. It does not depend on the answer. Blue is to move.
    fn without_ring(self) -> Position {
        let height = self.whole.rows() / 2;
        let ring = |row: u8| (1..self.whole.cols()).map(move |col| Cell::new(col, row));
        let rows = height..self.board.rows() - 1;
        let stones: Vec<Cell> = rows.clone().map(|row| Cell::new(0, row)).collect();
        self.position(&stones, &rows.flat_map(ring).collect::<Vec<_>>())
    }

    /// A proof that Red wins by these answers, put together from proofs of the halves.
    pub(crate) fn proof<E>(
        self,
        position: &Position,
        answers: &[Answer],
        mut of_half: impl FnMut(&Position) -> Result<Proof, E>,
    ) -> Result<Proof, E> {
        let mut nodes = Vec::new();
        let mut others = HashMap::new();
        let mut replies = Vec::new();
        for answer @ Answer { opening, reply } in answers.iter().copied() {
            let is_upper = opening.row <= self.middle();
            let with_ring =
                self.write(&of_half(&self.with_ring(answer))?, reply, !is_upper, &mut nodes);
            let without_ring = match others.get(&reply) {
                Some(node) => *node,
                None => self.write(&of_half(&self.without_ring())?, reply, is_upper, &mut nodes),
            };
            others.insert(reply, without_ring);
            let (up, down) = match is_upper {
                true => (with_ring, without_ring),
                false => (without_ring, with_ring),
            };
            nodes.push(Node::Both(reply, up, down));
            replies.push((opening, reply, nodes.len() - 1));
        }
        let first_move = match position.to_move() {
            Some(Color::Red) => replies.first().map(|(_, reply, _)| *reply),
            _ => {
                nodes.push(Node::Each(replies));
                None
            }
        };
        Ok(Proof { program: None, claim: Claim::of(position, Color::Red, first_move), nodes })
    }

    /// Writes the proof of a half as one of the whole board, and says which node it ends with.
    fn write(self, half: &Proof, reply: Cell, is_turned: bool, nodes: &mut Vec<Node>) -> usize {
        let (cols, rows, by) = (self.whole.cols(), self.whole.rows(), nodes.len());
        let place = |cell: Cell| match is_turned {
            false => Cell::new((reply.col + cell.col) % cols, cell.row),
            true => Cell::new((reply.col + cols - cell.col) % cols, rows - 1 - cell.row),
        };
        let moved = half.nodes.iter().map(|node| node.moved(place, is_turned, by));
        nodes.extend(moved.map(|node| node.expect("a path has no steps of rings")));
        nodes.len() - 1
    }

    /// The stones, and in the last ring one more red one, which holds the stone above it to the
    /// edge, between blue ones.
    fn position(self, red: &[Cell], blue: &[Cell]) -> Position {
        let last = self.board.rows() - 1;
        let mut setup = Setup::new(Rules { first: Color::Blue, ..Rules::new(self.board) });
        setup.stones.red = [red, &[Cell::new(0, last)]].concat();
        setup.stones.blue = blue.to_vec();
        setup.stones.blue.extend((1..self.whole.cols()).map(|col| Cell::new(col, last)));
        setup.to_move = Some(Color::Blue);
        Position::from_setup(&setup).expect("the stones of a half lie on different cells")
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use hexring_game::Move;

    use super::*;
    use crate::plain::PlainSearch;

    fn after(halves: Halves, answer: Answer) -> Position {
        let rules = Rules { first: Color::Blue, ..Rules::new(halves.whole) };
        let mut position = Position::new(rules).unwrap();
        position.play(Move::Place(answer.opening)).unwrap();
        position.play(Move::Place(answer.reply)).unwrap();
        position
    }

    /// By the rules alone, on a board where some answers lose: an answer that wins both halves wins.
    #[test]
    fn both_halves_are_the_whole() {
        let (mut won, mut lost) = (0, 0);
        let (mut whole, mut half) = (PlainSearch::new(), PlainSearch::new());
        let halves = Halves::of("cylinder:3x5".parse().unwrap()).unwrap();
        assert_eq!(half.value(&halves.without_ring()), Some(Color::Red));
        for answer in halves.whole.cells().flat_map(|opening| halves.answers(opening)) {
            let wins = whole.value(&after(halves, answer)) == Some(Color::Red);
            let both = half.value(&halves.with_ring(answer)) == Some(Color::Red);
            assert!(wins || !both, "{answer:?}");
            won += usize::from(both);
            lost += usize::from(!wins);
        }
        assert!(won > 0 && lost > 0, "{won} won in halves, {lost} lost");
    }

    /// Red's answers to a stone and to the turned stone are the same turned.
    #[test]
    fn answers_turn_with_the_board() {
        let halves = Halves::of("cylinder:5x9".parse().unwrap()).unwrap();
        let turned = |cell: Cell| Cell::new((5 - cell.col) % 5, 8 - cell.row);
        for opening in halves.whole.cells().filter(|cell| cell.row != 4) {
            let answers = halves.answers(opening).zip(halves.answers(turned(opening)));
            for (answer, other) in answers {
                assert_eq!(turned(answer.reply), other.reply);
                assert!(
                    halves.with_ring(answer) == halves.with_ring(other),
                    "{answer:?} {other:?}"
                );
            }
        }
    }

    #[test]
    fn a_lost_half_or_opening_says_nothing() {
        let halves = Halves::of("cylinder:5x10".parse().unwrap()).unwrap();
        let answers = |wins: &mut dyn FnMut() -> bool| {
            let red_wins = |_: &Position| Ok::<_, Infallible>(wins());
            let empty = Position::new(Rules { first: Color::Blue, ..Rules::new(halves.whole) });
            let openings = halves.openings(&empty.unwrap(), Wanted::Winner).unwrap();
            halves.winning_answers(&openings, red_wins).unwrap()
        };
        assert_eq!(answers(&mut || false), None);
        assert_eq!(answers(&mut || true).map(|found| found.len()), Some(5));
        let mut asked = 0;
        let mut only_the_first = || {
            asked += 1;
            asked == 1
        };
        assert_eq!(answers(&mut only_the_first), None);
        assert_eq!(asked, 6, "every answer to the first opening is tried");
    }
}
