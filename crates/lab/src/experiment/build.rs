//! From what is written to an experiment: reads the texts in it and checks that all fits together.

use std::fmt::Display;
use std::ops::RangeInclusive;

use hexring_game::{Board, Color, Move, ParseMoveError, Ply, Swap, Turns, Years, default_years};
use hexring_players::Spec;

use super::design::{gauntlet, ladder, round_robin};
use super::file::{
    DesignFile, DuelsFile, ExactFile, ExperimentFile, GridFile, LineFile, PartFile, SweepFile,
    TableFile,
};
use super::grid::variants;
use super::place::{Fault, Place};
use super::published::{MatchRow, RoundRow, StandIns, match_rows, round_rows};
use super::{
    Convergence, Design, Duels, Exact, Experiment, Grid, GridPlace, Line, Openings, Part, Sweep,
    Table, TableRow, checks,
};
use crate::book;
use crate::conditions::{Conditions, SeasonPlan};
use crate::contender::{Contender, ContenderError};
use crate::opening::Opening;
use crate::stats::{Anchor, Sprt};
use crate::terms::Terms;

/// What the texts of an experiment refer to.
pub struct Context<'a> {
    /// Who is meant by the text of a player.
    pub resolve: &'a dyn Fn(&str) -> Result<Contender, ContenderError>,
    /// The text of a file that the experiment names.
    pub load: &'a dyn Fn(&str) -> std::io::Result<String>,
}

/// The most games of one setting, so that a slip of the pen does not fill the disk.
const MOST: u64 = 1_000_000;

/// The most random stones of an opening.
const MOST_STONES: u64 = 100;

type Outcome<T> = Result<T, Fault>;

impl ExperimentFile {
    /// The experiment, with everything in it read and checked.
    pub fn experiment(&self, name: &str, context: &Context) -> Outcome<Experiment> {
        let here = Place::default();
        whole(&here.key("seed"), self.seed, 0..=i64::MAX as u64)?;
        let varied = self.varied(&here)?;
        let files = self.laid_out(varied.as_ref());
        let parts = files.iter().map(|(index, part)| {
            Builder { part, here: here.key("part").item(*index), context }.part()
        });
        let experiment = Experiment {
            name: name.to_owned(),
            title: self.title.clone(),
            source: self.source.trim().to_owned(),
            about: self.about.trim().to_owned(),
            seed: self.seed,
            parts: parts.collect::<Outcome<_>>()?,
            claims: self.claims.clone(),
            varied,
        };
        checks::parts(&experiment, files.iter().map(|(index, _)| *index), &here)?;
        checks::claims(&experiment, &here)?;
        Ok(experiment)
    }
}

/// Builds one part.
struct Builder<'a> {
    part: &'a PartFile,
    here: Place,
    context: &'a Context<'a>,
}

