//! What a person types: with editing and history in a terminal, line by line from elsewhere.

use std::io::{BufRead, IsTerminal, StdinLock, stdin, stdout};

use anyhow::Result;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::output;

/// Where lines come from.
pub(crate) enum LineReader {
    /// A terminal: arrows move in the line and through the lines before.
    Terminal(Box<DefaultEditor>),
    /// A pipe or a file.
    Piped(std::io::Lines<StdinLock<'static>>),
}

impl LineReader {
    pub(crate) fn new() -> Result<Self> {
        if stdin().is_terminal() && stdout().is_terminal() {
            return Ok(LineReader::Terminal(Box::new(DefaultEditor::new()?)));
        }
        Ok(LineReader::Piped(stdin().lock().lines()))
    }

    /// Asks for a line; none at the end of the input, and for Ctrl-C.
    pub(crate) fn ask(&mut self, prompt: &str) -> Result<Option<String>> {
        match self {
            LineReader::Piped(lines) => {
                output::print(prompt)?;
                Ok(lines.next().transpose()?)
            }
            LineReader::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    editor.add_history_entry(&line)?;
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(fault) => Err(fault.into()),
            },
        }
    }
}
