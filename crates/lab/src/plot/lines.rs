//! Curves over a logarithmic scale, or an even one where a value is not positive.

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
    /// Where it is.
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

/// How many colours curves have.
const COLORS: usize = 4;

/// Curves over powers of ten, or evenly where that cannot be, with values between the two ends of
/// the vertical scale.
pub fn curves(items: &[Curve], (low, high): (f64, f64), labels: (&str, &str)) -> String {
    let points = || items.iter().flat_map(|curve| &curve.points);
    let is_even = points().any(|point| point.x <= 0.0);
    let scaled = |value: f64| if is_even { value } else { value.log10() };
    let least = points().map(|point| scaled(point.x)).fold(f64::INFINITY, f64::min);
    let most = points().map(|point| scaled(point.x)).fold(f64::NEG_INFINITY, f64::max);
    let (least, most) = if least < most { (least, most) } else { (0.0, 1.0) };
    let x = |value: f64| LEFT + (scaled(value) - least) / (most - least) * WIDTH;
    let y = |value: f64| TOP + (high - value.clamp(low, high)) / (high - low) * HEIGHT;
    let width = items.iter().map(|curve| text_width(&curve.name)).fold(0.0, f64::max);
    let height = (LINE * items.len() as f64).max(HEIGHT + 44.0);
    let mut canvas = Canvas::new(LEFT + WIDTH + width + 30.0, TOP + height);
    for tick in ticks(low, high) {
        canvas.line((LEFT, y(tick)), (LEFT + WIDTH, y(tick)), "grid");
        canvas.text(LEFT - 8.0, y(tick) + 4.0, Anchor::End, "soft", &format!("{tick:.1}"));
    }
    let marks: Vec<(f64, String)> = match is_even {
        true => ticks(least, most).into_iter().map(|tick| (tick, short(tick))).collect(),
        false => powers(least, most).collect(),
    };
    for (value, name) in marks {
        canvas.line((x(value), TOP), (x(value), TOP + HEIGHT), "grid");
        canvas.text(x(value), TOP + HEIGHT + 18.0, Anchor::Middle, "soft", &name);
    }
    canvas.text(LEFT + WIDTH / 2.0, TOP + HEIGHT + 38.0, Anchor::Middle, "soft", labels.0);
    canvas.text(LEFT, 14.0, Anchor::Start, "soft", labels.1);
    for (index, curve) in items.iter().enumerate() {
        draw(&mut canvas, curve, index % COLORS, &x, &y);
    }
    names(&mut canvas, items, &y);
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
}

/// The height of a name.
const LINE: f64 = 14.0;

/// Names at the right of the curves, each as near to its curve's end as the others let it.
fn names(canvas: &mut Canvas, items: &[Curve], y: &dyn Fn(f64) -> f64) {
    let ends = items.iter().enumerate();
    let ends = ends.filter_map(|(index, curve)| Some((y(curve.points.last()?.y), index, curve)));
    let mut ends: Vec<(f64, usize, &Curve)> = ends.collect();
    ends.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut free = TOP;
    for (at, index, curve) in ends {
        let at = at.max(free);
        let class = format!("n{}", index % COLORS);
        canvas.text(LEFT + WIDTH + 10.0, at + 4.0, Anchor::Start, &class, &curve.name);
        free = at + LINE;
    }
}

/// A number without the digits that sums of fractions leave behind.
fn short(number: f64) -> String {
    format!("{}", (number * 1e6).round() / 1e6)
}

/// The powers of ten between two exponents, with their names.
fn powers(least: f64, most: f64) -> impl Iterator<Item = (f64, String)> {
    let name = |power: i32| match power {
        0.. => thousands(10i64.pow(power as u32)),
        _ => format!("{}", 10f64.powi(power)),
    };
    (least.ceil() as i32..=most.floor() as i32).map(move |power| (10f64.powi(power), name(power)))
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