impl Builder<'_> {
    fn part(&self) -> Outcome<Part> {
        let PartFile { name, title, about, quick, .. } = self.part;
        Ok(Part {
            name: name.clone(),
            title: title.as_ref().unwrap_or(name).clone(),
            about: about.trim().to_owned(),
            conditions: self.conditions()?,
            terms: self.terms()?,
            quick: self.count("quick", *quick)?,
            design: self.design()?,
        })
    }

    /// The clock and the judge, which parts without games have no use for.
    fn terms(&self) -> Outcome<Terms> {
        let PartFile { clock, adjudicate: adjudication, design, .. } = self.part;
        let has_games = !matches!(
            design,
            DesignFile::Openings(_)
                | DesignFile::Convergence(_)
                | DesignFile::Line(_)
                | DesignFile::Exact(_)
                | DesignFile::Stones(_)
        );
        if !has_games && (clock.is_some() || adjudication.is_some()) {
            let key = if clock.is_some() { "clock" } else { "adjudicate" };
            return Err(self.fault(key, format!("{key} is for games, and this part has none")));
        }
        Ok(Terms { clock: *clock, adjudication: *adjudication })
    }

    fn design(&self) -> Outcome<Design> {
        Ok(match &self.part.design {
            DesignFile::Match(duels) => self.duels(duels, 2..=2, round_robin(2, false))?,
            DesignFile::RoundRobin(duels) => {
                let least = if duels.self_play { 1 } else { 2 };
                let pairings = round_robin(duels.players.len(), duels.self_play);
                self.duels(duels, least..=usize::MAX, pairings)?
            }
            DesignFile::Gauntlet(duels) => {
                self.duels(duels, 2..=usize::MAX, gauntlet(duels.players.len()))?
            }
            DesignFile::Ladder(duels) => {
                self.duels(duels, 2..=usize::MAX, ladder(duels.players.len()))?
            }
            DesignFile::Sweep(sweep) => Design::Sweep(self.sweep(sweep)?),
            DesignFile::Grid(grid) => Design::Grid(self.grid(grid)?),
            DesignFile::Table(table) => Design::Table(self.table(table)?),
            DesignFile::Openings(openings) => Design::Openings(self.openings(openings)?),
            DesignFile::Convergence(design) => Design::Convergence(self.convergence(design)?),
            DesignFile::Line(line) => Design::Line(self.line(line)?),
            DesignFile::Exact(exact) => Design::Exact(self.exact(exact)?),
            DesignFile::Stones(stones) => Design::Stones(stones.clone()),
        })
    }

    fn conditions(&self) -> Outcome<Conditions> {
        let PartFile { turns, swap, .. } = *self.part;
        Ok(Conditions { turns, swap, seasons: self.seasons()? })
    }

    /// All boards with all rules that vary.
    fn places(
        &self,
        boards: &[Board],
        first: Color,
        vary_turns: &[Turns],
        vary_years: &[String],
    ) -> Outcome<Vec<GridPlace>> {
        let mut parts = vec![self.part.clone()];
        if !vary_turns.is_empty() {
            let with = |turns: &Turns| PartFile { turns: *turns, ..self.part.clone() };
            parts = vary_turns.iter().map(with).collect();
        }
        if !vary_years.is_empty() {
            let with = |part: PartFile, years: &String| PartFile {
                season_years: Some(years.clone()),
                ..part
            };
            let all = |part: PartFile| vary_years.iter().map(move |y| with(part.clone(), y));
            parts = parts.into_iter().flat_map(all).collect();
        }
        let mut places = Vec::new();
        for &board in boards {
            for part in &parts {
                let builder = Builder { part, here: self.here.clone(), context: self.context };
                builder.fit(board, first)?;
                places.push(GridPlace { board, conditions: builder.conditions()? });
            }
        }
        Ok(places)
    }

    fn grid(&self, grid: &GridFile) -> Outcome<Grid> {
        if grid.boards.is_empty() || grid.against.is_empty() {
            return Err(self.here.fault("a grid needs boards and somebody to play against"));
        }
        let here = self.here.key("against");
        let opponents = grid.against.iter().enumerate();
        let opponents = opponents.map(|(at, text)| self.contender(&here.item(at), text));
        let player = self.here.key("player");
        let player = player_of(&player, self.contender(&player, &grid.player)?)?;
        let variants = variants(&player, &grid.vary, grid.paired);
        Ok(Grid {
            options: grid.vary.0.clone(),
            variants: variants.map_err(|message| self.fault("vary", message))?,
            opponents: opponents.collect::<Outcome<_>>()?,
            places: self.places(&grid.boards, grid.first, &grid.vary_turns, &grid.vary_years)?,
            first: grid.first,
            rounds: self.count("rounds", grid.rounds)?,
            opening: self.opening_word(grid.opening.as_deref())?.unwrap_or(Opening::Empty),
        })
    }

    fn seasons(&self) -> Outcome<Option<SeasonPlan>> {
        let PartFile { seasons, season_layout, season_years, no_move, .. } = self.part;
        let Some(count) = *seasons else {
            return if season_layout.is_some() || season_years.is_some() || no_move.is_some() {
                Err(self.here.fault("season-layout, season-years and no-move need seasons"))
            } else {
                Ok(None)
            };
        };
        let mut years = default_years(count).map_err(|error| self.fault("seasons", error))?;
        if let Some(text) = season_years {
            years = self.read("season-years", text.parse::<Years>())?;
        }
        let found = years.red.count();
        if found != count {
            let message = format!("{found} seasons in the years, {count} in all");
            return Err(self.fault("season-years", message));
        }
        let layout = season_layout.clone().unwrap_or_default();
        Ok(Some(SeasonPlan { layout, years, no_move: no_move.unwrap_or_default() }))
    }

    fn duels(
        &self,
        duels: &DuelsFile,
        wanted: RangeInclusive<usize>,
        pairings: Vec<(usize, usize)>,
    ) -> Outcome<Design> {
        if duels.self_play && !matches!(self.part.design, DesignFile::RoundRobin(_)) {
            return Err(self.fault("self-play", "self-play is for a round-robin"));
        }
        self.fit(duels.board, duels.first)?;
        let players = self.contenders(&duels.players, wanted)?;
        let anchor = duels.anchor.as_ref().map(|text| {
            let names: Vec<String> = players.iter().map(ToString::to_string).collect();
            self.read("anchor", Anchor::read(text, &names))
        });
        Ok(Design::Duels(Duels {
            players,
            pairings,
            board: duels.board,
            first: duels.first,
            rounds: self.count("rounds", duels.rounds)?,
            opening: self.opening(duels)?,
            published: self.published_rounds(duels)?,
            target: self.target(duels)?,
            sprt: self.sprt(duels)?,
            anchor: anchor.transpose()?,
        }))
    }

    fn sprt(&self, duels: &DuelsFile) -> Outcome<Option<Sprt>> {
        let DuelsFile { sprt, alpha, beta, .. } = duels;
        match sprt {
            Some(text) => {
                let test = self.read("sprt", text.parse::<Sprt>())?;
                self.read("sprt", test.with_risks(*alpha, *beta)).map(Some)
            }
            None if alpha.is_some() || beta.is_some() => {
                Err(self.here.fault("alpha and beta are the risks of sprt, which is missing"))
            }
            None => Ok(None),
        }
    }

    /// Everybody in `players`.
    fn contenders(
        &self,
        texts: &[String],
        wanted: RangeInclusive<usize>,
    ) -> Outcome<Vec<Contender>> {
        if !wanted.contains(&texts.len()) {
            let more = if wanted.start() == wanted.end() { "" } else { " or more" };
            let (found, least) = (texts.len(), wanted.start());
            let message = format!("{found} players, expected {least}{more}");
            return Err(self.fault("players", message));
        }
        let here = self.here.key("players");
        texts.iter().enumerate().map(|(at, text)| self.contender(&here.item(at), text)).collect()
    }

    fn contender(&self, here: &Place, text: &str) -> Outcome<Contender> {
        (self.context.resolve)(text).map_err(|error| here.fault(error))
    }

    /// Everybody in `players`, where programs cannot be asked.
    fn players(&self, texts: &[String]) -> Outcome<Vec<Spec>> {
        let contenders = self.contenders(texts, 1..=usize::MAX)?;
        let here = self.here.key("players");
        contenders.into_iter().enumerate().map(|(at, who)| player_of(&here.item(at), who)).collect()
    }

    fn opening(&self, duels: &DuelsFile) -> Outcome<Opening> {
        let lines = &duels.opening_moves;
        let ways = [
            ("opening", duels.opening.is_some()),
            ("opening-stones", duels.opening_stones.is_some()),
            ("opening-moves", !lines.is_empty()),
            ("opening-book", duels.opening_book.is_some()),
        ];
        if let Some((key, _)) = ways.into_iter().filter(|(_, given)| *given).nth(1) {
            let message = "opening, opening-stones, opening-moves and opening-book exclude each \
                           other";
            return Err(self.fault(key, message));
        }
        if let Some(file) = &duels.opening_book {
            return self.book(file, duels);
        }
        if let Some(opening) = self.opening_word(duels.opening.as_deref())? {
            return Ok(opening);
        }
        match duels.opening_stones {
            Some(stones) => {
                whole(&self.here.key("opening-stones"), stones, 0..=MOST_STONES)?;
                Ok(Opening::Random(stones))
            }
            None if lines.is_empty() => Ok(Opening::Empty),
            None => {
                let here = self.here.key("opening-moves");
                let read = |(at, line): (usize, &String)| {
                    moves(line).map_err(|error| here.item(at).fault(error))
                };
                Ok(Opening::Book(lines.iter().enumerate().map(read).collect::<Outcome<_>>()?))
            }
        }
    }

    /// The lines of a book, which must fit the board.
    fn book(&self, file: &str, duels: &DuelsFile) -> Outcome<Opening> {
        let name = |error: &dyn Display| format!("{file}: {error}");
        let text = (self.context.load)(file).map_err(|error| name(&error));
        let text = self.read("opening-book", text)?;
        let rules = self.conditions()?.rules(duels.board, duels.first, 1);
        let rules = rules.map_err(|error| self.here.fault(error))?;
        let lines = book::read(&text, &rules).map_err(|error| name(&error));
        self.read("opening-book", lines).map(Opening::Book)
    }

    /// How games begin, if it is said in a word.
    fn opening_word(&self, word: Option<&str>) -> Outcome<Option<Opening>> {
        match word {
            None => Ok(None),
            Some("balanced") => Ok(Some(Opening::Balanced)),
            Some("empty") => Ok(Some(Opening::Empty)),
            Some(other) => {
                let message = format!("unknown opening \"{other}\": expected balanced or empty");
                Err(self.fault("opening", message))
            }
        }
    }

    fn target(&self, duels: &DuelsFile) -> Outcome<Option<(f64, f64)>> {
        let is_ladder = matches!(self.part.design, DesignFile::Ladder(_));
        match (duels.target_low, duels.target_high) {
            (None, None) => Ok(None),
            (Some(low), Some(high)) if is_ladder => Ok(Some((low, high))),
            _ => Err(self.here.fault("target-low and target-high belong together, in a ladder")),
        }
    }

    fn published_rounds(&self, duels: &DuelsFile) -> Outcome<Vec<RoundRow>> {
        let (file, rules) = match (&duels.published, &duels.published_rules) {
            (None, None) => return Ok(Vec::new()),
            (Some(file), Some(rules)) => (file, rules),
            _ => return Err(self.here.fault("published and published-rules belong together")),
        };
        let rows = round_rows(&self.load(file)?, rules);
        let mut rows = self.read("published", rows.map_err(|error| format!("{file}: {error}")))?;
        // Published names that stand for something else here are compared with that.
        let stand_ins = self.stand_ins(&duels.stand_in)?;
        for name in rows.iter_mut().flat_map(|row| [&mut row.player, &mut row.opponent]) {
            *name = stand_ins.ours(name, None).to_owned();
        }
        Ok(rows)
    }

    fn load(&self, file: &str) -> Outcome<String> {
        self.read(
            "published",
            (self.context.load)(file).map_err(|error| format!("{file}: {error}")),
        )
    }

    fn stand_ins<'a>(&self, all: &'a [super::StandIn]) -> Outcome<StandIns<'a>> {
        for (at, stand_in) in all.iter().enumerate() {
            self.contender(&self.here.key("stand-in").item(at).key("ours"), &stand_in.ours)?;
        }
        Ok(StandIns(all))
    }

    fn sweep(&self, sweep: &SweepFile) -> Outcome<Sweep> {
        let SweepFile { red, blue, topology, widths, heights, first: firsts, games } = sweep;
        let mut boards = Vec::new();
        for (row, height) in heights.iter().enumerate() {
            for width in widths {
                let board = Board::new(*topology, *width, *height);
                let here = self.here.key("heights").item(row);
                let board = board.map_err(|error| here.fault(error))?;
                boards.push(board);
            }
        }
        if boards.is_empty() || firsts.is_empty() {
            return Err(self.here.fault("a sweep needs widths, heights and who moves first"));
        }
        boards.iter().try_for_each(|board| self.fit(*board, firsts[0]))?;
        Ok(Sweep {
            red: self.contender(&self.here.key("red"), red)?,
            blue: self.contender(&self.here.key("blue"), blue)?,
            boards,
            firsts: firsts.clone(),
            games: self.count("games", *games)?,
        })
    }

    fn table(&self, table: &TableFile) -> Outcome<Table> {
        let file = &table.published;
        let published = match_rows(&self.load(file)?).map_err(|error| format!("{file}: {error}"));
        let stand_ins = self.stand_ins(&table.stand_in)?;
        let wanted = |row: &MatchRow| table.boards.is_empty() || table.boards.contains(&row.board);
        let rows = self.read("published", published)?.into_iter().filter(wanted);
        let rows = rows.map(|row| self.table_row(row, &stand_ins)).collect::<Outcome<Vec<_>>>()?;
        if rows.is_empty() {
            return Err(self.fault("boards", format!("no row of {file} fits")));
        }
        let (games, times) = (self.count("games", table.games)?, self.count("times", table.times)?);
        Ok(Table { rows, first: table.first, games, times })
    }

    /// A published row with the players that stand for the published ones.
    fn table_row(&self, published: MatchRow, stand_ins: &StandIns) -> Outcome<TableRow> {
        let theirs = published.players.each_ref();
        let ours = theirs.map(|name| stand_ins.ours(name, Some(&published.board)));
        let changed = theirs.iter().zip(ours).filter(|(theirs, ours)| *theirs != ours);
        let note: Vec<String> =
            changed.map(|(theirs, ours)| format!("{ours} for {theirs}")).collect();
        let here = self.here.key("published");
        Ok(TableRow {
            board: self.read("published", published.board.parse())?,
            players: [self.contender(&here, ours[0])?, self.contender(&here, ours[1])?],
            note: note.join(", "),
            published,
        })
    }

    fn openings(&self, openings: &Openings<String>) -> Outcome<Openings> {
        let Openings { players, board, samples } = openings;
        self.fit(*board, Color::Red)?;
        let samples = self.count("samples", *samples)?;
        Ok(Openings { players: self.players(players)?, board: *board, samples })
    }

    fn convergence(&self, design: &Convergence<String>) -> Outcome<Convergence> {
        self.fit(design.board, Color::Red)?;
        if design.values.is_empty() {
            return Err(self.fault("values", "no values: expected at least one"));
        }
        Ok(Convergence {
            players: self.players(&design.players)?,
            option: design.option.clone(),
            values: design.values.clone(),
            reference: design.reference,
            board: design.board,
            samples: self.count("samples", design.samples)?,
        })
    }

    fn exact(&self, exact: &ExactFile) -> Outcome<Exact> {
        let ExactFile { boards, first, vary_years, samples } = exact;
        if boards.is_empty() {
            return Err(self.fault("boards", "no boards: expected at least one"));
        }
        if self.part.turns != Turns::Alternate || self.part.swap != Swap::None {
            return Err(self.here.fault("exact values need alternate turns and no swap"));
        }
        let places = self.places(boards, *first, &[], vary_years)?;
        Ok(Exact { places, first: *first, samples: self.count("samples", *samples)? })
    }

    fn line(&self, line: &LineFile) -> Outcome<Line> {
        let LineFile { board, first, color, .. } = *line;
        self.fit(board, first)?;
        let here = self.here.key("player");
        let moves = self.read("moves", moves(&line.moves))?;
        let movers = [first, !first].into_iter().cycle();
        Ok(Line {
            board,
            first,
            player: player_of(&here, self.contender(&here, &line.player)?)?,
            color,
            plies: movers.zip(moves).map(|(color, mv)| Ply { color, mv }).collect(),
            tries: self.count("tries", line.tries)?,
        })
    }

    /// Whether the rules fit the board.
    fn fit(&self, board: Board, first: Color) -> Outcome<()> {
        let rules = self.conditions()?.rules(board, first, 1);
        let rules = rules.map_err(|error| self.here.fault(error))?;
        self.read("adjudicate", self.terms()?.check(&rules))
    }

    fn count(&self, key: &'static str, number: u32) -> Outcome<u32> {
        whole(&self.here.key(key), number, 1..=MOST)?;
        Ok(number)
    }

    fn read<T, E: Display>(&self, key: &'static str, read: Result<T, E>) -> Outcome<T> {
        read.map_err(|error| self.fault(key, error))
    }

    fn fault(&self, key: &'static str, message: impl Display) -> Fault {
        self.here.key(key).fault(message)
    }
}

/// A player of this program.
fn player_of(here: &Place, contender: Contender) -> Outcome<Spec> {
    match contender {
        Contender::Player(spec) => Ok(spec),
        engine @ Contender::Engine(_) => {
            Err(here.fault(format!("{engine} only plays games: expected a player's name")))
        }
    }
}

/// Moves, separated by spaces.
fn moves(text: &str) -> Result<Vec<Move>, ParseMoveError> {
    text.split_whitespace().map(str::parse).collect()
}

fn whole(here: &Place, number: impl Into<u64>, range: RangeInclusive<u64>) -> Outcome<()> {
    let (number, least, most) = (number.into(), range.start(), range.end());
    if range.contains(&number) {
        return Ok(());
    }
    Err(here.fault(format!("{number} is out of range: expected {least} to {most}")))
}
