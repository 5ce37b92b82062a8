//! A strategy against every reply.
//!
//! All games that a strategy can get into are played, level by level: from each position with the
//! opponent to move, every reply, and to each reply every move that the strategy may choose.
//! Positions that come up again are looked at once. If the opponent wins anywhere, the first such
//! game found is a shortest one; if no position is left, the strategy wins against everything.
//!
//! A strategy is a function from a position and the opponent's last stone to the cells that it may
//! choose. Pairing strategies need no positions at all (see the module `pairing`). If a strategy
//! treats all places around the board alike, and offers all of its choices, positions
//! that differ by a rotation need not be told apart; the caller has to know that.

use std::collections::HashSet;
use std::num::NonZeroU32;

use hexring_control::Limit;
use hexring_game::{Cell, Color, Game, Move, Position, Site, Status};
use thiserror::Error;

use crate::bits::Bits;
use crate::pairing::sharings;
use crate::progress::{Stopped, go_on};
use crate::state::image;
use crate::symmetry::{Symmetry, rotations};

/// The largest board, in cells.
pub const MAX_VERIFIED: usize = 128;

type Set = Bits<2>;

/// What a strategy is put to the test with.
pub struct Trial<'a> {
    /// The position in which it begins.
    pub start: &'a Position,
    /// The colour that it plays.
    pub color: Color,
    /// The cells that it may choose, given the position and the opponent's last stone.
    pub candidates: &'a dyn Fn(&Position, Option<Site>) -> Vec<Site>,
    /// Whether rotated positions are answered by rotated moves.
    pub is_rotational: bool,
    /// Which cell each cell is paired with, if the strategy answers on the partner of the last
    /// stone whenever that is free.
    pub partner: Option<&'a dyn Fn(Site) -> Site>,
    /// Give up beyond so many positions.
    pub limit: usize,
}

/// How a strategy did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trialled {
    /// It wins against every reply.
    Wins {
        /// Positions that it can get into with the opponent to move.
        positions: usize,
    },
    /// It wins against every reply, because it wins however its pairs of cells are shared.
    WinsPairs {
        /// Ways to share them, up to the moment in which each is won.
        sharings: usize,
    },
    /// It fails in this game, and in no shorter one.
    Fails {
        /// The game.
        line: Box<Game>,
        /// How it fails there.
        how: Failure,
    },
}

/// How a strategy can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The opponent has won.
    Loses,
    /// It has no move to offer.
    NoMove,
    /// It offers a cell that is taken.
    Illegal(Cell),
}

/// Why a trial was not carried out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TrialError {
    /// The position is over, or its rules know more than alternate turns.
    #[error(
        "a trial needs an open position with alternate turns, without seasons and a right to swap"
    )]
    Rules,
    /// Too many cells.
    #[error("{0} cells are too many for a trial: expected up to {MAX_VERIFIED}")]
    TooLarge(usize),
    /// More positions than allowed.
    #[error("gave up after {0} positions without a losing line")]
    Limit(usize),
    /// Somebody has stopped the trial, or its time is over.
    #[error("stopped after {0} positions without a losing line")]
    Stopped(usize),
}

/// A position with the opponent to move, and how it came about.
#[derive(Clone, Copy)]
struct Reached {
    stones: [Set; 2],
    parent: Option<Number>,
    /// The opponent's stone and the strategy's answer to it.
    moves: [Option<u8>; 2],
}

/// Which of the reached positions, counted from 1: none takes no room of its own.
#[derive(Clone, Copy)]
struct Number(NonZeroU32);

/// The most positions that have a number, with room for those that a single one leads to.
const MAX_REACHED: usize = (u32::MAX - (1 << 16)) as usize;

impl Number {
    fn of(index: usize) -> Self {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Number(number.expect("there are at most MAX_REACHED"))
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// Plays a strategy against every reply, unless the limit comes first.
pub fn verify(trial: &Trial<'_>, limit: &Limit) -> Result<Trialled, TrialError> {
    let rules = trial.start.rules();
    let cells = trial.start.board().cell_count();
    let plain = rules.seasons.is_none() && !trial.start.may_be_swapped();
    let to_move = trial.start.to_move().filter(|_| plain).ok_or(TrialError::Rules)?;
    if cells > MAX_VERIFIED {
        return Err(TrialError::TooLarge(cells));
    }
    // On a torus a ring of one does not exclude one of the other.
    let partner = trial.partner.filter(|_| !trial.start.board().topology().wraps_rows());
    if let Some(partner) = partner {
        let shared = sharings(trial.start, trial.color, partner, limit);
        if let Some(sharings) = shared.map_err(|Stopped| TrialError::Stopped(0))? {
            return Ok(Trialled::WinsPairs { sharings });
        }
    }
    let mut run = Run::new(trial, limit);
    match run.play(to_move) {
        Ok(()) => Ok(Trialled::Wins {
            positions: run.reached.len() - usize::from(to_move == trial.color),
        }),
        Err(End::Fault(fault)) => Ok(run.fails(&fault)),
        Err(End::Limit) => Err(TrialError::Limit(trial.limit)),
        Err(End::Stopped) => Err(TrialError::Stopped(run.reached.len())),
    }
}

struct Run<'a> {
    trial: &'a Trial<'a>,
    limit: &'a Limit,
    sites: Vec<Site>,
    symmetries: Vec<Symmetry>,
    reached: Vec<Reached>,
    /// The positions of the next level in canonical form. A position's level follows from its
    /// number of stones, so those of earlier levels can be forgotten.
    seen: HashSet<[Set; 2]>,
    /// Memory for positions, back in its place after each use.
    scratch: Option<[Position; 2]>,
}

/// A line that fails: the last position of the strategy, what was played after it, and how.
struct Fault {
    parent: Number,
    moves: Vec<u8>,
    how: Failure,
}

/// Why not all games are played.
enum End {
    /// The strategy fails in one of them.
    Fault(Fault),
    /// There are too many positions.
    Limit,
    /// It takes too long.
    Stopped,
}

impl From<Fault> for End {
    fn from(fault: Fault) -> Self {
        End::Fault(fault)
    }
}

impl From<Stopped> for End {
    fn from(_: Stopped) -> Self {
        End::Stopped
    }
}

impl<'a> Run<'a> {
    fn new(trial: &'a Trial<'a>, limit: &'a Limit) -> Self {
        let board = trial.start.board();
        let mut symmetries = rotations(board);
        if !trial.is_rotational {
            symmetries.truncate(1);
        }
        Run {
            trial,
            limit,
            sites: board.sites().collect(),
            symmetries,
            reached: Vec::new(),
            seen: HashSet::new(),
            scratch: None,
        }
    }

