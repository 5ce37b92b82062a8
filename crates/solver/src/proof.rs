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
//! | `{"guarded": [[[cell, n], …], [[x, y], …]]}` | the same, and a stone of the opponent on an `x` is made dead by one on its `y` |
//! | `{"captured": [x, y, n]}` | strategy `n` takes both cells for stones of the winner: whichever the opponent takes, the other makes it dead |
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

use hexring_game::{Cell, Color, Position, Setup, Swap};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::checksum::checksum;

/// The first word of the first line.
const FORMAT: &str = "hexring-proof-1";

/// The most bytes of a proof file.
pub const MAX_PROOF_BYTES: usize = 1 << 30;

/// The most steps of a proof.
pub const MAX_PROOF_NODES: usize = 1 << 24;

/// How much of a line is shown when it is refused.
const SHOWN: usize = 200;

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
    /// Cells to play, each with the strategy that follows; and cells on which a stone of the opponent
    /// is dead after an answer on the other.
    Guarded(Vec<(Cell, usize)>, Vec<(Cell, Cell)>),
    /// Two cells each of which is dead if the winner has the other, and the strategy that follows.
    Captured(Cell, Cell, usize),
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
            Node::Captured(x, y, n) => Node::Captured(to(*x), to(*y), n + by),
            Node::Guarded(..) | Node::Each(_) | Node::Both(..) => return None,
        })
    }
}

/// What is proven, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The program that found it, if it says so. Nothing depends on it.
    pub program: Option<String>,
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
    /// How many rings away from the opponent's last stone the winner's answers are at most, if that
    /// is a part of the claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers_within: Option<u8>,
}

impl Claim {
    /// Where the right to swap is gone, the rest of the game is one without it.
    pub(crate) fn of(position: &Position, winner: Color, first_move: Option<Cell>) -> Self {
        let mut setup = position.to_setup();
        setup.rules.swap = Swap::None;
        Claim { position: setup, winner, first_move, answers_within: None }
    }
}

impl fmt::Display for Claim {
    /// The whole claim: the rules, all stones, who is to move, who wins and how it begins.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { rules, stones, to_move, .. } = &self.position;
        write!(f, "{} wins {rules} with", self.winner)?;
        for color in Color::ALL.into_iter().filter(|color| !stones[*color].is_empty()) {
            let cells: Vec<String> = stones[color].iter().map(ToString::to_string).collect();
            write!(f, " {color} on {},", cells.join(" "))?;
        }
        if Color::ALL.iter().all(|color| stones[*color].is_empty()) {
            write!(f, " no stones,")?;
        }
        if let Some(color) = to_move {
            write!(f, " {color} to move")?;
        }
        if let Some(cell) = self.first_move {
            write!(f, ", by {cell}")?;
        }
        let loser = !self.winner;
        match self.answers_within {
            Some(0) => write!(f, ", with answers in the ring of {loser}'s last stone"),
            Some(1) => write!(f, ", with answers within 1 ring of {loser}'s last stone"),
            Some(rings) => write!(f, ", with answers within {rings} rings of {loser}'s last stone"),
            None => Ok(()),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    #[serde(flatten)]
    claim: Claim,
}

#[derive(Serialize, Deserialize)]
struct Footer {
    nodes: usize,
    checksum: String,
}

/// How long the name of a program may be.
const LONGEST_PROGRAM: usize = 200;

/// Why a text is no proof file.
#[derive(Debug, Error)]
pub enum ProofFileError {
    /// The first line is something else.
    #[error("not a proof file: the first line should be a {FORMAT} header ({0})")]
    Header(String),
    /// The last line is missing.
    #[error("the proof is cut off: its last line should give the number of nodes and a checksum")]
    CutOff,
    /// More bytes or nodes than any proof has.
    #[error(
        "the proof has {bytes} bytes and {nodes} nodes: expected at most {MAX_PROOF_BYTES} and \
         {MAX_PROOF_NODES}"
    )]
    TooLong {
        /// Bytes in the file.
        bytes: usize,
        /// Nodes in the file.
        nodes: usize,
    },
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
        fault: String,
    },
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = |value: Result<String, serde_json::Error>| value.map_err(|_| fmt::Error);
        let (program, claim) = (self.program.clone(), self.claim.clone());
        let header = Header { format: FORMAT.to_owned(), program, claim };
        let mut text = json(serde_json::to_string(&header))? + "\n";
        for node in &self.nodes {
            text += &(json(serde_json::to_string(node))? + "\n");
        }
        let footer = Footer { nodes: self.nodes.len(), checksum: checksum(text.as_bytes()) };
        f.write_str(&text)?;
        writeln!(f, "{}", json(serde_json::to_string(&footer))?)
    }
}

impl FromStr for Proof {
    type Err = ProofFileError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let first = text.split('\n').next().unwrap_or_default();
        let header: Header = canonical(first).map_err(ProofFileError::Header)?;
        if header.format != FORMAT {
            return Err(ProofFileError::Header(format!("found \"{}\"", header.format)));
        }
        if header.program.as_ref().is_some_and(|name| name.chars().count() > LONGEST_PROGRAM) {
            let fault = format!("program has more than {LONGEST_PROGRAM} characters");
            return Err(ProofFileError::Header(fault));
        }
        let whole = text.strip_suffix('\n').ok_or(ProofFileError::CutOff)?;
        let body_end = whole.rfind('\n').ok_or(ProofFileError::CutOff)? + 1;
        let (body, last) = whole.split_at(body_end);
        let footer: Footer = canonical(last).map_err(|_| ProofFileError::CutOff)?;
        let found = checksum(body.as_bytes());
        if found != footer.checksum {
            return Err(ProofFileError::Altered { found, expected: footer.checksum });
        }
        let (bytes, lines) = (text.len(), body.bytes().filter(|byte| *byte == b'\n').count());
        if bytes > MAX_PROOF_BYTES || lines - 1 > MAX_PROOF_NODES {
            return Err(ProofFileError::TooLong { bytes, nodes: lines - 1 });
        }
        if lines - 1 != footer.nodes {
            return Err(ProofFileError::Incomplete { found: lines - 1, expected: footer.nodes });
        }
        let nodes = body.split_terminator('\n').enumerate().skip(1).map(|(i, line)| {
            canonical(line).map_err(|fault| ProofFileError::Line { line: i + 1, fault })
        });
        let Header { program, claim, .. } = header;
        Ok(Proof { program, claim, nodes: nodes.collect::<Result<_, _>>()? })
    }
}

/// Reads a line that says nothing but what is read: no other field, no other spelling. So a claim
/// has no part that is not looked at, and readers in other languages cannot take it otherwise.
fn canonical<T: Serialize + DeserializeOwned>(line: &str) -> Result<T, String> {
    let value: T = serde_json::from_str(line).map_err(|fault| fault.to_string())?;
    match serde_json::to_string(&value) {
        Ok(written) if written == line => Ok(value),
        Ok(written) => Err(format!("expected {}", written.chars().take(SHOWN).collect::<String>())),
        Err(fault) => Err(fault.to_string()),
    }
}
