//! `hexring games`: look through games, and find what was played in a position.

mod import;
mod listing;
mod sheet;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use hexring_control::{Limit, signals};
use hexring_game::record::{ReadOptions, Record};
use hexring_game::{Board, ByColor, Game, Rules, Swap, Turns};
use hexring_lab::explorer::{
    self, Day, Filter, Findings, GameView, LeftOut, Length, Opening, Outcome, Query, SourceError,
    Winner,
};
use hexring_lab::export::Format;
use hexring_lab::machine;

use crate::arguments::read;
use crate::destination::Destination;
use crate::output::{self, Stopped};
use listing::{Line, Listing};
use sheet::Sheet;

/// Looks through games: lists and exports those that are asked for, and shows what was played in a
/// position and how it ended.
///
/// Files are stores of matches and experiments, SGF collections, lists of moves or of HexWorld links
/// with a game on each line, single records, and indexes, in which a position is found among
/// millions of games at once. Positions are the same if a symmetry of the board makes one of the
/// other; where it exchanges the colours, so does the answer.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Games {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    look: Look,
}

#[derive(Subcommand)]
enum Action {
    /// Puts games into an index, all of them or none
    Import(import::Import),
}

#[derive(Args)]
struct Look {
    /// Stores, records, collections, indexes; - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Look for a position: moves ("a1 b2", "torus:5x5 a1 b2"), a HexWorld link, or a file with a
    /// record
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    #[command(flatten)]
    filter: FilterArgs,
    /// How many games to list
    #[arg(long, value_name = "NUMBER", default_value_t = 20, help_heading = "Output")]
    limit: usize,
    /// How many games to leave out of the list before
    #[arg(long, value_name = "NUMBER", default_value_t = 0, help_heading = "Output")]
    from: usize,
    /// Write all games that were found to a file, or - for standard output
    #[arg(long, value_name = "FILE", requires = "to", help_heading = "Output")]
    out: Option<PathBuf>,
    /// The format of that file: csv, jsonl, parquet or sgf
    #[arg(long, requires = "out", help_heading = "Output")]
    to: Option<Format>,
    /// Leave out games that cannot be read, and say how many
    #[arg(long)]
    skip_bad: bool,
    /// Print {"games":N,"red":N,"blue":N,"list":[…]}, with --at also "position" and "continuations"
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Which games count.
#[derive(Args)]
#[command(next_help_heading = "Which games")]
struct FilterArgs {
    /// Somebody who took part, by a part of the name; may be given twice
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Who played Red, by a part of the name
    #[arg(long, value_name = "NAME")]
    red: Option<String>,
    /// Who played Blue, by a part of the name
    #[arg(long, value_name = "NAME")]
    blue: Option<String>,
    /// Who won: red, blue, none, or a part of a player's name
    #[arg(long, value_name = "WHO")]
    winner: Option<Winner>,
    /// The board: 11x11, cylinder:5x8, torus:6x6; also that of --at where it does not say its own
    #[arg(long)]
    board: Option<Board>,
    /// The turn rule: alternate or random
    #[arg(long)]
    turns: Option<Turns>,
    /// The swap rule: none, pieces or sides
    #[arg(long)]
    swap: Option<Swap>,
    /// The whole rules: "11x11 swap=pieces"
    #[arg(long, value_name = "RULES")]
    rules: Option<Rules>,
    /// The moves with which the game begins, as they were played: "a3 swap f6"
    #[arg(long, value_name = "MOVES")]
    opening: Option<Opening>,
    /// How many moves: 40, 10..60, 10.. or ..60
    #[arg(long, value_name = "MOVES")]
    length: Option<Length>,
    /// The first day: 2026-11-16, 2026-11 or 2026
    #[arg(long, value_name = "DATE")]
    since: Option<Day>,
    /// The last day
    #[arg(long, value_name = "DATE")]
    until: Option<Day>,
}

impl FilterArgs {
    fn filter(&self) -> Filter {
        Filter {
            players: self.player.clone(),
            seats: ByColor { red: self.red.clone(), blue: self.blue.clone() },
            winner: self.winner.clone(),
            board: self.board,
            turns: self.turns,
            swap: self.swap,
            rules: self.rules.clone(),
            opening: self.opening.clone().unwrap_or_default(),
            length: self.length.unwrap_or_default(),
            since: self.since.clone(),
            until: self.until.clone(),
        }
    }

