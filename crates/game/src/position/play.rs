//! Playing: what a move changes, and what it must keep to.

use super::{MoveError, Position, Status, mix};
use crate::cell::{Cell, Site};
use crate::color::Color;
use crate::connectivity::Connectivity;
use crate::moves::Move;
use crate::rules::{Swap, Turns};
use crate::seasons::NoMove;

impl Position {
    /// Says who won the coin flip, under random turns.
    pub fn toss(&mut self, color: Color) -> Result<(), MoveError> {
        if self.rules.turns == Turns::Alternate {
            return Err(MoveError::NoCoinDue("players alternate"));
        }
        if self.is_over() {
            return Err(MoveError::NoCoinDue("the game is over"));
        }
        if let Some(color) = self.state.to_move {
            let who = match color {
                Color::Red => "red is to move",
                Color::Blue => "blue is to move",
            };
            return Err(MoveError::NoCoinDue(who));
        }
        self.state.to_move = Some(color);
        self.discard_if_stuck();
        Ok(())
    }

    /// Makes `color` the player to move, whatever the turn rule says, as an analysis board or the
    /// text protocol may ask for. Any order of stones is a legal position; the right to swap goes.
    pub fn set_to_move(&mut self, color: Color) {
        if self.state.to_move != Some(color) {
            self.state.to_move = Some(color);
            self.state.swappable = None;
            self.discard_if_stuck();
        }
    }

    /// Plays a move for the player to move, or says why it cannot be and changes nothing.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        let color = self.check(mv)?;
        match mv {
            Move::Place(cell) => {
                let site = self.board().site(cell).expect("checked");
                self.place(site, color);
            }
            Move::Pass => self.end_turn(color),
            Move::Swap => self.swap(color),
        }
        Ok(())
    }

    /// Plays a stone on a site that is known to be legal, such as one from
    /// [`Position::legal_sites`]; for searches that have checked already.
    ///
    /// # Panics
    /// If the cell is taken or nobody is to move.
    #[inline]
    pub fn play_site(&mut self, site: Site) {
        let color = self.to_move().expect("somebody is to move");
        self.place(site, color);
    }

    #[inline]
    fn place(&mut self, site: Site, color: Color) {
        let is_first = self.state.empty == self.board().cell_count();
        self.put(site, color);
        self.state.swappable = is_first.then_some((site, color));
        if self.stones.has_won(color) {
            self.state.status = Status::Won(color);
        }
        self.state.moves_made[color] += 1;
        self.pass_the_turn(color);
    }

    fn end_turn(&mut self, color: Color) {
        self.state.swappable = None;
        self.state.moves_made[color] += 1;
        self.pass_the_turn(color);
    }

    #[inline]
    fn pass_the_turn(&mut self, color: Color) {
        self.state.to_move = (self.rules.turns == Turns::Alternate).then_some(!color);
        self.discard_if_stuck();
    }

    /// The first stone becomes the answer: mirrored in the other colour, or left where it is for
    /// the other player.
    fn swap(&mut self, color: Color) {
        let Some((site, _)) = self.state.swappable.take() else { return };
        match self.rules.swap {
            Swap::Pieces => {
                let mirrored = self.board().cell(site).transposed();
                let mirrored = self.board().site(mirrored).expect("the board is square");
                self.remove_only_stone(site);
                self.put(mirrored, color);
                if self.stones.has_won(color) {
                    self.state.status = Status::Won(color);
                }
                self.end_turn(color);
            }
            // Colours keep their seasons and the same colour moves again, in other hands.
            Swap::Sides => self.state.sides_swapped = true,
            Swap::None => {}
        }
    }

    fn remove_only_stone(&mut self, site: Site) {
        self.stones = Connectivity::new(&self.geometry);
        self.state.stones_key = 0;
        self.state.empty += 1;
        if let Some(seasons) = &self.rules.seasons {
            self.state.empty_of_season[usize::from(seasons.layout.season(site))] += 1;
        }
    }

    #[inline]
    pub(super) fn put(&mut self, site: Site, color: Color) {
        self.stones.place(&self.geometry, site, color);
        self.state.stones_key ^= mix(2 * site.index() as u64 + color.index() as u64);
        self.state.last_stone = Some(site);
        self.state.empty -= 1;
        if let Some(seasons) = &self.rules.seasons {
            self.state.empty_of_season[usize::from(seasons.layout.season(site))] -= 1;
        }
    }

    /// Under `no-move=discard` a player without a legal cell ends the game.
    #[inline]
    pub(super) fn discard_if_stuck(&mut self) {
        let (Some(color), Some(seasons)) = (self.to_move(), &self.rules.seasons) else { return };
        if seasons.no_move == NoMove::Discard && self.legal_cell_count(color) == 0 {
            self.state.status = Status::Discarded;
        }
    }

    fn legal_cell_count(&self, color: Color) -> usize {
        match self.season(color) {
            Some(season) => self.state.empty_of_season[usize::from(season)].into(),
            None => self.state.empty,
        }
    }

    #[inline]
    pub(super) fn is_in(&self, site: Site, season: Option<u8>) -> bool {
        match (&self.rules.seasons, season) {
            (Some(seasons), Some(season)) => seasons.layout.season(site) == season,
            _ => true,
        }
    }

    /// Whose move it is if the move is legal, and otherwise why it is not.
    #[inline]
    pub(super) fn check(&self, mv: Move) -> Result<Color, MoveError> {
        if self.is_over() {
            return Err(MoveError::GameOver { mv, status: self.state.status });
        }
        let color = self.state.to_move.ok_or(MoveError::CoinDue { mv })?;
        match mv {
            Move::Place(cell) => self.check_cell(cell, color)?,
            Move::Swap => self.swap_refusal().map_or(Ok(()), |why| Err(MoveError::NoSwap(why)))?,
            Move::Pass => match self.legal_cell_count(color) {
                0 => {}
                cells => return Err(MoveError::NoPass { color, cells }),
            },
        }
        Ok(color)
    }

    #[inline]
    fn check_cell(&self, cell: Cell, color: Color) -> Result<(), MoveError> {
        let board = self.board();
        let site = board.site(cell).ok_or(MoveError::OffBoard { cell, board })?;
        if let Some(by) = self.stones.stone(site) {
            return Err(MoveError::Occupied { cell, by });
        }
        if let Some(seasons) = &self.rules.seasons {
            let season = seasons.layout.season(site) + 1;
            let current = seasons.current(color, self.state.moves_made[color]) + 1;
            if season != current {
                return Err(MoveError::WrongSeason { cell, season, color, current });
            }
        }
        Ok(())
    }

    pub(super) fn swap_refusal(&self) -> Option<&'static str> {
        let answers = self.state.swappable.is_some_and(|(_, by)| self.to_move() == Some(!by));
        match self.rules.swap {
            Swap::None => Some("the rules have no swap"),
            _ if self.state.sides_swapped => Some("the players have swapped already"),
            _ if !answers => Some("it is only the answer to the first stone"),
            _ => None,
        }
    }
}
