//! From a plain flag to a limit, for callers that still have a flag.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use hexring_control::{Limit, Stop};

/// Runs some work with a limit that ends when the flag is raised.
pub fn relay<T>(flag: &AtomicBool, work: impl FnOnce(&Limit) -> T) -> T {
    let (stop, (done, is_done)) = (Stop::new(), channel::<()>());
    let raised = stop.clone();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let pause = Duration::from_millis(5);
            while is_done.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                if flag.load(Ordering::Relaxed) {
                    raised.raise();
                }
            }
        });
        let result = work(&Limit::of(&stop));
        drop(done);
        result
    })
}
