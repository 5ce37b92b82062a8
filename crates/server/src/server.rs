//! The server itself: where it listens, where it keeps its games, and how it starts and ends.

use std::future::Future;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use hexring_app::{App, Bounds};
use hexring_control::signals;
use hexring_players::{Program, Registry};
use thiserror::Error;

use crate::engines::Engines;
use crate::guard::Door;
use crate::laboratory::Laboratory;
use crate::links::Links;
use crate::lobby::Lobby;
use crate::owner::{Owner, OwnerError, Running};
use crate::raised::raised;
use crate::routes::{self, Rooms};
use crate::secret::{BadToken, Secret};
use crate::store::{Store, StoreError};
use crate::uptime::Uptime;
use crate::warm::Warm;
use crate::{connections, session};

/// The longest that a player thinks about one move.
const LONGEST: Duration = Duration::from_secs(300);

/// Searches that may wait for a place, for games and for analysis.
const WAITING: (usize, usize) = (1000, 32);

/// Reports and lists of experiments that are made at once, and that wait: one may take a hundred
/// megabytes.
const DESK: (usize, usize) = (1, 500);

/// Threads for requests that wait for the disk or for each other, besides those that think.
const CLERKS: usize = 32;

/// Games for each core whose players may remember what they have thought: trees of searches.
const WARM: usize = 4;

/// How many may knock at the same moment.
#[cfg(unix)]
const BACKLOG: i32 = 4096;

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
    /// The word that lets people in. If none, nobody needs one where only this machine can reach
    /// the server, and elsewhere it is the one of the data directory.
    pub token: Option<String>,
    /// The players.
    pub registry: Registry,
    /// The program, for the record of what it plays.
    pub program: Program,
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
    /// Another server uses the directory.
    #[error(
        "{} is in use by {}: expected a data directory of its own",
        .path.display(),
        other(.by.as_ref())
    )]
    InUse {
        /// The directory.
        path: PathBuf,
        /// Who; none if it has just started.
        by: Option<Running>,
    },
    /// The word that lets people in is none.
    #[error(transparent)]
    Token(#[from] BadToken),
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
    rooms: Rooms,
    owner: Owner,
}

impl Server {
    /// Listens and opens the stored games.
    pub fn bind(config: &Config) -> Result<Self, ServeError> {
        let owner = take(&config.data)?;
        if let Some(path) = &config.experiments {
            std::fs::read_dir(path)
                .map_err(|error| ServeError::Experiments { path: path.clone(), error })?;
        }
        let path = config.data.join(FILE);
        let store = Store::open(&path).map_err(|error| ServeError::Store { path, error })?;
        let listen = |error| ServeError::Listen { host: config.host.clone(), error };
        let listener = listen_on(&config.host, config.port).map_err(listen)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let door = Door { name: config.host.clone(), secret: secret(config, address)? };
        let links = Links::new(address, door.secret.as_ref());
        let server = Server { listener, rooms: rooms(config, store, door, links)?, owner };
        server.owner.say(&server.url())?;
        Ok(server)
    }

    /// Where to open the page.
    pub fn url(&self) -> String {
        self.rooms.links.url()
    }

    /// Whether only this machine can reach the server.
    pub fn is_local(&self) -> bool {
        self.rooms.links.is_local()
    }

    /// Every address under which the page can be reached, with the word that lets people in where
    /// one is needed; those for other machines first.
    pub fn links(&self) -> Vec<String> {
        self.rooms.links.links()
    }

    /// Serves until the process is interrupted.
    pub fn run(self) -> Result<(), ServeError> {
        self.run_until(raised(signals::stop()))
    }

    /// Serves until something happens. Games are saved with every move, so that nothing has to be
    /// waited for but a run of the laboratory, and that not for long.
    pub fn run_until(self, end: impl Future<Output = ()>) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(CLERKS + 2 * cores() + DESK.0)
            .build()?;
        let Server { listener, rooms, owner, .. } = self;
        let laboratory = Arc::clone(&rooms.laboratory);
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::select! {
                () = connections::serve(listener, routes::router(rooms)) => {}
                () = end => {}
            }
            Ok(())
        });
        laboratory.close();
        runtime.shutdown_background();
        drop(owner);
        served
    }
}

/// Takes the data directory for this server alone, and makes it if there is none.
fn take(data: &Path) -> Result<Owner, ServeError> {
    let directory = |error| ServeError::Directory { path: data.to_owned(), error };
    std::fs::create_dir_all(data).map_err(directory)?;
    Owner::take(data).map_err(|error| match error {
        OwnerError::Taken(by) => ServeError::InUse { path: data.to_owned(), by },
        OwnerError::Io(error) => directory(error),
    })
}

/// Another server, in words.
fn other(by: Option<&Running>) -> String {
    match by {
        Some(Running { process, url }) => format!("the server at {url} (process {process})"),
        None => "another server, which has just started".to_owned(),
    }
}

/// The word that lets people in, if one is needed.
fn secret(config: &Config, address: SocketAddr) -> Result<Option<Secret>, ServeError> {
    let directory = |error| ServeError::Directory { path: config.data.clone(), error };
    match &config.token {
        Some(token) => Ok(Some(Secret::given(token, address.port())?)),
        None if address.ip().is_loopback() => Ok(None),
        None => Secret::of(&config.data, address.port()).map(Some).map_err(directory),
    }
}

/// Everything that answers.
fn rooms(config: &Config, store: Store, door: Door, links: Links) -> Result<Rooms, ServeError> {
    let directory = |error| ServeError::Directory { path: config.data.clone(), error };
    let cores = cores();
    let bounds = Bounds { threads: cores as u64, ..Bounds::default() };
    let app = Arc::new(App::new(config.registry.clone()).with_bounds(bounds));
    let sessions = session::Rooms {
        store,
        engines: Engines::new(cores, WAITING.0, LONGEST),
        warm: Warm::new(WARM * cores),
        uptime: Uptime::open(&config.data).map_err(directory)?,
    };
    let experiments = config.experiments.as_deref();
    Ok(Rooms {
        lobby: Arc::new(Lobby::new(Arc::clone(&app), sessions)),
        app,
        analysis: Engines::new(cores.div_ceil(2), WAITING.1, LONGEST),
        laboratory: Laboratory::open(&config.data, experiments, &config.registry, config.program)
            .map_err(directory)?,
        desk: Engines::new(DESK.0, DESK.1, LONGEST),
        door: Arc::new(door),
        links: Arc::new(links),
    })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Listens on a port, or on another one if it is taken.
fn listen_on(host: &str, port: u16) -> std::io::Result<TcpListener> {
    let addresses: Vec<_> = (host, port).to_socket_addrs()?.collect();
    let listener = match TcpListener::bind(&*addresses) {
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            let any: Vec<_> = (host, 0).to_socket_addrs()?.collect();
            TcpListener::bind(&*any)
        }
        other => other,
    }?;
    // Hundreds may come at the same moment; the usual 128 would leave some of them waiting for a
    // connection that only they believe in.
    #[cfg(unix)]
    rustix::net::listen(&listener, BACKLOG)?;
    Ok(listener)
}
