//! A number for every width and height, as colours.

use super::frame::{Anchor, Canvas};

const CELL: f64 = 44.0;
const LEFT: f64 = 52.0;
const TOP: f64 = 46.0;

/// A heat map with columns and rows that have names. Each value is a position between blue (0) and
/// red (1), and the text that stands in its cell.
pub fn heat_map(
    columns: (&str, &[String]),
    rows: (&str, &[String]),
    value: impl Fn(usize, usize) -> Option<(f64, String)>,
) -> String {
    let (width, height) = (columns.1.len() as f64 * CELL, rows.1.len() as f64 * CELL);
    let mut canvas = Canvas::new(LEFT + width + 8.0, TOP + height + 8.0);
    canvas.text(LEFT + width / 2.0, 14.0, Anchor::Middle, "soft", columns.0);
    canvas.push(&format!(
        "<text transform=\"translate(14,{:.1}) rotate(-90)\" text-anchor=\"middle\" class=\"soft\">{}</text>",
        TOP + height / 2.0,
        super::escape(rows.0)
    ));
    for (index, name) in columns.1.iter().enumerate() {
        let x = LEFT + (index as f64 + 0.5) * CELL;
        canvas.text(x, TOP - 10.0, Anchor::Middle, "", name);
    }
    for (row, name) in rows.1.iter().enumerate() {
        let y = TOP + row as f64 * CELL;
        canvas.text(LEFT - 10.0, y + CELL / 2.0 + 4.0, Anchor::End, "", name);
        for column in 0..columns.1.len() {
            let x = LEFT + column as f64 * CELL;
            if let Some((heat, text)) = value(column, row) {
                let color = color(heat);
                canvas.push(&format!(
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{0:.1}\" height=\"{0:.1}\" rx=\"3\" fill=\"{color}\"/>",
                    CELL - 2.0
                ));
                canvas.text(
                    x + CELL / 2.0 - 1.0,
                    y + CELL / 2.0 + 3.0,
                    Anchor::Middle,
                    "on",
                    &text,
                );
            }
        }
    }
    canvas.finish()
}

/// From blue over nearly white to red; light enough for dark words on all of it.
fn color(heat: f64) -> String {
    let heat = heat.clamp(0.0, 1.0);
    let blend = |from: [f64; 3], to: [f64; 3], t: f64| -> [u8; 3] {
        std::array::from_fn(|i| (from[i] + (to[i] - from[i]) * t).round() as u8)
    };
    const BLUE: [f64; 3] = [122.0, 170.0, 232.0];
    const WHITE: [f64; 3] = [245.0, 243.0, 240.0];
    const RED: [f64; 3] = [238.0, 128.0, 116.0];
    let [r, g, b] = match heat < 0.5 {
        true => blend(BLUE, WHITE, heat * 2.0),
        false => blend(WHITE, RED, heat * 2.0 - 1.0),
    };
    format!("#{r:02x}{g:02x}{b:02x}")
}
