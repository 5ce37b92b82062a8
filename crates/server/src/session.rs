//! A live game in memory: behind a lock, with those who watch it and the player that thinks.
//!
//! Whoever holds the lock saves before it tells anybody. The lock is taken on blocking threads
//! only, and never while a player thinks: the player is lent out for that.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use hexring_app::{Action, GameView, LiveGame, News, Search};
use hexring_control::{Limit, Stop};
use tokio::sync::broadcast;

use crate::engines::Engines;
use crate::error::ApiError;
use crate::store::Store;

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
    game: LiveGame,
    /// Deleted: nothing is saved any more.
    closed: bool,
}

impl Session {
    pub(crate) fn new(
        id: String,
        game: LiveGame,
        store: Arc<Store>,
        engines: Arc<Engines>,
    ) -> Arc<Self> {
        let (news, _) = broadcast::channel(BACKLOG);
        let state = Mutex::new(State { game, closed: false });
        Arc::new(Session { id, state, news, store, engines })
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The game as it stands.
    pub(crate) fn view(&self) -> GameView {
        self.lock().game.view(&self.id)
    }

    /// Looks at the game.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&LiveGame) -> T) -> T {
        look(&self.lock().game)
    }

    /// News from now on, and the game as it stands now.
    pub(crate) fn subscribe(&self) -> (broadcast::Receiver<Arc<str>>, Arc<str>) {
        let state = self.lock();
        (self.news.subscribe(), self.game_news(&state))
    }

    /// Whether nobody would miss the session if it were taken out of memory.
    pub(crate) fn is_idle(&self) -> bool {
        self.news.receiver_count() == 0 && !self.lock().game.is_thinking()
    }

    /// Changes the game, or refuses and changes nothing.
    pub(crate) fn act(self: &Arc<Self>, action: &Action) -> Result<GameView, ApiError> {
        let mut state = self.lock();
        self.check_open(&state)?;
        state.game.act_and_keep(action, |game| self.store.save(&self.id, game))?;
        Ok(self.go_on(&mut state, false))
    }

    /// Lets a waiting player make one move.
    pub(crate) fn step(self: &Arc<Self>) -> Result<GameView, ApiError> {
        let mut state = self.lock();
        self.check_open(&state)?;
        state.game.step()?;
        Ok(self.go_on(&mut state, true))
    }

    /// Ends the search that goes on: its best move so far is played.
    pub(crate) fn stop_thinking(&self) -> Result<GameView, ApiError> {
        let state = self.lock();
        state.game.stop_thinking()?;
        Ok(state.game.view(&self.id))
    }

    /// Wakes the player who is to move, after the session was made or loaded.
    pub(crate) fn wake(self: &Arc<Self>) {
        self.schedule(&mut self.lock(), false);
    }

    /// Ends everything that goes on, because the game is deleted.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.game.call_off();
        self.tell(&News::Deleted);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A game is changed in one step, so a panic elsewhere cannot leave it half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check_open(&self, state: &State) -> Result<(), ApiError> {
        if state.closed { Err(ApiError::no_game(&self.id)) } else { Ok(()) }
    }

    fn game_news(&self, state: &State) -> Arc<str> {
        text(&News::Game { game: Box::new(state.game.view(&self.id)) })
    }

    fn tell(&self, news: &News<'_>) {
        // Nobody may be listening.
        let _ = self.news.send(text(news));
    }

    /// After a change: the next player thinks, and everybody is told.
    fn go_on(self: &Arc<Self>, state: &mut State, step: bool) -> GameView {
        self.schedule(state, step);
        let view = state.game.view(&self.id);
        self.tell(&News::Game { game: Box::new(view.clone()) });
        view
    }

    /// Lets the player who is to move think, unless it waits.
    fn schedule(self: &Arc<Self>, state: &mut State, step: bool) {
        if state.closed {
            return;
        }
        if let Some(search) = state.game.begin_search(step) {
            tokio::spawn(Arc::clone(self).think(search));
        }
    }

    async fn think(self: Arc<Self>, search: Search) {
        let (started, engines) = (Instant::now(), Arc::clone(&self.engines));
        let place = match engines.place().await {
            Ok(place) => place,
            Err(error) => {
                let give_up = move |game: &mut LiveGame, _| {
                    game.drop_search(search, error.to_string());
                    None
                };
                return self.conclude(give_up).await;
            }
        };
        let news = self.news.clone();
        let thinking = move |limit: &Limit| {
            let mut search = search;
            let answer = search.run(limit, &mut |thought| {
                let _ = news.send(text(thought));
            });
            (search, answer)
        };
        // A search has its own stop; a player that panics has lost, so that this always answers.
        let Some((search, answer)) = place.work(&Stop::new(), thinking).await else { return };
        if !search.is_stopped() {
            tokio::time::sleep(search.pace.saturating_sub(started.elapsed())).await;
        }
        let store = Arc::clone(&self.store);
        let id = self.id.clone();
        self.conclude(move |game, closed| {
            let last = answer.as_ref().ok().map(|choice| text(&search.last_news(choice)));
            let keep = |game: &LiveGame| {
                if closed { Ok(()) } else { store.save(&id, game) }
            };
            let played = game.end_search_and_keep(search, &answer, keep);
            last.filter(|_| played)
        })
        .await;
    }

    /// Ends a search on a blocking thread, tells what it found, and goes on.
    async fn conclude(
        self: Arc<Self>,
        end: impl FnOnce(&mut LiveGame, bool) -> Option<Arc<str>> + Send + 'static,
    ) {
        let work = move || {
            let mut state = self.lock();
            let closed = state.closed;
            if let Some(found) = end(&mut state.game, closed) {
                let _ = self.news.send(found);
            }
            if !closed {
                self.go_on(&mut state, false);
            }
        };
        // Fails only when the runtime shuts down; the game is as it was saved.
        let _ = tokio::task::spawn_blocking(work).await;
    }
}

fn text(news: &News<'_>) -> Arc<str> {
    serde_json::to_string(news).expect("plain data").into()
}
