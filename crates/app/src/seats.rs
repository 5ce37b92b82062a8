//! People in two browsers: who holds which seat, what they are called, their clocks, and what they
//! offer each other.
//!
//! Seats are named by the colour at the start, and stay with their people after a swap of sides; a
//! page is told everything by the colour that is played now. Whoever has the key of a seat holds
//! it.

use hexring_game::{ByColor, Color, Forfeit};
use hexring_players::clock::Clock;
use hexring_players::table::{Table, Turn};
use serde::{Deserialize, Serialize};

use crate::action::{Action, Offered, play};
use crate::clock::{ClockForm, ClockView};
use crate::error::AppError;

/// The longest name, in characters.
const LONGEST_NAME: usize = 40;

/// Moves before the clocks run: everybody has come, and has made one.
const FREE_MOVES: usize = 2;

/// Seats that are wanted for people in two browsers.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatsForm {
    names: Option<ByColor<String>>,
    clock: Option<ClockForm>,
}

/// Who asks for something, and when.
#[derive(Clone, Copy, Debug, Default)]
pub struct Visit<'a> {
    /// The key of a seat, where people sit in two browsers.
    pub key: Option<&'a str>,
    /// Milliseconds of the time that whoever keeps the game has; it stands while nobody does.
    pub now: u64,
}

/// The seats of people in two browsers, by the colour at the start.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Seats {
    keys: ByColor<String>,
    names: ByColor<String>,
    clock: Option<Clock>,
    /// What a seat offers the other one.
    offer: Option<(Color, Offered)>,
    /// The game in which they meet again.
    next: Option<String>,
}

/// The seats as a page shows them, by the colour that is played now.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SeatsView {
    names: ByColor<String>,
    clock: Option<ClockView>,
    offer: Option<OfferView>,
    next: Option<String>,
}

/// What one person offers the other.
#[derive(Clone, Copy, Debug, Serialize)]
struct OfferView {
    by: Color,
    what: Offered,
}

impl Seats {
    pub(crate) fn new(form: SeatsForm, keys: ByColor<String>) -> Result<Self, AppError> {
        let names = form.names.unwrap_or_default();
        let names = ByColor { red: name(&names.red)?, blue: name(&names.blue)? };
        let clock = form.clock.map(ClockForm::clock).transpose()?;
        Ok(Seats { keys, names, clock, offer: None, next: None })
    }

    /// The same people with the colours exchanged, for another game.
    pub(crate) fn exchanged(&self) -> Self {
        Seats {
            keys: self.keys.clone().exchanged(),
            names: self.names.clone().exchanged(),
            clock: self.clock.as_ref().map(Clock::anew),
            offer: None,
            next: None,
        }
    }

    /// What proves that somebody holds a seat.
    pub(crate) fn keys(&self) -> &ByColor<String> {
        &self.keys
    }

    pub(crate) fn names(&self) -> &ByColor<String> {
        &self.names
    }

    /// The seat of whoever asks.
    pub(crate) fn seat(&self, key: Option<&str>) -> Result<Color, AppError> {
        let watching = "you watch this game: only who has the link of a seat plays it";
        let seat = Color::ALL.into_iter().find(|seat| key == Some(self.keys[*seat].as_str()));
        seat.ok_or_else(|| AppError::Forbidden(watching.to_owned()))
    }

    /// Does something for whoever asks, or refuses and changes nothing.
    pub(crate) fn act(
        &mut self,
        table: &mut Table,
        action: &Action,
        visit: Visit<'_>,
    ) -> Result<(), AppError> {
        let seat = self.seat(visit.key)?;
        match action {
            Action::Move { mv, after } => {
                self.check_turn(table, seat)?;
                play(table, *mv, *after)?;
                self.offer = None;
                self.clock.iter_mut().for_each(|clock| clock.add_increment(seat));
            }
            Action::Resign => table.forfeit(table.seat_of(seat), Forfeit::Resignation)?,
            Action::Name(text) => self.names[seat] = name(text)?,
            Action::Offer(what) => self.offer(table, seat, *what)?,
            Action::Accept { next } => self.accept(table, seat, next.as_deref())?,
            Action::Decline => self.decline()?,
            Action::Undo | Action::Redo | Action::Settings { .. } => {
                let text = "two people play this game: offer a take-back instead";
                return Err(AppError::Conflict(text.to_owned()));
            }
        }
        self.run_clock(table, visit.now);
        Ok(())
    }

