//! A live game: a table as a page sees it, with the player that thinks.
//!
//! Every change bumps the revision, which calls off the search that was going on: its move would
//! be for another position. The player itself comes back to its seat whatever has happened, and
//! keeps what it knows from move to move.

use std::time::Duration;

use hexring_control::{Limit, Stop};
use hexring_game::record::{Format, Record};
use hexring_game::{ByColor, Color, Game, Move, Ply, Rules};
use hexring_players::table::{Table, TableError, Thinker, Turn};
use hexring_players::{Choice, ChooseError, Control, Spec};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::App;
use crate::action::Action;
use crate::error::AppError;
use crate::position::{EndingView, PositionView};
use crate::records::{read_record, write};
use crate::rules::RulesForm;

/// The longest pause between two moves of players, in milliseconds.
const MAX_PACE: u64 = 10_000;

/// The pause between two moves of players unless another one is asked for, in milliseconds.
const PACE: u64 = 600;

/// How often a search tells how it stands, at most.
const REPORT_EVERY: Duration = Duration::from_millis(150);

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
}

/// How a search is ended.
#[derive(Clone)]
struct Flags {
    /// Its move is not wanted any more.
    off: Stop,
    /// Its best move so far is to be played; raised with the other one.
    stop: Stop,
}

/// A player that thinks about a move of a live game. It has to come back with
/// [`LiveGame::end_search`] or [`LiveGame::drop_search`].
pub struct Search {
    thinker: Thinker,
    revision: u64,
    flags: Flags,
    /// The colour that it plays.
    pub color: Color,
    /// Its name.
    pub player: String,
    /// The shortest time that the move shall take, because people watch.
    pub pace: Duration,
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
}

/// What is told to those who watch a game.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum News<'a> {
    /// The game as it stands.
    Game {
        /// The game.
        game: Box<GameView>,
    },
    /// What a player thinks.
    Thought {
        /// The revision of the game that it thinks about.
        revision: u64,
        /// The colour that it plays.
        color: Color,
        /// Its name.
        player: &'a str,
        /// Whether this is its move.
        done: bool,
        /// What it would do now.
        choice: &'a Choice,
    },
    /// The game is gone.
    Deleted,
}

impl LiveGame {
    /// A new game. `seed` is used if the request names none.
    pub fn new(app: &App, new: NewGame, seed: u64) -> Result<Self, AppError> {
        let seed = new.seed.unwrap_or(seed);
        let game = match (new.rules, &new.record) {
            (Some(rules), None) => Game::new(rules.rules(seed)?).map_err(AppError::refused)?,
            (None, Some(record)) => read_record(record)?.main_game().map_err(AppError::refused)?,
            _ => return Err(AppError::Refused("expected either rules or a record".to_owned())),
        };
        let players =
            ByColor { red: app.player(&new.players.red)?, blue: app.player(&new.players.blue)? };
        let table = Table::seat(game, &players, seed).map_err(AppError::refused)?;
        let pace = check_pace(new.pace.unwrap_or(PACE))?;
        Ok(LiveGame::of(table, players, new.paused, pace))
    }

    /// A game that was stored.
    pub fn load(app: &App, saved: Saved) -> Result<Self, AppError> {
        let game = read_record(&saved.record)?.main_game().map_err(AppError::refused)?;
        let spec = |text: &str| app.players().parse(text).map_err(AppError::refused);
        let players = ByColor { red: spec(&saved.players.red)?, blue: spec(&saved.players.blue)? };
        let table = Table::seat_again(game, saved.redo, &players, saved.seed);
        let table = table.map_err(AppError::refused)?;
        Ok(LiveGame::of(table, players, saved.paused, saved.pace.min(MAX_PACE)))
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
        LiveGame { table, players, paused, pace, revision: 0, search: None, away: 0, note: None }
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
        self.table.record().map_err(AppError::refused)
    }

    /// The record of the game as a text.
    pub fn write(&self, format: Format) -> Result<String, AppError> {
        write(self.record()?, format)
    }

    /// Does something to the game, or refuses and changes nothing.
    pub fn act(&mut self, action: &Action) -> Result<(), AppError> {
        match action {
            Action::Move { mv, after } => self.play(*mv, *after)?,
            Action::Undo => {
                self.table.undo().map_err(refusal)?;
                self.paused |= self.table.is_watched();
            }
            Action::Redo => self.table.redo().map_err(refusal)?,
            Action::Resign => self.table.resign().map_err(refusal)?,
            Action::Settings { paused, pace } => {
                self.pace = check_pace(pace.unwrap_or(self.pace))?;
                self.paused = paused.unwrap_or(self.paused);
            }
        }
        self.changed();
        Ok(())
    }

