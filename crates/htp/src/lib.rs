#![doc = include_str!("../README.md")]

pub mod client;
mod commands;
pub mod compliance;
mod engine;
mod exact;
mod line;
mod live;
mod params;
mod session;
mod words;

use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel};

use hexring_control::Stop;

pub use engine::{EnginePlayer, EngineSlot, EngineSpec};
pub use session::{Session, SessionError};

/// A command on its way to the engine, with the flags that the reader may still raise.
#[derive(Debug)]
pub(crate) struct Request {
    line: String,
    flags: Flags,
}

/// What the reader has seen since a command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flags {
    /// `# interrupt` was read.
    pub(crate) interrupted: Stop,
    /// Any line was read, which ends a stream of analysis.
    pub(crate) followed: Stop,
}

/// Serves commands from `input` until `quit` or the end, with answers to `output` and live
/// thoughts to `live`.
pub fn serve(
    session: &mut Session,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    live: &mut impl Write,
) -> std::io::Result<()> {
    let (sender, requests) = channel();
    // The reader may be blocked in a read when `quit` arrives, so it is not joined.
    std::thread::spawn(move || read_lines(input, &sender));
    answer_all(session, &requests, output, live)
}

fn read_lines(input: impl BufRead, requests: &Sender<Request>) {
    let mut last = Flags::default();
    // Bytes that are no text are read as replacement characters: no cell has such a name.
    for line in input.split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line).into_owned();
        last.followed.raise();
        if line::is_interrupt(&line) {
            last.interrupted.raise();
            continue;
        }
        last = Flags::default();
        if requests.send(Request { line, flags: last.clone() }).is_err() {
            return;
        }
    }
}

fn answer_all(
    session: &mut Session,
    requests: &Receiver<Request>,
    output: &mut impl Write,
    live: &mut impl Write,
) -> std::io::Result<()> {
    for Request { line, flags } in requests {
        let Some(command) = line::Command::parse(&line) else { continue };
        let mut streams = live::Streams { output, live, id: command.id, streaming: false };
        let result = commands::run(session, &command, &flags, &mut streams);
        let streaming = streams.streaming;
        let text = if streaming { "\n".to_owned() } else { line::answer(command.id, &result) };
        output.write_all(text.as_bytes())?;
        output.flush()?;
        if command.keyword == "quit" {
            break;
        }
    }
    Ok(())
}
