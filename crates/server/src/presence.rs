//! Which people of a game are here: those whose browser has said the key of its seat.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hexring_app::News;
use hexring_game::{ByColor, Color};
use tokio::sync::broadcast;

/// How many browsers sit at each seat, by the colour at the start.
pub(crate) struct Presence {
    count: Mutex<ByColor<usize>>,
    news: broadcast::Sender<Arc<str>>,
}

impl Presence {
    /// Nobody yet; who comes and who goes is told there.
    pub(crate) fn new(news: broadcast::Sender<Arc<str>>) -> Arc<Self> {
        Arc::new(Presence { count: Mutex::default(), news })
    }

    /// Somebody sits down, and is here until what this gives is dropped.
    pub(crate) fn sit(self: &Arc<Self>, seat: Color) -> Sitting {
        self.change(seat, |count| count + 1);
        Sitting { presence: Arc::clone(self), seat }
    }

    /// Who is here now, as it is told.
    pub(crate) fn now(&self) -> Arc<str> {
        told(&self.lock())
    }

    /// Told only when a seat is taken or left: one person may have several tabs.
    fn change(&self, seat: Color, by: impl FnOnce(usize) -> usize) {
        let mut count = self.lock();
        let before = count[seat];
        count[seat] = by(before);
        if (before == 0) != (count[seat] == 0) {
            // Nobody may be listening.
            let _ = self.news.send(told(&count));
        }
    }

    fn lock(&self) -> MutexGuard<'_, ByColor<usize>> {
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody at a seat.
pub(crate) struct Sitting {
    presence: Arc<Presence>,
    seat: Color,
}

impl Drop for Sitting {
    fn drop(&mut self) {
        self.presence.change(self.seat, |count| count - 1);
    }
}

fn told(count: &ByColor<usize>) -> Arc<str> {
    let here = ByColor { red: count.red > 0, blue: count.blue > 0 };
    serde_json::to_string(&News::Present { here }).expect("plain data").into()
}
