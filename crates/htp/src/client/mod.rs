//! The other end of the protocol: engines as child processes.
//!
//! An [`Engine`] is a running program. Every command has a time limit, and whatever an engine can
//! do wrong is a [`Fault`] with a name: programs from outside crash, hang, answer garbage and
//! close their pipes, and whoever plays with them wants to know which it was.
//!
//! One thread reads the engine's answers, so that waiting can end; one reads its error stream, so
//! that it never blocks, and keeps the last line for the message when the engine dies. An answer
//! has a largest size, so that an engine that never ends one cannot fill the memory.

mod program;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use hexring_control::Limit;
use thiserror::Error;

use self::program::Program;

/// What an engine did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The program could not be started.
    #[error("cannot start \"{program}\": {reason}")]
    Start {
        /// The program.
        program: String,
        /// Why not.
        reason: String,
    },
    /// The program ended.
    #[error("crash during \"{command}\": {how}")]
    Crash {
        /// The command that it did not survive.
        command: String,
        /// Its exit status and last words.
        how: String,
    },
    /// No answer in time.
    #[error("stall: no answer to \"{command}\" within {limit:?}")]
    Stall {
        /// The command.
        command: String,
        /// The time it had.
        limit: Duration,
    },
    /// Whoever asked does not want the answer any more.
    #[error("stopped while \"{command}\" was waited for")]
    Stopped {
        /// The command.
        command: String,
    },
    /// An answer that is not in the form of the protocol, or not one to the question.
    #[error("bad answer to \"{command}\": {answer:?}")]
    BadAnswer {
        /// The command.
        command: String,
        /// The answer, cut short.
        answer: String,
    },
    /// The engine answered that it cannot.
    #[error("refused \"{command}\": {message}")]
    Refused {
        /// The command.
        command: String,
        /// What the engine said.
        message: String,
    },
}

impl Fault {
    /// Whether the engine is still there and in step, so that it can be asked on.
    pub fn is_survivable(&self) -> bool {
        matches!(self, Fault::Refused { .. })
    }
}

/// A running engine. It is killed when it is dropped, with everything that it has started; and also
/// when this process is killed.
#[derive(Debug)]
pub struct Engine {
    program: Program,
    input: Option<ChildStdin>,
    heard: Receiver<Heard>,
    /// Wakes whoever waits for a line.
    bell: SyncSender<Heard>,
    last_words: LastWords,
}

/// The longest line that is read at once, in bytes; what is longer arrives in pieces.
const LONGEST_LINE: u64 = 1 << 16;

/// The longest answer, in bytes. Boards with all their analysis have a tenth of it.
const LONGEST_ANSWER: usize = 1 << 20;

/// The most lines of an answer.
const MOST_LINES: usize = 10_000;

/// How many lines may wait to be looked at; an engine that writes more has to wait too.
const WAITING_LINES: usize = 32;

impl Engine {
    /// Starts a program. The command is split into words as a shell does it, and no more than that.
    pub fn start(command: &str) -> Result<Self, Fault> {
        let fault =
            |reason: &str| Fault::Start { program: command.to_owned(), reason: reason.to_owned() };
        let words = shlex::split(command).ok_or_else(|| fault("a quote is not closed"))?;
        let (program, arguments) =
            words.split_first().ok_or_else(|| fault("the command is empty"))?;
        let mut program =
            Program::start(program, arguments).map_err(|error| fault(&error.to_string()))?;
        let child = program.child();
        let output = child.stdout.take().ok_or_else(|| fault("it has no output"))?;
        let errors = child.stderr.take().ok_or_else(|| fault("it has no error stream"))?;
        let input = child.stdin.take();
        let (bell, heard) = sync_channel(WAITING_LINES);
        pump_lines(output, bell.clone());
        let last_words = LastWords::of(errors);
        Ok(Engine { program, input, heard, bell, last_words })
    }

    /// Sends a command and waits for its answer, within a limit.
    pub fn send(&mut self, command: &str, limit: &Limit) -> Result<String, Fault> {
        read_answer(command, &self.exchange(command, limit)?)
    }

    /// Sends a line and waits for whatever is answered, up to the empty line.
    pub(crate) fn exchange(&mut self, command: &str, limit: &Limit) -> Result<String, Fault> {
        self.write(command)?;
        let time = limit.left();
        let bell = self.bell.clone();
        let _waiting = limit.on_stop(move || {
            // A full channel wakes by its lines.
            let _ = bell.try_send(Heard::Bell);
        });
        let mut body: Vec<String> = Vec::new();
        let (mut bytes, mut lines) = (0, 0);
        loop {
            let line = self.next_line(command, limit, time)?;
            (bytes, lines) = (bytes + line.len(), lines + 1);
            match (line.is_empty(), body.is_empty()) {
                _ if bytes > LONGEST_ANSWER || lines > MOST_LINES => {
                    let answer = format!("more than {LONGEST_ANSWER} bytes or {MOST_LINES} lines");
                    return Err(Fault::BadAnswer { command: command.to_owned(), answer });
                }
                (false, _) => body.push(line),
                (true, false) => return Ok(body.join("\n")),
                // Some engines write empty lines before their answer.
                (true, true) => {}
            }
        }
    }

