//! Where games come from: stores of the laboratory, and files with one record or many.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::thread::ScopedJoinHandle;

use hexring_control::Limit;
use hexring_game::record::{ReadError, ReadOptions, Record};
use thiserror::Error;

use super::game::{KeptGame, Starts};
use super::pieces::{Piece, PieceError, Pieces};
use crate::rows::{BrokenGame, GameRow};
use crate::store::{Store, StoreError};

/// How many games are read at once.
const BATCH: usize = 2000;

/// How much text is read at once; one game may have more.
const BATCH_BYTES: usize = 16 << 20;

/// Why games cannot be read.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The file system refuses.
    #[error("{path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The store or the index cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game of a store that is none.
    #[error(transparent)]
    Broken(#[from] BrokenGame),
    /// A game of a file that is none.
    #[error("{path}, game {number}: {fault}")]
    Game {
        /// The file.
        path: PathBuf,
        /// Which game, counted from 1.
        number: u64,
        /// What is wrong with it.
        fault: Box<ReadError>,
    },
    /// Something between the games of a file.
    #[error("{path}, game {number}: {fault}")]
    Piece {
        /// The file.
        path: PathBuf,
        /// Which game, counted from 1.
        number: u64,
        /// What is wrong.
        fault: PieceError,
    },
    /// Somebody said stop.
    #[error("stopped")]
    Stopped,
}

/// Games that were not taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// They begin with stones on the board, or have a move out of turn.
    pub unusual: u64,
    /// They cannot be read.
    pub bad: u64,
}

impl std::ops::AddAssign for LeftOut {
    fn add_assign(&mut self, other: Self) {
        self.unusual += other.unusual;
        self.bad += other.bad;
    }
}

/// What a file is, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A database, with the mark of the program that made it.
    Database(u32),
    Text,
}

/// Looks at the first bytes of a file; `-` is standard input and holds text.
pub(super) fn kind(path: &Path) -> Result<Kind, SourceError> {
    if path == Path::new("-") {
        return Ok(Kind::Text);
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(100).read_to_end(&mut head));
    read.map_err(|source| SourceError::Io { path: path.to_owned(), source })?;
    // The header of SQLite's files: a text of 16 bytes, and the mark at byte 68.
    let mark = head.get(68..72).and_then(|bytes| bytes.try_into().ok()).map(u32::from_be_bytes);
    Ok(match mark {
        Some(mark) if head.starts_with(b"SQLite format 3\0") => Kind::Database(mark),
        _ => Kind::Text,
    })
}

/// A file whose games are read one after the other.
pub struct Reader {
    path: PathBuf,
    games: Games,
    /// Whether games that cannot be read are left out.
    skip_bad: bool,
    /// What each thread remembers of the games before.
    starts: Vec<Starts>,
    left_out: LeftOut,
}

enum Games {
    Store(Store, String),
    Pieces(Pieces<Box<dyn BufRead + Send>>),
}

/// A game before it is read.
enum Raw {
    Row(Box<GameRow>),
    Piece(Piece),
}

impl Reader {
    /// Opens a store or a file.
    pub(super) fn open(path: &Path, skip_bad: bool, threads: usize) -> Result<Self, SourceError> {
        Ok(match kind(path)? {
            Kind::Text => Reader::of_text(path, input(path)?, skip_bad, threads),
            Kind::Database(_) => {
                let games = Games::Store(Store::read(path)?, String::new());
                Reader::over(path, games, skip_bad, threads)
            }
        })
    }

    /// Reads a text that comes from somewhere; the path is what it is called.
    pub fn of_text(
        path: &Path,
        text: Box<dyn BufRead + Send>,
        skip_bad: bool,
        threads: usize,
    ) -> Self {
        Reader::over(path, Games::Pieces(Pieces::new(text)), skip_bad, threads)
    }

    fn over(path: &Path, games: Games, skip_bad: bool, threads: usize) -> Self {
        let starts = (0..threads.max(1)).map(|_| Starts::default()).collect();
        let left_out = LeftOut::default();
        Reader { path: path.to_owned(), games, skip_bad, starts, left_out }
    }

