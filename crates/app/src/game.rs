//! A live game: a table as a page sees it, with the player that thinks.
//!
//! Every change bumps the revision, which calls off the search that was going on: its move would
//! be for another position. The player itself comes back to its seat whatever has happened, and
//! keeps what it knows from move to move.

use std::time::Duration;

use hexring_control::Stop;
use hexring_game::record::{Format, Record};
use hexring_game::{ByColor, Color, Game, Ply, Rules};
use hexring_players::table::{Table, Turn};
use hexring_players::{Choice, ChooseError, Spec};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::App;
use crate::action::{Action, Offered, play};
use crate::error::AppError;
use crate::position::PositionView;
use crate::records::{read_record, write};
use crate::rules::RulesForm;
use crate::search::{Flags, Search};
use crate::seats::{Seats, SeatsForm, Visit};
use crate::view::{GameView, Summary};

/// The longest pause between two moves of players, in milliseconds.
const MAX_PACE: u64 = 10_000;

/// The pause between two moves of players unless another one is asked for, in milliseconds.
const PACE: u64 = 600;

/// A new game: by rules, or going on from a record.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    rules: Option<RulesForm>,
    record: Option<Value>,
    players: ByColor<String>,
    seed: Option<u64>,
    #[serde(default)]
    paused: bool,
    pace: Option<u64>,
    /// For people in two browsers.
    seats: Option<SeatsForm>,
}

/// What is drawn by lot for a new game: nothing here has a source of randomness.
#[derive(Clone, Debug, Default)]
pub struct Fresh {
    /// The seed, unless the request names one.
    pub seed: u64,
    /// Keys for the seats of people in two browsers; none where nothing but one browser keeps the
    /// game.
    pub keys: Option<ByColor<String>>,
}

/// A game being played.
pub struct LiveGame {
    table: Table,
    /// Who sits where; by the colour at the start.
    players: ByColor<Spec>,
    /// Whether players wait to be told.
    paused: bool,
    /// The shortest time for a move where two players are watched, in milliseconds.
    pace: u64,
    revision: u64,
    /// Raised to end the search that goes on.
    search: Option<Flags>,
    /// How many players think, or have not come back from a search that was called off.
    away: usize,
    /// What went wrong with a player.
    note: Option<String>,
    /// The people, where they sit in two browsers.
    seats: Option<Seats>,
}

/// A game as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    record: Value,
    redo: Vec<Ply>,
    players: ByColor<String>,
    seed: u64,
    paused: bool,
    pace: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seats: Option<Seats>,
}

impl Saved {
    /// The record, with who played.
    pub fn record(&self) -> Result<Record, AppError> {
        let mut record = read_record(&self.record)?;
        record.info.players = self.players.clone();
        Ok(record)
    }
}

impl LiveGame {
    /// A new game.
    pub fn new(app: &App, new: NewGame, fresh: Fresh) -> Result<Self, AppError> {
        let seed = new.seed.unwrap_or(fresh.seed);
        let game = match (new.rules, &new.record) {
            (Some(rules), None) => Game::new(rules.rules(seed)?).map_err(AppError::refused)?,
            (None, Some(record)) => read_record(record)?.main_game().map_err(AppError::refused)?,
            _ => return Err(AppError::Refused("expected either rules or a record".to_owned())),
        };
        let players =
            ByColor { red: app.player(&new.players.red)?, blue: app.player(&new.players.blue)? };
        let table = Table::seat(game, &players, seed).map_err(AppError::refused)?;
        let pace = check_pace(new.pace.unwrap_or(PACE))?;
        let seats = new.seats.map(|form| apart(form, &players, fresh.keys)).transpose()?;
        Ok(LiveGame { seats, ..LiveGame::of(table, players, new.paused, pace) })
    }

    /// The same people once more with the colours exchanged, if whoever asks may accept that.
    /// None if something else is offered.
    pub fn rematch(&self, visit: Visit<'_>, seed: u64) -> Result<Option<Self>, AppError> {
        let seats = self.people()?;
        if seats.offered_to(seats.seat(visit.key)?)? != Offered::Rematch {
            return Ok(None);
        }
        let rules = self.table.game().rules().clone();
        let game = Game::new(rules).map_err(AppError::refused)?;
        let table = Table::seat(game, &self.players, seed).map_err(AppError::refused)?;
        let next = LiveGame::of(table, self.players.clone(), false, self.pace);
        Ok(Some(LiveGame { seats: Some(seats.exchanged()), ..next }))
    }

