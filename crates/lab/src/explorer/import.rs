//! Putting games into an index: files are read and keys are made by all threads, while one writes.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use hexring_control::Control;

use super::frame::Frames;
use super::game::KeptGame;
use super::index::{Index, Writer};
use super::key;
use super::source::{LeftOut, Reader, SourceError};

/// How many batches may wait for the writer.
const WAITING: usize = 2;

/// How far an import is, and at its end what came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The file that is being read.
    pub file: PathBuf,
    /// How many games were read.
    pub games: u64,
    /// How many of them are new.
    pub added: u64,
    /// How many moves the new ones have.
    pub moves: u64,
    /// What was not taken.
    pub left_out: LeftOut,
}

/// Games with the keys of their positions, and what was left out of their file so far.
struct Prepared {
    file: PathBuf,
    games: Vec<(KeptGame, Vec<i64>)>,
    left_out: LeftOut,
}

/// Puts all games of some files into an index, or none of them where one cannot be read or
/// somebody says stop. Games that are there already are not added again.
pub fn import(
    index: &mut Index,
    files: &[PathBuf],
    skip_bad: bool,
    threads: usize,
    control: &mut Control<'_, Imported>,
) -> Result<Imported, SourceError> {
    let mut writer = index.writer()?;
    let mut imported = Imported::default();
    std::thread::scope(|scope| {
        let (send, receive) = sync_channel(WAITING);
        scope.spawn(move || {
            for file in files {
                if prepare(file, skip_bad, threads, &send).is_err() {
                    return;
                }
            }
        });
        write(&mut writer, receive, &mut imported, control)
    })?;
    writer.finish()?;
    Ok(imported)
}

/// Nobody wants more.
struct Unwanted;

/// Reads a file and sends what is in it, in order.
fn prepare(
    file: &Path,
    skip_bad: bool,
    threads: usize,
    send: &SyncSender<Result<Prepared, SourceError>>,
) -> Result<(), Unwanted> {
    let fail = |error| send.send(Err(error)).map_err(|_| Unwanted).and(Err(Unwanted));
    let mut reader = match Reader::open(file, skip_bad, threads) {
        Ok(reader) => reader,
        Err(error) => return fail(error),
    };
    let mut frames: Vec<Frames> = (0..threads.max(1)).map(|_| Frames::default()).collect();
    loop {
        let games = match reader.batch() {
            Ok(Some(games)) => with_keys(games, &mut frames),
            Ok(None) => return Ok(()),
            Err(error) => return fail(error),
        };
        let prepared = Prepared { file: file.to_owned(), games, left_out: reader.left_out() };
        send.send(Ok(prepared)).map_err(|_| Unwanted)?;
    }
}

fn with_keys(games: Vec<KeptGame>, frames: &mut [Frames]) -> Vec<(KeptGame, Vec<i64>)> {
    let share = games.len().div_ceil(frames.len()).max(1);
    let mut keys: Vec<Vec<i64>> = Vec::with_capacity(games.len());
    std::thread::scope(|scope| {
        let shares = games.chunks(share).zip(frames);
        let threads: Vec<_> =
            shares.map(|(games, frames)| scope.spawn(move || keys_of(games, frames))).collect();
        for thread in threads {
            match thread.join() {
                Ok(found) => keys.extend(found),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    games.into_iter().zip(keys).collect()
}

fn keys_of(games: &[KeptGame], frames: &mut Frames) -> Vec<Vec<i64>> {
    games.iter().map(|game| key::of_game(&game.view(), frames)).collect()
}

fn write(
    writer: &mut Writer<'_>,
    receive: Receiver<Result<Prepared, SourceError>>,
    imported: &mut Imported,
    control: &mut Control<'_, Imported>,
) -> Result<(), SourceError> {
    let mut before = LeftOut::default();
    let mut of_file = LeftOut::default();
    for prepared in receive {
        let Prepared { file, games, left_out } = prepared?;
        if control.is_over() {
            return Err(SourceError::Stopped);
        }
        if imported.file != file {
            before += of_file;
            imported.file = file;
        }
        of_file = left_out;
        imported.left_out = before;
        imported.left_out += of_file;
        for (game, keys) in &games {
            imported.games += 1;
            if writer.add(game, keys)? {
                imported.added += 1;
                imported.moves += keys.len() as u64;
            }
        }
        control.report(|| imported.clone());
    }
    Ok(())
}
