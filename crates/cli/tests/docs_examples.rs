//! Every command that a document shows: run in a scratch folder, or at least understood.
//!
//! Blocks of `sh` have a command on each line, blocks of `console` after each `$`, with what it
//! prints below it where that is shown. A block marked `long` (```` ```sh long ````) takes too long,
//! needs files that are not there, or does not end: its commands are read by the program, with all
//! their options and values, and not run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use assert_cmd::Command;

/// What takes longer than this, on any machine, belongs into a block marked `long`.
const LONGEST: Duration = Duration::from_secs(120);

/// A command of a document, and what is shown as its answer.
struct Example {
    page: PathBuf,
    line: usize,
    command: String,
    answer: Vec<String>,
    is_long: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All pages of the repository that people read.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let is_foreign = matches!(&*name, "target" | "node_modules") || name.starts_with('.');
        let kind = entry.file_type().expect("a kind");
        if kind.is_dir() && !is_foreign {
            pages(&path, found);
        } else if kind.is_file() && name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// The examples of a page.
fn examples(page: &Path) -> Vec<Example> {
    let text = fs::read_to_string(page).expect("a page");
    let (mut found, mut block): (Vec<Example>, Option<(String, bool)>) = (Vec::new(), None);
    let mut goes_on = false;
    for (number, line) in text.lines().enumerate() {
        if let Some(info) = line.strip_prefix("```") {
            let mut words = info.split_whitespace();
            let kind = words.next().filter(|kind| matches!(*kind, "sh" | "console"));
            let is_long = words.next() == Some("long");
            block = kind.filter(|_| block.is_none()).map(|kind| (kind.to_owned(), is_long));
            continue;
        }
        let Some((kind, is_long)) = &block else { continue };
        let command = match (kind.as_str(), line.strip_prefix("$ ")) {
            ("sh", _) => Some(line),
            (_, command) => command,
        };
        let last = found.last_mut();
        match (command, last) {
            (_, Some(last)) if goes_on => last.command.push_str(&format!("\n{line}")),
            (Some(""), _) => {}
            (Some(command), _) => found.push(Example {
                page: page.to_owned(),
                line: number + 1,
                command: command.to_owned(),
                answer: Vec::new(),
                is_long: *is_long,
            }),
            (None, Some(last)) => last.answer.push(line.to_owned()),
            (None, None) => {}
        }
        goes_on = line.ends_with('\\');
    }
    found.retain(|example| own_arguments(&example.command).next().is_some());
    found
}

/// A command without what is said about it.
fn without_comment(command: &str) -> &str {
    command.split(" #").next().unwrap_or(command).trim()
}

/// The parts of a command line that are calls of this program, without its name.
fn own_arguments(command: &str) -> impl Iterator<Item = &str> {
    let parts = without_comment(command).split(['|', ';']).flat_map(|part| part.split("&&"));
    parts.map(str::trim).filter_map(|part| match part {
        "hexring" => Some(""),
        part => part.strip_prefix("hexring "),
    })
}

/// Runs a command in a shell that finds the program.
fn shell(command: &str, folder: &Path) -> Output {
    let program = assert_cmd::cargo::cargo_bin("hexring");
    let path = std::env::var("PATH").unwrap_or_default();
    let own = program.parent().expect("a folder").display().to_string();
    Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", format!("{own}:{path}"))
        .env("NO_COLOR", "1")
        .timeout(LONGEST)
        .output()
        .expect("a shell")
}

impl Example {
    /// What is wrong with it, if anything is.
    fn try_in(&self, folder: &Path) -> Result<(), String> {
        let command = without_comment(&self.command);
        let shown = || format!("{}:{}: {command}", self.page.display(), self.line);
        if self.is_long {
            for arguments in own_arguments(&self.command) {
                // Asking for help at the end has all that stands before it read first.
                let output = shell(&format!("hexring {arguments} --help"), folder);
                if !output.status.success() {
                    return Err(format!("{}\n{}", shown(), text(&output.stderr)));
                }
            }
            return Ok(());
        }
        let output = shell(command, folder);
        if !output.status.success() {
            let why = if output.status.code().is_none() { "it took too long" } else { "" };
            return Err(format!("{}\n{why}{}", shown(), text(&output.stderr)));
        }
        let printed = text(&output.stdout);
        match self.answer.is_empty() || printed.trim_end() == self.answer.join("\n").trim_end() {
            true => Ok(()),
            false => Err(format!("{} prints\n{printed}", shown())),
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn examples_work() {
    let mut all = Vec::new();
    pages(&root(), &mut all);
    all.sort();
    let (mut tried, mut faults) = (0, Vec::new());
    for page in all {
        let folder = tempfile::tempdir().expect("a folder");
        for example in examples(&page) {
            tried += 1;
            faults.extend(example.try_in(folder.path()).err());
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(tried > 40, "{tried} examples were found");
}
