//! The desk: answers at once whatever needs no thinking, in the words of the server's API.
//!
//! It knows the games, but neither where they are kept nor who thinks about them: an answer says
//! what is to be kept, and which player is to think.

use std::collections::HashMap;

use hexring_app::{
    Action, AnalysisRequest, App, AppError, DrawingRequest, LiveGame, MoveRequest, NewGame,
    PositionRequest, ReadRequest, RulesRequest, Saved, Search, SettingsRequest, Visit, Word,
    WriteRequest, read_body,
};
use hexring_game::record::Format;
use hexring_players::{Choice, ChooseError, Registry};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Answer, Found, Kept, SearchView};
use crate::laboratory;
use crate::thinker::bounds;

/// The most games in memory; beyond it those in which nobody thinks go.
const MAX_GAMES: usize = 20;

/// The desk.
pub struct Desk {
    app: App,
    games: HashMap<String, Seated>,
    /// How many searches have begun.
    searches: u64,
}

/// A game, with the player that thinks somewhere else.
struct Seated {
    game: LiveGame,
    search: Option<(u64, Search)>,
}

/// A request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// As of HTTP.
    pub method: String,
    /// As of the server, `/api/…`.
    pub path: String,
    /// What is sent along; none with `GET` and `DELETE`.
    #[serde(default)]
    pub body: Value,
    /// For whatever is new.
    pub fresh: Fresh,
}

/// What was drawn by lot for a request: nothing here has a source of randomness.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fresh {
    /// The name of a new game.
    pub id: String,
    /// Its seed, unless the request has one.
    pub seed: u64,
}

impl Default for Desk {
    fn default() -> Self {
        Desk::new()
    }
}

impl Desk {
    /// A desk with all players and no games.
    pub fn new() -> Self {
        let app = App::new(Registry::standard().elsewhere()).with_bounds(bounds());
        Desk { app, games: HashMap::new(), searches: 0 }
    }

    /// Answers a request. Games must have been [loaded](Desk::load) before.
    pub fn ask(&mut self, request: Request) -> Answer {
        let Request { method, path, body, fresh } = request;
        let (path, query) = path.split_once('?').unwrap_or((&path, ""));
        let parts: Vec<&str> = path.trim_start_matches("/api/").split('/').collect();
        let answer = match (method.as_str(), parts.as_slice()) {
            ("POST", ["games"]) => self.open(body, &fresh),
            ("GET", ["games", id]) => self.change(id, |_| Ok(None)),
            ("GET", ["games", id, "record"]) => self.look(id, |game| record(game, query)),
            ("POST", ["games", id, action]) => self.act(id, action, body),
            ("POST", ["laboratory", question]) => {
                laboratory::answer(&self.app, question, body, fresh.seed)
            }
            (method, question) => self.answer(method, question, body),
        };
        answer.unwrap_or_else(Into::into)
    }

    /// What depends on no game.
    fn answer(&self, method: &str, question: &[&str], body: Value) -> Result<Answer, AppError> {
        match (method, question) {
            ("GET", ["players"]) => Answer::of(self.app.players()),
            ("GET", ["levels"]) => Answer::of(self.app.levels()),
            ("POST", ["rules"]) => Answer::of(read_body::<RulesRequest>(body)?.answer(&self.app)?),
            ("POST", ["positions"]) => Answer::of(read_body::<PositionRequest>(body)?.answer()?),
            ("POST", ["drawings"]) => Answer::of(read_body::<DrawingRequest>(body)?.answer()?),
            ("POST", ["records", "read"]) => Answer::of(read_body::<ReadRequest>(body)?.answer()?),
            ("POST", ["records", "write"]) => {
                Answer::of(read_body::<WriteRequest>(body)?.answer()?)
            }
            // Those who think are told one position after the other.
            ("POST", ["evaluations"]) => {
                let evaluation = read_body::<AnalysisRequest>(body)?.prepare_all(&self.app)?;
                let positions = evaluation.positions();
                Answer::of(json!({ "from": positions.start, "to": positions.end }))
            }
            _ => Ok(Answer::unknown("page", &question.join("/"))),
        }
    }

    /// Takes in a game as it was kept; one of that name is forgotten.
    pub fn load(&mut self, id: &str, saved: Saved) -> Result<(), AppError> {
        let game = LiveGame::load(&self.app, saved)?;
        self.seat(id, game);
        Ok(())
    }

    /// Forgets a game.
    pub fn forget(&mut self, id: &str) {
        self.games.remove(id);
    }

    /// Ends the search in a game that nobody looks at any more.
    pub fn call_off(&mut self, id: &str) {
        if let Some(seated) = self.games.get_mut(id) {
            seated.game.call_off();
            seated.tidy();
        }
    }

    /// Takes what a search has found, unless the game has gone on without it.
    pub fn end(&mut self, id: &str, number: u64, found: Found) -> Answer {
        let ended = self.change(id, |seated| {
            let search = seated.search.take_if(|(own, _)| *own == number);
            let moved_on = || AppError::Conflict("the game has moved on".to_owned());
            let (_, search) = search.ok_or_else(moved_on)?;
            match found {
                Found::Failed(why) => seated.game.drop_search(search, why),
                Found::Lost(reason) => {
                    seated.game.end_search(search, &Err(ChooseError::Lost(reason)));
                }
                Found::Move { mv, resigns } => {
                    seated.game.end_search(search, &Ok(Choice { resigns, ..Choice::new(mv) }));
                }
            }
            kept(id, &seated.game)
        });
        ended.unwrap_or_else(Into::into)
    }