    /// What was left out so far.
    pub fn left_out(&self) -> LeftOut {
        self.left_out
    }

    /// Looks at all games.
    pub fn visit(
        &mut self,
        limit: &Limit,
        see: &mut dyn FnMut(&KeptGame),
    ) -> Result<(), SourceError> {
        while let Some(games) = self.batch()? {
            if limit.is_over() {
                return Err(SourceError::Stopped);
            }
            games.iter().for_each(&mut *see);
        }
        Ok(())
    }

    /// The next games, read by all threads; none at the end.
    pub(super) fn batch(&mut self) -> Result<Option<Vec<KeptGame>>, SourceError> {
        let raw = self.raw()?;
        if raw.is_empty() {
            return Ok(None);
        }
        let read = read_all(raw, &self.path, &mut self.starts);
        let mut games = Vec::with_capacity(read.len());
        for game in read {
            match game {
                Ok(Some(game)) => games.push(game),
                Ok(None) => self.left_out.unusual += 1,
                Err(_) if self.skip_bad => self.left_out.bad += 1,
                Err(error) => return Err(error),
            }
        }
        Ok(Some(games))
    }

    fn raw(&mut self) -> Result<Vec<Raw>, SourceError> {
        match &mut self.games {
            Games::Store(store, last) => {
                let rows = store.after(last, BATCH)?;
                if let Some(row) = rows.last() {
                    last.clone_from(&row.key);
                }
                Ok(rows.into_iter().map(|row| Raw::Row(Box::new(row))).collect())
            }
            Games::Pieces(pieces) => {
                let (mut raw, mut bytes) = (Vec::new(), 0);
                while raw.len() < BATCH && bytes < BATCH_BYTES {
                    match pieces.next() {
                        Some(Ok(piece)) => {
                            bytes += piece.text.len();
                            raw.push(Raw::Piece(piece));
                        }
                        Some(Err(fault)) => {
                            let (path, number) = (self.path.clone(), pieces.number + 1);
                            return Err(SourceError::Piece { path, number, fault });
                        }
                        None => break,
                    }
                }
                Ok(raw)
            }
        }
    }
}

fn input(path: &Path) -> Result<Box<dyn BufRead + Send>, SourceError> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let file = File::open(path);
    let file = file.map_err(|source| SourceError::Io { path: path.to_owned(), source })?;
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

/// Reads games by as many threads as there are memories, in their order.
fn read_all(raw: Vec<Raw>, path: &Path, memories: &mut [Starts]) -> Vec<ReadGame> {
    let share = raw.len().div_ceil(memories.len());
    let mut rest = raw.into_iter();
    std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for starts in memories {
            let share: Vec<Raw> = rest.by_ref().take(share).collect();
            let work =
                move || share.into_iter().map(|raw| read(raw, path, starts)).collect::<Vec<_>>();
            threads.push(scope.spawn(work));
        }
        let join = |thread: ScopedJoinHandle<'_, Vec<ReadGame>>| match thread.join() {
            Ok(games) => games,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        threads.into_iter().flat_map(join).collect()
    })
}

/// A game, none if it is an unusual one, or why it cannot be read.
type ReadGame = Result<Option<KeptGame>, SourceError>;

fn read(raw: Raw, path: &Path, starts: &mut Starts) -> ReadGame {
    let piece = match raw {
        Raw::Row(row) => return Ok(Some(KeptGame::of_row(*row, starts)?)),
        Raw::Piece(piece) => piece,
    };
    let Piece { number, text, format, rules } = piece;
    let options = ReadOptions { format, rules, game: 0 };
    let record = Record::parse_with(&text, &options);
    let record = record.map_err(|fault| {
        let (path, fault) = (path.to_owned(), Box::new(fault));
        SourceError::Game { path, number, fault }
    })?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    Ok(KeptGame::of_record(&record, format!("{name}#{number}"), starts))
}
