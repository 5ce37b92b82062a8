//! All games: those in memory by name, the rest in the store.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hexring_app::{Action, App, Fresh, GameView, LiveGame, NewGame, Saved, Visit};
use hexring_game::ByColor;

use crate::error::ApiError;
use crate::secret::new_token;
use crate::session::{Rooms, Session};
use crate::store::Listed;

/// The most games in memory; beyond it those that nobody looks at go back to the store.
const MAX_SESSIONS: usize = 1000;

/// The games.
pub(crate) struct Lobby {
    app: Arc<App>,
    sessions: Mutex<HashMap<String, Arc<Session>>>,
    rooms: Arc<Rooms>,
}

impl Lobby {
    pub(crate) fn new(app: Arc<App>, rooms: Rooms) -> Self {
        Lobby { app, sessions: Mutex::default(), rooms: Arc::new(rooms) }
    }

    /// Begins a game, and stores it.
    pub(crate) fn open(&self, new: NewGame) -> Result<Arc<Session>, ApiError> {
        let key = || new_token().map_err(ApiError::disk);
        let keys = Some(ByColor { red: key()?, blue: key()? });
        self.begin(LiveGame::new(&self.app, new, Fresh { seed: new_seed(), keys })?)
    }

    fn begin(&self, game: LiveGame) -> Result<Arc<Session>, ApiError> {
        let id = new_id();
        self.rooms.store.save(&id, &game)?;
        Ok(self.seat(&mut self.lock(), id, game))
    }

    /// Accepts what is offered in a game; another game begins if that was it.
    pub(crate) fn accept(&self, id: &str, key: Option<&str>) -> Result<GameView, ApiError> {
        let session = self.find(id)?;
        let visit = Visit { key, now: 0 };
        let next = session.look(|game| game.rematch(visit, new_seed()))?;
        let next = next.map(|game| self.begin(game)).transpose()?.map(|next| next.id().to_owned());
        let accepted = session.act(&Action::Accept { next: next.clone() }, key);
        if let (Some(next), Err(_)) = (&next, &accepted) {
            // Somebody was quicker; nobody has heard of this game.
            self.delete(next, key)?;
        }
        accepted
    }

    /// A game, from memory or from the store.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Session>, ApiError> {
        // Held while loading, so that no game is in memory twice.
        let mut sessions = self.lock();
        if let Some(session) = sessions.get(id) {
            return Ok(Arc::clone(session));
        }
        let saved = self.rooms.store.load(id)?.ok_or_else(|| ApiError::no_game(id))?;
        let game = LiveGame::load(&self.app, saved)?;
        Ok(self.seat(&mut sessions, id.to_owned(), game))
    }

    /// Forgets a game.
    pub(crate) fn delete(&self, id: &str, key: Option<&str>) -> Result<(), ApiError> {
        // A game that cannot be read any more may be forgotten by anybody.
        if let Ok(session) = self.find(id) {
            session.look(|game| game.check_forget(Visit { key, now: 0 }))?;
        }
        // Held to the end, so that nobody finds the game in the store in between and brings it
        // back.
        let mut sessions = self.lock();
        let existed = match sessions.get(id) {
            Some(session) => session.delete()?,
            None => self.rooms.store.delete(id)?,
        };
        sessions.remove(id);
        if existed { Ok(()) } else { Err(ApiError::no_game(id)) }
    }

    /// The games that were changed last and match a text.
    pub(crate) fn list(&self, search: &str, limit: usize) -> Result<Vec<Listed>, ApiError> {
        self.rooms.store.list(search, limit)
    }

    /// The games that were changed last, as they are stored.
    pub(crate) fn newest(&self, most: usize) -> Result<Vec<(String, Saved)>, ApiError> {
        self.rooms.store.newest(most)
    }

    fn seat(
        &self,
        sessions: &mut HashMap<String, Arc<Session>>,
        id: String,
        game: LiveGame,
    ) -> Arc<Session> {
        if sessions.len() >= MAX_SESSIONS {
            sessions.retain(|_, session| Arc::strong_count(session) > 1 || !session.is_idle());
        }
        let session = Session::new(id.clone(), game, Arc::clone(&self.rooms));
        sessions.insert(id, Arc::clone(&session));
        session.wake();
        session
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Session>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A seed that nobody has had before, small enough for JavaScript's numbers.
pub(crate) fn new_seed() -> u64 {
    random_word() >> 11
}

fn random_word() -> u64 {
    // Every state is keyed by the operating system's random numbers.
    RandomState::new().hash_one(0)
}

/// A name for a game: twelve letters and digits, easy to read aloud.
fn new_id() -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let word = random_word();
    (0..12).map(|index| char::from(LETTERS[(word >> (5 * index)) as usize & 31])).collect()
}
