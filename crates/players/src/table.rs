//! A game with two seats: whose turn it is and as whom, what a coin says, who has to pass, what may
//! be taken back. The terminal, the server, the laboratory and whatever comes next play at it, so
//! one seed gives one game everywhere.
//!
//! Seats belong to people and players, colours to the board: after a swap of sides each seat plays
//! the other colour. The seed of a table gives each player its own and every coin: the coin of a
//! move depends on the seed and on how many moves were made, so taking a move back and playing it
//! again is not a new flip.
//!
//! ```
//! use hexring_game::{ByColor, Game, Rules};
//! use hexring_players::{Control, Spec};
//! use hexring_players::table::{Table, Turn};
//! let game = Game::new("torus:4x4 turns=random".parse::<Rules>()?)?;
//! let players = ByColor { red: "random".parse::<Spec>()?, blue: "mcts:playouts=200".parse()? };
//! let mut table = Table::seat(game, &players, 7)?;
//! while let Turn::Player(_) = table.turn() {
//!     table.step(&mut Control::default());
//! }
//! assert!(table.game().ending().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use hexring_game::record::{Record, StartError};
use hexring_game::{ByColor, Color, Ending, Forfeit, Game, Move, Ply, PlyError, Swap};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use crate::clock::TimeLeft;
use crate::dice::derive;
use crate::entry::BuildError;
use crate::player::{Choice, ChooseError, Control, Player, decide};
use crate::spec::{SeatError, Spec};

/// A game being played, with its two seats.
pub struct Table {
    game: Game,
    /// Moves that were taken back, the next one last.
    taken_back: Vec<Ply>,
    /// Who sits where; by the colour at the start.
    seats: ByColor<Seat>,
    seed: u64,
}

/// A place at the table.
pub struct Seat {
    name: String,
    occupant: Occupant,
}

enum Occupant {
    /// Somebody who has to be asked.
    Person,
    /// A player; none while it [thinks elsewhere](Table::lend).
    Player(Option<Box<dyn Player>>),
}

/// Who has to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A person, who plays this colour now.
    Person(Color),
    /// A player, which plays this colour now.
    Player(Color),
    /// Nobody: the game is over.
    Over,
}

/// Why something cannot be done at the table. The game is unharmed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The game does not allow it.
    #[error(transparent)]
    Ply(#[from] PlyError),
    /// A player is to move.
    #[error("it is the turn of {name} ({color})")]
    PlayersTurn {
        /// Who sits there.
        name: String,
        /// The colour it plays now.
        color: Color,
    },
    /// Nobody has made a move that could be taken back.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// No move was taken back.
    #[error("there is no move to play again")]
    NothingToRedo,
    /// A person is needed.
    #[error("no person plays here")]
    NoPerson,
}

/// A player that thinks away from the table, so that the table can be looked at meanwhile.
pub struct Thinker {
    /// The seat, by the colour at the start.
    seat: Color,
    game: Game,
    player: Box<dyn Player>,
}

/// A table as it was at some time, see [`Table::moment`].
#[derive(Clone, Debug)]
pub struct Moment {
    game: Game,
    taken_back: Vec<Ply>,
}

/// The seed of the player that begins as a colour, at a table with this seed.
pub fn seat_seed(seed: u64, color: Color) -> u64 {
    derive(seed, &color.to_string())
}

/// The coins of a table with this seed, move after move; they never end.
#[derive(Clone, Debug)]
pub struct Coins(Xoshiro256PlusPlus);

impl Coins {
    /// The coins from the first move on.
    pub fn new(seed: u64) -> Self {
        Coins(Xoshiro256PlusPlus::seed_from_u64(derive(seed, "coin")))
    }

    /// Who moves next.
    pub fn flip(&mut self) -> Color {
        Color::ALL[(self.0.next_u32() >> 31) as usize]
    }
}

/// What the coin says before a move, at a table with this seed, after so many moves.
pub fn coin(seed: u64, moves: usize) -> Color {
    let mut coins = Coins::new(seed);
    (0..moves).for_each(|_| {
        coins.flip();
    });
    coins.flip()
}

