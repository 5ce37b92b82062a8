//! Experiments: what is read is written and read again as the same, and what is wrong has a place.

use std::io;

use hexring_lab::Contender;
use hexring_lab::experiment::{Context, ExperimentFile};
use hexring_players::Registry;

use super::files;

/// Pieces of experiments.
pub(super) const WORDS: &[&str] = &[
    "[[part]]\n",
    "[[claim]]\n",
    "kind = \"duels\"\n",
    "kind = \"sweep\"\n",
    "players = [\"random\", \"mcts\"]\n",
    "board = \"torus:5x5\"\n",
    "games = 1000000\n",
    "games = -1\n",
    "seed = 18446744073709551615\n",
    "name = \"x\"\n",
    "clock = \"1.5s+0.1s\"\n",
    "adjudicate = \"agreement:moves=2,value=0.6\"\n",
    "sprt = \"0,20\"\nalpha = 0.01\n",
    "anchor = \"random=1500\"\n",
    "\"\"\"",
    "= [",
    "{ }",
    "1e999",
];

/// The experiments of the repository.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    files("experiments", ".toml")
}

/// Experiments.
pub(super) fn experiment(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    match ExperimentFile::parse(&text) {
        Err(fault) => assert!(fault.line > 0 && fault.column > 0, "{fault}"),
        Ok(file) => {
            let written = file.to_toml().expect("what was read can be written");
            assert!(ExperimentFile::parse(&written).is_ok_and(|again| again == file), "{written}");
            build(&file);
        }
    }
}

/// Files that it names are not there.
fn build(file: &ExperimentFile) {
    let registry = Registry::standard();
    let resolve = |text: &str| Contender::parse(&registry, text);
    let load = |_: &str| Err(io::ErrorKind::NotFound.into());
    // Whether it fits together is its own affair; that an answer comes is ours.
    let _ = file.experiment("fuzz", &Context { resolve: &resolve, load: &load });
}