    fn open(&mut self, body: Value, fresh: &Fresh) -> Result<Answer, AppError> {
        // One browser alone keeps no seats for others.
        let lot = hexring_app::Fresh { seed: fresh.seed, keys: None };
        let game = LiveGame::new(&self.app, read_body::<NewGame>(body)?, lot)?;
        self.seat(&fresh.id, game);
        let answer = self.change(&fresh.id, |seated| kept(&fresh.id, &seated.game))?;
        Ok(Answer { status: 201, ..answer })
    }

    fn seat(&mut self, id: &str, game: LiveGame) {
        if self.games.len() >= MAX_GAMES {
            self.games.retain(|_, seated| seated.search.is_some());
        }
        self.games.insert(id.to_owned(), Seated { game, search: None });
    }

    fn act(&mut self, id: &str, action: &str, body: Value) -> Result<Answer, AppError> {
        let action = match (action, Word::named(action)) {
            ("moves", _) => read_body::<MoveRequest>(body)?.into(),
            ("settings", _) => read_body::<SettingsRequest>(body)?.into(),
            (_, Some(Word::Undo)) => Action::Undo,
            (_, Some(Word::Redo)) => Action::Redo,
            (_, Some(Word::Resign)) => Action::Resign,
            (_, Some(Word::Accept)) => Action::Accept { next: None },
            (_, Some(Word::Decline)) => Action::Decline,
            (_, Some(Word::Stop)) => return self.change(id, stop),
            (_, Some(Word::Step)) => return self.step(id),
            _ => return Ok(Answer::unknown("action", action)),
        };
        self.change(id, |seated| {
            seated.game.act(&action, Visit::default())?;
            kept(id, &seated.game)
        })
    }

    /// Lets a waiting player make one move.
    fn step(&mut self, id: &str) -> Result<Answer, AppError> {
        let searches = &mut self.searches;
        let Some(seated) = self.games.get_mut(id) else { return Ok(Answer::unknown("game", id)) };
        seated.game.step()?;
        seated.begin(searches, true);
        seated.answer(id)
    }

    /// Does something to a game and lets its player go on; says how the game stands then.
    fn change(
        &mut self,
        id: &str,
        work: impl FnOnce(&mut Seated) -> Result<Option<Kept>, AppError>,
    ) -> Result<Answer, AppError> {
        let searches = &mut self.searches;
        let Some(seated) = self.games.get_mut(id) else { return Ok(Answer::unknown("game", id)) };
        let keep = work(seated)?;
        seated.begin(searches, false);
        Ok(Answer { keep, ..seated.answer(id)? })
    }

    fn look(
        &self,
        id: &str,
        work: impl FnOnce(&LiveGame) -> Result<Answer, AppError>,
    ) -> Result<Answer, AppError> {
        self.games.get(id).map_or_else(|| Ok(Answer::unknown("game", id)), |own| work(&own.game))
    }
}

impl Seated {
    /// Takes back a player whose search was called off.
    fn tidy(&mut self) {
        if let Some((_, search)) = self.search.take_if(|_| !self.game.is_thinking()) {
            self.game.drop_search(search, String::new());
        }
    }

    /// Lets the player who is to move think, unless it waits.
    fn begin(&mut self, searches: &mut u64, step: bool) {
        self.tidy();
        if let Some(search) = self.game.begin_search(step) {
            *searches += 1;
            self.search = Some((*searches, search));
        }
    }

    /// The game as it stands, with what its player has to do.
    fn answer(&self, id: &str) -> Result<Answer, AppError> {
        // No clock runs here.
        let view = self.game.view(id, 0);
        let search = |(number, search): &(u64, Search)| {
            Ok::<_, AppError>(SearchView {
                number: *number,
                revision: view.revision(),
                color: search.color,
                player: search.player.clone(),
                pace: search.pace.as_millis() as u64,
                game: self.game.save()?,
            })
        };
        let search = self.search.as_ref().map(search).transpose()?;
        Ok(Answer { search, ..Answer::of(view)? })
    }
}

/// Whether somebody thinks who can be asked to end; whoever thinks has to be told.
fn stop(seated: &mut Seated) -> Result<Option<Kept>, AppError> {
    seated.game.stop_thinking()?;
    Ok(None)
}

fn kept(id: &str, game: &LiveGame) -> Result<Option<Kept>, AppError> {
    Ok(Some(Kept { id: id.to_owned(), saved: game.save()?, summary: game.summary() }))
}

fn record(game: &LiveGame, query: &str) -> Result<Answer, AppError> {
    let format = query.strip_prefix("format=").unwrap_or("sgf");
    let format: Format = format.parse().map_err(AppError::refused)?;
    let text = game.write(format)?;
    if format == Format::Json { Answer::of(json(&text)?) } else { Answer::of(text) }
}

fn json(text: &str) -> Result<Value, AppError> {
    serde_json::from_str(text).map_err(AppError::refused)
}