impl Seat {
    /// A person.
    pub fn person(name: impl Into<String>) -> Self {
        Seat { name: name.into(), occupant: Occupant::Person }
    }

    /// A player.
    pub fn player(name: impl Into<String>, player: Box<dyn Player>) -> Self {
        Seat { name: name.into(), occupant: Occupant::Player(Some(player)) }
    }

    /// Whoever a spec names: a person, or a player with a seed.
    pub fn of(spec: &Spec, seed: u64) -> Result<Self, BuildError> {
        if spec.is_human() {
            return Ok(Seat::person(spec.to_string()));
        }
        Ok(Seat::player(spec.to_string(), spec.build(seed)?))
    }

    /// Who sits there.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is a person's.
    pub fn is_person(&self) -> bool {
        matches!(self.occupant, Occupant::Person)
    }

    /// What a person should know before the player plays at this table, see [`Player::caution`].
    pub fn caution(&self, game: &Game) -> Option<String> {
        match &self.occupant {
            Occupant::Player(Some(player)) => player.caution(game.rules()),
            _ => None,
        }
    }
}

impl Table {
    /// A table at which a game goes on. Coins are flipped and people pass who cannot move, until
    /// somebody has a decision to make.
    pub fn new(game: Game, seats: ByColor<Seat>, seed: u64) -> Self {
        let mut table = Table { game, taken_back: Vec::new(), seats, seed };
        table.settle();
        table
    }

    /// A table for the players that specs name, by the colour at the start.
    pub fn seat(game: Game, players: &ByColor<Spec>, seed: u64) -> Result<Self, SeatError> {
        Table::seat_again(game, Vec::new(), players, seed)
    }

    /// A table as it was left, with the moves that had been taken back, the next one last.
    pub fn seat_again(
        game: Game,
        taken_back: Vec<Ply>,
        players: &ByColor<Spec>,
        seed: u64,
    ) -> Result<Self, SeatError> {
        for color in Color::ALL {
            players[color].supports(game.rules(), color)?;
        }
        let seat = |color| Seat::of(&players[color], seat_seed(seed, color));
        let seats = ByColor { red: seat(Color::Red)?, blue: seat(Color::Blue)? };
        let mut table = Table { game, taken_back, seats, seed };
        table.settle();
        Ok(table)
    }

    /// The players of another table at which the same game was played take their seats here, with
    /// what they know of it.
    pub fn seat_players_of(&mut self, other: Table) {
        self.seats = other.seats;
    }

    /// What a table must not lose when something has to be given up: the game and the moves that
    /// were taken back.
    pub fn moment(&self) -> Moment {
        Moment { game: self.game.clone(), taken_back: self.taken_back.clone() }
    }

