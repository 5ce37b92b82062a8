//! Values with intervals, one under the other.

use super::frame::{Anchor, Canvas, text_width, ticks};

/// A value with its interval.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// The value.
    pub value: f64,
    /// The error on either side.
    pub error: f64,
}

const ROW: f64 = 28.0;
const PLOT: f64 = 380.0;

/// A chart of values with their intervals, in the order given.
pub fn bars(items: &[Bar], unit: &str) -> String {
    let left = items.iter().map(|item| text_width(&item.name)).fold(40.0, f64::max) + 16.0;
    let low = items.iter().map(|item| item.value - item.error).fold(0.0, f64::min);
    let high = items.iter().map(|item| item.value + item.error).fold(0.0, f64::max);
    let span = (high - low).max(1.0);
    let x = |value: f64| left + (value - low) / span * PLOT;
    let bottom = items.len() as f64 * ROW + 10.0;
    let mut canvas = Canvas::new(left + PLOT + 70.0, bottom + 40.0);
    for tick in ticks(low, high) {
        canvas.line((x(tick), 4.0), (x(tick), bottom), "grid");
        canvas.text(x(tick), bottom + 16.0, Anchor::Middle, "soft", &format!("{tick:.0}"));
    }
    canvas.text(left + PLOT / 2.0, bottom + 34.0, Anchor::Middle, "soft", unit);
    for (index, item) in items.iter().enumerate() {
        let y = index as f64 * ROW + 20.0;
        canvas.text(left - 10.0, y + 4.0, Anchor::End, "", &item.name);
        canvas.line((x(item.value - item.error), y), (x(item.value + item.error), y), "c1");
        canvas.push(&format!(
            "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\" class=\"c1\"/>",
            x(item.value)
        ));
        let end = x(item.value + item.error) + 8.0;
        canvas.text(end, y + 4.0, Anchor::Start, "soft", &format!("{:+.0}", item.value));
    }
    canvas.finish()
}
