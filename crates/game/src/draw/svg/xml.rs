//! Numbers, words and paths as they are written in XML.

use super::projection::Point;

/// At most two decimals: a hundredth of a pixel, and the same digits on every machine.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A word as it may stand in text and in attributes. Characters that XML cannot hold are left
/// out.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

/// Path data for a line through the points.
pub(super) fn open_path(points: &[Point]) -> String {
    let mut data = String::new();
    for (index, point) in points.iter().enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        data += &format!("{command}{} {}", number(point.x), number(point.y));
    }
    data
}

/// Path data for a closed outline.
pub(super) fn closed_path(points: &[Point]) -> String {
    open_path(points) + "Z"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_words_are_safe() {
        assert_eq!(
            [1.0, -0.001, 2.345, 10.5, 100.0].map(number),
            ["1", "0", "2.35", "10.5", "100"]
        );
        assert_eq!(escape("a<b>\"&'\u{1}\n"), "a&lt;b&gt;&quot;&amp;&#39;");
    }
}