    /// Everything as it was.
    pub fn go_back_to(&mut self, moment: Moment) {
        (self.game, self.taken_back) = (moment.game, moment.taken_back);
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Moves that were taken back, the next one last.
    pub fn taken_back(&self) -> &[Ply] {
        &self.taken_back
    }

    /// The seats, by the colour at the start.
    pub fn seats(&self) -> &ByColor<Seat> {
        &self.seats
    }

    /// The seat that plays a colour now, by the colour at the start.
    pub fn seat_of(&self, color: Color) -> Color {
        if self.game.position().sides_swapped() { !color } else { color }
    }

    /// Who plays a colour now.
    pub fn plays(&self, color: Color) -> &Seat {
        &self.seats[self.seat_of(color)]
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        match (self.game.ending(), self.game.position().to_move()) {
            (None, Some(color)) if self.plays(color).is_person() => Turn::Person(color),
            (None, Some(color)) => Turn::Player(color),
            _ => Turn::Over,
        }
    }

    /// Whether nobody at the table is a person.
    pub fn is_watched(&self) -> bool {
        Color::ALL.iter().all(|color| !self.seats[*color].is_person())
    }

    /// The seat that has won, by the colour at the start; none if nobody has.
    pub fn winner(&self) -> Option<Color> {
        Some(self.seat_of(self.game.ending()?.winner()?))
    }

    /// Plays the first moves of a game, whoever is to move.
    pub fn open(&mut self, moves: &[Move]) -> Result<(), PlyError> {
        for mv in moves {
            self.game.play(*mv)?;
            self.settle();
        }
        Ok(())
    }

    /// A person's move.
    pub fn play(&mut self, mv: Move) -> Result<(), TableError> {
        if let Turn::Player(color) = self.turn() {
            let name = self.plays(color).name.clone();
            return Err(TableError::PlayersTurn { name, color });
        }
        self.game.play(mv)?;
        self.moved();
        Ok(())
    }

    /// Lets the player to move think and does what it says. None if no player is to move, or if
    /// it thinks elsewhere.
    pub fn step(&mut self, control: &mut Control) -> Option<Result<Choice, ChooseError>> {
        let Turn::Player(color) = self.turn() else { return None };
        let seat = self.seat_of(color);
        let Occupant::Player(Some(player)) = &mut self.seats[seat].occupant else { return None };
        let answer = think(player.as_mut(), &self.game, control);
        self.put(&answer);
        Some(answer)
    }

    /// The player to move, to think away from the table; it comes back with [`Table::sit_down`].
    /// None if no player is to move, or if it is away already.
    pub fn lend(&mut self) -> Option<Thinker> {
        let Turn::Player(color) = self.turn() else { return None };
        let seat = self.seat_of(color);
        let Occupant::Player(player) = &mut self.seats[seat].occupant else { return None };
        Some(Thinker { seat, player: player.take()?, game: self.game.clone() })
    }

    /// Gives a player its seat back.
    pub fn sit_down(&mut self, thinker: Thinker) {
        self.seats[thinker.seat].occupant = Occupant::Player(Some(thinker.player));
    }

    /// What the player to move has answered: a move, that it gives up, or why it has none. A
    /// player without a legal move has lost.
    pub fn put(&mut self, answer: &Result<Choice, ChooseError>) {
        let Some(color) = self.game.position().to_move() else { return };
        let fault = match answer {
            Ok(choice) => choice
                .play(&mut self.game)
                .err()
                .map(|error| Forfeit::Other(format!("illegal move: {error}"))),
            Err(ChooseError::Lost(reason)) => Some(reason.clone()),
            Err(error) => Some(Forfeit::Other(format!("no move: {error}"))),
        };
        if let Some(reason) = fault {
            // A game that is over already stays as it is.
            let _ = self.game.forfeit(color, reason);
        }
        self.moved();
    }

    /// Ends the game for the person whose turn it is, or for the only person there is.
    pub fn resign(&mut self) -> Result<(), TableError> {
        let person = |color: &Color| self.plays(*color).is_person();
        let loser = match self.turn() {
            Turn::Person(color) => color,
            _ => Color::ALL.into_iter().find(person).ok_or(TableError::NoPerson)?,
        };
        self.forfeit(loser, Forfeit::Resignation)
    }

    /// Ends the game: whoever plays a colour now has lost.
    pub fn forfeit(&mut self, loser: Color, reason: Forfeit) -> Result<(), TableError> {
        Ok(self.game.forfeit(loser, reason)?)
    }

    /// Whether [`Table::undo`] would do anything.
    pub fn can_undo(&self) -> bool {
        self.is_forfeited() || self.last_own_ply().is_some()
    }

    /// Takes back a person's resignation, or moves until the last person to have moved moves
    /// again. Where players are watched it is one move.
    pub fn undo(&mut self) -> Result<(), TableError> {
        if let Some(Ending::Forfeited { loser, .. }) = self.game.ending() {
            self.game.undo();
            // A player would give up again.
            if self.plays(loser).is_person() {
                return Ok(());
            }
        }
        let keep = self.last_own_ply().ok_or(TableError::NothingToUndo)?;
        self.take_back_to(keep);
        Ok(())
    }

    /// Whether somebody at a seat, by the colour at the start, has made a move.
    pub fn has_moved(&self, seat: Color) -> bool {
        self.last_ply_of(seat).is_some()
    }

    /// Takes moves back until whoever sits at a seat, by the colour at the start, makes another
    /// move than their last one.
    pub fn undo_of(&mut self, seat: Color) -> Result<(), TableError> {
        let keep = self.last_ply_of(seat).ok_or(TableError::NothingToUndo)?;
        self.take_back_to(keep);
        Ok(())
    }

    fn take_back_to(&mut self, keep: usize) {
        while self.game.plies().len() > keep {
            self.taken_back.extend(self.game.undo());
        }
        self.settle();
    }

    /// Plays again what was taken back, up to the next turn of a person.
    pub fn redo(&mut self) -> Result<(), TableError> {
        if self.taken_back.is_empty() {
            return Err(TableError::NothingToRedo);
        }
        while let Some(ply) = self.taken_back.pop() {
            self.game.play_out_of_turn(ply)?;
            self.settle();
            if self.is_watched() || matches!(self.turn(), Turn::Person(_)) {
                break;
            }
        }
        Ok(())
    }

    /// The record of the game, with the names of the seats.
    pub fn record(&self) -> Result<Record, StartError> {
        let mut record = Record::from_game(&self.game)?;
        record.info.players = ByColor::from_fn(|color| self.seats[color].name.clone());
        Ok(record)
    }

    fn is_forfeited(&self) -> bool {
        matches!(self.game.ending(), Some(Ending::Forfeited { .. }))
    }

    /// The last move that was somebody's decision to take back: a person's, or anybody's where no
    /// person plays.
    fn last_own_ply(&self) -> Option<usize> {
        let is_watched = self.is_watched();
        self.last_ply(|seat, mv| is_watched || (self.seats[seat].is_person() && mv != Move::Pass))
    }

    /// The last move that was a decision of a seat, by the colour at the start.
    fn last_ply_of(&self, seat: Color) -> Option<usize> {
        self.last_ply(|own, mv| own == seat && mv != Move::Pass)
    }

    /// The last move of which something holds, by its seat and what it was.
    fn last_ply(&self, holds: impl Fn(Color, Move) -> bool) -> Option<usize> {
        let plies = self.game.plies();
        let sides = self.game.rules().swap == Swap::Sides;
        let swap = plies.iter().position(|ply| ply.mv == Move::Swap).filter(|_| sides);
        let seat = |index: usize, color: Color| {
            if swap.is_some_and(|swap| swap < index) { !color } else { color }
        };
        plies.iter().enumerate().rposition(|(index, ply)| holds(seat(index, ply.color), ply.mv))
    }

    fn moved(&mut self) {
        self.taken_back.clear();
        self.settle();
    }

    /// Flips coins and makes people pass who cannot move, until somebody has a decision to make.
    fn settle(&mut self) {
        while self.game.ending().is_none() {
            let position = self.game.position();
            if position.coin_due() {
                let color = self.coin();
                self.game.toss(color).expect("a coin is due");
            } else if let (Turn::Person(color), true) = (self.turn(), position.is_legal(Move::Pass))
            {
                self.game.play(Move::Pass).expect("a pass is legal");
                let pass = Ply { color, mv: Move::Pass };
                self.taken_back.pop_if(|ply| *ply == pass);
            } else {
                return;
            }
        }
    }

    /// What the coin says; a move that will be played again has had its flip.
    fn coin(&self) -> Color {
        let again = self.taken_back.last().map(|ply| ply.color);
        again.unwrap_or_else(|| coin(self.seed, self.game.plies().len()))
    }
}

impl Thinker {
    /// The game that it thinks about.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Gets ready for a move on a clock, see [`Player::prepare`].
    pub fn prepare(&mut self, time: &TimeLeft, control: &mut Control) -> Duration {
        self.player.prepare(&self.game, time, control)
    }

    /// Thinks; what it answers is for [`Table::put`].
    pub fn think(&mut self, control: &mut Control) -> Result<Choice, ChooseError> {
        think(self.player.as_mut(), &self.game, control)
    }
}

/// A player that panics has a bug, but whoever plays with it goes on: it has lost the game.
fn think(
    player: &mut dyn Player,
    game: &Game,
    control: &mut Control,
) -> Result<Choice, ChooseError> {
    let thought = catch_unwind(AssertUnwindSafe(|| decide(player, game, control)));
    let crash = || ChooseError::Lost(Forfeit::Other("crash: the player panicked".to_owned()));
    thought.unwrap_or_else(|_| Err(crash()))
}
