//! Proofs as files: a winning strategy that can be checked without any search.
//!
//! A proof is a list of nodes, one JSON value a line, each of which may refer to earlier ones by
//! number. The first line says what is proven, the last one how many nodes there are and their
//! checksum, so that a file that was cut off or altered is recognised before it is understood.
//!
//! There are two sorts of node. A **strategy** says how the winner wins when the opponent is to
//! move, and a **connection** says how two points get linked:
//!
//! | node | meaning |
//! |---|---|
//! | `"won"` | the winner's stones already are a path or ring |
//! | `{"linked": n}` | connection `n` reaches the goal |
//! | `{"answers": [[cell, n], …]}` | play one of the cells and go on with its strategy; whatever the opponent has played, one of them does not need that cell |
//! | `{"each": [[move, cell, n], …]}` | an answer to every single move of the opponent |
//! | `{"both": [cell, m, n]}` | the winner's stone on the cell is linked upwards by strategy `m` and downwards by `n`, see below |
//! | `{"touch": [x, y, [a, b]]}` | the points touch, perhaps through stones of the winner; `y` is `a` boards to the right and `b` down |
//! | `{"chain": [m, cell, n]}` | connections `m` and `n` meet at a cell: with a stone there it is a full connection, else a semi connection that begins with the cell |
//! | `{"choice": [n, …]}` | semi connections of the same points that have no cell in common |
//!
//! Points are cells, or `from` and `to` for the borders of a path.
//!
//! The strategies of a `both` node are on different sides of the stone's row, except for cells of
//! that row that one of them may use, and have no cell in common. Strategy `m` wins if the cells
//! straight below the stone are taken for stones of the winner, and `n` if those above it are. In an
//! `each` node on an empty board one of several moves is enough that are the same by half a turn of
//! the board or a shift along a side that wraps.

use std::fmt;
use std::str::FromStr;

use hexring_game::{Cell, Color, Position, Setup};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The first word of the first line.
const FORMAT: &str = "hexring-proof-1";

/// A cell, or a border of the winner's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Point {
    /// A cell.
    Cell(Cell),
    /// The top or left border.
    From,
    /// The bottom or right border.
    To,
}

impl From<Point> for String {
    fn from(point: Point) -> String {
        match point {
            Point::Cell(cell) => cell.to_string(),
            Point::From => "from".to_owned(),
            Point::To => "to".to_owned(),
        }
    }
}

impl TryFrom<String> for Point {
    type Error = hexring_game::ParseCellError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match text.as_str() {
            "from" => Ok(Point::From),
            "to" => Ok(Point::To),
            cell => cell.parse().map(Point::Cell),
        }
    }
}

/// One step of a proof. Numbers are those of earlier nodes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Node {
    /// The winner's stones already are a path or ring.
    Won,
    /// A connection reaches the goal.
    Linked(usize),
    /// Cells to play, each with the strategy that follows.
    Answers(Vec<(Cell, usize)>),
    /// Every move of the opponent, the answer to it, and the strategy that follows.
    Each(Vec<(Cell, Cell, usize)>),
    /// A stone that is linked with the border above it and with the one below it, each by a strategy.
    Both(Cell, usize, usize),
    /// Two points that touch, and the copy of the board in which the second one lies.
    Touch(Point, Point, [i8; 2]),
    /// Two connections that meet at a cell.
    Chain(usize, Cell, usize),
    /// Semi connections that have no cell in common.
    Choice(Vec<usize>),
}

impl Node {
    /// The step somewhere else: its cells are moved and its numbers grow. If the top and the bottom
    /// change places, so do the borders. Steps towards rings have no other place.
    pub(crate) fn moved(
        &self,
        to: impl Fn(Cell) -> Cell,
        is_turned: bool,
        by: usize,
    ) -> Option<Node> {
        let point = |point: Point| match (point, is_turned) {
            (Point::Cell(cell), _) => Point::Cell(to(cell)),
            (Point::From, true) => Point::To,
            (Point::To, true) => Point::From,
            (border, false) => border,
        };
        Some(match self {
            Node::Won => Node::Won,
            Node::Linked(n) => Node::Linked(n + by),
            Node::Answers(answers) => {
                Node::Answers(answers.iter().map(|(cell, n)| (to(*cell), n + by)).collect())
            }
            // Around a path nothing is counted.
            Node::Touch(x, y, _) => Node::Touch(point(*x), point(*y), [0, 0]),
            Node::Chain(m, cell, n) => Node::Chain(m + by, to(*cell), n + by),
            Node::Choice(parts) => Node::Choice(parts.iter().map(|n| n + by).collect()),
            Node::Each(_) | Node::Both(..) => return None,
        })
    }
}

