//! What is known of positions on disk, so that a long search can be taken up again.
//!
//! A header line with the board, the number of entries and the width of a set in words, then the
//! entries in binary: position, numbers, cells and moves, all little endian.

use std::io::{self, BufRead, Write};

use hexring_game::{Board, Color};
use thiserror::Error;

use crate::bits::Bits;
use crate::state::State;
use crate::transpositions::{Candidate, Entry, Transpositions};

const FORMAT: &str = "hexring-table-2";

/// Why saved positions could not be read.
#[derive(Debug, Error)]
pub enum SavedError {
    /// Reading or writing failed, or the file is cut off.
    #[error("the saved positions could not be read or written: {0}")]
    Io(#[from] io::Error),
    /// Something else.
    #[error("not a file of saved positions: the first line is \"{0}\"")]
    Header(String),
    /// Those of another board.
    #[error("the saved positions are of {found}, expected {expected}")]
    WrongBoard {
        /// The board in the file.
        found: String,
        /// The board asked for.
        expected: Board,
    },
    /// A value that none has.
    #[error("saved position {0} is damaged")]
    Damaged(usize),
}

/// The first line.
pub(crate) struct Header {
    board: String,
    count: String,
    width: String,
}

impl Header {
    pub(crate) fn read(input: &mut dyn BufRead) -> Result<Self, SavedError> {
        let mut line = String::new();
        input.read_line(&mut line)?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let [FORMAT, board, count, width] = words[..] else {
            return Err(SavedError::Header(line.trim_end().chars().take(40).collect()));
        };
        Ok(Header { board: board.to_owned(), count: count.to_owned(), width: width.to_owned() })
    }

    pub(crate) fn is_of(&self, board: Board) -> bool {
        self.board == board.to_string()
    }

    pub(crate) fn wrong_board(self, expected: Board) -> SavedError {
        SavedError::WrongBoard { found: self.board, expected }
    }
}

pub(crate) fn save<const W: usize>(
    positions: &Transpositions<W>,
    board: Board,
    out: &mut dyn Write,
) -> Result<(), SavedError> {
    writeln!(out, "{FORMAT} {board} {} {W}", positions.len())?;
    positions.for_each(|state, entry| {
        out.write_all(&[state.to_move.index() as u8])?;
        for set in [state.stones[0], state.stones[1], state.dead, entry.cells] {
            set.0.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
        }
        out.write_all(&entry.proof.to_le_bytes())?;
        out.write_all(&entry.disproof.to_le_bytes())?;
        out.write_all(&entry.work.to_le_bytes())?;
        out.write_all(&[entry.moves.len() as u8])?;
        entry.moves.iter().try_for_each(|m| out.write_all(&[m.cell, m.odds as u8]))
    })?;
    Ok(())
}

pub(crate) fn load<const W: usize>(
    positions: &Transpositions<W>,
    board: Board,
    header: &Header,
    input: &mut dyn BufRead,
) -> Result<(), SavedError> {
    let count = header.count.parse::<usize>().ok().filter(|_| header.width == W.to_string());
    for i in 0..count.ok_or(SavedError::Damaged(0))? {
        let (state, entry) = read_entry(input)?.ok_or(SavedError::Damaged(i))?;
        let cells = board.cell_count();
        let inside = entry.moves.iter().all(|candidate| usize::from(candidate.cell) < cells);
        let sets = state.stones[0] | state.stones[1] | state.dead;
        if !inside || !sets.is_within(Bits::below(cells)) {
            return Err(SavedError::Damaged(i));
        }
        positions.put(&state, entry);
    }
    Ok(())
}

type Read1<const W: usize> = Option<(State<W>, Entry<W>)>;

fn read_entry<const W: usize>(input: &mut dyn BufRead) -> Result<Read1<W>, io::Error> {
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
    let entry = Entry { proof, disproof, cells, moves, work };
    Ok(color.map(|to_move| (State { stones: [red, blue], dead, to_move }, entry)))
}

fn read<const N: usize>(input: &mut dyn BufRead) -> Result<[u8; N], io::Error> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}
