//! From a record to a file.

use super::syntax::escape;
use crate::cell::Cell;
use crate::color::Color;
use crate::game::Forfeit;
use crate::moves::Move;
use crate::record::node::forfeit_word;
use crate::record::{Action, Edit, Node, NodeId, Record, View};
use crate::rules::Swap;

/// Lines are broken before the first node that begins after this many bytes.
const WIDTH: usize = 80;

/// Writes the whole record.
pub(in crate::record) fn write(record: &Record) -> String {
    let mut writer = Writer { record, text: String::new(), line_start: 0 };
    writer.tree();
    writer.text + "\n"
}

/// What is still to be written.
enum Task {
    Node(NodeId),
    Open(NodeId),
    Close,
}

struct Writer<'a> {
    record: &'a Record,
    text: String,
    line_start: usize,
}

impl Writer<'_> {
    /// Nodes in reading order; parentheses only where a tree branches.
    fn tree(&mut self) {
        self.text.push('(');
        let mut tasks = vec![Task::Close, Task::Node(self.record.root())];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => self.text.push(')'),
                Task::Open(id) => {
                    self.break_line();
                    self.text.push('(');
                    tasks.extend([Task::Close, Task::Node(id)]);
                }
                Task::Node(id) => {
                    self.node(id);
                    match self.record.children(id) {
                        [only] => tasks.push(Task::Node(*only)),
                        several => tasks.extend(several.iter().rev().map(|id| Task::Open(*id))),
                    }
                }
            }
        }
    }

    fn break_line(&mut self) {
        self.text.push('\n');
        self.line_start = self.text.len();
    }

    fn node(&mut self, id: NodeId) {
        if self.text.len() - self.line_start > WIDTH {
            self.break_line();
        }
        self.text.push(';');
        if id == self.record.root() {
            self.header();
        }
        let Node { edit, action, comment, labels, properties } = self.record.node(id);
        self.edit(edit);
        if let Some(action) = action {
            self.action(action);
        }
        self.optional("C", comment);
        let label = |cell: Cell, text: &str| format!("{cell}:{}", escape(text));
        self.raw("LB", labels.iter().map(|l| label(l.cell, &l.text)));
        for property in properties {
            self.raw(property.name(), property.values().iter().cloned());
        }
        if id == self.record.root() {
            self.break_line();
        }
    }

    fn header(&mut self) {
        let Record { rules, info, view, .. } = self.record;
        let (cols, rows) = (rules.board.cols(), rules.board.rows());
        let size = if cols == rows { cols.to_string() } else { format!("{cols}:{rows}") };
        self.raw("FF", ["4".to_owned()]);
        self.raw("GM", ["11".to_owned()]);
        self.raw("CA", ["UTF-8".to_owned()]);
        self.raw("AP", [concat!("hexring:", env!("CARGO_PKG_VERSION")).to_owned()]);
        self.raw("SZ", [size]);
        self.optional("RU", &rules.to_string());
        self.optional("PB", &info.players.red);
        self.optional("PW", &info.players.blue);
        self.optional("EV", &info.event);
        self.optional("DT", &info.date);
        self.optional("RE", &info.result);
        self.optional("GC", &info.comment);
        self.optional("HRSOURCE", &info.application);
        if *view != View::default() {
            self.optional("HRVIEW", &view.to_string());
        }
    }

    fn edit(&mut self, edit: &Edit) {
        for (name, cells) in [("AB", &edit.red), ("AW", &edit.blue), ("AE", &edit.empty)] {
            self.raw(name, cells.iter().map(ToString::to_string));
        }
        self.raw("PL", edit.to_move.map(|color| letter(color).to_owned()));
        self.raw("HRMADE", edit.moves_made.map(|made| format!("{}:{}", made.red, made.blue)));
    }

    fn action(&mut self, action: &Action) {
        let word = match action {
            Action::Play(ply) => match (ply.mv, self.record.rules.swap) {
                (Move::Swap, Swap::Pieces) => "swap-pieces".to_owned(),
                (Move::Swap, Swap::Sides) => "swap-sides".to_owned(),
                (mv, _) => mv.to_string(),
            },
            Action::Forfeit { reason, .. } => forfeit_word(reason).to_owned(),
        };
        self.raw(letter(action.color()), [word]);
        if let Action::Forfeit { reason: Forfeit::Other(reason), .. } = action {
            self.optional("HRREASON", reason);
        }
    }

    fn optional(&mut self, name: &str, text: &str) {
        self.raw(name, (!text.is_empty()).then(|| escape(text)));
    }

    /// A property with values that need no more escapes; nothing without values.
    fn raw(&mut self, name: &str, values: impl IntoIterator<Item = String>) {
        for (index, value) in values.into_iter().enumerate() {
            if index == 0 {
                self.text.push_str(name);
            }
            self.text.extend(["[", &value, "]"]);
        }
    }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Red => "B",
        Color::Blue => "W",
    }
}
