//! Checks a program against the protocol and says what it breaks.
//!
//! The checks are what programs that use engines rely on; those that an engine may do without are
//! marked, and breaking them is a remark only. Every check begins with an engine that is in step:
//! after a check that fails it is started again.

use std::time::Duration;

use hexring_control::Limit;

use crate::client::{Engine, Fault};

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was checked, as a statement about a good engine.
    pub check: &'static str,
    /// Whether an engine must fulfil it.
    pub required: bool,
    /// What it does instead; none if it fulfils it.
    pub breaks: Option<String>,
}

type Outcome = Result<(), String>;
type Check = fn(&mut Subject) -> Outcome;

/// The checks in order: whether it is required, what is expected, how it is found out.
const CHECKS: &[(bool, &str, Check)] = &[
    (true, "it says nothing before it is asked", silent),
    (true, "name and version are answered", names),
    (true, "protocol_version is 2", |it| it.expect("protocol_version", |text| text == "2", "2")),
    (true, "list_commands has the commands of the base set", lists),
    (false, "known_command says true and false", knows),
    (true, "an unknown command is refused", |it| it.expect_refusal("hexring_no_such_command")),
    (true, "the id of a command comes back", ids),
    (true, "comments and empty lines are passed over", comments),
    (true, "boards can be resized, rectangles too", resizes),
    (true, "stones of either colour can be played in any order", any_order),
    (true, "an occupied cell is refused", occupied),
    (true, "a cell off the board is refused", |it| {
        it.fresh(3).and_then(|()| it.expect_refusal("play black k11"))
    }),
    (true, "genmove answers an empty cell and plays it", generates),
    (false, "reg_genmove answers without playing", only_suggests),
    (true, "undo takes back one stone", undoes),
    (true, "undo is refused on an empty board", |it| {
        it.fresh(3).and_then(|()| it.expect_refusal("undo"))
    }),
    (true, "showboard is answered", |it| {
        it.fresh(3).and_then(|()| it.expect("showboard", |_| true, "a board"))
    }),
    (false, "final_score names the winner", scores),
    (true, "quit is answered and ends the program", quits),
];

/// Runs all checks. An engine that does not start at all is a fault.
pub fn check(command: &str, limit: Duration) -> Result<Vec<Finding>, Fault> {
    let mut subject = Subject { command: command.to_owned(), limit, engine: None };
    subject.engine()?;
    let run = |(required, check, run): &(bool, &'static str, Check)| {
        let breaks = run(&mut subject).err();
        if breaks.is_some() {
            subject.engine = None;
        }
        Finding { check, required: *required, breaks }
    };
    Ok(CHECKS.iter().map(run).collect())
}

/// The engine under examination.
struct Subject {
    command: String,
    limit: Duration,
    engine: Option<Engine>,
}

impl Subject {
    fn engine(&mut self) -> Result<&mut Engine, Fault> {
        if self.engine.is_none() {
            self.engine = Some(Engine::start(&self.command)?);
        }
        Ok(self.engine.as_mut().expect("started above"))
    }

    /// A command's answer; what cannot be survived ends the engine.
    fn send(&mut self, command: &str) -> Result<String, Fault> {
        let limit = self.limit;
        let answer =
            self.engine().and_then(|engine| engine.send(command, &Limit::none().within(limit)));
        if answer.as_ref().is_err_and(|fault| !fault.is_survivable()) {
            self.engine = None;
        }
        answer
    }

    /// An answer that must be given.
    fn ask(&mut self, command: &str) -> Result<String, String> {
        self.send(command).map_err(|fault| fault.to_string())
    }

    fn expect(&mut self, command: &str, good: fn(&str) -> bool, expected: &str) -> Outcome {
        let answer = self.ask(command)?;
        if good(&answer) { Ok(()) } else { Err(differs(command, &answer, expected)) }
    }

    fn expect_refusal(&mut self, command: &str) -> Outcome {
        match self.send(command) {
            Err(Fault::Refused { .. }) => Ok(()),
            Err(fault) => Err(fault.to_string()),
            Ok(answer) => Err(differs(command, &answer, "a refusal: ? and a reason")),
        }
    }

    /// An empty square board.
    fn fresh(&mut self, size: u8) -> Outcome {
        self.ask(&format!("boardsize {size} {size}"))?;
        self.ask("clear_board").map(|_| ())
    }
}

fn differs(command: &str, answer: &str, expected: &str) -> String {
    let answer: String = answer.chars().take(60).collect();
    format!("\"{command}\" is answered by {answer:?}, expected {expected}")
}

