//! The solver's front: options in, outcome out.

use std::io::{BufRead, Write};
use std::num::NonZeroUsize;

use hexring_control::{Control, Limit};
use hexring_game::{Board, Cell, Color, Position, Status, Swap, Turns};
use thiserror::Error;

use crate::halves::{self, Halves};
use crate::plain::PlainSearch;
use crate::progress::{Progress, Stopped};
use crate::proof::Proof;
use crate::saved::{Header, TableFileError};
use crate::team::Team;

/// The largest board that virtual connections are built on, in cells.
pub const MAX_CELLS: usize = 250;

/// The most empty cells of a position with seasons, which is searched move by move.
pub const MAX_SEASON_CELLS: usize = 20;

/// The least memory for a table, in bytes.
pub const MIN_MEMORY: usize = 1 << 20;

/// What says which moves to try first. The work depends on it, the answer does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guide {
    /// The network where it saves time: on tori, some of which have one of their own, and on planes
    /// of more than 49 cells. Elsewhere, and where the program was built without a network, the circuit.
    #[default]
    Auto,
    /// The board as an electrical circuit.
    Circuit,
    /// The neural network, if the program was built with one.
    Network,
}

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// About how many bytes the table of positions may take.
    pub memory: usize,
    /// How many threads search. The winner and the set of all winning moves do not depend on it;
    /// which single winning move is found, and after how many positions, is repeatable with one.
    pub threads: NonZeroUsize,
    /// Which moves to try first.
    pub guide: Guide,
}

impl Default for Options {
    /// Half a gibibyte and one thread.
    fn default() -> Self {
        Options { memory: 1 << 29, threads: NonZeroUsize::MIN, guide: Guide::Auto }
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// The winner, and one winning move where the winner is to move.
    #[default]
    Winner,
    /// All winning moves.
    AllMoves,
}

/// Who wins, and how much work it was to find out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who wins with best play; none where the rules of seasons let the game end without result.
    pub winner: Option<Color>,
    /// Moves of the player to move that win: all or one, as was asked; none if it cannot win.
    pub winning_moves: Vec<Cell>,
    /// Positions judged.
    pub nodes: u64,
}

/// Why a position was not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The game is over.
    #[error("nothing to solve: the game is over, {0}")]
    Over(String),
    /// A coin decides who moves.
    #[error(
        "turns={0} has no winner to solve for: expected alternate turns; ask for the win probability instead"
    )]
    Turns(Turns),
    /// The right to swap depends on who is at the table, not on the stones.
    #[error(
        "swap={0} is not solved: solve without swap and with all winning moves, the second player swaps exactly these"
    )]
    Swap(Swap),
    /// Too many cells.
    #[error("board {board} has {} cells: the solver takes up to {MAX_CELLS}", board.cell_count())]
    TooLarge {
        /// The board.
        board: Board,
    },
    /// Too many empty cells for a search move by move.
    #[error("{empty} empty cells with seasons are too many: expected up to {MAX_SEASON_CELLS}")]
    TooManySeasonCells {
        /// The number of empty cells.
        empty: usize,
    },
    /// Proofs are about connections, which seasons may cut.
    #[error("proofs of positions with seasons are not written: expected rules without seasons")]
    NoSeasonProofs,
    /// Too little memory.
    #[error("a table of {0} bytes is too small: expected at least {MIN_MEMORY}")]
    Memory(usize),
    /// Somebody has stopped the search, or its time is over.
    #[error("stopped after {nodes} positions")]
    Stopped {
        /// Positions judged so far.
        nodes: u64,
    },
}

/// Solves positions, and remembers what it has found from one to the next of the same board.
pub struct Solver {
    options: Options,
    engine: Option<(Board, Box<dyn Engine>)>,
}

impl Solver {
    /// A solver without memories.
    pub fn new(options: Options) -> Result<Self, SolveError> {
        if options.memory < MIN_MEMORY {
            return Err(SolveError::Memory(options.memory));
        }
        Ok(Solver { options, engine: None })
    }

