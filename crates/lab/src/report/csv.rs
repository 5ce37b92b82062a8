//! The tables of a report, each as a file of its own that any program can read.

use std::collections::HashMap;

use super::document::{Document, Table};

/// The tables with a name for each: that of its section, and a number from the second on.
pub(super) fn tables(document: &Document) -> Vec<(String, String)> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut files = Vec::new();
    for (section, table) in document.tables() {
        let name = slug(section);
        let count = seen.entry(name.clone()).or_default();
        *count += 1;
        let name = if *count == 1 { name } else { format!("{name}-{count}") };
        files.push((name, of(table)));
    }
    files
}

fn of(table: &Table) -> String {
    let cells = table.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect());
    let head = table.head.iter().map(String::as_str).collect();
    text(&[head].into_iter().chain(cells).collect::<Vec<Vec<&str>>>())
}

/// A heading as part of a file's name: its letters and digits, with dashes between.
fn slug(heading: &str) -> String {
    let words = heading.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// Rows as text.
pub(crate) fn text<T: AsRef<[u8]>>(rows: &[Vec<T>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).expect("memory takes all rows, which are of one length");
    }
    String::from_utf8(writer.into_inner().expect("memory takes all rows")).expect("rows are text")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Block, Cell, Section};

    #[test]
    fn every_table_is_a_file_of_one_width() {
        let table = |head: &[&str], row: &[&str]| {
            let mut table = Table::new("caption", head);
            table.rows.push(row.iter().map(Cell::text).collect());
            Block::Table(table)
        };
        let blocks = vec![table(&["a", "b"], &["1", "2, 3"]), table(&["c"], &["4"])];
        let sections = vec![Section { title: "Rounds – all".to_owned(), blocks }];
        let document = Document { sections, ..Document::default() };
        let expected = [("rounds-all", "a,b\n1,\"2, 3\"\n"), ("rounds-all-2", "c\n4\n")];
        let expected = expected.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(tables(&document), expected);
    }
}
