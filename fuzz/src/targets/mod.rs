//! The list of all targets.

mod books;
mod experiments;
mod games;
mod networks;
mod protocol;
mod records;
mod searches;

use std::fs;
use std::path::{Path, PathBuf};

/// Something that reads input from outside, and what must hold whatever the input is.
pub struct Target {
    /// What it is called.
    pub name: &'static str,
    /// Panics if something does not hold.
    check: fn(&[u8]),
    /// Good inputs, to be bent.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// What the grammar knows, to be put in.
    pub words: &'static [&'static str],
}

impl Target {
    /// Tries an input.
    ///
    /// # Panics
    /// If something does not hold that must.
    pub fn run(&self, input: &[u8]) {
        (self.check)(input);
    }
}

/// Every target.
pub const TARGETS: [Target; 15] = [
    Target { name: "sgf", check: records::sgf, seeds: records::seeds, words: records::WORDS },
    Target {
        name: "hexworld",
        check: records::hexworld,
        seeds: records::seeds,
        words: records::WORDS,
    },
    Target { name: "moves", check: records::moves, seeds: records::seeds, words: records::WORDS },
    Target { name: "json", check: records::json, seeds: records::seeds, words: records::WORDS },
    Target { name: "games", check: games::games, seeds: records::seeds, words: records::WORDS },
    Target {
        name: "rules",
        check: records::rules,
        seeds: records::rule_seeds,
        words: records::WORDS,
    },
    Target {
        name: "board",
        check: records::board,
        seeds: records::rule_seeds,
        words: records::WORDS,
    },
    Target {
        name: "proof",
        check: searches::proof,
        seeds: searches::proof_seeds,
        words: searches::WORDS,
    },
    Target { name: "table", check: searches::table, seeds: searches::table_seeds, words: &[] },
    Target {
        name: "local-rule",
        check: searches::local_rule,
        seeds: searches::local_rule_seeds,
        words: searches::LOCAL_RULE_WORDS,
    },
    Target {
        name: "heights",
        check: searches::heights,
        seeds: searches::height_seeds,
        words: searches::HEIGHT_WORDS,
    },
    Target {
        name: "network",
        check: networks::network,
        seeds: networks::seeds,
        words: networks::WORDS,
    },
    Target { name: "book", check: books::book, seeds: books::seeds, words: books::WORDS },
    Target { name: "htp", check: protocol::htp, seeds: protocol::seeds, words: protocol::WORDS },
    Target {
        name: "experiment",
        check: experiments::experiment,
        seeds: experiments::seeds,
        words: experiments::WORDS,
    },
];

/// The target of a name.
///
/// # Panics
/// If there is none.
pub fn target(name: &str) -> &'static Target {
    static ALL: [Target; TARGETS.len()] = TARGETS;
    let found = ALL.iter().find(|target| target.name == name);
    found.unwrap_or_else(|| panic!("no target \"{name}\""))
}

/// A folder of the repository.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// The contents of all files in a folder of the repository that end like this, by name.
fn files(name: &str, ending: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder(name)).expect("a folder of the repository");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.is_file() && path.to_string_lossy().ends_with(ending));
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a file of the repository")).collect()
}

/// FNV-1a with 64 bits, the checksum of proofs and of saved searches.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
