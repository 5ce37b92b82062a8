//! All tables of a report in one file: each row begins with its section and table.

use super::document::Document;

/// The tables.
pub(super) fn tables(document: &Document) -> String {
    let mut text = String::new();
    for (section, table) in document.tables() {
        let begin = [section, table.caption.as_str()];
        text.push_str(&row(["section", "table"]
            .into_iter()
            .chain(table.head.iter().map(String::as_str))));
        for cells in &table.rows {
            text.push_str(&row(begin
                .into_iter()
                .chain(cells.iter().map(|cell| cell.text.as_str()))));
        }
    }
    text
}

/// A row; cells with commas, quotes or line ends are quoted (RFC 4180).
pub(crate) fn row<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let quote = |cell: &str| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    };
    let cells: Vec<String> = cells.map(quote).collect();
    format!("{}\n", cells.join(","))
}
