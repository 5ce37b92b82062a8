//! Text out: answers to standard output, faults as one line to standard error.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

use anyhow::Result;

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

/// The exit status of a question whose answer is no.
const NO: u8 = 1;

/// What comes of a command that was carried out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It is done; or the proof holds, the strategy wins, the program keeps the protocol.
    Yes,
    /// It does not.
    No,
}

impl Answer {
    /// The answer to a question.
    pub(crate) fn of(holds: bool) -> Self {
        if holds { Answer::Yes } else { Answer::No }
    }
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Yes => ExitCode::SUCCESS,
            Answer::No => ExitCode::from(NO),
        }
    }
}

/// How much is said beside the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Volume {
    /// Warnings and errors.
    Quiet,
    /// Progress and notes too.
    Normal,
    /// And which program it was, and how long it took.
    Verbose,
}

/// Set once, from the arguments: what a process says is a matter of the whole process.
static VOLUME: OnceLock<Volume> = OnceLock::new();

/// Says how much is to be said.
pub(crate) fn set_volume(volume: Volume) {
    // A program with its own players may call twice; the first arguments stay.
    let _ = VOLUME.set(volume);
}

fn volume() -> Volume {
    VOLUME.get().copied().unwrap_or(Volume::Normal)
}

/// Whether progress and notes are not wanted.
pub(crate) fn is_quiet() -> bool {
    volume() == Volume::Quiet
}

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

/// Says something beside the answer, in one line.
pub(crate) fn note(message: &str) {
    if !is_quiet() {
        say(message);
    }
}

/// Says something to those who want to know more.
pub(crate) fn detail(message: &str) {
    if volume() == Volume::Verbose {
        say(message);
    }
}

fn say(message: &str) {
    // Nobody can be told that standard error is closed.
    let _ = writeln!(io::stderr(), "{message}");
}

/// Says what is dangerous, in one line.
pub(crate) fn warn(message: &str) {
    say(&format!("warning: {message}"));
}

/// Passes on what a player says about the rules, if it says something.
pub(crate) fn caution(message: Option<String>) {
    if let Some(message) = message {
        warn(&message);
    }
}

/// Says in one line what is wrong.
pub(crate) fn complain(message: &str) {
    say(&format!("error: {}", in_one_line(message)));
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
}
