//! Sockets: how many there may be, and how long they may be silent.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::patient::Patient;

/// The most sockets, as far as the system allows them; others wait until one is closed.
const MOST: usize = 10_000;

/// Files that are open besides: the store, results, the runtime's own.
const OTHER_FILES: usize = 128;

/// How long the head of a request may take, and how long a connection may be idle before it.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 32 * 1024;

/// Pause after a socket that could not be accepted, because the system has no more of something.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers everybody who comes, for ever.
pub(crate) async fn serve(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(sockets()));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(LONGEST_HEAD);
    loop {
        let place = Arc::clone(&places).acquire_owned().await.expect("never closed");
        match listener.accept().await {
            Ok((stream, _)) => answer(&http, stream, place, router.clone()),
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// Answers one who has come, for as long as the connection lasts.
fn answer(http: &http1::Builder, stream: TcpStream, place: OwnedSemaphorePermit, router: Router) {
    // Moves are small, and somebody waits for each of them.
    let _ = stream.set_nodelay(true);
    let stream = TokioIo::new(Patient::new(stream, place));
    let connection = http.serve_connection(stream, TowerToHyperService::new(router));
    tokio::spawn(async move {
        // Whoever speaks no HTTP, or goes away, has nobody to be told.
        let _ = connection.with_upgrades().await;
    });
}

/// How many sockets there may be: as many as files may be open, of which the system is asked for as
/// many as it gives.
#[cfg(unix)]
fn sockets() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = (MOST + OTHER_FILES) as u64;
    let most = maximum.map_or(wanted, |maximum| maximum.min(wanted));
    if current.is_some_and(|current| current < most) {
        // Without it there are fewer.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum });
    }
    let files = getrlimit(Resource::Nofile).current.map_or(wanted, |files| files.min(wanted));
    (files as usize).saturating_sub(OTHER_FILES).max(16)
}

#[cfg(not(unix))]
fn sockets() -> usize {
    MOST
}
