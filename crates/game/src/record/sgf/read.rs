//! From properties to a record.

use super::dialect::{Dialect, POINTS, Style, is_move, points};
use super::syntax::{self, RawNode, RawProperty, split_composed, unescape};
use super::{Located, MAX_SET, ROOT_PROPERTIES, SgfError, SgfFault};
use crate::board::{Board, MAX_SIZE, Topology};
use crate::cell::Cell;
use crate::color::{ByColor, Color};
use crate::game::Forfeit;
use crate::moves::{Move, Ply};
use crate::record::node::parse_forfeit;
use crate::record::{Action, Label, Node, NodeId, Property, Record};
use crate::rules::{Rules, RulesError, Swap};

/// Reads one game of a file; `given` are the rules where the file says no size.
pub(in crate::record) fn read(
    text: &str,
    game: usize,
    given: Option<&Rules>,
) -> Result<Record, SgfError> {
    let nodes = syntax::parse(text, game).map_err(|fault| fault.in_text(text))?;
    build(&nodes, given).map_err(|fault| fault.in_text(text))
}

/// The games of a file, one after the other.
pub(in crate::record) struct Games<'a> {
    text: &'a str,
    parser: syntax::Parser<'a>,
    count: usize,
    is_broken: bool,
}

impl<'a> Games<'a> {
    pub(in crate::record) fn new(text: &'a str) -> Self {
        Games { text, parser: syntax::Parser::new(text), count: 0, is_broken: false }
    }

    /// The next one. After a fault of the grammar there is none.
    pub(in crate::record) fn next(
        &mut self,
        given: Option<&Rules>,
    ) -> Option<Result<Record, SgfError>> {
        if self.is_broken {
            return None;
        }
        let found = self.parser.next_game(self.count);
        self.is_broken = found.is_err();
        self.count += 1;
        let record = found.transpose()?.and_then(|nodes| build(&nodes, given));
        Some(record.map_err(|fault| fault.in_text(self.text)))
    }
}

fn build(nodes: &[RawNode], given: Option<&Rules>) -> Result<Record, Located> {
    let header = Header::read(&nodes[0])?;
    let dialect = Dialect::of(nodes, &header.text("AP"))?;
    let known = match (header.rules, header.board, given) {
        (Some(rules), ..) => Some(rules),
        (None, None, Some(given)) => Some(given.clone()),
        _ => None,
    };
    let is_known = known.is_some();
    let board = header.board.unwrap_or_else(|| usual_board(nodes, &dialect));
    let mut reader = Reader {
        record: Record::empty(known.unwrap_or_else(|| Rules::new(board))),
        dialect,
        is_known,
        swaps: Vec::new(),
        actions: vec![0],
        set: 0,
    };
    reader.tree(nodes)?;
    reader.info(&nodes[0])?;
    if !is_known {
        reader.first_player();
    }
    reader.settle_swaps()?;
    Ok(reader.record)
}

/// The size and the rules that the root says.
struct Header<'a> {
    root: &'a RawNode,
    rules: Option<Rules>,
    board: Option<Board>,
}

impl<'a> Header<'a> {
    fn read(root: &'a RawNode) -> Result<Self, Located> {
        let mut header = Header { root, rules: None, board: None };
        for property in &root.properties {
            let value = unescape(&property.values[0]);
            let at = Located::at(property.offset);
            match property.name.as_str() {
                "GM" if value.trim() != "11" => {
                    return Err(at(Located::bad("GM", &value, "11, the number of Hex")));
                }
                "SZ" => header.board = Some(size(&value).map_err(at)?),
                "RU" if is_ours(&value) => {
                    header.rules =
                        Some(value.parse().map_err(|error: RulesError| at(error.into()))?);
                }
                _ => {}
            }
        }
        header.check_size()?;
        Ok(header)
    }

    fn text(&self, name: &str) -> String {
        let found = self.root.properties.iter().find(|property| property.name == name);
        found.map(|property| unescape(&property.values[0])).unwrap_or_default()
    }

    fn check_size(&self) -> Result<(), Located> {
        let (Some(rules), Some(board)) = (&self.rules, self.board) else { return Ok(()) };
        if (rules.board.cols(), rules.board.rows()) == (board.cols(), board.rows()) {
            return Ok(());
        }
        let size = format!("{}x{}", board.cols(), board.rows());
        let fault = SgfFault::SizeConflict { size, rules: rules.board.to_string() };
        let offset = self.root.properties.iter().find(|p| p.name == "SZ").map_or(0, |p| p.offset);
        Err(Located { offset, fault })
    }
}

/// Whether the value of RU begins with a board, as our rules do and no words of others.
fn is_ours(value: &str) -> bool {
    value.split_whitespace().next().is_some_and(|word| word.parse::<Board>().is_ok())
}

