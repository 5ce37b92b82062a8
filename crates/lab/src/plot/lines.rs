//! Curves over a logarithmic scale.

use std::fmt::Write as _;

use super::frame::{Anchor, Canvas, text_width, ticks};

/// A curve with its name.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

/// A point of a curve.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Where it is; must be positive.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// The error on either side.
    pub error: f64,
}

const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 56.0;
const TOP: f64 = 28.0;

/// Curves over powers of ten, with values between the two ends of the vertical scale.
pub fn curves(items: &[Curve], (low, high): (f64, f64), labels: (&str, &str)) -> String {
    let points = || items.iter().flat_map(|curve| &curve.points);
    let least = points().map(|point| point.x.log10()).fold(f64::INFINITY, f64::min);
    let most = points().map(|point| point.x.log10()).fold(f64::NEG_INFINITY, f64::max);
    let (least, most) = if least < most { (least, most) } else { (0.0, 1.0) };
    let x = |value: f64| LEFT + (value.log10() - least) / (most - least) * WIDTH;
    let y = |value: f64| TOP + (high - value.clamp(low, high)) / (high - low) * HEIGHT;
    let names = items.iter().map(|curve| text_width(&curve.name)).fold(0.0, f64::max);
    let mut canvas = Canvas::new(LEFT + WIDTH + names + 30.0, TOP + HEIGHT + 44.0);
    for tick in ticks(low, high) {
        canvas.line((LEFT, y(tick)), (LEFT + WIDTH, y(tick)), "grid");
        canvas.text(LEFT - 8.0, y(tick) + 4.0, Anchor::End, "soft", &format!("{tick:.1}"));
    }
    for power in least.ceil() as i32..=most.floor() as i32 {
        let at = x(10f64.powi(power));
        canvas.line((at, TOP), (at, TOP + HEIGHT), "grid");
        canvas.text(
            at,
            TOP + HEIGHT + 18.0,
            Anchor::Middle,
            "soft",
            &thousands(10i64.pow(power.max(0) as u32)),
        );
    }
    canvas.text(LEFT + WIDTH / 2.0, TOP + HEIGHT + 38.0, Anchor::Middle, "soft", labels.0);
    canvas.text(LEFT, 14.0, Anchor::Start, "soft", labels.1);
    for (index, curve) in items.iter().enumerate() {
        draw(&mut canvas, curve, index % 4, &x, &y);
    }
    canvas.finish()
}

fn draw(
    canvas: &mut Canvas,
    curve: &Curve,
    color: usize,
    x: &dyn Fn(f64) -> f64,
    y: &dyn Fn(f64) -> f64,
) {
    let mut path = String::new();
    for (index, point) in curve.points.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{:.1} {:.1}", x(point.x), y(point.y));
        let (top, bottom) = (y(point.y + point.error), y(point.y - point.error));
        let class = format!("c{color}");
        canvas.line((x(point.x), top), (x(point.x), bottom), &class);
        canvas.push(&format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" class=\"{class}\"/>",
            x(point.x),
            y(point.y)
        ));
    }
    canvas.push(&format!(
        "<path d=\"{path}\" class=\"c{color}\" style=\"fill:none\" stroke-width=\"2\"/>"
    ));
    if let Some(last) = curve.points.last() {
        canvas.text(
            x(last.x) + 8.0,
            y(last.y) + 4.0 + 14.0 * color as f64,
            Anchor::Start,
            "",
            &curve.name,
        );
    }
}

/// A number with thin spaces between the thousands.
fn thousands(number: i64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}
