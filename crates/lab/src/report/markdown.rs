//! The report as Markdown; pictures are files beside it.

use std::fmt::Write as _;

use super::document::{Block, Document, Table};

/// The name of a picture's file.
pub(super) fn picture_name(report: &str, index: usize) -> String {
    format!("{report}-{}.svg", index + 1)
}

/// The text.
pub(super) fn page(document: &Document, name: &str) -> String {
    let mut page = format!("# {}\n", document.title);
    for paragraph in document.lead.iter().filter(|text| !text.is_empty()) {
        let _ = write!(page, "\n{paragraph}\n");
    }
    page.push('\n');
    for (key, value) in &document.facts {
        let _ = writeln!(page, "- {key}: {value}");
    }
    let mut pictures = 0;
    for section in &document.sections {
        let _ = write!(page, "\n## {}\n", section.title);
        for block in &section.blocks {
            push_block(&mut page, block, name, &mut pictures);
        }
    }
    page
}

fn push_block(page: &mut String, block: &Block, name: &str, pictures: &mut usize) {
    match block {
        Block::Text(text) if text.is_empty() => {}
        Block::Text(text) => {
            let _ = write!(page, "\n{text}\n");
        }
        Block::Table(table) => push_table(page, table),
        Block::Figures(figures) => {
            for figure in figures {
                let file = picture_name(name, *pictures);
                let _ = write!(page, "\n![{}]({file})\n", figure.caption);
                *pictures += 1;
            }
        }
    }
}

fn push_table(page: &mut String, table: &Table) {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let _ = write!(page, "\n{}\n\n", table.caption);
    page.push_str(&line(table.head.clone()));
    page.push_str(&line(vec!["---".to_owned(); table.head.len()]));
    for row in &table.rows {
        page.push_str(&line(row.iter().map(|cell| cell.text.replace('|', "\\|")).collect()));
    }
}
