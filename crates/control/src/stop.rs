//! A flag that anybody may raise.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A flag that ends work soon after it is raised. Copies are the same flag.
#[derive(Clone, Default)]
pub struct Stop(Arc<Flag>);

#[derive(Default)]
struct Flag {
    is_raised: AtomicBool,
    parent: Option<Stop>,
    /// What is to be done when it is raised, until then.
    calls: Mutex<Vec<Weak<Call>>>,
}

/// Something to be done once.
struct Call(Mutex<Option<Box<dyn FnOnce() + Send>>>);

/// Something that will be done when a flag is raised; dropping it is thinking better of it.
#[must_use = "dropping it is thinking better of it"]
pub struct Raising(#[expect(dead_code, reason = "flags hold the call weakly")] Arc<Call>);

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Stop::default()
    }

    /// A flag for a part of the work: raised with this one, or alone.
    pub fn child(&self) -> Self {
        Stop(Arc::new(Flag { parent: Some(self.clone()), ..Flag::default() }))
    }

    /// Asks the work to end.
    pub fn raise(&self) {
        let mut calls = self.0.calls.lock().unwrap_or_else(PoisonError::into_inner);
        // Under the lock, so that no call is added between the flag and the calls.
        self.0.is_raised.store(true, Ordering::Relaxed);
        let due = std::mem::take(&mut *calls);
        drop(calls);
        due.iter().filter_map(Weak::upgrade).for_each(|call| call.make());
    }

    /// Whether the work shall end.
    #[inline]
    pub fn is_raised(&self) -> bool {
        let mut stop = self;
        loop {
            if stop.0.is_raised.load(Ordering::Relaxed) {
                return true;
            }
            match &stop.0.parent {
                Some(parent) => stop = parent,
                None => return false,
            }
        }
    }

    /// Does something when the flag is raised, for those who wait and cannot look: at once if it
    /// is raised already, else on the thread that raises it. It happens once, and not if what is
    /// returned here is dropped before.
    pub fn on_raise(&self, call: impl FnOnce() + Send + 'static) -> Raising {
        let call = Arc::new(Call(Mutex::new(Some(Box::new(call)))));
        let mut stop = Some(self);
        while let Some(Stop(flag)) = stop {
            flag.add(&call);
            stop = flag.parent.as_ref();
        }
        Raising(call)
    }

    /// Whether two values are the same flag.
    pub fn is_same(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Flag {
    fn add(&self, call: &Arc<Call>) {
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_raised.load(Ordering::Relaxed) {
            drop(calls);
            call.make();
        } else {
            calls.retain(|call| call.strong_count() > 0);
            calls.push(Arc::downgrade(call));
        }
    }
}

impl Call {
    fn make(&self) {
        let call = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        call.into_iter().for_each(|call| call());
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.is_raised()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn children_follow_their_parents_and_not_the_other_way_round() {
        let parent = Stop::new();
        let (one, other) = (parent.child(), parent.child());
        one.raise();
        assert!(one.is_raised() && one.child().is_raised());
        assert!(!parent.is_raised() && !other.is_raised());
        parent.raise();
        assert!(other.is_raised() && other.child().is_raised());
    }

    #[test]
    fn calls_are_made_once_whoever_raises() {
        let count = Arc::new(AtomicUsize::new(0));
        let call = || {
            let count = Arc::clone(&count);
            move || {
                count.fetch_add(1, Ordering::Relaxed);
            }
        };
        let parent = Stop::new();
        let child = parent.child();
        let waiting = child.on_raise(call());
        drop(child.on_raise(call()));
        parent.raise();
        drop(waiting);
        child.raise();
        assert_eq!(count.load(Ordering::Relaxed), 1);
        drop(child.on_raise(call()));
        assert_eq!(count.load(Ordering::Relaxed), 2, "a raised flag calls at once");
    }
}
