//! Colours and the style sheet.
//!
//! Every colour is written out for the light and for the dark theme instead of being a CSS
//! variable: browsers know variables, but most other programs that show SVG do not.
//!
//! Red is a vermilion and blue a deep blue: these two stay apart for all common kinds of colour
//! blindness, and the red is much lighter, so that they also differ in grey.

use super::Theme;

/// What does not depend on the theme.
const SHAPES: [(&str, &str); 13] = [
    (
        "text",
        "font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;\
      text-anchor:middle;pointer-events:none",
    ),
    (".hex", "stroke-width:1;stroke-linejoin:round"),
    (".veil", "opacity:.6"),
    (".stone", "stroke-width:1.2;stroke-linejoin:round"),
    (".last", "fill:none;stroke:#fff;stroke-width:1.5;pointer-events:none"),
    (".side", "fill:none;stroke-width:9;stroke-linejoin:round"),
    (
        ".seam",
        "fill:none;stroke-width:2;stroke-dasharray:5 4;stroke-linejoin:round;\
      pointer-events:none",
    ),
    (".walk", "pointer-events:none"),
    (".walk path", "fill:none;stroke-linecap:round;stroke-linejoin:round"),
    (".core", "stroke:#fff"),
    (".copy.walk", "opacity:.45"),
    (
        ".on-stone",
        "fill:#fff;font-weight:600;paint-order:stroke;stroke-width:.23em;\
      stroke-linejoin:round",
    ),
    (".copy.mark", "opacity:.5"),
];

/// Selector, light and dark declarations.
const COLORS: [(&str, &str, &str); 16] = [
    (".paper,.veil", "fill:#fcfbf8", "fill:#14171c"),
    (".hex", "fill:#f0ece2;stroke:#c9c1b1", "fill:#272c35;stroke:#454d59"),
    (".stone.red", "fill:#dd4b33;stroke:#a93320", "fill:#e4593f;stroke:#f39a86"),
    (".stone.blue", "fill:#17509a;stroke:#0d3368", "fill:#2c69bd;stroke:#86b1ec"),
    (".side.red,.bar.red", "stroke:#dd4b33", "stroke:#e4593f"),
    (".side.blue,.bar.blue", "stroke:#17509a", "stroke:#2c69bd"),
    (".on-stone.red", "stroke:#dd4b33", "stroke:#e4593f"),
    (".on-stone.blue", "stroke:#17509a", "stroke:#2c69bd"),
    (".seam", "stroke:#8a8272", "stroke:#8d96a5"),
    (".side.copy", "stroke:#f4c9bf", "stroke:#5d2f29"),
    (".axis", "fill:#5c5648", "fill:#aab2bf"),
    (".axis.copy", "fill:#bdb6a6", "fill:#565e6a"),
    (
        ".halo",
        "paint-order:stroke;stroke:#f0ece2;stroke-width:4",
        "paint-order:stroke;\
      stroke:#272c35;stroke-width:4",
    ),
    (".word", "fill:#2b2f36", "fill:#e2e6ec"),
    (".hot", "fill:#10261a", "fill:#10261a"),
    (".season", "fill:#6f6857", "fill:#a9b1bd"),
];

/// The tints of the seasons, light and dark. None is near the colours of the players.
const TINTS: [(&str, &str); 9] = [
    ("#d3ebcf", "#27452d"),
    ("#fbe7ae", "#514620"),
    ("#e4d3ef", "#43324f"),
    ("#cbe9ec", "#1e474b"),
    ("#f9dcc8", "#563b2a"),
    ("#e0e5b0", "#434920"),
    ("#f5d3e3", "#512f40"),
    ("#d3dae5", "#353f4e"),
    ("#dfd8cc", "#46403a"),
];

/// The embedded style sheet.
pub(super) fn style_sheet(theme: Theme) -> String {
    let root = format!(".hexring.{theme}");
    let shapes: String = SHAPES.iter().map(|(on, what)| rule(&root, on, what)).collect();
    let colors = match theme {
        Theme::Light => colors(&root, false),
        Theme::Dark => colors(&root, true),
        Theme::Auto => format!(
            "{}@media (prefers-color-scheme:dark){{\n{}}}\n",
            colors(&root, false),
            colors(&root, true)
        ),
    };
    format!("<style>\n{shapes}{colors}</style>\n")
}

fn colors(root: &str, dark: bool) -> String {
    let choose =
        |(on, light, night): &(&str, &str, &str)| rule(root, on, if dark { night } else { light });
    let tint = |((light, night), season): (&(&str, &str), u32)| {
        let color = if dark { night } else { light };
        rule(root, &format!(".hex.s{season}"), &format!("fill:{color}"))
    };
    let colors: String = COLORS.iter().map(choose).collect();
    colors + &TINTS.iter().zip(1..).map(tint).collect::<String>()
}

/// One rule, for each of its selectors below the root.
fn rule(root: &str, on: &str, declarations: &str) -> String {
    let selectors: Vec<String> = on.split(',').map(|on| format!("{root} {on}")).collect();
    format!("{}{{{declarations}}}\n", selectors.join(","))
}

/// The colour of a warm cell, laid over it: from a breath of yellow to a full green, so that it
/// is right on light and dark paper and grows darker or brighter steadily.
pub(super) fn heat(heat: f64) -> (String, f64) {
    let mix = |cold: f64, warm: f64| (cold + (warm - cold) * heat).round() as u8;
    let color =
        format!("#{:02x}{:02x}{:02x}", mix(242.0, 22.0), mix(208.0, 160.0), mix(60.0, 96.0));
    (color, 0.08 + 0.87 * heat)
}
