//! Flags of the blocking world, waited for in the other one.

use hexring_control::Stop;

/// Waits until a flag is raised.
pub(crate) async fn raised(stop: &Stop) {
    let (raise, wait) = tokio::sync::oneshot::channel::<()>();
    let _raising = stop.on_raise(move || {
        let _ = raise.send(());
    });
    let _ = wait.await;
}
