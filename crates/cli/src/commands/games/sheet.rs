//! Games that are written to a file while they are found.

use std::io::Write;

use anyhow::{Result, bail};
use hexring_lab::export::{self, Format};
use hexring_lab::rows::GameRow;

/// How many games are written at once.
const BATCH: usize = 1000;

/// How many games are held for formats whose columns depend on all of them.
const MOST: usize = 200_000;

/// A file that grows by the games that are found.
pub(super) struct Sheet<'a> {
    format: Format,
    out: &'a mut dyn Write,
    pending: Vec<GameRow>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(format: Format, out: &'a mut dyn Write) -> Self {
        Sheet { format, out, pending: Vec::new() }
    }

    pub(super) fn add(&mut self, game: GameRow) -> Result<()> {
        self.pending.push(game);
        let one_by_one = matches!(self.format, Format::Sgf | Format::JsonLines);
        if one_by_one && self.pending.len() >= BATCH {
            return self.flush();
        }
        if self.pending.len() > MOST {
            bail!(
                "more than {MOST} games for one {} file: expected fewer, or sgf or jsonl, which are \
                 written game by game",
                self.format
            );
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.out.write_all(&export::write(&self.pending, self.format)?)?;
        self.pending.clear();
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<()> {
        let one_by_one = matches!(self.format, Format::Sgf | Format::JsonLines);
        if self.pending.is_empty() && one_by_one { Ok(()) } else { self.flush() }
    }
}