    /// The rules for moves that do not say theirs.
    fn rules_of_moves(&self) -> Result<Rules> {
        if let Some(rules) = &self.rules {
            return Ok(rules.clone());
        }
        let mut rules = Rules::new(self.board.unwrap_or("11x11".parse()?));
        rules.turns = self.turns.unwrap_or_default();
        rules.swap = self.swap.unwrap_or_default();
        rules.check()?;
        Ok(rules)
    }
}

impl Games {
    pub(crate) fn run(self) -> Result<()> {
        match self.action {
            Some(Action::Import(import)) => import.run(),
            None => self.look.run(),
        }
    }
}

impl Look {
    fn run(self) -> Result<()> {
        let game = self.at.as_deref().map(|at| self.position(at)).transpose()?;
        let place = self.out.as_deref().map(Destination::new).transpose()?;
        let mut look = Looking::new(&self, game.as_ref());
        match (&place, self.to) {
            (Some(place), Some(format)) => place.write(|out| {
                let mut sheet = Sheet::new(format, out);
                self.look_at_all(&mut look, Some(&mut sheet))?;
                sheet.finish()
            })?,
            _ => self.look_at_all(&mut look, None)?,
        }
        let listing = look.listing(game);
        match (&place, self.json) {
            (Some(place), _) if place.is_stdout() => Ok(()),
            (_, true) => output::print_json(&listing.json()),
            (_, false) => output::print(&listing.text()),
        }
    }

    /// The game whose last position is asked for.
    fn position(&self, at: &str) -> Result<Game> {
        let is_file = !at.is_empty() && Path::new(at).is_file();
        let text = if is_file { read(Path::new(at))? } else { at.to_owned() };
        let parse =
            |rules| Record::parse_with(&text, &ReadOptions { rules, ..ReadOptions::default() });
        let record = match parse(None) {
            Ok(record) => record,
            Err(_) => {
                let own = text.split_whitespace().next().is_some_and(is_board);
                let rules = if own { None } else { Some(self.filter.rules_of_moves()?) };
                parse(rules).with_context(|| format!("--at {}", shortened(at)))?
            }
        };
        Ok(record.main_game()?)
    }

    fn look_at_all(&self, look: &mut Looking, mut sheet: Option<&mut Sheet<'_>>) -> Result<()> {
        let limit = Limit::of(signals::stop());
        let (mut left_out, mut fault) = (LeftOut::default(), None);
        for file in &self.files {
            let mut source = explorer::open(file, self.skip_bad, machine::threads())?;
            let address = look.query.as_ref().map(Query::address);
            let see = &mut |game: &GameView<'_>| {
                if fault.is_none()
                    && look.see(game)
                    && let Some(sheet) = &mut sheet
                {
                    fault = sheet.add(game.to_row()).err();
                }
            };
            left_out += source.visit(address, &limit, see).map_err(stopped)?;
            if let Some(fault) = fault.take() {
                return Err(fault);
            }
        }
        tell(left_out);
        Ok(())
    }
}

/// Whether a word is a board, so that moves say their own rules.
fn is_board(word: &str) -> bool {
    word.parse::<Board>().is_ok()
}

/// What a game that was asked for is remembered by in a message.
fn shortened(text: &str) -> String {
    let short: String = text.chars().take(60).collect();
    if short.len() < text.len() { format!("\"{short}…\"") } else { format!("\"{short}\"") }
}

/// Ctrl-C is no fault of a file.
fn stopped(error: SourceError) -> anyhow::Error {
    match error {
        SourceError::Stopped => Stopped("stopped before the end of the games".to_owned()).into(),
        other => other.into(),
    }
}

/// Says what was not taken.
fn tell(left_out: LeftOut) {
    let LeftOut { unusual, bad } = left_out;
    if unusual > 0 {
        output::note(&format!(
            "left out {unusual} games that begin with stones on the board or have a move out of turn"
        ));
    }
    if bad > 0 {
        output::warn(&format!("left out {bad} games that cannot be read"));
    }
}

/// The games that were seen so far.
struct Looking {
    filter: Filter,
    query: Option<Query>,
    findings: Findings,
    outcome: Outcome,
    lines: Vec<Line>,
    from: usize,
    limit: usize,
}

impl Looking {
    fn new(look: &Look, game: Option<&Game>) -> Self {
        Looking {
            filter: look.filter.filter(),
            query: game.map(Query::new),
            findings: Findings::default(),
            outcome: Outcome::default(),
            lines: Vec::new(),
            from: look.from,
            limit: look.limit,
        }
    }

    /// Counts a game if it is asked for, and says whether it is.
    fn see(&mut self, game: &GameView<'_>) -> bool {
        if !self.filter.admits(game) {
            return false;
        }
        let mut ply = None;
        if let Some(query) = &mut self.query {
            let Some(hit) = query.find(game) else { return false };
            ply = Some(hit.ply);
            self.findings.add(game, &hit.followed(game));
        }
        let listed = usize::try_from(self.outcome.games).unwrap_or(usize::MAX);
        if listed >= self.from && self.lines.len() < self.limit {
            self.lines.push(Line::new(game, ply));
        }
        self.outcome.add(game.winner);
        true
    }

    fn listing(self, game: Option<Game>) -> Listing {
        Listing {
            outcome: if game.is_some() { self.findings.outcome() } else { self.outcome },
            position: game.map(|game| (game, self.findings.continuations())),
            lines: self.lines,
            from: self.from,
        }
    }
}
