//! The report as Markdown; pictures are files beside it.

use std::fmt::Write as _;

use super::document::{Block, Document, Section, Table};

/// The longest line of a paragraph, in characters.
const WIDTH: usize = 100;

/// The name of a picture's file.
pub(super) fn picture_name(report: &str, index: usize) -> String {
    format!("{report}-{}.svg", index + 1)
}

/// The text. Pictures have the names of their files by number.
pub(super) fn page(document: &Document, picture: &dyn Fn(usize) -> String) -> String {
    let mut page = format!("# {}\n", document.title);
    for paragraph in document.lead.iter().filter(|text| !text.is_empty()) {
        push_paragraph(&mut page, paragraph);
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
        Block::Text { text } => push_paragraph(page, text),
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
        push_paragraph(page, &table.caption);
    }
    page.push('\n');
    page.push_str(&line(table.head.clone()));
    page.push_str(&line(vec!["---".to_owned(); table.head.len()]));
    for row in &table.rows {
        page.push_str(&line(row.iter().map(|cell| cell.text.replace('|', "\\|")).collect()));
    }
}

/// A paragraph, in lines that people can read as they are.
fn push_paragraph(page: &mut String, text: &str) {
    page.push('\n');
    for line in text.lines() {
        push_folded(page, line);
    }
}

fn push_folded(page: &mut String, line: &str) {
    let mut length = 0;
    for word in line.split_whitespace() {
        let more = word.chars().count();
        if length > 0 {
            let has_room = length + 1 + more <= WIDTH || begins_something(word);
            page.push(if has_room { ' ' } else { '\n' });
            length = if has_room { length + 1 } else { 0 };
        }
        page.push_str(word);
        length += more;
    }
    page.push('\n');
}

/// Whether a line that begins with a word is a list, a title or a quotation.
fn begins_something(word: &str) -> bool {
    let number = word.strip_suffix(['.', ')']);
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    matches!(word, "-" | "+" | "*" | ">") || word.starts_with('#') || number.is_some_and(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_folded_and_stay_paragraphs() {
        let words: Vec<String> = (0..60).map(|i| format!("wörd{i}")).collect();
        for marks in ["-", "1991.", "#5", "> 3"] {
            let text = words.join(&format!(" {marks} "));
            let mut page = String::new();
            push_paragraph(&mut page, &text);
            assert_eq!(page.split_whitespace().collect::<Vec<_>>().join(" "), text);
            assert!(page.starts_with("\nwörd0 ") && page.lines().count() > 4, "{page}");
            for line in page.lines().skip(1) {
                assert!(line.chars().count() <= WIDTH + marks.len() + 1, "{line}");
                assert!(!begins_something(line.split(' ').next().expect("a word")), "{line}");
            }
        }
        let mut page = String::new();
        push_paragraph(&mut page, "one\n\n- two\n- three");
        assert_eq!(page, "\none\n\n- two\n- three\n");
    }
}