fn silent(it: &mut Subject) -> Outcome {
    let wait = Duration::from_millis(200);
    let silent = it.engine().map_err(|fault| fault.to_string())?.is_silent(wait);
    if silent { Ok(()) } else { Err("it writes or ends before the first command".to_owned()) }
}

fn names(it: &mut Subject) -> Outcome {
    it.expect("name", |text| !text.is_empty(), "a name")?;
    it.ask("version").map(|_| ())
}

fn lists(it: &mut Subject) -> Outcome {
    let answer = it.ask("list_commands")?;
    let base = [
        "name",
        "version",
        "protocol_version",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "play",
        "undo",
        "genmove",
        "showboard",
    ];
    let missing: Vec<&str> =
        base.into_iter().filter(|name| !answer.lines().any(|line| line.trim() == *name)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("missing: {}", missing.join(", "))) }
}

fn knows(it: &mut Subject) -> Outcome {
    it.expect("known_command genmove", |text| text == "true", "true")?;
    it.expect("known_command hexring_no_such_command", |text| text == "false", "false")
}

fn ids(it: &mut Subject) -> Outcome {
    let limit = it.limit;
    let answer =
        it.engine().and_then(|engine| engine.exchange("17 name", &Limit::none().within(limit)));
    let answer = answer.map_err(|fault| fault.to_string())?;
    if answer.starts_with("=17 ") {
        Ok(())
    } else {
        Err(differs("17 name", &answer, "=17 and a name"))
    }
}

fn comments(it: &mut Subject) -> Outcome {
    // Were the first two lines answered, the answer to the third would not be the third's.
    it.expect("# a comment\n\nprotocol_version # two", |text| text == "2", "2")
}

fn resizes(it: &mut Subject) -> Outcome {
    for (cols, rows) in [(5, 5), (7, 3), (3, 7), (11, 11)] {
        it.ask(&format!("boardsize {cols} {rows}"))?;
        let corner = format!("{}{rows}", (b'a' + cols - 1) as char);
        it.ask(&format!("play black {corner}"))?;
        it.expect_refusal(&format!("play white {}{}", (b'a' + cols) as char, 1))?;
    }
    Ok(())
}

fn any_order(it: &mut Subject) -> Outcome {
    it.fresh(5)?;
    for play in ["play white a1", "play white b2", "play black c3", "play b d4", "play w e5"] {
        it.ask(play)?;
    }
    Ok(())
}

fn occupied(it: &mut Subject) -> Outcome {
    it.fresh(5)?;
    it.ask("play black c3")?;
    it.expect_refusal("play white c3")
}

/// The cell that an engine proposes, if it is one.
fn proposal(it: &mut Subject, command: &str) -> Result<String, String> {
    let answer = it.ask(command)?.to_ascii_lowercase();
    let cell = answer.parse::<hexring_game::Cell>();
    let on_board = cell.as_ref().is_ok_and(|cell| cell.col < 5 && cell.row < 5);
    if on_board && answer != "c3" {
        Ok(answer)
    } else {
        Err(differs(command, &answer, "an empty cell of a 5×5 board"))
    }
}

fn generates(it: &mut Subject) -> Outcome {
    it.fresh(5)?;
    it.ask("play black c3")?;
    let cell = proposal(it, "genmove white")?;
    it.expect_refusal(&format!("play black {cell}"))
}

fn only_suggests(it: &mut Subject) -> Outcome {
    it.fresh(5)?;
    it.ask("play black c3")?;
    let cell = proposal(it, "reg_genmove white")?;
    it.ask(&format!("play white {cell}")).map(|_| ())
}

fn undoes(it: &mut Subject) -> Outcome {
    it.fresh(5)?;
    it.ask("play black a1")?;
    it.ask("play white b1")?;
    it.ask("undo")?;
    it.ask("play white b1")?;
    it.expect_refusal("play white a1")
}

fn scores(it: &mut Subject) -> Outcome {
    it.fresh(3)?;
    it.expect("final_score", |text| text == "cannot score", "cannot score")?;
    for cell in ["b1", "b2", "b3"] {
        it.ask(&format!("play black {cell}"))?;
    }
    it.expect("final_score", |text| text.starts_with("B+"), "B+")
}

fn quits(it: &mut Subject) -> Outcome {
    it.ask("quit")?;
    let limit = it.limit;
    let ended = it.engine.as_mut().is_none_or(|engine| engine.ends(limit));
    it.engine = None;
    if ended { Ok(()) } else { Err("it goes on running".to_owned()) }
}
