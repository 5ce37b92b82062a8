//! `hexring serve`: the web app.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use hexring_players::Registry;
use hexring_server::{Config, Server};

use crate::output;

/// Serves the web app: play, analyse, keep games and run experiments in the browser.
///
/// Only this machine can reach it, unless --host says otherwise. Games and results are kept in the
/// data directory and go on after a restart.
#[derive(Args)]
pub(crate) struct Serve {
    /// The address or name to listen on; anything but loopback lets others in
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// The port; another one is used if it is taken
    #[arg(long, default_value_t = 7373)]
    port: u16,
    /// Where games are kept [default: hexring in the user's data directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A folder of experiment files for the laboratory [default: those that come with hexring]
    #[arg(long, value_name = "DIR")]
    experiments: Option<PathBuf>,
}

impl Serve {
    pub(crate) fn run(self, registry: &Registry) -> Result<()> {
        let data = self.data.map_or_else(data_directory, Ok)?;
        let Serve { host, port, experiments, .. } = self;
        let server =
            Server::bind(&Config { host, port, data, experiments, registry: registry.clone() })?;
        if !server.is_local() {
            output::warn("everybody who can reach this machine can play, watch and delete games");
        }
        output::print(&format!("hexring is at {}\n", server.url()))?;
        Ok(server.run()?)
    }
}

/// The place for an application's data that the XDG specification gives.
fn data_directory() -> Result<PathBuf> {
    let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || folder("HOME").map(|home| home.join(".local/share"));
    let data = folder("XDG_DATA_HOME").or_else(home);
    Ok(data
        .context("there is no home directory: say where to keep games with --data")?
        .join("hexring"))
}