    fn check_turn(&self, table: &Table, seat: Color) -> Result<(), AppError> {
        match table.turn() {
            Turn::Person(color) if table.seat_of(color) != seat => {
                let who = Some(&self.names[!seat]).filter(|name| !name.is_empty());
                let who = who.map_or_else(|| color.to_string(), |name| format!("{name} ({color})"));
                Err(AppError::Forbidden(format!("it is the turn of {who}")))
            }
            _ => Ok(()),
        }
    }

    fn offer(&mut self, table: &Table, seat: Color, what: Offered) -> Result<(), AppError> {
        let over = table.game().ending().is_some();
        let refuse = |text: &str| Err(AppError::Conflict(text.to_owned()));
        match (what, over) {
            (Offered::TakeBack, true) => return refuse("the game is over"),
            (Offered::TakeBack, false) if !table.has_moved(seat) => {
                return refuse("there is no move to take back");
            }
            (Offered::Rematch, false) => return refuse("the game is not over yet"),
            _ => {}
        }
        if self.next.is_some() {
            return refuse("the next game has begun");
        }
        self.offer = Some((seat, what));
        Ok(())
    }

    /// What the other one offers, to be accepted.
    pub(crate) fn offered_to(&self, seat: Color) -> Result<Offered, AppError> {
        let (_, what) = self.offer.filter(|(by, _)| *by != seat).ok_or_else(nothing_offered)?;
        Ok(what)
    }

    fn accept(
        &mut self,
        table: &mut Table,
        seat: Color,
        next: Option<&str>,
    ) -> Result<(), AppError> {
        match self.offered_to(seat)? {
            Offered::TakeBack => table.undo_of(!seat)?,
            Offered::Rematch => self.next = next.map(ToOwned::to_owned),
        }
        self.offer = None;
        Ok(())
    }

    /// Either side may end an offer.
    fn decline(&mut self) -> Result<(), AppError> {
        self.offer.take().map(|_| ()).ok_or_else(nothing_offered)
    }

    /// Lets the time of whoever is to move run.
    fn run_clock(&mut self, table: &Table, now: u64) {
        let runs = table.game().plies().len() >= FREE_MOVES;
        let mover = match table.turn() {
            Turn::Person(color) if runs => Some(table.seat_of(color)),
            _ => None,
        };
        self.clock.iter_mut().for_each(|clock| clock.run(mover, now));
    }

    /// Ends the game if a time is over; says whether it did.
    pub(crate) fn tick(&mut self, table: &mut Table, now: u64) -> bool {
        let Some(seat) = self.clock.and_then(|clock| clock.fallen(now)) else { return false };
        let lost = table.forfeit(table.seat_of(seat), Forfeit::Time).is_ok();
        self.offer = None;
        self.run_clock(table, now);
        lost
    }

    /// When the time that runs is over.
    pub(crate) fn clock_end(&self) -> Option<u64> {
        self.clock.and_then(|clock| clock.end())
    }

    pub(crate) fn view(&self, table: &Table, now: u64) -> SeatsView {
        let exchanged = table.game().position().sides_swapped();
        let Seats { names, offer, next, .. } = self.clone();
        SeatsView {
            names: if exchanged { names.exchanged() } else { names },
            clock: self.clock.map(|clock| ClockView::new(&clock, exchanged, now)),
            offer: offer.map(|(seat, what)| OfferView { by: table.seat_of(seat), what }),
            next,
        }
    }
}

fn nothing_offered() -> AppError {
    AppError::Conflict("nothing is offered".to_owned())
}

fn name(text: &str) -> Result<String, AppError> {
    let name = text.trim();
    let count = name.chars().count();
    if count > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(AppError::Refused(format!(
            "a name of {count} characters: expected at most {LONGEST_NAME}, all of them visible"
        )));
    }
    Ok(name.to_owned())
}