    /// Whether the program has written anything that was not asked for.
    pub(crate) fn is_silent(&self, wait: Duration) -> bool {
        matches!(self.heard.recv_timeout(wait), Err(RecvTimeoutError::Timeout))
    }

    /// Whether the program ends within a time.
    pub(crate) fn ends(&mut self, wait: Duration) -> bool {
        self.program.ends_within(wait).is_some()
    }

    fn write(&mut self, command: &str) -> Result<(), Fault> {
        let written = match &mut self.input {
            Some(input) => writeln!(input, "{command}").and_then(|()| input.flush()),
            None => Ok(()),
        };
        written.map_err(|_| self.crash(command))
    }

    fn next_line(
        &mut self,
        command: &str,
        limit: &Limit,
        time: Option<Duration>,
    ) -> Result<String, Fault> {
        loop {
            let heard = match limit.left() {
                Some(left) => self.heard.recv_timeout(left),
                None => self.heard.recv().map_err(RecvTimeoutError::from),
            };
            match heard {
                // Whoever floods is not heard to the end.
                Ok(Heard::Line(_) | Heard::Bell) if limit.is_stopped() => {
                    return Err(Fault::Stopped { command: command.to_owned() });
                }
                Ok(Heard::Line(line)) => return Ok(line),
                // It rang for a command that was answered in the meantime.
                Ok(Heard::Bell) => {}
                Err(RecvTimeoutError::Timeout) => {
                    let limit = time.unwrap_or_default();
                    return Err(Fault::Stall { command: command.to_owned(), limit });
                }
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.crash(command));
                }
            }
        }
    }

    /// The fault of an engine whose pipe is closed, with what it left behind.
    fn crash(&mut self, command: &str) -> Fault {
        // It may be on its way out: give it a moment, so that its status is known.
        let how = match self.program.ends_within(A_MOMENT) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        };
        let words = self.last_words.within(A_MOMENT);
        let how = if words.is_empty() { how } else { format!("{how} ({words})") };
        Fault::Crash { command: command.to_owned(), how }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A polite goodbye and a moment to leave; then the program is dropped.
        let _ = self.write("quit");
        self.input = None;
        self.program.ends_within(Duration::from_millis(100));
    }
}

/// The text of an answer: `= text` or `? text`, perhaps with an id.
fn read_answer(command: &str, answer: &str) -> Result<String, Fault> {
    let mut rest = answer.chars();
    let mark = rest.next();
    let text = rest.as_str().trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
    match mark {
        Some('=') => Ok(text),
        Some('?') => Err(Fault::Refused { command: command.to_owned(), message: text }),
        _ => {
            let answer = answer.chars().take(80).collect();
            Err(Fault::BadAnswer { command: command.to_owned(), answer })
        }
    }
}

/// What whoever waits for an engine hears.
#[derive(Debug)]
enum Heard {
    /// A line of its output.
    Line(String),
    /// Its output has ended.
    End,
    /// Somebody wants the waiting to end.
    Bell,
}

/// Reads lines on a thread of their own until the stream ends.
fn pump_lines(stream: impl Read + Send + 'static, heard: SyncSender<Heard>) {
    std::thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        while let Some(line) = read_line(&mut stream) {
            if heard.send(Heard::Line(line)).is_err() {
                return;
            }
        }
        let _ = heard.send(Heard::End);
    });
}

fn read_line(stream: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = stream.take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    (read > 0).then(|| text.trim_end_matches(['\n', '\r']).to_owned())
}

/// How long an engine that has gone may take to leave its status and last words.
const A_MOMENT: Duration = Duration::from_millis(200);

/// The last line of a stream that says something. The stream is drained by a thread, so that the
/// engine never blocks.
#[derive(Debug)]
struct LastWords(Arc<(Mutex<Words>, Condvar)>);

#[derive(Debug, Default)]
struct Words {
    line: String,
    ended: bool,
}

impl LastWords {
    fn of(stream: impl Read + Send + 'static) -> Self {
        let words = LastWords(Arc::default());
        let kept = Arc::clone(&words.0);
        std::thread::spawn(move || {
            let (words, bell) = &*kept;
            let lock = || words.lock().unwrap_or_else(PoisonError::into_inner);
            let mut stream = BufReader::new(stream);
            while let Some(line) = read_line(&mut stream) {
                let line: String = line.trim().chars().take(120).collect();
                if !line.is_empty() {
                    lock().line = line;
                }
            }
            lock().ended = true;
            bell.notify_all();
        });
        words
    }

    /// The last words of an engine that has gone. They may still be on their way; what it has
    /// started may keep the stream open, which nobody waits for.
    fn within(&self, time: Duration) -> String {
        let (words, bell) = &*self.0;
        let words = words.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = bell.wait_timeout_while(words, time, |words| !words.ended);
        waited.unwrap_or_else(PoisonError::into_inner).0.line.clone()
    }
}
