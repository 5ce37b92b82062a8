//! What all pictures share: the canvas, its colours, and words on it.

use std::fmt::Write as _;

use super::escape;

const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#1c1e21}.soft{fill:#6a7078}\
.axis{stroke:#9aa1a9;fill:none}.grid{stroke:#e3e5e8;fill:none}.on{fill:#1c1e21}\
.c0{stroke:#c0392b;fill:#c0392b}.c1{stroke:#2062b0;fill:#2062b0}.c2{stroke:#2e8b57;fill:#2e8b57}.c3{stroke:#8e5ea2;fill:#8e5ea2}\
.n0{fill:#c0392b}.n1{fill:#2062b0}.n2{fill:#2e8b57}.n3{fill:#8e5ea2}\
@media (prefers-color-scheme:dark){text{fill:#e6e8ea}.soft{fill:#9aa1a9}.grid{stroke:#2c3035}.on{fill:#1c1e21}\
.c0{stroke:#ff8b80;fill:#ff8b80}.c1{stroke:#7db4f5;fill:#7db4f5}.c2{stroke:#6fd495;fill:#6fd495}.c3{stroke:#d0a5e6;fill:#d0a5e6}\
.n0{fill:#ff8b80}.n1{fill:#7db4f5}.n2{fill:#6fd495}.n3{fill:#d0a5e6}}";

/// A picture in the making.
pub(super) struct Canvas {
    body: String,
    width: f64,
    height: f64,
}

/// Where a text is fixed.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas {
    pub(super) fn new(width: f64, height: f64) -> Self {
        Canvas { body: String::new(), width, height }
    }

    /// Anything.
    pub(super) fn push(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    pub(super) fn text(&mut self, x: f64, y: f64, anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escape(text);
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{text}</text>"
        );
    }

    pub(super) fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
        let _ = writeln!(
            self.body,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"
        );
    }

    pub(super) fn finish(self) -> String {
        let Canvas { body, width, height } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\">\n<style>{STYLE}</style>\n{body}</svg>\n"
        )
    }
}

/// How wide a text is, roughly.
pub(super) fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * 6.8
}

/// A few round numbers that cover a range.
pub(super) fn ticks(low: f64, high: f64) -> Vec<f64> {
    let span = (high - low).max(1e-9);
    let rough = span / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(span);
    let first = (low / step).ceil() as i64;
    (first..).map(|k| k as f64 * step).take_while(|tick| *tick <= high + step * 1e-9).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.0, 1.0), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(ticks(-130.0, 240.0), [-100.0, 0.0, 100.0, 200.0]);
        assert!(ticks(3.0, 3.0).len() <= 2);
    }
}
