//! Text out: answers to standard output, faults as one line to standard error.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};

/// The exit status for bad input.
const BAD_INPUT: u8 = 2;

/// The exit status of a program that was told to stop, as shells count it for Ctrl-C.
const STOPPED: u8 = 130;

/// How much of a message is printed: nobody reads more, and it may hold what somebody sent.
const LONGEST: usize = 1000;

/// A run that was told to stop before its end; what it has to say about what is finished.
#[derive(Debug)]
pub(crate) struct Stopped(pub(crate) String);

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Stopped {}

/// Writes an answer to standard output.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    Ok(stdout.flush()?)
}

/// Writes an answer as one line of JSON.
pub(crate) fn print_json(value: &serde_json::Value) -> Result<()> {
    print(&format!("{value}\n"))
}

/// Writes a file, or standard output for `-`. A file appears as a whole or stays as it was.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    if path == Path::new("-") {
        let mut stdout = io::stdout().lock();
        stdout.write_all(bytes)?;
        return Ok(stdout.flush()?);
    }
    replace(path, bytes).with_context(|| path.display().to_string())
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // What is there and no plain file, such as a pipe or a device, is written to as it is.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, bytes);
    }
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut beside = path.clone().into_os_string();
    beside.push(format!(".{}.part", std::process::id()));
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&beside, &path));
    if done.is_err() {
        // It is of no use to anybody, and may not even be there.
        let _ = fs::remove_file(&beside);
    }
    done
}

/// Whether colours can be seen, and are wanted: an empty `NO_COLOR` says nothing, as
/// <https://no-color.org> has it.
pub(crate) fn in_color() -> bool {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let plain = set("NO_COLOR").is_some() || set("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && !plain
}

/// Reports an error in one line. A reader that has gone away, such as `head`, is no error.
pub(crate) fn failure(error: &anyhow::Error) -> ExitCode {
    let broken_pipe = error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    if broken_pipe {
        return ExitCode::SUCCESS;
    }
    complain(&format!("{error:#}"));
    ExitCode::from(if error.is::<Stopped>() { STOPPED } else { BAD_INPUT })
}

/// Reports wrong arguments in one line, and prints help and version as they are.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Nobody can be told that standard output is closed.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    // The first paragraph is the message; usage and hints follow after an empty line.
    let message: Vec<&str> =
        text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let message = message.join(" ");
    complain(message.strip_prefix("error: ").unwrap_or(&message));
    ExitCode::from(BAD_INPUT)
}

/// Says what is dangerous, in one line.
pub(crate) fn warn(message: &str) {
    // Nobody can be told that standard error is closed.
    let _ = writeln!(io::stderr(), "warning: {message}");
}

/// Passes on what a player says about the rules, if it says something.
pub(crate) fn caution(message: Option<String>) {
    if let Some(message) = message {
        warn(&message);
    }
}

fn complain(message: &str) {
    // Nobody can be told that standard error is closed.
    let _ = writeln!(io::stderr(), "error: {}", in_one_line(message));
}

/// A message as one line that a terminal can show: what was typed or read may be in it, with
/// control characters and at any length.
fn in_one_line(message: &str) -> String {
    let shown: String = message.replace('\n', " ").chars().take(LONGEST).collect();
    let rest = if shown.len() < message.len() { "…" } else { "" };
    let safe = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
    format!("{}{rest}", shown.chars().map(safe).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_line_that_a_terminal_can_show() {
        assert_eq!(in_one_line("bad cell \"\u{1b}[31m\"\nok"), "bad cell \"\\u{1b}[31m\" ok");
        assert_eq!(in_one_line(&"é".repeat(5000)).chars().count(), LONGEST + 1);
    }

    #[test]
    fn a_file_appears_as_a_whole_or_stays_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        write_file(&path, b"one").expect("written");
        write_file(&path, b"two").expect("written again");
        assert_eq!(fs::read(&path).expect("read"), b"two");
        let names = || fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(names(), 1, "nothing is left beside it");
        let nowhere = folder.path().join("no/such/file");
        let error = write_file(&nowhere, b"three").expect_err("refused");
        assert!(format!("{error:#}").contains("no/such/file"), "{error:#}");
        assert_eq!(names(), 1);
    }
}
