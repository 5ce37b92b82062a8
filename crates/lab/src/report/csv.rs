//! All tables of a report in one file: each row begins with its section and table.

use super::document::Document;

/// The tables.
pub(super) fn tables(document: &Document) -> String {
    let mut rows = Vec::new();
    for (section, table) in document.tables() {
        let head = table.head.iter().map(String::as_str);
        rows.push(["section", "table"].into_iter().chain(head).collect());
        for cells in &table.rows {
            let cells = cells.iter().map(|cell| cell.text.as_str());
            rows.push([section, table.caption.as_str()].into_iter().chain(cells).collect());
        }
    }
    text(&rows)
}

/// Rows as text; they need not be of one length.
pub(crate) fn text<T: AsRef<[u8]>>(rows: &[Vec<T>]) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).expect("memory takes all rows");
    }
    String::from_utf8(writer.into_inner().expect("memory takes all rows")).expect("rows are text")
}