    /// A game that was stored.
    pub fn load(app: &App, saved: Saved) -> Result<Self, AppError> {
        let game = read_record(&saved.record)?.main_game().map_err(AppError::refused)?;
        let spec = |text: &str| app.players().parse(text).map_err(AppError::refused);
        let players = ByColor { red: spec(&saved.players.red)?, blue: spec(&saved.players.blue)? };
        let table = Table::seat_again(game, saved.redo, &players, saved.seed);
        let table = table.map_err(AppError::refused)?;
        let game = LiveGame::of(table, players, saved.paused, saved.pace.min(MAX_PACE));
        Ok(LiveGame { seats: saved.seats, ..game })
    }

    /// The game as it was stored elsewhere meanwhile, with the players of this one: they keep what
    /// they know of it. Where others play it, they begin anew.
    pub fn caught_up(self, app: &App, saved: Saved) -> Result<Self, AppError> {
        let mut now = LiveGame::load(app, saved)?;
        if now.players == self.players && now.table.seed() == self.table.seed() {
            now.table.seat_players_of(self.table);
        }
        Ok(now)
    }

    fn of(table: Table, players: ByColor<Spec>, paused: bool, pace: u64) -> Self {
        LiveGame {
            table,
            players,
            paused,
            pace,
            revision: 0,
            search: None,
            away: 0,
            note: None,
            seats: None,
        }
    }