    /// Plays all games, level by level.
    fn play(&mut self, to_move: Color) -> Result<(), End> {
        let stones = Color::ALL.map(|color| {
            let own = self.sites.iter().filter(|s| self.trial.start.stone_at(**s) == Some(color));
            own.map(|site| site.index() as u8).collect()
        });
        let root = Reached { stones, parent: None, moves: [None; 2] };
        self.reached.push(root);
        let mut level = 0..1;
        if to_move == self.trial.color {
            self.answer(Number::of(0), None)?;
            level = 1..self.reached.len();
        }
        while !level.is_empty() {
            self.seen.clear();
            let next = self.reached.len();
            for index in level {
                self.expand(Number::of(index))?;
                if self.reached.len() > self.trial.limit.min(MAX_REACHED) {
                    return Err(End::Limit);
                }
            }
            level = next..self.reached.len();
        }
        Ok(())
    }

    /// Every reply of the opponent to a position.
    fn expand(&mut self, number: Number) -> Result<(), End> {
        let Reached { stones, .. } = self.reached[number.index()];
        for cell in (Set::below(self.sites.len()) - stones[0] - stones[1]).iter() {
            // A strategy may be a player that thinks about every answer.
            go_on(self.limit)?;
            self.answer(number, Some(cell))?;
        }
        Ok(())
    }

    /// Every answer of the strategy to a reply, or to the empty board.
    fn answer(&mut self, parent: Number, reply: Option<u8>) -> Result<(), Fault> {
        let color = self.trial.color;
        let fault = |moves: Vec<u8>, how| Fault { parent, moves, how };
        let mut stones = self.reached[parent.index()].stones;
        let fresh = || [self.trial.start.clone(), self.trial.start.clone()];
        let [mut position, mut after] = self.scratch.take().unwrap_or_else(fresh);
        set_up(&mut position, self.trial.start, &self.sites, stones);
        if let Some(cell) = reply {
            position.set_to_move(!color);
            position.play_site(self.sites[usize::from(cell)]);
            stones[(!color).index()].insert(cell);
            if position.status() == Status::Won(!color) {
                return Err(fault(vec![cell], Failure::Loses));
            }
        }
        position.set_to_move(color);
        let last = reply.map(|cell| self.sites[usize::from(cell)]);
        let choices = (self.trial.candidates)(&position, last);
        if choices.is_empty() {
            return Err(fault(reply.into_iter().collect(), Failure::NoMove));
        }
        for site in choices {
            if position.stone_at(site).is_some() {
                let how = Failure::Illegal(position.board().cell(site));
                return Err(fault(reply.into_iter().collect(), how));
            }
            after.clone_from(&position);
            after.play_site(site);
            if !after.is_over() {
                let cell = site.index() as u8;
                let mut stones = stones;
                stones[color.index()].insert(cell);
                let moves = [reply, Some(cell)];
                self.reach(Reached { stones, parent: Some(parent), moves });
            }
        }
        self.scratch = Some([position, after]);
        Ok(())
    }

    fn reach(&mut self, position: Reached) {
        let images = self.symmetries.iter().map(|s| position.stones.map(|set| image(set, &s.map)));
        let least = images.min().expect("the identity is a symmetry");
        if self.seen.insert(least) {
            self.reached.push(position);
        }
    }

    fn fails(&self, fault: &Fault) -> Trialled {
        let mut moves: Vec<u8> = fault.moves.iter().rev().copied().collect();
        let mut number = Some(fault.parent);
        while let Some(position) = number.map(|number| self.reached[number.index()]) {
            moves.extend(position.moves.iter().rev().flatten());
            number = position.parent;
        }
        let mut line = Game::from_position(self.trial.start.clone());
        for cell in moves.iter().rev() {
            let cell = self.trial.start.board().cell(self.sites[usize::from(*cell)]);
            line.play(Move::Place(cell)).expect("it was played before");
        }
        Trialled::Fails { line: Box::new(line), how: fault.how }
    }
}

/// Puts stones on a position that nobody has won.
fn set_up(position: &mut Position, start: &Position, sites: &[Site], stones: [Set; 2]) {
    position.clone_from(start);
    for color in Color::ALL {
        for cell in stones[color.index()].iter() {
            let site = sites[usize::from(cell)];
            if start.stone_at(site).is_none() {
                position.set_to_move(color);
                position.play_site(site);
            }
        }
    }
}
