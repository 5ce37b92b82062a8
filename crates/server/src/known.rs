//! What files of experiments and their results say, remembered: a list of a thousand matches would
//! otherwise lay out and count two million games. It is kept in a file, so that the first list
//! after a restart is as quick as the others.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::UNIX_EPOCH;

use hexring_lab::{Experiment, Laboratory};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::files;

/// The file of the data folder.
const FILE: &str = "experiments.json";

/// Everything that was read.
pub(crate) struct Known {
    path: PathBuf,
    all: Mutex<All>,
}

#[derive(Default)]
struct All {
    entries: HashMap<String, Entry>,
    /// Whether there is something that the file does not have.
    changed: bool,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    stamps: Vec<Stamp>,
    facts: Facts,
}

/// A file as it was: how long, and when written.
type Stamp = Option<(u64, u128)>;

/// What a file and its results say.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Facts {
    pub(crate) title: String,
    pub(crate) source: String,
    pub(crate) about: String,
    pub(crate) full: Standing,
    pub(crate) short: Standing,
    pub(crate) fault: Option<String>,
}

/// How far an experiment is.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct Standing {
    pub(crate) done: usize,
    pub(crate) total: usize,
}

impl Known {
    /// What an earlier server has left in a data folder.
    pub(crate) fn open(data: &Path) -> Self {
        let path = data.join(FILE);
        // What cannot be read is read anew from where it came.
        let kept = std::fs::read(&path).ok().and_then(|kept| serde_json::from_slice(&kept).ok());
        let all = All { entries: kept.unwrap_or_default(), changed: false };
        Known { path, all: Mutex::new(all) }
    }

    /// What an experiment says, read only if a file has changed since.
    pub(crate) fn of(&self, lab: &Laboratory, name: &str) -> Facts {
        let mut all = self.lock();
        if let Some(entry) = all.entries.get(name).filter(|it| it.stamps == stamps(lab, name)) {
            return entry.facts.clone();
        }
        let facts = read(lab, name);
        // Stamped afterwards: to read a store is to tidy it up.
        let entry = Entry { stamps: stamps(lab, name), facts: facts.clone() };
        all.entries.insert(name.to_owned(), entry);
        all.changed = true;
        facts
    }

    /// Results have changed.
    pub(crate) fn forget(&self, name: &str) {
        let mut all = self.lock();
        all.changed |= all.entries.remove(name).is_some();
    }

    /// Writes down what is new.
    pub(crate) fn keep(&self) {
        let mut all = self.lock();
        if std::mem::take(&mut all.changed) {
            let text = serde_json::to_vec(&all.entries).expect("plain data");
            // It can be read anew.
            let _ = files::replace(&self.path, &text);
        }
    }

    fn lock(&self) -> MutexGuard<'_, All> {
        // Nothing in it is ever half changed.
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The files that an experiment is read from: its own, its results, and what is not yet in them.
fn stamps(lab: &Laboratory, name: &str) -> Vec<Stamp> {
    let store = lab.store_path(name);
    let mut log = store.clone().into_os_string();
    log.push("-wal");
    [lab.file(name).unwrap_or_default(), store, log.into()].iter().map(|it| stamp(it)).collect()
}

fn stamp(path: &Path) -> Stamp {
    let file = path.metadata().ok()?;
    let written = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((file.len(), written.as_nanos()))
}

fn read(lab: &Laboratory, name: &str) -> Facts {
    let experiment = match lab.experiment(name) {
        Ok(experiment) => experiment,
        Err(error) => {
            let fault = Some(ApiError::from(error).to_string());
            return Facts { title: name.to_owned(), fault, ..Facts::default() };
        }
    };
    let standing = |quick| match lab.standing(name, quick) {
        Ok(standing) => (Standing { done: standing.done, total: standing.total }, None),
        Err(error) => (Standing::default(), Some(ApiError::from(error).to_string())),
    };
    let ((full, fault), (short, _)) = (standing(false), standing(true));
    let Experiment { title, source, about, .. } = experiment;
    Facts { title, source, about, full, short, fault }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "title = \"Small\"\n[[part]]\nname = \"p\"\nkind = \"match\"\n\
        board = \"4x4\"\nplayers = [\"random\", \"heuristic\"]\nrounds = 20\nquick = 3\n";

    #[test]
    fn what_is_known_outlives_a_restart_but_no_change() {
        let data = tempfile::tempdir().expect("a folder");
        let file = data.path().join("small.toml");
        std::fs::write(&file, FILE).expect("written");
        let lab = Laboratory::new(data.path(), data.path().join("results"));
        let first = Known::open(data.path());
        assert_eq!(first.of(&lab, "small").full.total, 40);
        first.keep();
        let kept = std::fs::read_to_string(data.path().join(super::FILE)).expect("kept");
        std::fs::write(data.path().join(super::FILE), kept.replace("Small", "Kept")).expect("ok");
        let second = Known::open(data.path());
        assert_eq!(second.of(&lab, "small").title, "Kept");
        std::fs::write(&file, FILE.replace("Small", "Larger")).expect("written");
        assert_eq!(second.of(&lab, "small").title, "Larger");
        second.forget("small");
        assert_eq!(second.of(&lab, "small").full.total, 40);
    }
}
