//! A live game in memory: behind a lock, with those who watch it and the player that thinks.
//!
//! Whoever holds the lock saves before it tells anybody. The lock is taken on blocking threads
//! only, and never while a player thinks: the player is lent out for that.
//!
//! A game that players play among themselves goes on while somebody watches it, or has looked at it
//! a moment ago; then it waits for the next one who comes.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hexring_app::{Action, GameView, LiveGame, News, Search, Visit};
use hexring_control::{Limit, Stop};
use hexring_players::{Choice, ChooseError};
use tokio::sync::broadcast;

use crate::engines::{Engines, Guest};
use crate::error::ApiError;
use crate::presence::{Presence, Sitting};
use crate::store::Store;
use crate::uptime::{KEEP_EVERY, Uptime};
use crate::warm::Warm;

/// News that a slow listener may be behind; it then gets the whole game again. News of a large
/// board have a hundred kilobytes.
const BACKLOG: usize = 8;

/// How long players go on among themselves when nobody watches any more: as long as a page takes to
/// come back.
const LINGER: Duration = Duration::from_secs(10);

/// How often a search looks whether somebody still watches.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// A game in memory.
pub(crate) struct Session {
    id: String,
    state: Mutex<State>,
    news: broadcast::Sender<Arc<str>>,
    presence: Arc<Presence>,
    /// When somebody has looked at it.
    seen: Mutex<Instant>,
    rooms: Arc<Rooms>,
}

/// What all sessions share.
pub(crate) struct Rooms {
    /// Where games are kept.
    pub(crate) store: Store,
    /// Where players think.
    pub(crate) engines: Engines,
    /// The games whose players remember something.
    pub(crate) warm: Warm<Session>,
    /// The time of clocks.
    pub(crate) uptime: Uptime,
}

struct State {
    game: LiveGame,
    /// Deleted: nothing is saved any more.
    closed: bool,
    /// Whether somebody looks after the clock.
    timed: bool,
}

impl Session {
    pub(crate) fn new(id: String, game: LiveGame, rooms: Arc<Rooms>) -> Arc<Self> {
        let (news, _) = broadcast::channel(BACKLOG);
        let state = Mutex::new(State { game, closed: false, timed: false });
        let (presence, seen) = (Presence::new(news.clone()), Mutex::new(Instant::now()));
        Arc::new(Session { id, state, news, presence, seen, rooms })
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The game as it stands, for somebody who looks at it.
    pub(crate) fn view(self: &Arc<Self>) -> GameView {
        let mut state = self.lock();
        self.visit(&mut state);
        self.game_view(&state)
    }

    /// Looks at the game.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&LiveGame) -> T) -> T {
        look(&self.lock().game)
    }

    /// News from now on, and how it stands now: the game, and who is here.
    pub(crate) fn subscribe(self: &Arc<Self>) -> (broadcast::Receiver<Arc<str>>, Vec<Arc<str>>) {
        let mut state = self.lock();
        let news = self.news.subscribe();
        self.visit(&mut state);
        let here = state.game.has_seats().then(|| self.presence.now());
        (news, [self.game_news(&state)].into_iter().chain(here).collect())
    }

    /// Whoever has the key of a seat sits there until what this gives is dropped.
    pub(crate) fn sit(&self, key: &str) -> Option<Sitting> {
        let seat = self.lock().game.seat(Visit { key: Some(key), now: 0 }).ok()?;
        Some(self.presence.sit(seat))
    }

    /// Whether nobody would miss the session if it were taken out of memory.
    pub(crate) fn is_idle(&self) -> bool {
        self.news.receiver_count() == 0 && !self.lock().game.is_thinking()
    }

