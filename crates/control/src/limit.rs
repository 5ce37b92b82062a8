//! When a piece of work shall end.

use std::time::Duration;

use web_time::Instant;

use crate::stop::{Raising, Stop};

/// A stop with a deadline: what kernels and worker threads look at now and then. Without either,
/// work ends by itself.
#[derive(Clone, Debug, Default)]
pub struct Limit {
    stop: Option<Stop>,
    deadline: Option<Instant>,
}

impl Limit {
    /// Nobody stops the work, and it has all the time it needs.
    pub fn none() -> Self {
        Limit::default()
    }

    /// The work ends soon after the flag is raised.
    pub fn of(stop: &Stop) -> Self {
        Limit { stop: Some(stop.clone()), deadline: None }
    }

    /// The same limit, and a time from now on.
    #[must_use]
    pub fn within(&self, time: Duration) -> Self {
        // A time that the clock cannot name never ends.
        match Instant::now().checked_add(time) {
            Some(deadline) => self.until(deadline),
            None => self.clone(),
        }
    }

    /// The same limit, and a moment; the earlier of two deadlines holds.
    #[must_use]
    pub fn until(&self, deadline: Instant) -> Self {
        let earlier = self.deadline.map_or(deadline, |own| own.min(deadline));
        Limit { stop: self.stop.clone(), deadline: Some(earlier) }
    }

    /// A limit for a part of the work that ends with this one, or when the flag that comes with it
    /// is raised.
    pub fn child(&self) -> (Self, Stop) {
        let stop = self.stop.as_ref().map_or_else(Stop::new, Stop::child);
        (Limit { stop: Some(stop.clone()), deadline: self.deadline }, stop)
    }

    /// Whether the work shall end now, with what it has.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether somebody has asked the work to end; its time may be over without that.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_raised)
    }

    /// The moment at which the time is over.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The time that is left; none if there is no deadline.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Does something when the work is stopped, for those who wait and cannot look. A deadline
    /// calls nobody: whoever waits knows how long, from [`Limit::left`].
    pub fn on_stop(&self, call: impl FnOnce() + Send + 'static) -> Option<Raising> {
        self.stop.as_ref().map(|stop| stop.on_raise(call))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earlier_deadline_holds() {
        let hour = Limit::none().within(Duration::from_secs(3600));
        assert!(!hour.is_over());
        let now = hour.within(Duration::ZERO);
        assert!(now.is_over() && !now.is_stopped());
        assert!(now.within(Duration::from_secs(3600)).is_over());
        assert_eq!(now.left(), Some(Duration::ZERO));
        assert!(hour.left().is_some_and(|left| left > Duration::from_secs(3000)));
    }

    #[test]
    fn times_beyond_the_clock_are_no_limit() {
        let limit = Limit::none().within(Duration::MAX);
        assert!(!limit.is_over() && limit.deadline().is_none());
    }

    #[test]
    fn parts_end_alone_or_with_the_whole() {
        let stop = Stop::new();
        let whole = Limit::of(&stop);
        let (part, part_stop) = whole.child();
        let (other, _) = whole.child();
        part_stop.raise();
        assert!(part.is_over() && !whole.is_over() && !other.is_over());
        stop.raise();
        assert!(whole.is_stopped() && other.is_stopped());
        let (alone, flag) = Limit::none().child();
        flag.raise();
        assert!(alone.is_over());
    }
}
