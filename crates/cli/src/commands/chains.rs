//! `hexring chains`: which red stones of a cylinder are connected.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use hexring_control::{Control, signals};
use hexring_game::Color;
use hexring_solver::{
    Chain, ChainAnswer, ChainAnswers, Face, Family, Options, SolveError, Solver, Stack,
};
use indicatif::ProgressBar;
use serde_json::json;

use crate::arguments::read;
use crate::destination::append;
use crate::output::{self, Stopped};
use crate::progress;

/// Says whether Red connects rings of a cylinder with each other, with Blue to move.
///
/// A chain is faces with numbers of empty rings between them, from top to bottom: "P 2 S*@1". A
/// face is a ring as text, such as R.BB. with a red stone, two blue ones and two free cells, or the
/// name of one of five columns: T RBBBB, P RRBBB, Q RRRBB, H R.BBB, S* R.BB., Z* R.B.., F* R....,
/// Pf* RR.BB, S (as S*, but its free cells hold its stone from outside: Red answers Blue on one by
/// the other), and E for the end of the cylinder. An apostrophe mirrors a face: Z'. At the ends of a
/// chain the red stones are joined with the ends of the cylinder, and the free cells belong to the
/// chain; between two gaps a ring is shared by both. @3 puts a face into column 3.
///
/// Numbers and columns may be ranges, and a comma stands between faces to choose from, so one text
/// may be a table: "P,T 1..4 S*@0..4". The answer has a line for each but the last column, with R
/// where Red wins, B where Blue does, ? where there was no time, and - where a window is lost.
#[derive(Args)]
pub(crate) struct Chains {
    /// Faces and numbers of empty rings in turns, such as "P 1..4 S*@0..4"
    #[arg(required = true, value_name = "CHAINS")]
    families: Vec<Family>,
    /// Ask only about chains all of whose parts with so many gaps are won by Red
    #[arg(long, value_name = "GAPS", value_parser = clap::value_parser!(u8).range(1..=53))]
    windows: Option<u8>,
    /// Take the ring where such a part was cut out for this face, in the same column [default: the
    /// ring as it is]
    #[arg(long, value_name = "FACE", requires = "windows")]
    seen_as: Option<Face>,
    /// Leave a chain open after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,
    /// Keep the answers in this file, and solve only what is not in it
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Megabytes for the table of positions
    #[arg(long, default_value_t = 1024, value_name = "MB", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    memory: u32,
    /// Print [{"chain":…,"rings":…,"windows":…,"winner":…,"positions":…}, …]
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// One chain and what is known of it.
struct Asked {
    chain: Chain,
    stack: Stack,
    /// Whether Red wins all windows; none if one of them is open.
    windows: Option<bool>,
    /// None if it is open, or was not asked.
    answer: Option<ChainAnswer>,
}

impl Asked {
    fn letter(&self) -> char {
        match (self.windows, self.answer.map(|answer| answer.winner)) {
            (Some(false), _) => '-',
            (_, Some(Color::Red)) => 'R',
            (_, Some(Color::Blue)) => 'B',
            (_, None) => '?',
        }
    }
}

impl Chains {
    pub(crate) fn run(self) -> Result<()> {
        let mut asked = Vec::new();
        for chain in self.families.iter().flat_map(Family::chains).cloned() {
            let stack = chain.stack()?;
            asked.push(Asked { chain, stack, windows: Some(true), answer: None });
        }
        let mut desk = Desk::new(&self)?;
        let done = self.ask(&mut desk, &mut asked);
        desk.bar.finish_and_clear();
        let is_stopped = match &done {
            Ok(()) => false,
            Err(fault) if is_stop(fault) => true,
            Err(_) => return done,
        };
        match self.json {
            true => output::print_json(&json!(asked.iter().map(row).collect::<Vec<_>>()))?,
            false => output::print(&(table(&asked) + &summary(&asked, self.windows.is_some())))?,
        }
        match is_stopped {
            false => Ok(()),
            true if self.store.is_some() => {
                Err(Stopped("stopped; run again to go on".to_owned()).into())
            }
            true => Err(Stopped("stopped; --store keeps what was found".to_owned()).into()),
        }
    }

