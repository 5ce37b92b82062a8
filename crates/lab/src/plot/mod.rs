//! Pictures as SVG: heat maps, bars with intervals, curves with bands.
//!
//! Every picture stands by itself, carries both its light and its dark colours, and needs no
//! script.

mod bars;
mod frame;
mod heat;
mod lines;

pub use bars::{Bar, Scale, bars};
pub use heat::heat_map;
pub use lines::{Curve, Point, curves};

/// Text with everything escaped that has a meaning in XML.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}