    /// Who wins the position with best play.
    pub fn solve(&mut self, position: &Position, wanted: Wanted) -> Result<Outcome, SolveError> {
        self.solve_with(position, wanted, &mut Control::default())
    }

    /// The same, while somebody watches and may stop it.
    pub fn solve_with(
        &mut self,
        position: &Position,
        wanted: Wanted,
        control: &mut Control<'_, Progress>,
    ) -> Result<Outcome, SolveError> {
        let to_move = check(position)?;
        if position.rules().seasons.is_some() {
            return solve_seasons(position, to_move, wanted, control.limit());
        }
        let mut in_halves = 0;
        if let Some(halves) = Halves::of_tall(position.board())
            && let Some(answers) =
                self.answers_in_halves(halves, position, wanted, control, &mut in_halves)?
        {
            let is_ours = to_move == Color::Red;
            let replies = answers.iter().filter(|_| is_ours).map(|answer| answer.reply);
            let (winner, winning_moves) = (Some(Color::Red), replies.collect());
            return Ok(Outcome { winner, winning_moves, nodes: in_halves });
        }
        let outcome = self.search(position, to_move, wanted, control)?;
        Ok(Outcome { nodes: in_halves + outcome.nodes, ..outcome })
    }

    /// Red's answers to Blue's first stone, be it on the board or still to come, if its win of a
    /// cylinder can be seen in the halves.
    fn answers_in_halves(
        &mut self,
        halves: Halves,
        position: &Position,
        wanted: Wanted,
        control: &mut Control<'_, Progress>,
        nodes: &mut u64,
    ) -> Result<Option<Vec<halves::Answer>>, SolveError> {
        let Some(openings) = halves.openings(position, wanted) else { return Ok(None) };
        halves.winning_answers(&openings, |half| {
            let outcome = self.search(half, Color::Blue, Wanted::Winner, control)?;
            *nodes += outcome.nodes;
            Ok(outcome.winner == Some(Color::Red))
        })
    }

    fn search(
        &mut self,
        position: &Position,
        to_move: Color,
        wanted: Wanted,
        control: &mut Control<'_, Progress>,
    ) -> Result<Outcome, SolveError> {
        let engine = self.engine(position.board());
        let before = engine.nodes();
        let found = match wanted {
            Wanted::Winner => engine.winner(position, to_move, control),
            Wanted::AllMoves => engine.all_moves(position, to_move, control),
        };
        let nodes = engine.nodes() - before;
        let (winner, winning_moves) = found.map_err(|Stopped| SolveError::Stopped { nodes })?;
        Ok(Outcome { winner: Some(winner), winning_moves, nodes })
    }

    /// A proof of who wins the position, which [`check`](crate::check) accepts. Positions with
    /// seasons have none.
    pub fn prove(
        &mut self,
        position: &Position,
        control: &mut Control<'_, Progress>,
    ) -> Result<Proof, SolveError> {
        let to_move = check(position)?;
        if position.rules().seasons.is_some() {
            return Err(SolveError::NoSeasonProofs);
        }
        // Even a low cylinder has a much shorter proof in halves.
        if let Some(halves) = Halves::of(position.board())
            && let Some(answers) =
                self.answers_in_halves(halves, position, Wanted::Winner, control, &mut 0)?
        {
            return halves
                .proof(position, &answers, |half| self.prove_searched(half, Color::Blue, control));
        }
        self.prove_searched(position, to_move, control)
    }

    fn prove_searched(
        &mut self,
        position: &Position,
        to_move: Color,
        control: &mut Control<'_, Progress>,
    ) -> Result<Proof, SolveError> {
        let engine = self.engine(position.board());
        let before = engine.nodes();
        let proof = engine.proof(position, to_move, control);
        proof.map_err(|Stopped| SolveError::Stopped { nodes: engine.nodes() - before })
    }