    /// All windows first, then the chains: what is found out about a board helps with the next one
    /// of the same size.
    fn ask(&self, desk: &mut Desk<'_>, asked: &mut [Asked]) -> Result<()> {
        if let Some(gaps) = self.windows {
            desk.bar.set_length(2 * asked.len() as u64);
            for one in asked.iter_mut() {
                one.windows = Some(true);
                for window in one.chain.windows(gaps.into(), self.seen_as.as_ref()) {
                    let answer = desk.ask(&window.stack()?)?;
                    one.windows = answer.map(|answer| answer.winner == Color::Red);
                    if one.windows != Some(true) {
                        break;
                    }
                }
                desk.bar.inc(1);
            }
        }
        for one in asked.iter_mut() {
            if one.windows == Some(true) {
                one.answer = desk.ask(&one.stack)?;
            }
            desk.bar.inc(1);
        }
        Ok(())
    }
}

/// Where questions are answered, once each.
struct Desk<'a> {
    solver: Solver,
    answers: ChainAnswers,
    store: Option<&'a Path>,
    time: Option<Duration>,
    /// Chains for which the time was not enough, to be asked no second time.
    open: HashSet<Stack>,
    bar: ProgressBar,
}

impl<'a> Desk<'a> {
    fn new(chains: &'a Chains) -> Result<Self> {
        let store = chains.store.as_deref();
        let memory = chains.memory as usize * 1_000_000;
        let count: usize = chains.families.iter().map(|family| family.chains().len()).sum();
        Ok(Desk {
            solver: Solver::new(Options { memory, ..Options::default() })?,
            answers: store.map_or(Ok(ChainAnswers::default()), kept)?,
            store,
            time: chains.seconds.map(Duration::from_secs),
            open: HashSet::new(),
            bar: progress::bar(count as u64),
        })
    }

    /// Who wins; none if the time was not enough.
    fn ask(&mut self, stack: &Stack) -> Result<Option<ChainAnswer>> {
        if self.open.contains(&stack.canonical()) {
            return Ok(None);
        }
        let bar = &self.bar;
        let mut hear = |_: &_| bar.tick();
        let mut control = Control::new(hexring_control::Limit::of(signals::stop()), &mut hear);
        let (store, mut kept) = (self.store, Ok(()));
        let on_row = |row: String| {
            if let Some(path) = store {
                kept = append(path, &row).with_context(|| path.display().to_string());
            }
        };
        let answer =
            self.answers.solve(stack, &mut self.solver, self.time, &mut control, on_row)?;
        kept?;
        if answer.is_none() {
            self.open.insert(stack.canonical());
        }
        Ok(answer)
    }
}

/// Whether somebody has stopped the work.
fn is_stop(fault: &anyhow::Error) -> bool {
    matches!(fault.downcast_ref(), Some(SolveError::Stopped { .. }))
}

/// The answers of a file, which is begun if it is not there.
fn kept(path: &Path) -> Result<ChainAnswers> {
    let name = || path.display().to_string();
    if !path.exists() {
        append(path, &ChainAnswers::header()).with_context(name)?;
    }
    ChainAnswers::read(&read(path)?).with_context(name)
}

fn row(asked: &Asked) -> serde_json::Value {
    json!({
        "chain": asked.chain.to_string(), "rings": asked.stack.to_string(),
        "windows": asked.windows, "winner": asked.answer.map(|answer| answer.winner),
        "positions": asked.answer.map(|answer| answer.positions),
    })
}

/// A line for all chains that differ in their last column alone.
fn table(asked: &[Asked]) -> String {
    let start = |one: &Asked| one.chain.with_last_in_column_0();
    let lines = asked.chunk_by(|one, next| start(one) == start(next));
    let line = |chains: &[Asked]| {
        let name = match chains {
            [first, .., last] => {
                let columns = [first, last].map(|one| one.chain.last_column());
                format!("{}@{}..{}", start(first), columns[0], columns[1])
            }
            _ => chains.iter().map(|one| one.chain.to_string()).collect(),
        };
        (name, chains.iter().map(Asked::letter).collect::<String>())
    };
    let lines: Vec<(String, String)> = lines.map(line).collect();
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    lines.iter().map(|(name, letters)| format!("{name:width$}  {letters}\n")).collect()
}

/// How many there are of each kind, and which are lost though their windows are won.
fn summary(asked: &[Asked], has_windows: bool) -> String {
    let mut known = HashSet::new();
    let different: Vec<&Asked> =
        asked.iter().filter(|one| known.insert(one.stack.canonical())).collect();
    let of = |letter: char| different.iter().filter(move |one| one.letter() == letter);
    let kinds = ["won by Red", "won by Blue", "open", "with a lost window"];
    let counts = "RB?-".chars().zip(kinds).map(|(letter, kind)| (of(letter).count(), kind));
    let counts = counts.filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, kind)| format!("{count} {kind}")).collect();
    let mut text = format!(
        "{} chains, {} of them different: {}\n",
        asked.len(),
        different.len(),
        counts.join(", ")
    );
    for lost in of('B').filter(|_| has_windows) {
        text.push_str(&format!("all windows won, but not the chain: {}\n", lost.chain));
    }
    text
}
