//! A live game: a table behind a lock, with those who watch it and the player that thinks.
//!
//! Every change bumps the revision, which calls off the search that was going on: its move would
//! be for another position. Whoever holds the lock saves before it tells anybody.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hexring_players::Choice;
use serde_json::json;
use tokio::sync::broadcast;

use crate::engines::{Engines, Job};
use crate::error::ApiError;
use crate::store::Store;
use crate::table::{Table, Turn};
use crate::view::GameView;

/// News that a slow listener may be behind; it then gets the whole game again.
const BACKLOG: usize = 32;

/// A game in memory.
pub(crate) struct Session {
    id: String,
    state: Mutex<State>,
    news: broadcast::Sender<Arc<str>>,
    store: Arc<Store>,
    engines: Arc<Engines>,
}

struct State {
    table: Table,
    revision: u64,
    /// Set to end the search that goes on.
    search: Option<Arc<AtomicBool>>,
    note: Option<String>,
    /// Deleted: nothing is saved any more.
    closed: bool,
}

impl Session {
    pub(crate) fn new(
        id: String,
        table: Table,
        store: Arc<Store>,
        engines: Arc<Engines>,
    ) -> Arc<Self> {
        let (news, _) = broadcast::channel(BACKLOG);
        let state = State { table, revision: 0, search: None, note: None, closed: false };
        Arc::new(Session { id, state: Mutex::new(state), news, store, engines })
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The game as it stands.
    pub(crate) fn view(&self) -> GameView {
        self.view_of(&self.lock())
    }

    /// A copy of the table.
    pub(crate) fn table(&self) -> Table {
        self.lock().table.clone()
    }

    /// News from now on, and the game as it stands now.
    pub(crate) fn subscribe(&self) -> (broadcast::Receiver<Arc<str>>, Arc<str>) {
        let state = self.lock();
        (self.news.subscribe(), self.game_news(&state))
    }

    /// Whether nobody would miss the session if it were taken out of memory.
    pub(crate) fn is_idle(&self) -> bool {
        self.news.receiver_count() == 0 && self.lock().search.is_none()
    }

    /// Changes the table, or refuses and changes nothing.
    pub(crate) fn act(
        self: &Arc<Self>,
        deed: impl FnOnce(&mut Table) -> Result<(), ApiError>,
    ) -> Result<GameView, ApiError> {
        let mut state = self.lock();
        let mut table = state.table.clone();
        deed(&mut table)?;
        self.commit(&mut state, table, false)?;
        Ok(self.view_of(&state))
    }

    /// Lets a waiting player make one move.
    pub(crate) fn step(self: &Arc<Self>) -> Result<GameView, ApiError> {
        let mut state = self.lock();
        if !matches!(state.table.turn(), Turn::Player(_)) {
            return Err(ApiError::Conflict("no player is to move".to_owned()));
        }
        let mut table = state.table.clone();
        table.paused = true;
        self.commit(&mut state, table, true)?;
        Ok(self.view_of(&state))
    }

    /// Ends the search that goes on: its best move so far is played.
    pub(crate) fn stop_thinking(&self) -> Result<(), ApiError> {
        let state = self.lock();
        let search = state.search.as_ref();
        let search = search.ok_or_else(|| ApiError::Conflict("nobody is thinking".to_owned()))?;
        search.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Wakes the player who is to move, after the session was made or loaded.
    pub(crate) fn wake(self: &Arc<Self>) {
        let mut state = self.lock();
        self.schedule(&mut state, false);
    }

    /// Ends everything that goes on, because the game is deleted.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        call_off(&mut state);
        let _ = self.news.send(json!({ "type": "deleted" }).to_string().into());
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is replaced in one step, so a panic elsewhere cannot leave it half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn view_of(&self, state: &State) -> GameView {
        let State { table, revision, search, note, .. } = state;
        GameView::new(&self.id, *revision, table, search.is_some(), note.as_deref())
    }

    fn game_news(&self, state: &State) -> Arc<str> {
        json!({ "type": "game", "game": self.view_of(state) }).to_string().into()
    }

    /// Saves a changed table, then takes it over and tells everybody.
    fn commit(
        self: &Arc<Self>,
        state: &mut State,
        table: Table,
        step: bool,
    ) -> Result<(), ApiError> {
        if state.closed {
            return Err(ApiError::no_game(&self.id));
        }
        self.store.save(&self.id, &table)?;
        call_off(state);
        state.table = table;
        state.revision += 1;
        state.note = None;
        self.schedule(state, step);
        // Nobody may be listening.
        let _ = self.news.send(self.game_news(state));
        Ok(())
    }

    /// Lets the player who is to move think, unless it waits.
    fn schedule(self: &Arc<Self>, state: &mut State, step: bool) {
        let Turn::Player(_) = state.table.turn() else { return };
        if state.search.is_some() || state.closed || (state.table.paused && !step) {
            return;
        }
        let stop = Arc::new(AtomicBool::new(false));
        state.search = Some(Arc::clone(&stop));
        let session = Arc::clone(self);
        let (table, revision) = (state.table.clone(), state.revision);
        tokio::spawn(async move { session.think(table, revision, stop, step).await });
    }

    async fn think(
        self: Arc<Self>,
        table: Table,
        revision: u64,
        stop: Arc<AtomicBool>,
        step: bool,
    ) {
        let started = Instant::now();
        let Some(color) = table.game.position().to_move() else { return };
        let spec = table.seat(color).clone();
        let name = spec.to_string();
        let tell = move |choice: &Choice, done: bool| -> Arc<str> {
            let news = json!({ "type": "thought", "revision": revision, "color": color,
                "player": name, "done": done, "choice": choice });
            news.to_string().into()
        };
        let (news, live) = (self.news.clone(), tell.clone());
        let job = Job {
            spec,
            // Two players of one kind would otherwise throw the same dice.
            seed: table.seed.wrapping_add(color.index() as u64),
            game: table.game.clone(),
            stop: Arc::clone(&stop),
            report: Box::new(move |choice| {
                let _ = news.send(live(choice, false));
            }),
        };
        let result = self.engines.choose(job).await;
        if table.is_watched() && !step && !stop.load(Ordering::Relaxed) {
            let pace = Duration::from_millis(table.pace);
            tokio::time::sleep(pace.saturating_sub(started.elapsed())).await;
        }
        let conclude = move || self.conclude(revision, &stop, result, &tell);
        // Fails only when the runtime shuts down; the game is as it was saved.
        let _ = tokio::task::spawn_blocking(conclude).await;
    }

    /// Plays the move that was found, unless the game has gone on without it.
    fn conclude(
        self: &Arc<Self>,
        revision: u64,
        stop: &Arc<AtomicBool>,
        result: Result<Choice, ApiError>,
        tell: &dyn Fn(&Choice, bool) -> Arc<str>,
    ) {
        let mut state = self.lock();
        let current = state.search.as_ref().is_some_and(|search| Arc::ptr_eq(search, stop));
        if state.revision != revision || !current {
            return;
        }
        let played = result.and_then(|choice| {
            let mut table = state.table.clone();
            table.put(&choice)?;
            let _ = self.news.send(tell(&choice, true));
            self.commit(&mut state, table, false)
        });
        if let Err(error) = played {
            state.search = None;
            state.table.paused = true;
            state.note = Some(error.to_string());
            let _ = self.news.send(self.game_news(&state));
        }
    }
}

/// Ends a search whose move is not wanted any more.
fn call_off(state: &mut State) {
    if let Some(search) = state.search.take() {
        search.store(true, Ordering::Relaxed);
    }
}
