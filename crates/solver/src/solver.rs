//! The solver's front: options in, outcome out.

use std::io::{BufRead, Write};

use hexring_control::{Control, Limit};
use hexring_game::{Board, Cell, Color, Position, Status};

use crate::checksum::Summed;
use crate::engine::Engine;
use crate::halves::{self, Halves};
use crate::options::{MAX_CELLS, MAX_SEASON_CELLS, MIN_MEMORY, Options, Wanted};
use crate::outcome::{Outcome, SolveError};
use crate::progress::{Progress, Stopped};
use crate::proof::Proof;
use crate::saved::{Header, SavedError};
use crate::seasons::SeasonSearch;
use crate::team::Team;
use crate::theorems::{Theorem, any_move};

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
        if self.options.theorems
            && let Some((theorem, winner)) = Theorem::of(position)
        {
            let is_ours = winner == to_move;
            let winning_moves = if is_ours { any_move(position, wanted) } else { Vec::new() };
            let (winner, theorem) = (Some(winner), Some(theorem));
            return Ok(Outcome { winner, winning_moves, nodes: 0, theorem });
        }
        let mut nodes = 0;
        if let Some(winning_moves) = self.moves_in_halves(position, wanted, control, &mut nodes)? {
            return Ok(Outcome { winner: Some(Color::Red), winning_moves, nodes, theorem: None });
        }
        let outcome = self.search(position, to_move, wanted, control)?;
        Ok(Outcome { nodes: nodes + outcome.nodes, ..outcome })
    }

    /// Red's winning moves, none if Blue is to move, if its win of a cylinder can be seen in the
    /// halves.
    fn moves_in_halves(
        &mut self,
        position: &Position,
        wanted: Wanted,
        control: &mut Control<'_, Progress>,
        nodes: &mut u64,
    ) -> Result<Option<Vec<Cell>>, SolveError> {
        let Some(halves) = Halves::of_tall(position.board()) else { return Ok(None) };
        let is_ours = position.to_move() == Some(Color::Red);
        let second = halves.without_red(position);
        let asked = second.as_ref().unwrap_or(position);
        let Some(answers) = self.answers_in_halves(halves, asked, wanted, control, nodes)? else {
            return Ok(None);
        };
        Ok(Some(match second {
            _ if !is_ours => Vec::new(),
            // Who wins as the second player wins as the first one, with any move.
            Some(_) => any_move(position, wanted),
            None => answers.iter().map(|answer| answer.reply).collect(),
        }))
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
        Ok(Outcome { winner: Some(winner), winning_moves, nodes, theorem: None })
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

    /// Whether there is something to save.
    pub fn remembers(&self) -> bool {
        self.engine.is_some()
    }

    /// Writes down what is known about the board of the last search, for cylinders perhaps that of
    /// their halves, so that [`load`](Self::load) can go on from there.
    pub fn save(&self, out: &mut dyn Write) -> Result<(), SavedError> {
        match &self.engine {
            Some((_, engine)) => engine.save(out),
            None => Ok(()),
        }
    }

    /// Takes over what a solver has saved about a board. A file that was damaged is refused, and
    /// the solver then remembers nothing. What is whole is trusted: whoever forges a file, its
    /// checksum included, gets wrong answers.
    pub fn load(&mut self, board: Board, input: &mut dyn BufRead) -> Result<(), SavedError> {
        let mut input = Summed::new(input);
        let header = Header::read(&mut input)?;
        let of_half = Halves::of(board).map(|halves| halves.board);
        let mut boards = [Some(board), of_half].into_iter().flatten();
        let Some(found) = boards.find(|board| header.is_of(*board)) else {
            return Err(header.wrong_board(board));
        };
        let loaded = self.engine(found).load(&header, &mut input);
        self.engine = self.engine.take().filter(|_| loaded.is_ok());
        loaded
    }

    fn engine(&mut self, board: Board) -> &mut dyn Engine {
        let kept = self.engine.take().filter(|(of, _)| *of == board);
        let fresh = || (board, engine(board, &self.options));
        &mut *self.engine.insert(kept.unwrap_or_else(fresh)).1
    }
}

fn check(position: &Position) -> Result<Color, SolveError> {
    let (rules, board) = (position.rules(), position.board());
    match position.status() {
        Status::Ongoing => {}
        Status::Won(color) => return Err(SolveError::Over(format!("{color} has won"))),
        Status::Discarded => return Err(SolveError::Over("without result".to_owned())),
    }
    if position.may_be_swapped() {
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
    let cells = position.board().cell_count();
    let Some(seasons) = position.rules().seasons.as_ref().filter(|_| cells <= MAX_SEASON_CELLS)
    else {
        return Err(SolveError::TooManySeasonCells { cells });
    };
    let mut search = SeasonSearch::new(position, seasons);
    let is_one_enough = wanted == Wanted::Winner;
    let found = search.solve(position, to_move, seasons, is_one_enough, limit);
    let nodes = search.nodes;
    let (winner, winning_moves) = found.map_err(|Stopped| SolveError::Stopped { nodes })?;
    Ok(Outcome { winner, winning_moves, nodes, theorem: None })
}

fn engine(board: Board, options: &Options) -> Box<dyn Engine> {
    match board.cell_count() {
        0..=64 => Box::new(Team::<1>::new(board, options)),
        65..=128 => Box::new(Team::<2>::new(board, options)),
        _ => Box::new(Team::<4>::new(board, options)),
    }
}
