//! `hexring serve`: the web app.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use hexring_players::Registry;
use hexring_server::{Config, ServeError, Server};
use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

use crate::output;

/// Serves the web app: play, analyse, keep games and run experiments in the browser.
///
/// Only this machine can reach it, unless --host says otherwise; then it lets in who opens the link
/// with the token that it prints. Games and results are kept in the data directory and go on after
/// a restart.
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
    /// The token of the link [default: none on loopback, otherwise the data directory's own]
    #[arg(long)]
    token: Option<String>,
    /// A folder of experiment files for the laboratory [default: those that come with hexring]
    #[arg(long, value_name = "DIR")]
    experiments: Option<PathBuf>,
}

impl Serve {
    pub(crate) fn run(self, registry: &Registry) -> Result<()> {
        let data = self.data.map_or_else(data_directory, Ok)?;
        let Serve { host, port, token, experiments, .. } = self;
        let registry = registry.clone();
        let program = crate::PROGRAM;
        let config = Config { host, port, data, experiments, token, registry, program };
        let server = Server::bind(&config).map_err(advise)?;
        output::print(&welcome(&server.links()))?;
        if !server.is_local() {
            output::warn("whoever has the link can play, watch and delete games");
        }
        Ok(server.run()?)
    }
}

/// What to do about an error, where there is something.
fn advise(error: ServeError) -> anyhow::Error {
    match error {
        ServeError::InUse { .. } => anyhow!("{error}, such as --data OTHER"),
        other => other.into(),
    }
}

/// Where to open the page; in a terminal also for telephones.
fn welcome(links: &[String]) -> String {
    let first = links.first().map(String::as_str).unwrap_or_default();
    let mut text = format!("hexring is at {}\n", links.join("\n              "));
    if first.contains("?token=") && io::stdout().is_terminal() {
        text += &picture(first).unwrap_or_default();
    }
    text
}

/// A link as a picture for cameras, on a dark ground; none if it is too long for one.
fn picture(link: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(link, EcLevel::L).ok()?;
    let mut drawing = code.render::<Dense1x2>();
    let drawing = drawing.dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
    Some(format!("\n{drawing}\n"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_become_pictures_of_a_modest_size() {
        let link = format!("http://192.168.100.100:65535/?token={}", "x".repeat(26));
        let picture = picture(&link).expect("it is short");
        let widths = picture.lines().map(|line| line.chars().count());
        assert!(widths.max().is_some_and(|width| (20..=60).contains(&width)), "{picture}");
    }
}