    /// Changes the game, or refuses and changes nothing.
    pub(crate) fn act(
        self: &Arc<Self>,
        action: &Action,
        key: Option<&str>,
    ) -> Result<GameView, ApiError> {
        let mut state = self.lock();
        self.check_open(&state)?;
        self.tick(&mut state);
        let visit = Visit { key, now: self.rooms.uptime.now() };
        // A clock that is stored runs since a time that is written down.
        self.rooms.uptime.keep();
        state.game.act_and_keep(action, visit, |game| self.rooms.store.save(&self.id, game))?;
        self.mark_seen();
        Ok(self.go_on(&mut state, false))
    }

    /// Lets a waiting player make one move.
    pub(crate) fn step(self: &Arc<Self>) -> Result<GameView, ApiError> {
        let mut state = self.lock();
        self.check_open(&state)?;
        state.game.step()?;
        self.mark_seen();
        Ok(self.go_on(&mut state, true))
    }

    /// Ends the search that goes on: its best move so far is played.
    pub(crate) fn stop_thinking(&self) -> Result<GameView, ApiError> {
        let state = self.lock();
        state.game.stop_thinking()?;
        Ok(self.game_view(&state))
    }

    /// Wakes the player who is to move, after the session was made or loaded.
    pub(crate) fn wake(self: &Arc<Self>) {
        self.schedule(&mut self.lock(), false);
    }

    /// Deletes the game and ends everything that goes on; false if there was none. The store is
    /// asked before anybody is told, and nobody saves in between.
    pub(crate) fn delete(&self) -> Result<bool, ApiError> {
        let mut state = self.lock();
        let existed = self.rooms.store.delete(&self.id)?;
        state.closed = true;
        state.game.call_off();
        self.tell(&News::Deleted);
        Ok(existed)
    }

