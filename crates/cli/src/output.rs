//! Text out: answers to standard output, faults as one line to standard error.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Result;

/// The exit status for bad input.
const BAD_INPUT: u8 = 2;

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

/// Whether colours can be seen.
pub(crate) fn in_color() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
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
    ExitCode::from(BAD_INPUT)
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
    // Nobody can be told that standard error is closed.
    let _ = writeln!(io::stderr(), "{message}");
}

/// Says what is dangerous, in one line.
pub(crate) fn warn(message: &str) {
    note(&format!("warning: {message}"));
}

/// Passes on what a player says about the rules, if it says something.
pub(crate) fn caution(message: Option<String>) {
    if let Some(message) = message {
        warn(&message);
    }
}

/// Says in one line what is wrong.
pub(crate) fn complain(message: &str) {
    note(&format!("error: {}", message.replace('\n', " ")));
}
