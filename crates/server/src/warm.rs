//! Those who were busy last: what a player remembers of its game takes memory, so that only a few
//! may keep it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The last few of some things.
pub(crate) struct Warm<T> {
    last: Mutex<VecDeque<Weak<T>>>,
    most: usize,
}

impl<T> Warm<T> {
    pub(crate) fn new(most: usize) -> Self {
        Warm { last: Mutex::default(), most }
    }

    /// Makes this one the last, and gives the one that is none of the last any more.
    pub(crate) fn touch(&self, item: &Arc<T>) -> Option<Arc<T>> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let this = Arc::downgrade(item);
        last.retain(|other| !other.ptr_eq(&this) && other.strong_count() > 0);
        last.push_back(this);
        if last.len() > self.most { last.pop_front()?.upgrade() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_ones_stay_warm() {
        let warm = Warm::new(2);
        let items: Vec<Arc<usize>> = (0..4).map(Arc::new).collect();
        let cold = |index: usize| warm.touch(&items[index]).map(|item| *item);
        assert_eq!([cold(0), cold(1), cold(0), cold(2)], [None, None, None, Some(1)]);
        assert_eq!([cold(0), cold(3)], [None, Some(2)]);
    }
}