    fn mark_seen(&self) {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Whether somebody watches, or has looked a moment ago.
    fn is_attended(&self) -> bool {
        let seen = *self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        self.news.receiver_count() > 0 || seen.elapsed() < LINGER
    }

    /// Somebody looks: players that have waited for it go on.
    fn visit(self: &Arc<Self>, state: &mut State) {
        self.mark_seen();
        self.tick(state);
        self.schedule(state, false);
    }

    /// Ends the game for whoever has run out of time, and tells everybody.
    fn tick(self: &Arc<Self>, state: &mut State) {
        let now = self.rooms.uptime.now();
        if state.closed || !state.game.tick(now) {
            return;
        }
        // If this fails, the game ends the same way after a restart.
        let _ = self.rooms.store.save(&self.id, &state.game);
        self.tell(&News::Game { game: Box::new(self.game_view(state)) });
    }

    /// Sees to it that somebody looks after a clock that runs.
    fn attend_clock(self: &Arc<Self>, state: &mut State) {
        if state.game.clock_end().is_some() && !state.timed {
            state.timed = true;
            tokio::spawn(Arc::clone(self).look_after_clock());
        }
    }

    /// Writes the time down and looks at the clock, until it stands.
    async fn look_after_clock(self: Arc<Self>) {
        loop {
            let end = Arc::clone(&self);
            // Fails only when the runtime shuts down.
            let Ok(Some(pause)) = tokio::task::spawn_blocking(move || end.read_clock()).await
            else {
                return;
            };
            tokio::time::sleep(pause).await;
        }
    }

    /// How long to wait before the clock has to be looked at again; none if it stands.
    fn read_clock(self: &Arc<Self>) -> Option<Duration> {
        let mut state = self.lock();
        self.rooms.uptime.keep();
        self.tick(&mut state);
        let end = state.game.clock_end().filter(|_| !state.closed);
        state.timed = end.is_some();
        let left = Duration::from_millis(end?.saturating_sub(self.rooms.uptime.now()));
        Some(left.min(KEEP_EVERY))
    }

    /// Lets the players forget what they remember.
    fn rest(&self) {
        // Players that could be made once can be made again; if not, they stay as they are.
        let _ = self.lock().game.rest();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A game is changed in one step, so a panic elsewhere cannot leave it half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check_open(&self, state: &State) -> Result<(), ApiError> {
        if state.closed { Err(ApiError::no_game(&self.id)) } else { Ok(()) }
    }

    fn game_news(&self, state: &State) -> Arc<str> {
        text(&News::Game { game: Box::new(self.game_view(state)) })
    }

    fn game_view(&self, state: &State) -> GameView {
        state.game.view(&self.id, self.rooms.uptime.now())
    }

    fn tell(&self, news: &News<'_>) {
        // Nobody may be listening.
        let _ = self.news.send(text(news));
    }

    /// After a change: the next player thinks, and everybody is told.
    fn go_on(self: &Arc<Self>, state: &mut State, step: bool) -> GameView {
        self.schedule(state, step);
        let view = self.game_view(state);
        self.tell(&News::Game { game: Box::new(view.clone()) });
        view
    }

    /// Lets the player who is to move think, unless it waits.
    fn schedule(self: &Arc<Self>, state: &mut State, step: bool) {
        self.attend_clock(state);
        let guest = guest(&state.game);
        if state.closed || (guest == Guest::Machine && !step && !self.is_attended()) {
            return;
        }
        if let Some(search) = state.game.begin_search(step) {
            tokio::spawn(Arc::clone(self).attend(search, guest));
        }
    }

    /// Lets a player think; among machines only as long as somebody watches.
    async fn attend(self: Arc<Self>, search: Search, guest: Guest) {
        let watched = Arc::clone(&self);
        let thought = self.think(search, guest);
        match guest {
            Guest::Person => thought.await,
            Guest::Machine => tokio::select! {
                () = thought => {}
                never = watched.look_after() => match never {},
            },
        }
    }

    /// Calls the search off when nobody watches any more.
    async fn look_after(self: Arc<Self>) -> Infallible {
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            if !self.is_attended() {
                let this = Arc::clone(&self);
                // Fails only when the runtime shuts down.
                let _ = tokio::task::spawn_blocking(move || this.lock().game.call_off()).await;
            }
        }
    }

    async fn think(self: Arc<Self>, search: Search, guest: Guest) {
        let (started, off) = (Instant::now(), search.called_off().clone());
        let place = match self.rooms.engines.join(guest) {
            Ok(waiting) => waiting.place(&off).await.ok_or_else(String::new),
            Err(error) => Err(error.to_string()),
        };
        let place = match place {
            Ok(place) => place,
            Err(why) => return self.conclude(move |game, _| give_up(game, search, why)).await,
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
        let this = Arc::clone(&self);
        self.conclude(move |game, closed| this.put(game, closed, search, &answer)).await;
    }

    /// Plays what a search has found and saves it; gives what is to be told.
    fn put(
        &self,
        game: &mut LiveGame,
        closed: bool,
        search: Search,
        answer: &Result<Choice, ChooseError>,
    ) -> Option<Arc<str>> {
        let last = answer.as_ref().ok().map(|choice| text(&search.last_news(choice)));
        let keep = |game: &LiveGame| {
            if closed { Ok(()) } else { self.rooms.store.save(&self.id, game) }
        };
        let played = game.end_search_and_keep(search, answer, keep);
        last.filter(|_| played)
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
            let is_left_alone = guest(&state.game) == Guest::Machine && !self.is_attended();
            drop(state);
            let cold = self.rooms.warm.touch(&self);
            cold.iter().chain(is_left_alone.then_some(&self)).for_each(|session| session.rest());
        };
        // Fails only when the runtime shuts down; the game is as it was saved.
        let _ = tokio::task::spawn_blocking(work).await;
    }
}

/// Who waits for the player that is to move.
fn guest(game: &LiveGame) -> Guest {
    if game.table().is_watched() { Guest::Machine } else { Guest::Person }
}

/// Takes a player back that got no place.
fn give_up(game: &mut LiveGame, search: Search, why: String) -> Option<Arc<str>> {
    game.drop_search(search, why);
    None
}

fn text(news: &News<'_>) -> Arc<str> {
    serde_json::to_string(news).expect("plain data").into()
}