    /// The game as it is stored.
    pub fn save(&self) -> Result<Saved, AppError> {
        let record = self.record()?.write(Format::Json).map_err(AppError::refused)?;
        Ok(Saved {
            record: serde_json::from_str(&record).map_err(AppError::refused)?,
            redo: self.table.taken_back().to_vec(),
            players: self.players.clone().map(|spec| spec.to_string()),
            seed: self.table.seed(),
            paused: self.paused,
            pace: self.pace,
            seats: self.seats.clone(),
        })
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Whether a player thinks about a move.
    pub fn is_thinking(&self) -> bool {
        self.search.is_some()
    }

    /// Sends the players home: what they remember of the game takes memory, and they begin anew
    /// when it is their turn. A player that thinks stays.
    pub fn rest(&mut self) -> Result<(), AppError> {
        if self.away > 0 {
            return Ok(());
        }
        let (game, redo) = (self.table.game().clone(), self.table.taken_back().to_vec());
        self.table = Table::seat_again(game, redo, &self.players, self.table.seed())
            .map_err(AppError::refused)?;
        Ok(())
    }

    /// The record of the game, with the names of the seats.
    pub fn record(&self) -> Result<Record, AppError> {
        let mut record = self.table.record().map_err(AppError::refused)?;
        for (color, name) in self.seats.iter().flat_map(|seats| by_color(seats.names())) {
            if !name.is_empty() {
                record.info.players[color].clone_from(name);
            }
        }
        Ok(record)
    }

    /// The record of the game as a text.
    pub fn write(&self, format: Format) -> Result<String, AppError> {
        write(self.record()?, format)
    }

    /// The keys of the seats, where people sit in two browsers.
    pub fn keys(&self) -> Option<&ByColor<String>> {
        self.seats.as_ref().map(Seats::keys)
    }

    /// The seat of whoever asks, by the colour at the start.
    pub fn seat(&self, visit: Visit<'_>) -> Result<Color, AppError> {
        self.people()?.seat(visit.key)
    }

    /// Whether people in two browsers play it.
    pub fn has_seats(&self) -> bool {
        self.seats.is_some()
    }

    fn people(&self) -> Result<&Seats, AppError> {
        let text = "this game is played at one screen: it has no seats to hold";
        self.seats.as_ref().ok_or_else(|| AppError::Conflict(text.to_owned()))
    }

    /// Refuses to forget a game that people in two browsers play, unless one of them asks.
    pub fn check_forget(&self, visit: Visit<'_>) -> Result<(), AppError> {
        match &self.seats {
            Some(seats) if self.table.game().ending().is_none() => {
                seats.seat(visit.key).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// Does something to the game, or refuses and changes nothing.
    pub fn act(&mut self, action: &Action, visit: Visit<'_>) -> Result<(), AppError> {
        match &mut self.seats {
            Some(seats) => seats.act(&mut self.table, action, visit)?,
            None => self.act_here(action)?,
        }
        self.changed();
        Ok(())
    }

    /// Does something in a game whose people sit at one screen.
    fn act_here(&mut self, action: &Action) -> Result<(), AppError> {
        match action {
            Action::Move { mv, after } => play(&mut self.table, *mv, *after)?,
            Action::Undo => {
                self.table.undo()?;
                self.paused |= self.table.is_watched();
            }
            Action::Redo => self.table.redo()?,
            Action::Resign => self.table.resign()?,
            Action::Settings { paused, pace } => {
                self.pace = check_pace(pace.unwrap_or(self.pace))?;
                self.paused = paused.unwrap_or(self.paused);
            }
            Action::Name(_) | Action::Offer(_) | Action::Accept { .. } | Action::Decline => {
                self.people()?;
            }
        }
        Ok(())
    }

    /// Does something to the game and stores it with `keep`; if that fails, nothing has changed.
    pub fn act_and_keep<E: From<AppError>>(
        &mut self,
        action: &Action,
        visit: Visit<'_>,
        keep: impl FnOnce(&Self) -> Result<(), E>,
    ) -> Result<(), E> {
        let before = (self.table.moment(), self.paused, self.pace, self.seats.clone());
        self.act(action, visit)?;
        keep(self).inspect_err(|_| {
            let moment;
            (moment, self.paused, self.pace, self.seats) = before;
            self.table.go_back_to(moment);
        })
    }

    /// Ends the game for whoever has run out of time; says whether it did.
    pub fn tick(&mut self, now: u64) -> bool {
        let Some(seats) = &mut self.seats else { return false };
        let ended = seats.tick(&mut self.table, now);
        if ended {
            self.changed();
        }
        ended
    }

    /// When the time that runs is over; none if no clock runs.
    pub fn clock_end(&self) -> Option<u64> {
        self.seats.as_ref().and_then(Seats::clock_end)
    }

    fn changed(&mut self) {
        self.call_off();
        self.revision += 1;
        self.note = None;
    }

    /// Ends the search that goes on; its move is not wanted any more.
    pub fn call_off(&mut self) {
        self.search.take().iter().for_each(|flags| flags.off.raise());
    }

    /// Ends the search that goes on: its best move so far is played.
    pub fn stop_thinking(&self) -> Result<(), AppError> {
        let search = self.search.as_ref();
        search.ok_or_else(|| AppError::Conflict("nobody is thinking".to_owned()))?.stop.raise();
        Ok(())
    }

    /// The player who is to move, to think about it; none if it waits, is not back from its last
    /// search, or nobody is to move. With `step` a waiting player makes one move.
    pub fn begin_search(&mut self, step: bool) -> Option<Search> {
        let Turn::Player(color) = self.table.turn() else { return None };
        if self.search.is_some() || (self.paused && !step) {
            return None;
        }
        let thinker = self.table.lend()?;
        self.away += 1;
        let off = Stop::new();
        let flags = Flags { stop: off.child(), off };
        self.search = Some(flags.clone());
        let paced = self.table.is_watched() && !step;
        Some(Search {
            thinker,
            revision: self.revision,
            flags,
            color,
            player: self.table.plays(color).name().to_owned(),
            pace: if paced { Duration::from_millis(self.pace) } else { Duration::ZERO },
        })
    }

    /// Lets the players wait, and one that is to move make one move.
    pub fn step(&mut self) -> Result<(), AppError> {
        if !matches!(self.table.turn(), Turn::Player(_)) {
            return Err(AppError::Conflict("no player is to move".to_owned()));
        }
        self.paused = true;
        self.changed();
        Ok(())
    }

    /// Takes a player back to its seat and plays what it has found, unless the game has gone on
    /// without it. Says whether it was played.
    pub fn end_search(&mut self, search: Search, answer: &Result<Choice, ChooseError>) -> bool {
        let is_current = self.is_current(&search);
        self.sit_down(search);
        if is_current {
            self.table.put(answer);
            self.changed();
        }
        is_current
    }

    /// The same, and stores the game with `keep`; if that fails the move is not made, the players
    /// wait, and a note says why.
    pub fn end_search_and_keep<E: From<AppError> + std::fmt::Display>(
        &mut self,
        search: Search,
        answer: &Result<Choice, ChooseError>,
        keep: impl FnOnce(&Self) -> Result<(), E>,
    ) -> bool {
        let before = self.table.moment();
        let played = self.end_search(search, answer);
        if played && let Err(error) = keep(self) {
            self.table.go_back_to(before);
            self.wait_with_note(error.to_string());
        }
        played
    }

    /// Takes a player back to its seat that could not think, and says why; players wait then.
    pub fn drop_search(&mut self, search: Search, why: String) {
        let is_current = self.is_current(&search);
        self.sit_down(search);
        if is_current {
            self.search = None;
            self.wait_with_note(why);
        }
    }

    fn sit_down(&mut self, search: Search) {
        self.away -= 1;
        self.table.sit_down(search.thinker);
    }

    fn wait_with_note(&mut self, note: String) {
        (self.paused, self.note) = (true, Some(note));
    }

    fn is_current(&self, search: &Search) -> bool {
        let is_same = |flags: &Flags| flags.stop.is_same(&search.flags.stop);
        self.revision == search.revision && self.search.as_ref().is_some_and(is_same)
    }

    /// The game as the page shows it at some time.
    pub fn view(&self, id: &str, now: u64) -> GameView {
        let (table, game) = (&self.table, self.table.game());
        GameView {
            id: id.to_owned(),
            revision: self.revision,
            players: self.players.clone().map(|spec| spec.to_string()),
            seats: ByColor::from_fn(|color| table.plays(color).name().to_owned()),
            plies: game.plies().to_vec(),
            position: PositionView::new(game),
            can_undo: self.seats.is_none() && table.can_undo(),
            can_redo: self.seats.is_none() && !table.taken_back().is_empty(),
            player_to_move: matches!(table.turn(), Turn::Player(_)),
            thinking: self.search.is_some(),
            paused: self.paused,
            pace: self.pace,
            seed: table.seed(),
            note: self.note.clone(),
            apart: self.seats.as_ref().map(|seats| seats.view(table, now)),
        }
    }

    /// What the list of games says about it.
    pub fn summary(&self) -> Summary {
        let game = self.table.game();
        Summary {
            // The layout of the seasons is long and says nothing at a glance.
            rules: Rules { seasons: None, ..game.rules().clone() }.to_string()
                + if game.rules().seasons.is_some() { " seasons" } else { "" },
            players: self.players.clone().map(|spec| spec.to_string()),
            names: self.seats.as_ref().map(|seats| seats.names().clone()),
            moves: game.plies().len(),
            ending: game.ending().map(Into::into),
        }
    }
}

/// Seats for people in two browsers.
fn apart(
    form: SeatsForm,
    players: &ByColor<Spec>,
    keys: Option<ByColor<String>>,
) -> Result<Seats, AppError> {
    if !players.red.is_human() || !players.blue.is_human() {
        let ByColor { red, blue } = players;
        let text = format!("{red} and {blue} need no seats: expected two people");
        return Err(AppError::Refused(text));
    }
    let alone = "people in two browsers need a server between them: start `hexring serve`";
    Seats::new(form, keys.ok_or_else(|| AppError::Refused(alone.to_owned()))?)
}

fn by_color<T>(both: &ByColor<T>) -> [(Color, &T); 2] {
    Color::ALL.map(|color| (color, &both[color]))
}

fn check_pace(pace: u64) -> Result<u64, AppError> {
    match pace {
        0..=MAX_PACE => Ok(pace),
        _ => {
            Err(AppError::Refused(format!("pace {pace} is out of range: expected 0 to {MAX_PACE}")))
        }
    }
}
