//! The server itself: where it listens, where it keeps its games, and how it starts and ends.

use std::future::Future;
use std::net::{IpAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use hexring_app::{App, Bounds};
use hexring_control::{Stop, signals};
use hexring_players::Registry;
use thiserror::Error;

use crate::engines::Engines;
use crate::laboratory::Laboratory;
use crate::lobby::Lobby;
use crate::routes::{self, Rooms};
use crate::store::{Store, StoreError};

/// The longest that a player thinks about one move.
const LONGEST: Duration = Duration::from_secs(300);

/// Searches that may wait for a place, for games and for analysis.
const WAITING: (usize, usize) = (1000, 32);

/// The file of games in the data directory.
const FILE: &str = "games.sqlite";

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address or name to listen on.
    pub host: String,
    /// The port; 0 for any. If it is taken, another one is used.
    pub port: u16,
    /// The directory for stored games; it is made if there is none.
    pub data: PathBuf,
    /// A folder of experiment files; none for those that come with hexring.
    pub experiments: Option<PathBuf>,
    /// The players.
    pub registry: Registry,
}

/// Why the server does not start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {host}: {error}")]
    Listen {
        /// The host asked for.
        host: String,
        /// The system's words.
        error: std::io::Error,
    },
    /// The directory cannot be made.
    #[error("cannot make the directory {}: {error}", .path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The system's words.
        error: std::io::Error,
    },
    /// The folder of experiments cannot be read.
    #[error("cannot read the experiments in {}: {error}", .path.display())]
    Experiments {
        /// The folder.
        path: PathBuf,
        /// The system's words.
        error: std::io::Error,
    },
    /// The file of games cannot be opened.
    #[error("cannot open {}: {error}", .path.display())]
    Store {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: StoreError,
    },
    /// The runtime cannot start, or the socket is gone.
    #[error("cannot serve: {0}")]
    Serve(#[from] std::io::Error),
}

/// A server that listens and can be run.
pub struct Server {
    listener: TcpListener,
    address: std::net::SocketAddr,
    rooms: Rooms,
}

impl Server {
    /// Listens and opens the stored games.
    pub fn bind(config: &Config) -> Result<Self, ServeError> {
        let listen = |error| ServeError::Listen { host: config.host.clone(), error };
        let listener = listen_on(&config.host, config.port).map_err(listen)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        std::fs::create_dir_all(&config.data)
            .map_err(|error| ServeError::Directory { path: config.data.clone(), error })?;
        if let Some(path) = &config.experiments {
            std::fs::read_dir(path)
                .map_err(|error| ServeError::Experiments { path: path.clone(), error })?;
        }
        let path = config.data.join(FILE);
        let store = Store::open(&path).map_err(|error| ServeError::Store { path, error })?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let engines = Arc::new(Engines::new(cores, WAITING.0, LONGEST));
        let bounds = Bounds { threads: cores as u64, ..Bounds::default() };
        let app = Arc::new(App::new(config.registry.clone()).with_bounds(bounds));
        let rooms = Rooms {
            lobby: Arc::new(Lobby::new(Arc::clone(&app), store, engines)),
            app,
            analysis: Arc::new(Engines::new(cores.div_ceil(2), WAITING.1, LONGEST)),
            laboratory: Laboratory::open(
                &config.data,
                config.experiments.as_deref(),
                &config.registry,
            )
            .map_err(|error| ServeError::Directory { path: config.data.clone(), error })?,
            host: config.host.clone(),
        };
        Ok(Server { listener, address, rooms })
    }

    /// Where to open the page.
    pub fn url(&self) -> String {
        let port = self.address.port();
        match self.address.ip() {
            ip if ip.is_unspecified() => format!("http://localhost:{port}/"),
            IpAddr::V6(ip) => format!("http://[{ip}]:{port}/"),
            IpAddr::V4(ip) => format!("http://{ip}:{port}/"),
        }
    }

    /// Whether only this machine can reach the server.
    pub fn is_local(&self) -> bool {
        self.address.ip().is_loopback()
    }

    /// Serves until the process is interrupted.
    pub fn run(self) -> Result<(), ServeError> {
        self.run_until(raised(signals::stop()))
    }

    /// Serves until something happens. Games are saved with every move, so that nothing has to be
    /// waited for.
    pub fn run_until(self, end: impl Future<Output = ()>) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let Server { listener, rooms, .. } = self;
        let laboratory = Arc::clone(&rooms.laboratory);
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let serve = axum::serve(listener, routes::router(rooms));
            tokio::select! {
                served = serve => served,
                () = end => Ok(()),
            }
        });
        laboratory.close();
        runtime.shutdown_background();
        Ok(served?)
    }
}

/// Waits until a flag is raised.
async fn raised(stop: &Stop) {
    let (raise, wait) = tokio::sync::oneshot::channel::<()>();
    let _raising = stop.on_raise(move || {
        let _ = raise.send(());
    });
    let _ = wait.await;
}

/// Listens on a port, or on another one if it is taken.
fn listen_on(host: &str, port: u16) -> std::io::Result<TcpListener> {
    let addresses: Vec<_> = (host, port).to_socket_addrs()?.collect();
    match TcpListener::bind(&*addresses) {
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            let any: Vec<_> = (host, 0).to_socket_addrs()?.collect();
            TcpListener::bind(&*any)
        }
        other => other,
    }
}