    /// Does something to the game and stores it with `keep`; if that fails, nothing has changed.
    pub fn act_and_keep<E: From<AppError>>(
        &mut self,
        action: &Action,
        keep: impl FnOnce(&Self) -> Result<(), E>,
    ) -> Result<(), E> {
        let before = (self.table.moment(), self.paused, self.pace);
        self.act(action)?;
        keep(self).inspect_err(|_| {
            let (moment, paused, pace) = before;
            self.table.go_back_to(moment);
            (self.paused, self.pace) = (paused, pace);
        })
    }

    fn play(&mut self, mv: Move, after: Option<usize>) -> Result<(), AppError> {
        let made = self.table.game().plies().len();
        if let Some(seen) = after.filter(|seen| *seen != made) {
            let text = format!("the game has moved on: {made} moves were made, not {seen}");
            return Err(AppError::Conflict(text));
        }
        self.table.play(mv).map_err(refusal)
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

    /// The game as the page shows it.
    pub fn view(&self, id: &str) -> GameView {
        let (table, game) = (&self.table, self.table.game());
        GameView {
            id: id.to_owned(),
            revision: self.revision,
            players: self.players.clone().map(|spec| spec.to_string()),
            seats: ByColor::from_fn(|color| table.plays(color).name().to_owned()),
            plies: game.plies().to_vec(),
            position: PositionView::new(game),
            can_undo: table.can_undo(),
            can_redo: !table.taken_back().is_empty(),
            player_to_move: matches!(table.turn(), Turn::Player(_)),
            thinking: self.search.is_some(),
            paused: self.paused,
            pace: self.pace,
            seed: table.seed(),
            note: self.note.clone(),
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
            moves: game.plies().len(),
            ending: game.ending().map(Into::into),
        }
    }
}

impl Search {
    /// Lets the player think, within a limit; `hear` is told how it stands.
    pub fn run(
        &mut self,
        limit: &Limit,
        hear: &mut dyn FnMut(&News<'_>),
    ) -> Result<Choice, ChooseError> {
        let Search { thinker, revision, flags, color, player, .. } = self;
        let (revision, color) = (*revision, *color);
        let mut hear = |choice: &Choice| {
            hear(&News::Thought { revision, color, player, done: false, choice });
        };
        let deadline = limit.deadline();
        let own = Limit::of(&flags.stop);
        let own = deadline.map_or_else(|| own.clone(), |deadline| own.until(deadline));
        thinker.think(&mut Control::new(own, &mut hear).every(REPORT_EVERY))
    }

    /// What is told when it has chosen.
    pub fn last_news<'a>(&'a self, choice: &'a Choice) -> News<'a> {
        let Search { revision, color, player, .. } = self;
        News::Thought { revision: *revision, color: *color, player, done: true, choice }
    }

    /// The flag that is raised when its move is not wanted any more.
    pub fn called_off(&self) -> &Stop {
        &self.flags.off
    }

    /// Whether it was asked to end: nobody waits for its pace then.
    pub fn is_stopped(&self) -> bool {
        self.flags.stop.is_raised()
    }
}

/// What was refused at the table is a conflict where it may be right another time.
fn refusal(error: TableError) -> AppError {
    match error {
        TableError::Ply(error) => AppError::refused(error),
        other => AppError::conflict(other),
    }
}

fn check_pace(pace: u64) -> Result<u64, AppError> {
    match pace {
        0..=MAX_PACE => Ok(pace),
        _ => {
            Err(AppError::Refused(format!("pace {pace} is out of range: expected 0 to {MAX_PACE}")))
        }
    }
}

/// A live game as the page shows it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    id: String,
    /// Grows with every change, so that late news can be told from new ones.
    revision: u64,
    players: ByColor<String>,
    /// Who plays each colour now: after a swap of sides the players have exchanged them.
    seats: ByColor<String>,
    plies: Vec<Ply>,
    position: PositionView,
    can_undo: bool,
    can_redo: bool,
    /// Whether a player is to move.
    player_to_move: bool,
    thinking: bool,
    paused: bool,
    pace: u64,
    seed: u64,
    /// What went wrong with a player.
    note: Option<String>,
}

impl GameView {
    /// Grows with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }
}

/// What the list of games says about one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    rules: String,
    players: ByColor<String>,
    moves: usize,
    ending: Option<EndingView>,
}
