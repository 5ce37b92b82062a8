//! The report as Markdown; pictures are files beside it.

use std::fmt::Write as _;

use super::document::{Block, Document, Section, Table};

/// The name of a picture's file.
pub(super) fn picture_name(report: &str, index: usize) -> String {
    format!("{report}-{}.svg", index + 1)
}

/// The text. Pictures have the names of their files by number.
pub(super) fn page(document: &Document, picture: &dyn Fn(usize) -> String) -> String {
    let mut page = format!("# {}\n", document.title);
    for paragraph in document.lead.iter().filter(|text| !text.is_empty()) {
        let _ = write!(page, "\n{paragraph}\n");
    }
    if !document.facts.is_empty() {
        page.push('\n');
    }
    for (key, value) in &document.facts {
        let _ = writeln!(page, "- {key}: {value}");
    }
    page + &sections(&document.sections, picture)
}

/// The text of some sections.
pub(super) fn sections(sections: &[Section], picture: &dyn Fn(usize) -> String) -> String {
    let (mut text, mut pictures) = (String::new(), 0);
    for section in sections {
        let _ = write!(text, "\n## {}\n", section.title);
        for block in &section.blocks {
            push_block(&mut text, block, picture, &mut pictures);
        }
    }
    text
}

fn push_block(
    page: &mut String,
    block: &Block,
    picture: &dyn Fn(usize) -> String,
    pictures: &mut usize,
) {
    match block {
        Block::Text { text } if text.is_empty() => {}
        Block::Text { text } => {
            let _ = write!(page, "\n{text}\n");
        }
        Block::Table(table) => push_table(page, table),
        Block::Figures { figures } => {
            for figure in figures {
                let file = picture(*pictures);
                let _ = write!(page, "\n![{}]({file})\n", figure.caption);
                *pictures += 1;
            }
        }
    }
}

fn push_table(page: &mut String, table: &Table) {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    if !table.caption.is_empty() {
        let _ = write!(page, "\n{}\n", table.caption);
    }
    page.push('\n');
    page.push_str(&line(table.head.clone()));
    page.push_str(&line(vec!["---".to_owned(); table.head.len()]));
    for row in &table.rows {
        page.push_str(&line(row.iter().map(|cell| cell.text.replace('|', "\\|")).collect()));
    }
}
