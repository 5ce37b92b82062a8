//! Tables of winners for `hexring solve --table`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use hexring_game::Color;
use hexring_lab::report::solved;
use hexring_solver::{BoardRange, Options, Row, Survey, Wanted};
use serde_json::json;

use crate::arguments::read;
use crate::destination::append;
use crate::{output, progress};

/// Options that are about one board, or one position on it.
const ONE_BOARD: [&str; 18] = [
    "board",
    "turns",
    "swap",
    "seasons",
    "season_layout",
    "season_years",
    "no_move",
    "seed",
    "file",
    "moves",
    "red",
    "blue",
    "to_move",
    "from",
    "game",
    "memory_file",
    "answers_within",
    "proof",
];

/// Many boards at once.
#[derive(Args)]
#[command(next_help_heading = "Table")]
pub(crate) struct TableArgs {
    /// Solve the empty boards of a range, such as cylinder:3..7x1..8; with --first both for both
    #[arg(long = "table", value_name = "BOARDS", conflicts_with_all = ONE_BOARD)]
    range: Option<BoardRange>,
    /// Keep the rows in this file (a line of JSON each), and solve only what is not in it
    #[arg(long, value_name = "FILE", requires = "range")]
    rows: Option<PathBuf>,
    /// Also write pages and pictures of all rows into this folder
    #[arg(long, value_name = "FOLDER", requires = "range")]
    report: Option<PathBuf>,
}

impl TableArgs {
    /// Solves the table, if one is asked for; false if not.
    pub(crate) fn run(
        &self,
        first: &[Color],
        all_moves: bool,
        options: Options,
        as_json: bool,
    ) -> Result<bool> {
        let Some(boards) = self.range else { return Ok(false) };
        let mut rows = self.known()?;
        if let Some(path) = &self.rows {
            append(path, "").with_context(|| path.display().to_string())?;
        }
        let wanted = if all_moves { Wanted::AllMoves } else { Wanted::Winner };
        let survey = Survey { boards, first: first.to_vec(), wanted, options };
        let mut unsaved = Ok(());
        let known = rows.clone();
        let solved = progress::of_search(|control| {
            survey.fill(&known, control, |row| {
                if unsaved.is_ok() {
                    unsaved = self.save(&row);
                }
                rows.push(row);
            })
        });
        unsaved?;
        let answer = if as_json { format!("{}\n", json!(rows)) } else { solved::winners(&rows) };
        output::print(&answer)?;
        self.write_report(&rows)?;
        solved.map(|()| true)
    }

    fn write_report(&self, rows: &[Row]) -> Result<()> {
        let Some(folder) = &self.report else { return Ok(()) };
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        for (name, text) in solved::files(rows)? {
            let path = folder.join(name);
            std::fs::write(&path, text).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }

    /// The rows of the file.
    fn known(&self) -> Result<Vec<Row>> {
        let Some(path) = self.rows.as_ref().filter(|path| path.exists()) else {
            return Ok(Vec::new());
        };
        let text = read(path)?;
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let rows = lines.map(|(index, line)| {
            let place = || format!("{}, line {}", path.display(), index + 1);
            serde_json::from_str(line).with_context(place)
        });
        rows.collect()
    }

    /// Adds a row to the file as soon as it is known, so that nothing is lost.
    fn save(&self, row: &Row) -> Result<()> {
        let Some(path) = &self.rows else { return Ok(()) };
        append(path, &format!("{}\n", json!(row))).with_context(|| path.display().to_string())
    }
}
