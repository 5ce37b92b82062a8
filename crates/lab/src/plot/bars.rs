//! Values with intervals, one under the other.

use super::frame::{Anchor, Canvas, text_width, ticks};
use crate::stats::{Interval, Share};

/// A value with its interval.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// The value.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
    /// The value in words.
    pub label: String,
}

/// What values are measured by.
#[derive(Clone, Copy, Debug)]
pub struct Scale<'a> {
    /// The unit, under the axis.
    pub unit: &'a str,
    /// What is shown in any case; intervals may reach beyond.
    pub least: Interval,
    /// The value that is neither good nor bad: a line marks it.
    pub even: f64,
}

impl Bar {
    /// A share with its interval, in percent.
    pub fn of_share(name: String, share: Share) -> Self {
        let Interval { low, high } = share.interval();
        Bar {
            name,
            value: 100.0 * share.rate(),
            interval: Interval { low: 100.0 * low, high: 100.0 * high },
            label: format!("{:.0} %", 100.0 * share.rate()),
        }
    }
}

impl Scale<'_> {
    /// That of shares: half of them is even.
    pub const SHARES: Self =
        Scale { unit: "%", least: Interval { low: 0.0, high: 100.0 }, even: 50.0 };
}

const ROW: f64 = 28.0;
const PLOT: f64 = 380.0;

/// A chart of values with their intervals, in the order given.
pub fn bars(items: &[Bar], scale: Scale<'_>) -> String {
    let left = items.iter().map(|item| text_width(&item.name)).fold(40.0, f64::max) + 16.0;
    let Scale { unit, least, even } = scale;
    let low = items.iter().map(|item| item.interval.low).fold(least.low, f64::min);
    let high = items.iter().map(|item| item.interval.high).fold(least.high, f64::max);
    let span = (high - low).max(1.0);
    let x = |value: f64| left + (value - low) / span * PLOT;
    let bottom = items.len() as f64 * ROW + 10.0;
    let mut canvas = Canvas::new(left + PLOT + 70.0, bottom + 40.0);
    for tick in ticks(low, high) {
        canvas.line((x(tick), 4.0), (x(tick), bottom), "grid");
        canvas.text(x(tick), bottom + 16.0, Anchor::Middle, "soft", &format!("{tick:.0}"));
    }
    canvas.line((x(even), 4.0), (x(even), bottom), "axis");
    canvas.text(left + PLOT / 2.0, bottom + 34.0, Anchor::Middle, "soft", unit);
    for (index, item) in items.iter().enumerate() {
        let y = index as f64 * ROW + 20.0;
        canvas.text(left - 10.0, y + 4.0, Anchor::End, "", &item.name);
        canvas.line((x(item.interval.low), y), (x(item.interval.high), y), "c1");
        canvas.push(&format!(
            "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\" class=\"c1\"/>",
            x(item.value)
        ));
        let end = x(item.value.max(item.interval.high)) + 10.0;
        canvas.text(end, y + 4.0, Anchor::Start, "soft", &item.label);
    }
    canvas.finish()
}
