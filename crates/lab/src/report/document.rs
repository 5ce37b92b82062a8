//! A report as a value: sections of text, tables and pictures.

use serde::ser::SerializeTuple;
use serde::{Serialize, Serializer};

/// A whole report.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Document {
    /// The heading.
    pub title: String,
    /// Paragraphs at the beginning.
    pub lead: Vec<String>,
    /// Facts about how it came about.
    pub facts: Vec<(String, String)>,
    /// The sections.
    pub sections: Vec<Section>,
}

/// A section under a heading.
#[derive(Clone, Debug, Serialize)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// What is in it.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Block {
    /// A paragraph.
    Text {
        /// Its text.
        text: String,
    },
    /// A table.
    Table(Table),
    /// Pictures side by side.
    Figures {
        /// The pictures.
        figures: Vec<Figure>,
    },
}

/// A picture.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// What it shows.
    pub caption: String,
    /// The picture itself.
    pub svg: String,
}

/// A table.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// The headings of its columns.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// The text.
    pub text: String,
    /// How it is to be read.
    pub tone: Tone,
}

/// How a cell is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// As it is.
    #[default]
    #[serde(rename = "")]
    Plain,
    /// A number, set to the right.
    Number,
    /// A name, kept on one line.
    Name,
    /// As expected.
    Good,
    /// Not as expected.
    Bad,
    /// Neither.
    Open,
}

/// As its text and its tone.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pair = serializer.serialize_tuple(2)?;
        pair.serialize_element(&self.text)?;
        pair.serialize_element(&self.tone)?;
        pair.end()
    }
}

impl Block {
    /// A paragraph.
    pub fn text(text: &str) -> Self {
        Block::Text { text: text.to_owned() }
    }

    /// Pictures side by side.
    pub fn figures(figures: Vec<Figure>) -> Self {
        Block::Figures { figures }
    }
}

impl Cell {
    /// Text.
    #[allow(clippy::needless_pass_by_value, reason = "numbers and texts alike are handed over")]
    pub fn text(text: impl ToString) -> Self {
        Cell { text: text.to_string(), tone: Tone::Plain }
    }

    /// A name.
    #[allow(clippy::needless_pass_by_value, reason = "numbers and texts alike are handed over")]
    pub fn name(text: impl ToString) -> Self {
        Cell { text: text.to_string(), tone: Tone::Name }
    }

    /// A number.
    #[allow(clippy::needless_pass_by_value, reason = "numbers and texts alike are handed over")]
    pub fn number(text: impl ToString) -> Self {
        Cell { text: text.to_string(), tone: Tone::Number }
    }
}

impl Table {
    /// A table without rows.
    pub fn new(caption: &str, head: &[&str]) -> Self {
        let head = head.iter().map(|word| (*word).to_owned()).collect();
        Table { caption: caption.to_owned(), head, rows: Vec::new() }
    }
}

impl Document {
    /// All pictures in order.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.sections.iter().flat_map(|section| &section.blocks).flat_map(|block| match block {
            Block::Figures { figures } => figures.as_slice(),
            _ => &[],
        })
    }

    /// All tables in order, with the titles of their sections.
    pub fn tables(&self) -> impl Iterator<Item = (&str, &Table)> {
        self.sections.iter().flat_map(|section| {
            section.blocks.iter().filter_map(|block| match block {
                Block::Table(table) => Some((section.title.as_str(), table)),
                _ => None,
            })
        })
    }
}