    /// Writes down what is known about the board of the last search, for cylinders perhaps that of
    /// their halves, so that [`load`](Self::load) can go on from there.
    pub fn save(&self, out: &mut dyn Write) -> Result<(), TableFileError> {
        match &self.engine {
            Some((_, engine)) => engine.save(out),
            None => Ok(()),
        }
    }

    /// Takes over what a solver has saved about a board. It is trusted: a table that somebody has
    /// altered gives wrong answers.
    pub fn load(&mut self, board: Board, input: &mut dyn BufRead) -> Result<(), TableFileError> {
        let header = Header::read(input)?;
        let of_half = Halves::of(board).map(|halves| halves.board);
        match [Some(board), of_half].into_iter().flatten().find(|board| header.is_of(*board)) {
            Some(found) => self.engine(found).load(&header, input),
            None => Err(header.wrong_board(board)),
        }
    }

    fn engine(&mut self, board: Board) -> &mut dyn Engine {
        let kept = self.engine.take().filter(|(of, _)| *of == board);
        let options = self.options;
        &mut *self.engine.insert(kept.unwrap_or_else(|| (board, engine(board, options)))).1
    }
}

fn check(position: &Position) -> Result<Color, SolveError> {
    let (rules, board) = (position.rules(), position.board());
    match position.status() {
        Status::Ongoing => {}
        Status::Won(color) => return Err(SolveError::Over(format!("{color} has won"))),
        Status::Discarded => return Err(SolveError::Over("without result".to_owned())),
    }
    if rules.swap != Swap::None {
        return Err(SolveError::Swap(rules.swap));
    }
    if board.cell_count() > MAX_CELLS {
        return Err(SolveError::TooLarge { board });
    }
    position.to_move().ok_or(SolveError::Turns(rules.turns))
}

fn solve_seasons(
    position: &Position,
    to_move: Color,
    wanted: Wanted,
    limit: &Limit,
) -> Result<Outcome, SolveError> {
    let empty = position.empty_count();
    if empty > MAX_SEASON_CELLS {
        return Err(SolveError::TooManySeasonCells { empty });
    }
    let mut search = PlainSearch::new();
    let found = search.value_until(position, limit).and_then(|winner| {
        let wins = winner == Some(to_move);
        let best = if wins { search.best_moves_until(position, limit)? } else { Vec::new() };
        Ok((winner, best))
    });
    let nodes = search.positions() as u64;
    let (winner, best) = found.map_err(|Stopped| SolveError::Stopped { nodes })?;
    let cells = best.into_iter().filter_map(|mv| match mv {
        hexring_game::Move::Place(cell) => Some(cell),
        _ => None,
    });
    let count = if wanted == Wanted::AllMoves { usize::MAX } else { 1 };
    Ok(Outcome { winner, winning_moves: cells.take(count).collect(), nodes })
}

pub(crate) type Answer = Result<(Color, Vec<Cell>), Stopped>;

/// Searches whatever the width of their sets.
pub(crate) trait Engine: Send {
    fn nodes(&self) -> u64;
    fn winner(
        &mut self,
        position: &Position,
        to_move: Color,
        control: &mut Control<'_, Progress>,
    ) -> Answer;
    fn all_moves(
        &mut self,
        position: &Position,
        to_move: Color,
        control: &mut Control<'_, Progress>,
    ) -> Answer;
    fn proof(
        &mut self,
        position: &Position,
        to_move: Color,
        control: &mut Control<'_, Progress>,
    ) -> Result<Proof, Stopped>;
    fn save(&self, out: &mut dyn Write) -> Result<(), TableFileError>;
    fn load(&mut self, header: &Header, input: &mut dyn BufRead) -> Result<(), TableFileError>;
}

fn engine(board: Board, options: Options) -> Box<dyn Engine> {
    match board.cell_count() {
        0..=64 => Box::new(Team::<1>::new(board, options)),
        65..=128 => Box::new(Team::<2>::new(board, options)),
        _ => Box::new(Team::<4>::new(board, options)),
    }
}
