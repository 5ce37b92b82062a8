//! One self-contained page: style and pictures are in it. Dark where the reader likes it dark, and
//! plain on paper.

use std::fmt::Write as _;

use super::document::{Block, Document, Figure, Table, Tone};
use crate::plot::escape;

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#1c1e21;--paper:#fff;--soft:#6a7078;--line:#d9dce0;
 --good:#15703a;--bad:#b3261e;--stripe:#f6f7f8}
@media (prefers-color-scheme:dark){:root{--ink:#e6e8ea;--paper:#16181b;--soft:#9aa1a9;--line:#353a40;
 --good:#6fd495;--bad:#ff8b80;--stripe:#1d2024}}
@media print{:root{--ink:#000;--paper:#fff;--soft:#444;--line:#bbb;--good:#060;--bad:#900;--stripe:#fff}
 figure,tr{break-inside:avoid}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:84rem;
 margin:2rem auto;padding:0 1rem}
h1{font-size:1.7rem;line-height:1.2}h2{font-size:1.25rem;margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1rem}
p{max-width:46rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;font-size:.9rem}
dt{color:var(--soft)}dd{margin:0}code{font-family:ui-monospace,monospace;font-size:.92em}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;margin:1rem 0}
caption{text-align:left;color:var(--soft);padding-bottom:.3rem}
th,td{padding:.25rem .55rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600}tbody tr:nth-child(even){background:var(--stripe)}
td.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.name{white-space:nowrap}@media (max-width:80rem){td.name{white-space:normal;overflow-wrap:anywhere}}
td:not([class]){overflow-wrap:anywhere}
td.good{color:var(--good);font-weight:600}td.bad{color:var(--bad);font-weight:600}td.open{color:var(--soft)}
.figures{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start}
figure{margin:0;max-width:100%}figure svg,figure img{max-width:100%;height:auto;display:block}
figcaption{color:var(--soft);font-size:.85rem;max-width:30rem}
";

/// The page.
pub(super) fn page(document: &Document) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n\
         <style>{STYLE}</style>\n<h1>{0}</h1>\n",
        escape(&document.title)
    );
    for paragraph in document.lead.iter().filter(|text| !text.is_empty()) {
        let _ = writeln!(page, "<p>{}</p>", escape(paragraph));
    }
    page.push_str("<dl>\n");
    for (key, value) in &document.facts {
        let _ = writeln!(page, "<dt>{}</dt><dd>{}</dd>", escape(key), escape(value));
    }
    page.push_str("</dl>\n");
    for section in &document.sections {
        let _ = writeln!(page, "<h2>{}</h2>", escape(&section.title));
        section.blocks.iter().for_each(|block| push_block(&mut page, block));
    }
    page.push_str("</html>\n");
    page
}

fn push_block(page: &mut String, block: &Block) {
    match block {
        Block::Text { text } if text.is_empty() => {}
        Block::Text { text } => {
            let _ = writeln!(page, "<p>{}</p>", escape(text));
        }
        Block::Table(table) => push_table(page, table),
        Block::Figures { figures } => {
            page.push_str("<div class=\"figures\">\n");
            figures.iter().for_each(|figure| push_figure(page, figure));
            page.push_str("</div>\n");
        }
    }
}

fn push_table(page: &mut String, table: &Table) {
    let _ = write!(
        page,
        "<div class=\"wide\"><table><caption>{}</caption><thead><tr>",
        escape(&table.caption)
    );
    for word in &table.head {
        let _ = write!(page, "<th>{}</th>", escape(word));
    }
    page.push_str("</tr></thead><tbody>\n");
    for row in &table.rows {
        page.push_str("<tr>");
        for cell in row {
            let class = match cell.tone {
                Tone::Plain => "",
                Tone::Name => " class=\"name\"",
                Tone::Number => " class=\"number\"",
                Tone::Good => " class=\"good\"",
                Tone::Bad => " class=\"bad\"",
                Tone::Open => " class=\"open\"",
            };
            let _ = write!(page, "<td{class}>{}</td>", escape(&cell.text));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table></div>\n");
}

/// Pictures are images of their own, so that the styles of one do not reach another.
fn push_figure(page: &mut String, figure: &Figure) {
    let caption = escape(&figure.caption);
    let _ = writeln!(
        page,
        "<figure><img alt=\"{caption}\" src=\"data:image/svg+xml,{}\"><figcaption>{caption}</figcaption></figure>",
        percent_encode(&figure.svg)
    );
}

/// Everything that has a meaning in an address or an attribute as %xx.
fn percent_encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len() * 5 / 4);
    for byte in text.bytes() {
        match byte {
            b'%' | b'#' | b'<' | b'>' | b'"' | b'\'' | b'&' | b'\n' | 0x80.. => {
                let _ = write!(encoded, "%{byte:02X}");
            }
            _ => encoded.push(byte as char),
        }
    }
    encoded
}
