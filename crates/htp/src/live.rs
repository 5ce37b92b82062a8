//! Thoughts while a player thinks: `gogui-gfx` blocks for HexGui, `info` lines for analysis.

use std::fmt::Write as _;
use std::io::Write;

use hexring_game::{Color, Move};
use hexring_players::{Choice, ScoreMap};

/// Where a command may write before its answer.
pub(crate) struct Streams<'a> {
    pub(crate) output: &'a mut dyn Write,
    pub(crate) live: &'a mut dyn Write,
    pub(crate) id: Option<u32>,
    /// The answer has been begun as a stream of lines; only the empty line is missing.
    pub(crate) streaming: bool,
}

impl Streams<'_> {
    /// Writes a `gogui-gfx` block to the error stream. Nobody may be listening there, so a failed
    /// write is no reason to stop.
    pub(crate) fn show(&mut self, choice: &Choice, color: Color) {
        let _ = self.live.write_all(gfx_block(choice, color).as_bytes());
        let _ = self.live.flush();
    }

    /// Writes a warning to the error stream, where programs that talk to engines keep a log.
    pub(crate) fn warn(&mut self, message: &str) {
        let _ = self.live.write_all(format!("warning: {message}\n").as_bytes());
        let _ = self.live.flush();
    }

    /// Writes a line of a streamed answer, with the answer's head before the first one.
    pub(crate) fn stream(&mut self, line: &str) {
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        let head = if self.streaming { String::new() } else { format!("={id}\n") };
        self.streaming = true;
        let _ = self.output.write_all(format!("{head}{line}\n").as_bytes());
        let _ = self.output.flush();
    }
}

/// The player's thoughts as a live block: the line it expects, the strengths of the cells from 0
/// to 1, the value.
fn gfx_block(choice: &Choice, color: Color) -> String {
    let mut block = String::from("gogui-gfx:\nuct\n");
    if !choice.line.is_empty() {
        let mut mover = color;
        block.push_str("VAR");
        for mv in &choice.line {
            let letter = if mover == Color::Red { 'B' } else { 'W' };
            let _ = write!(block, " {letter} {mv}");
            mover = !mover;
        }
        block.push('\n');
    }
    if let Some(map) = choice.maps.first() {
        block.push_str("INFLUENCE");
        for (cell, strength) in strengths(map) {
            let _ = write!(block, " {cell} {strength:.3}");
        }
        block.push('\n');
    }
    let value = choice.value.map(|value| format!(" value {value:.3}")).unwrap_or_default();
    let _ = writeln!(block, "TEXT {} {}{value}\n", choice.work.count, choice.work.unit);
    block
}

/// Scores stretched to 0 (worst) to 1 (best).
fn strengths(map: &ScoreMap) -> impl Iterator<Item = (hexring_game::Cell, f64)> + '_ {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for (_, score) in &map.scores {
        (low, high) = (low.min(*score), high.max(*score));
    }
    let range = if high > low { high - low } else { 1.0 };
    let turned = map.better == hexring_players::Better::Lower;
    map.scores.iter().map(move |(cell, score)| {
        let share = (score - low) / range;
        (*cell, if turned { 1.0 - share } else { share })
    })
}

/// The thoughts as analysis lines: one `info` for each cell with visits, best first.
pub(crate) fn info_line(choice: &Choice) -> String {
    let score = |name: &str, at| {
        let map = choice.maps.iter().find(|map| map.name == name)?;
        map.scores.iter().find(|(cell, _)| *cell == at).map(|(_, score)| *score)
    };
    let visits = choice.maps.iter().find(|map| map.name == "visits");
    let mut cells: Vec<_> = visits.map(|map| map.scores.clone()).unwrap_or_default();
    cells.retain(|(_, visits)| *visits > 0.0);
    cells.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    if cells.is_empty() {
        let value = choice.value.unwrap_or(0.5);
        return format!(
            "info move {} visits 1 winrate {value:.4} order 0 pv {}",
            choice.mv,
            line(&choice.line)
        );
    }
    let mut text = String::new();
    for (order, (cell, visits)) in cells.iter().enumerate() {
        let winrate = score("win rate", *cell).unwrap_or(0.5);
        let best = Move::Place(*cell) == choice.mv;
        let pv = if best { line(&choice.line) } else { cell.to_string() };
        let _ = write!(
            text,
            "info move {cell} visits {visits:.0} winrate {winrate:.4} order {order} pv {pv} "
        );
    }
    text.trim_end().to_owned()
}

fn line(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