/// What is proven, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The position, with the player to move.
    pub claim: Claim,
    /// The steps. The last one is the strategy for the position after the first move.
    pub nodes: Vec<Node>,
}

/// What is proven.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The position; it says who is to move.
    pub position: Setup,
    /// Who wins it.
    pub winner: Color,
    /// The winner's first move, if it is to move.
    pub first_move: Option<Cell>,
}

impl Claim {
    pub(crate) fn of(position: &Position, winner: Color, first_move: Option<Cell>) -> Self {
        Claim { position: position.to_setup(), winner, first_move }
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    #[serde(flatten)]
    claim: Claim,
}

#[derive(Serialize, Deserialize)]
struct Footer {
    nodes: usize,
    checksum: String,
}

/// Why a text is no proof file.
#[derive(Debug, Error)]
pub enum ProofFileError {
    /// The first line is something else.
    #[error("not a proof file: the first line should be a {FORMAT} header ({0})")]
    Header(String),
    /// The last line is missing.
    #[error("the proof is cut off: its last line should give the number of nodes and a checksum")]
    CutOff,
    /// Another number of nodes than the last line says.
    #[error("the proof is incomplete: {found} nodes, expected {expected}")]
    Incomplete {
        /// Nodes in the file.
        found: usize,
        /// Nodes that the last line promises.
        expected: usize,
    },
    /// The lines are not those that were written.
    #[error("the proof was altered: its checksum is {found}, expected {expected}")]
    Altered {
        /// The checksum of the lines.
        found: String,
        /// The checksum in the last line.
        expected: String,
    },
    /// A line that is no node.
    #[error("line {line} is no step of a proof: {fault}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        fault: serde_json::Error,
    },
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = |value: Result<String, serde_json::Error>| value.map_err(|_| fmt::Error);
        let header = Header { format: FORMAT.to_owned(), claim: self.claim.clone() };
        let mut text = json(serde_json::to_string(&header))? + "\n";
        for node in &self.nodes {
            text += &(json(serde_json::to_string(node))? + "\n");
        }
        let footer = Footer { nodes: self.nodes.len(), checksum: checksum(&text) };
        f.write_str(&text)?;
        writeln!(f, "{}", json(serde_json::to_string(&footer))?)
    }
}

impl FromStr for Proof {
    type Err = ProofFileError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let first = text.lines().next().unwrap_or_default();
        let header = serde_json::from_str::<Header>(first)
            .map_err(|fault| ProofFileError::Header(fault.to_string()))?;
        if header.format != FORMAT {
            return Err(ProofFileError::Header(format!("found \"{}\"", header.format)));
        }
        let body_end = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
        let (body, last) = text.split_at(body_end);
        let footer: Footer =
            serde_json::from_str(last.trim_end()).map_err(|_| ProofFileError::CutOff)?;
        let found = checksum(body);
        if found != footer.checksum {
            return Err(ProofFileError::Altered { found, expected: footer.checksum });
        }
        let nodes = body.lines().enumerate().skip(1).map(|(i, line)| {
            let node = serde_json::from_str(line);
            node.map_err(|fault| ProofFileError::Line { line: i + 1, fault })
        });
        let nodes: Vec<Node> = nodes.collect::<Result<_, _>>()?;
        if nodes.len() != footer.nodes {
            let (found, expected) = (nodes.len(), footer.nodes);
            return Err(ProofFileError::Incomplete { found, expected });
        }
        Ok(Proof { claim: header.claim, nodes })
    }
}

/// FNV-1a, 64 bits: against accidents and careless editing. The steps themselves are what makes
/// a proof trustworthy.
fn checksum(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}