fn size(value: &str) -> Result<Board, SgfFault> {
    let (cols, rows) = value.split_once(':').unwrap_or((value, value));
    let number = |text: &str| text.trim().parse::<u64>().ok();
    match (number(cols), number(rows)) {
        (Some(cols), Some(rows)) => Ok(format!("{cols}x{rows}").parse()?),
        _ => Err(Located::bad("SZ", value, "a size such as 11 or 11:9")),
    }
}

/// The smallest of the usual boards that has all cells of the file.
fn usual_board(nodes: &[RawNode], dialect: &Dialect) -> Board {
    let words = nodes.iter().flat_map(|node| &node.properties).flat_map(points);
    let cells = words.filter_map(|word| dialect.cell(word));
    let needed = cells.map(|cell| u16::from(cell.col.max(cell.row)) + 1).max().unwrap_or(1);
    let side = [11, 13, 14, 19].into_iter().find(|side| u16::from(*side) >= needed);
    // A cell beyond the largest board is reported like any other cell outside.
    let side = side.unwrap_or(needed.min(u16::from(MAX_SIZE)) as u8);
    Board::new(Topology::Plane, side, side).expect("between 11 and 53")
}

/// A word for a swap, and where it stood.
pub(super) struct SwapWord {
    pub(super) node: NodeId,
    pub(super) offset: usize,
    pub(super) word: String,
}

pub(super) struct Reader {
    pub(super) record: Record,
    pub(super) dialect: Dialect,
    /// Whether the rules were said, so that nothing about them has to be guessed.
    pub(super) is_known: bool,
    pub(super) swaps: Vec<SwapWord>,
    /// For every node of the record, how many stones and actions there were up to it.
    actions: Vec<usize>,
    /// How many cells all setups have named.
    set: usize,
}

impl Reader {
    fn tree(&mut self, nodes: &[RawNode]) -> Result<(), Located> {
        // Where in the record each node of the file ends; one node of the file may be several.
        let mut ends: Vec<NodeId> = Vec::with_capacity(nodes.len());
        for raw in nodes {
            let mut id = match raw.parent {
                None => self.record.root(),
                Some(parent) => self.add(ends[parent])?,
            };
            for property in raw.properties.iter().filter(|property| !is_move(property)) {
                let skip =
                    raw.parent.is_none() && ROOT_PROPERTIES.contains(&property.name.as_str());
                if !skip {
                    self.property(id, property)?;
                }
            }
            self.actions[id.0] += self.record.node(id).edit.cells().count();
            for property in raw.properties.iter().filter(|property| is_move(property)) {
                for value in &property.values {
                    id = self.play(id, property, value)?;
                }
            }
            self.reason(id, raw)?;
            ends.push(id);
        }
        Ok(())
    }

    fn add(&mut self, parent: NodeId) -> Result<NodeId, Located> {
        self.actions.push(self.actions[parent.0]);
        let added = self.record.add_read(parent, Node::default());
        added.map_err(|fault| Located { offset: 0, fault: fault.into() })
    }

    /// Plays a move in a node, or in a new one below it where the node has one already.
    fn play(&mut self, id: NodeId, property: &RawProperty, raw: &str) -> Result<NodeId, Located> {
        let id = match self.record.node(id).action {
            Some(_) => self.add(id)?,
            None => id,
        };
        let color = self.dialect.mover(&property.name);
        let value = unescape(raw);
        let word = value.trim().to_ascii_lowercase();
        let cell = self.dialect.cell(value.trim());
        let mv = match word.as_str() {
            "swap" | "swap-pieces" | "swap-sides" => Some(Move::Swap),
            "pass" | "" => Some(Move::Pass),
            _ => cell.map(|cell| self.place_or_swap(id, color, cell)),
        };
        let reason = parse_forfeit(&word);
        let action = match (mv, reason) {
            (Some(mv), _) => Action::Play(Ply { color, mv }),
            (None, Some(reason)) => Action::Forfeit { loser: color, reason },
            (None, None) => {
                let expected = "a cell, swap-pieces, swap-sides, pass, resign, timeout or forfeit";
                let fault = Located::bad(&property.name, &value, expected);
                return Err(Located { offset: property.offset, fault });
            }
        };
        if mv == Some(Move::Swap) {
            let word = if cell.is_some() { "swap".to_owned() } else { word };
            self.swaps.push(SwapWord { node: id, offset: property.offset, word });
        }
        self.record.node_mut(id).action = Some(action);
        self.actions[id.0] += 1;
        Ok(id)
    }

    /// The first cell once more, by the other colour, is a swap.
    fn place_or_swap(&self, id: NodeId, color: Color, cell: Cell) -> Move {
        let place = Move::Place(cell);
        let may_swap = !self.is_known || self.record.rules.swap != Swap::None;
        let parent = self.record.parent(id).filter(|_| may_swap && self.actions[id.0] == 1);
        let answered = parent.and_then(|parent| self.record.node(parent).action.as_ref());
        let repeats = answered == Some(&Action::Play(Ply { color: !color, mv: place }));
        if repeats { Move::Swap } else { place }
    }

