//! One server for a data folder: two would overwrite each other's games.
//!
//! The lock is the operating system's, which releases it with the process, however that ends. Who
//! holds it stands in a file beside it, so that a second server can say where the first one is.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files;

const LOCK: &str = "server.lock";
const NAME: &str = "server.json";

/// The right to use a data folder, given up when dropped.
pub(crate) struct Owner {
    _lock: File,
    name: PathBuf,
}

/// A server that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    /// Its process.
    pub process: u32,
    /// Where its page is.
    pub url: String,
}

/// Why a folder cannot be had.
pub(crate) enum OwnerError {
    /// Another server has it; none if it has not said yet who it is.
    Taken(Option<Running>),
    /// The file system refuses.
    Io(io::Error),
}

impl Owner {
    /// Takes a folder, unless another server has it.
    pub(crate) fn take(data: &Path) -> Result<Self, OwnerError> {
        let name = data.join(NAME);
        let lock =
            OpenOptions::new().create(true).truncate(false).write(true).open(data.join(LOCK));
        let lock = lock.map_err(OwnerError::Io)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(OwnerError::Taken(read(&name))),
            Err(TryLockError::Error(error)) => return Err(OwnerError::Io(error)),
        }
        // Whoever had it before may have been killed.
        files::remove(&name).map_err(OwnerError::Io)?;
        Ok(Owner { _lock: lock, name })
    }

    /// Says where this server is.
    pub(crate) fn say(&self, url: &str) -> io::Result<()> {
        let running = Running { process: std::process::id(), url: url.to_owned() };
        files::replace(&self.name, serde_json::to_string(&running)?.as_bytes())
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        // A name that stays behind is overwritten by the next server.
        let _ = files::remove(&self.name);
    }
}

fn read(name: &Path) -> Option<Running> {
    serde_json::from_slice(&std::fs::read(name).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_owner_who_says_where_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let Ok(first) = Owner::take(folder.path()) else { panic!("the folder is free") };
        assert!(matches!(Owner::take(folder.path()), Err(OwnerError::Taken(None))));
        first.say("http://127.0.0.1:1/").expect("written");
        let Err(OwnerError::Taken(Some(running))) = Owner::take(folder.path()) else {
            panic!("the folder is taken");
        };
        assert_eq!((running.process, &*running.url), (std::process::id(), "http://127.0.0.1:1/"));
        drop(first);
        assert!(Owner::take(folder.path()).is_ok());
    }
}
