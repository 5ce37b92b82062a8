//! A limit and somebody who listens.

use std::time::Duration;

use web_time::Instant;

use crate::{Limit, Stop};

/// How often a listener hears of work that goes on, unless told otherwise.
pub const REPORT_EVERY: Duration = Duration::from_millis(100);

/// How a piece of work is steered from outside, and whom it tells how it stands. `T` is what it
/// tells.
pub struct Control<'a, T: ?Sized> {
    limit: Limit,
    listener: Option<Listener<'a, T>>,
}

struct Listener<'a, T: ?Sized> {
    hear: &'a mut dyn FnMut(&T),
    every: Duration,
    heard: Instant,
}

impl<T: ?Sized> Default for Control<'_, T> {
    /// Work that nobody stops and nobody listens to.
    fn default() -> Self {
        Control::quiet(Limit::none())
    }
}

impl<'a, T: ?Sized> Control<'a, T> {
    /// Work with a limit, and a listener that hears of it ten times a second at most.
    pub fn new(limit: Limit, hear: &'a mut dyn FnMut(&T)) -> Self {
        let listener = Listener { hear, every: REPORT_EVERY, heard: Instant::now() };
        Control { limit, listener: Some(listener) }
    }

    /// Work with a limit that nobody listens to.
    pub fn quiet(limit: Limit) -> Self {
        Control { limit, listener: None }
    }

    /// Work that a flag stops and that nobody listens to.
    pub fn of(stop: &Stop) -> Self {
        Control::quiet(Limit::of(stop))
    }

    /// The same, with another time between two reports.
    #[must_use]
    pub fn every(mut self, time: Duration) -> Self {
        if let Some(listener) = &mut self.listener {
            listener.every = time;
        }
        self
    }

    /// When the work shall end: for kernels, worker threads and work of another kind.
    pub fn limit(&self) -> &Limit {
        &self.limit
    }

    /// Whether the work shall end now, with what it has.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.limit.is_over()
    }

    /// A part of the work with a limit of its own; who listens stays.
    pub fn part(&mut self, limit: Limit) -> Control<'_, T> {
        let listener = self.listener.as_mut().map(|listener| Listener {
            hear: &mut *listener.hear,
            every: listener.every,
            heard: listener.heard,
        });
        Control { limit, listener }
    }

    /// A part of the work that has this much time.
    pub fn within(&mut self, time: Duration) -> Control<'_, T> {
        let limit = self.limit.within(time);
        self.part(limit)
    }
}

impl<T> Control<'_, T> {
    /// Says how the work stands, if somebody listens and has not heard of it just now. Call it as
    /// often as is convenient: `how` is asked only when it is heard.
    #[inline]
    pub fn report(&mut self, how: impl FnOnce() -> T) {
        if let Some(listener) = &mut self.listener
            && listener.heard.elapsed() >= listener.every
        {
            (listener.hear)(&how());
            listener.heard = Instant::now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listener_is_not_flooded() {
        let (mut heard, mut made) = (0, 0);
        let mut hear = |_: &u32| heard += 1;
        let mut control = Control::new(Limit::none(), &mut hear).every(Duration::from_secs(3600));
        for number in 0..1000 {
            control.report(|| {
                made += 1;
                number
            });
        }
        assert_eq!((heard, made), (0, 0));
        let mut hear = |number: &u32| heard += number;
        let mut control = Control::new(Limit::none(), &mut hear).every(Duration::ZERO);
        for _ in 0..5 {
            control.part(Limit::none()).report(|| 2);
        }
        assert_eq!(heard, 10);
    }

    #[test]
    fn parts_have_their_own_time() {
        let stop = Stop::new();
        let mut control = Control::<()>::of(&stop);
        assert!(control.within(Duration::ZERO).is_over());
        assert!(!control.is_over());
        stop.raise();
        assert!(control.is_over() && control.within(Duration::MAX).is_over());
    }
}