    /// The reason of a forfeit, which stands beside it.
    fn reason(&mut self, id: NodeId, raw: &RawNode) -> Result<(), Located> {
        let told = raw.properties.iter().find(|property| property.name == "HRREASON");
        let Some(property) = told else { return Ok(()) };
        let value = unescape(&property.values[0]);
        match &mut self.record.node_mut(id).action {
            Some(Action::Forfeit { reason: Forfeit::Other(reason), .. }) => {
                *reason = value;
                Ok(())
            }
            _ => {
                let fault = Located::bad("HRREASON", &value, "a forfeit in the same node");
                Err(Located { offset: property.offset, fault })
            }
        }
    }

    fn property(&mut self, id: NodeId, property: &RawProperty) -> Result<(), Located> {
        let at = Located::at(property.offset);
        let values = &property.values;
        match property.name.as_str() {
            "C" => {
                let text: Vec<String> = values.iter().map(|value| unescape(value)).collect();
                self.record.node_mut(id).comment += &text.join("\n");
            }
            name @ ("AB" | "AW" | "AE") => {
                let cells = self.cells(name, values).map_err(at)?;
                self.set += cells.len();
                let edit = &mut self.record.node_mut(id).edit;
                match name {
                    "AB" => edit.red.extend(cells),
                    "AW" => edit.blue.extend(cells),
                    _ => edit.empty.extend(cells),
                }
            }
            "PL" => {
                let color = Color::from_protocol(values[0].trim())
                    .map_err(|_| Located::bad("PL", &values[0], "B or W"));
                self.record.node_mut(id).edit.to_move = Some(color.map_err(at)?);
            }
            "LB" => {
                let labels = values.iter().map(|value| self.label(value));
                let labels: Vec<Label> = labels.collect::<Result<_, _>>().map_err(at)?;
                self.record.node_mut(id).labels.extend(labels);
            }
            "HRMADE" => {
                let made = moves_made(&values[0]).map_err(at)?;
                self.record.node_mut(id).edit.moves_made = Some(made);
            }
            // Read together with the move, which comes later.
            "HRREASON" => {}
            _ => {
                let kept = self.kept(property).map_err(at)?;
                self.record.node_mut(id).properties.push(kept);
            }
        }
        Ok(())
    }

    /// Cells and rectangles of cells.
    fn cells(&self, name: &str, values: &[String]) -> Result<Vec<Cell>, SgfFault> {
        let mut cells = Vec::new();
        for value in values {
            let bad = || Located::bad(name, value, "a cell or two corners, such as a1 or a1:c2");
            let cell = |word: &str| self.dialect.cell(word.trim()).ok_or_else(bad);
            let (from, to) = split_composed(value).unwrap_or((value, value));
            let (from, to) = (cell(from)?, cell(to)?);
            let board = self.record.rules.board;
            let rows = from.row.min(to.row)..=from.row.max(to.row);
            let cols = from.col.min(to.col)..=from.col.max(to.col);
            if self.set + cells.len() + rows.len() * cols.len() > MAX_SET {
                return Err(SgfFault::TooManyCells { property: name.to_owned() });
            }
            if board.contains(from) && board.contains(to) {
                cells.extend(rows.flat_map(|row| cols.clone().map(move |col| Cell::new(col, row))));
            } else {
                // Reported like any other cell outside.
                cells.extend([from].into_iter().chain((from != to).then_some(to)));
            }
        }
        Ok(cells)
    }

    fn label(&self, value: &str) -> Result<Label, SgfFault> {
        let bad = || Located::bad("LB", value, "a cell and a text, such as a1:A");
        let (cell, text) = split_composed(value).ok_or_else(bad)?;
        let cell = self.dialect.cell(cell.trim()).ok_or_else(bad)?;
        Ok(Label { cell, text: unescape(text) })
    }

    /// A property that means nothing here, with its points in the style that will be written.
    fn kept(&self, property: &RawProperty) -> Result<Property, SgfFault> {
        let is_points = POINTS.contains(&property.name.as_str());
        let restyle = |value: &String| match self.dialect.style {
            Style::Letters if is_points => {
                let cell = |word: &str| self.dialect.cell(word).map(|cell| cell.to_string());
                let words: Option<Vec<String>> = value.split(':').map(cell).collect();
                words.map_or(value.clone(), |words| words.join(":"))
            }
            _ => value.clone(),
        };
        Ok(Property::new(&property.name, property.values.iter().map(restyle).collect())?)
    }
}

fn moves_made(value: &str) -> Result<ByColor<u32>, SgfFault> {
    let bad = || Located::bad("HRMADE", value, "two numbers, such as 3:2");
    let (red, blue) = value.split_once(':').ok_or_else(bad)?;
    let number = |text: &str| text.parse().map_err(|_| bad());
    Ok(ByColor { red: number(red)?, blue: number(blue)? })
}
