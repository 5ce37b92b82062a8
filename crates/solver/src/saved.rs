//! What is known of positions on disk, so that a long search can be taken up again.
//!
//! A header line with the version of the format, the board and the width of a set in words; then the
//! entries in binary, a 1 before each and a 0 after the last: position, numbers, cells and moves,
//! all little endian; then the checksum of everything before it. The number of entries is not told
//! beforehand, because searches may go on while they are written.

use std::io::{self, BufRead, Read, Write};

use hexring_game::{Board, Color};
use thiserror::Error;

use crate::bits::Bits;
use crate::checksum::Summed;
use crate::state::State;
use crate::transpositions::{Candidate, Entry, Transpositions};

const FORMAT: &str = "hexring-table-3";

/// The longest header line, with room to spare.
const HEADER: usize = 64;

/// Before an entry.
const MORE: u8 = 1;

/// After the last entry.
const END: u8 = 0;

/// Why saved positions could not be read or written.
#[derive(Debug, Error)]
pub enum SavedError {
    /// Reading or writing failed.
    #[error("the saved positions could not be read or written: {0}")]
    Io(#[from] io::Error),
    /// Something else.
    #[error("not a file of saved positions: it begins with \"{0}\", expected \"{FORMAT} …\"")]
    Header(String),
    /// Those of another board.
    #[error("the saved positions are of {found}, expected {expected}")]
    WrongBoard {
        /// The board in the file.
        found: String,
        /// The board asked for.
        expected: Board,
    },
    /// The end is missing.
    #[error("the saved positions are cut off after {0}: expected a whole file")]
    CutOff(usize),
    /// A value that none has.
    #[error("saved position {0} is damaged")]
    Damaged(usize),
    /// The bytes are not those that were written.
    #[error("the saved positions were altered: their checksum is another than the file says")]
    Altered,
}

/// A file of saved positions.
pub(crate) type Source<'a> = Summed<&'a mut dyn BufRead>;

/// The first line.
pub(crate) struct Header {
    board: String,
    width: String,
}

impl Header {
    pub(crate) fn read(input: &mut Source<'_>) -> Result<Self, SavedError> {
        let mut line = Vec::new();
        while line.len() < HEADER && line.last() != Some(&b'\n') {
            if input.take(1).read_to_end(&mut line)? == 0 {
                break;
            }
        }
        let line = String::from_utf8_lossy(&line);
        let words: Vec<&str> = line.trim_end_matches('\n').split(' ').collect();
        match words[..] {
            [FORMAT, board, width] if line.ends_with('\n') => {
                Ok(Header { board: board.to_owned(), width: width.to_owned() })
            }
            _ => Err(SavedError::Header(line.trim_end().escape_debug().take(40).collect())),
        }
    }

    pub(crate) fn is_of(&self, board: Board) -> bool {
        self.board == board.to_string()
    }

    pub(crate) fn wrong_board(self, expected: Board) -> SavedError {
        SavedError::WrongBoard { found: self.board.escape_debug().collect(), expected }
    }
}

pub(crate) fn save<const W: usize>(
    positions: &Transpositions<W>,
    board: Board,
    out: &mut dyn Write,
) -> Result<(), SavedError> {
    let mut out = Summed::new(out);
    writeln!(out, "{FORMAT} {board} {W}")?;
    positions.for_each(|state, entry| {
        out.write_all(&[MORE, state.to_move.index() as u8])?;
        for set in [state.stones[0], state.stones[1], state.dead, entry.cells] {
            set.0.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
        }
        out.write_all(&entry.proof.to_le_bytes())?;
        out.write_all(&entry.disproof.to_le_bytes())?;
        out.write_all(&entry.work.to_le_bytes())?;
        out.write_all(&[entry.moves.len() as u8])?;
        entry.moves.iter().try_for_each(|m| out.write_all(&[m.cell, m.odds as u8]))
    })?;
    out.write_all(&[END])?;
    let sum = out.sum.to_bytes();
    out.write_all(&sum)?;
    Ok(out.flush()?)
}

/// Takes over all entries. If the file turns out to be no good, some of them are there already:
/// the memory must not be used then.
pub(crate) fn load<const W: usize>(
    positions: &Transpositions<W>,
    board: Board,
    header: &Header,
    input: &mut Source<'_>,
) -> Result<(), SavedError> {
    if header.width != W.to_string() {
        return Err(SavedError::Damaged(0));
    }
    let mut count = 0;
    while read_mark(input, count)? {
        let (state, entry) = read_entry(input).map_err(|fault| cut_off(fault, count))?;
        let (state, entry) = state
            .filter(|state| is_possible(state, &entry, board))
            .map(|state| (state, entry))
            .ok_or(SavedError::Damaged(count))?;
        positions.put(&state, entry);
        count += 1;
    }
    let expected = input.sum.to_bytes();
    let found: [u8; 8] = read(input).map_err(|fault| cut_off(fault, count))?;
    match found == expected && input.read(&mut [0])? == 0 {
        true => Ok(()),
        false => Err(SavedError::Altered),
    }
}

/// Whether another entry follows.
fn read_mark(input: &mut Source<'_>, count: usize) -> Result<bool, SavedError> {
    match read(input).map_err(|fault| cut_off(fault, count))? {
        [MORE] => Ok(true),
        [END] => Ok(false),
        _ => Err(SavedError::Damaged(count)),
    }
}

fn is_possible<const W: usize>(state: &State<W>, entry: &Entry<W>, board: Board) -> bool {
    let cells = board.cell_count();
    let [red, blue] = state.stones;
    let sets = red | blue | state.dead | entry.cells;
    let mut moves = entry.moves.iter();
    sets.is_within(Bits::below(cells))
        && (red & blue).is_empty()
        && moves.all(|candidate| usize::from(candidate.cell) < cells)
}

fn cut_off(fault: io::Error, count: usize) -> SavedError {
    match fault.kind() {
        io::ErrorKind::UnexpectedEof => SavedError::CutOff(count),
        _ => SavedError::Io(fault),
    }
}

/// An entry; its position is none if nobody is to move.
type Read1<const W: usize> = (Option<State<W>>, Entry<W>);

fn read_entry<const W: usize>(input: &mut Source<'_>) -> Result<Read1<W>, io::Error> {
    let to_move = read::<1>(input)?[0];
    let mut sets = [Bits::<W>::EMPTY; 4];
    for word in sets.iter_mut().flat_map(|set| set.0.iter_mut()) {
        *word = u64::from_le_bytes(read(input)?);
    }
    let [red, blue, dead, cells] = sets;
    let proof = u32::from_le_bytes(read(input)?);
    let disproof = u32::from_le_bytes(read(input)?);
    let work = u64::from_le_bytes(read(input)?);
    let count = read::<1>(input)?[0];
    let mut candidate =
        || read::<2>(input).map(|[cell, odds]| Candidate { cell, odds: odds as i8 });
    let moves = (0..count).map(|_| candidate()).collect::<Result<_, _>>()?;
    let color = Color::ALL.get(usize::from(to_move)).copied();
    let state = color.map(|to_move| State { stones: [red, blue], dead, to_move });
    Ok((state, Entry { proof, disproof, cells, moves, work }))
}

fn read<const N: usize>(input: &mut Source<'_>) -> Result<[u8; N], io::Error> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}
