//! Long work: on a thread of its own, while the thread that was called listens for Ctrl-C and tells
//! how far it is.

use std::any::Any;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use hexring_control::{Limit, Stop};
use pyo3::prelude::*;

use crate::errors::refuse;

/// How long Ctrl-C may wait.
const TICK: Duration = Duration::from_millis(50);

/// How far some work is.
#[derive(Default)]
pub(crate) struct Meter {
    done: AtomicU64,
    total: AtomicU64,
}

impl Meter {
    /// So much is done of so much; a total of zero is one that nobody knows.
    pub(crate) fn set(&self, done: u64, total: u64) {
        self.total.store(total, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
    }

    fn tell(&self, py: Python<'_>, hear: Option<&Py<PyAny>>) -> PyResult<()> {
        let (done, total) = (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed));
        hear.map_or(Ok(()), |hear| hear.call1(py, (done, total)).map(|_| ()))
    }
}

/// Does work without the interpreter's lock. Ctrl-C, or an exception of who listens, raises the
/// flag; the work then ends with what it has, which is dropped.
pub(crate) fn watch<T: Send>(
    py: Python<'_>,
    hear: Option<&Bound<'_, PyAny>>,
    stop: &Stop,
    work: impl FnOnce(&Limit, &Meter) -> T + Send,
) -> PyResult<T> {
    let hear = hear.map(|hear| hear.clone().unbind());
    let (meter, limit) = (Meter::default(), Limit::of(stop));
    let result = py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, ended) = channel::<()>();
            let worker = scope.spawn(|| {
                // Dropped at the end, and by a panic too.
                let _sender = sender;
                work(&limit, &meter)
            });
            let mut fault = None;
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(TICK) {
                let looked = Python::attach(|py| {
                    py.check_signals()?;
                    meter.tell(py, hear.as_ref())
                });
                if let (Err(error), None) = (looked, &fault) {
                    fault = Some(error);
                    stop.raise();
                }
            }
            match (fault, worker.join()) {
                (Some(fault), _) => Err(fault),
                (None, Ok(value)) => Ok(value),
                (None, Err(panic)) => Err(refuse(format!("internal fault: {}", words(&*panic)))),
            }
        })
    })?;
    meter.tell(py, hear.as_ref())?;
    Ok(result)
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without words")
}
