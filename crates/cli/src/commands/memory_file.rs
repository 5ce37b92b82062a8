//! The file that `hexring solve --memory-file` keeps a search in, while it runs and at its end.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use hexring_game::Board;
use hexring_solver::{Progress, Solver};

use crate::destination::Destination;
use crate::output;

/// A file of saved positions, written now and then.
pub(super) struct MemoryFile {
    path: PathBuf,
    place: Destination,
    every: Duration,
    written: Instant,
    /// Whether it was said that it cannot be written any more.
    is_warned: bool,
}

impl MemoryFile {
    /// A file that can be written, every so often.
    pub(super) fn new(path: &Path, every: Duration) -> Result<Self> {
        let (path, place) = (path.to_owned(), Destination::file(path)?);
        Ok(MemoryFile { path, place, every, written: Instant::now(), is_warned: false })
    }

    /// Lets a solver go on from what is in the file, if there is one.
    pub(super) fn load(&self, solver: &mut Solver, board: Board) -> Result<()> {
        if !self.path.exists() {
            return Ok(());
        }
        let name = || self.path.display().to_string();
        let mut file = BufReader::new(File::open(&self.path).with_context(name)?);
        solver.load(board, &mut file).with_context(name)
    }

    /// Writes what a search knows if that is due. A disk that is full now may have room later, so
    /// the search goes on.
    pub(super) fn hear(&mut self, progress: &Progress) {
        if self.written.elapsed() < self.every {
            return;
        }
        if let Err(fault) = self.place.write(|out| Ok(progress.memory.save(out)?))
            && !self.is_warned
        {
            output::warn(&format!("{fault:#}: the search goes on and is kept later, if possible"));
            self.is_warned = true;
        }
        self.written = Instant::now();
    }

    /// Writes what a solver knows at the end, if it knows anything.
    pub(super) fn save(&self, solver: &Solver) -> Result<()> {
        match solver.remembers() {
            true => self.place.write(|out| Ok(solver.save(out)?)),
            false => Ok(()),
        }
    }
}
