//! Arguments that several commands share: rules, positions, seeds.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use clap::Args;
use hexring_game::record::{Format, ReadOptions, Record};
use hexring_game::{
    Board, ByColor, Cell, Color, Ending, Game, LayoutPlan, NoMove, Rules, Seasons, Setup, Swap,
    Turns, Years, default_years,
};
use hexring_players::Registry;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Who moves first: one colour, or for tables each in turn.
#[derive(Clone, Copy)]
enum First {
    One(Color),
    Both,
}

impl FromStr for First {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "both" => Ok(First::Both),
            text => Ok(First::One(text.parse()?)),
        }
    }
}

/// The game.
#[derive(Args, Clone)]
#[command(next_help_heading = "Rules")]
pub(crate) struct RulesArgs {
    /// Topology and size, columns x rows: 11x11, plane:7x9, cylinder:5x8, torus:6x6 [default: 11x11]
    #[arg(long)]
    board: Option<Board>,
    /// Who moves next: alternate or random (a coin before every move) [default: alternate]
    #[arg(long)]
    turns: Option<Turns>,
    /// Who moves first: red or blue [default: red]
    #[arg(long)]
    first: Option<First>,
    /// What the second player may do instead of its first move: none, pieces or sides [default: none]
    #[arg(long)]
    swap: Option<Swap>,
    /// How many seasons, 1 to 9; every cell belongs to one [default: no seasons]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u8).range(1..=9))]
    seasons: Option<u8>,
    /// How the seasons lie: balanced, random (both from the seed, anew for each pair of games), or a
    /// file with rows of digits [default: balanced]
    #[arg(long, value_name = "balanced|random|FILE")]
    season_layout: Option<String>,
    /// Each player's order of the seasons, Red's first [default: 12/21, 123/312, 1234/3412: Blue half a year later]
    #[arg(long, value_name = "RED/BLUE")]
    season_years: Option<Years>,
    /// What happens when a season has no empty cell: pass, or discard the game [default: pass]
    #[arg(long)]
    no_move: Option<NoMove>,
    /// The seed of everything that is drawn
    #[arg(long, default_value_t = 1, value_parser = seed)]
    pub(crate) seed: u64,
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

impl RulesArgs {
    /// The rules, if any of them was given.
    fn given(&self) -> Result<Option<Rules>> {
        let seasonal = self.seasons.is_some() || self.season_layout.is_some();
        let rules = self.board.is_some() || self.turns.is_some() || self.first.is_some();
        let more = self.swap.is_some() || self.season_years.is_some() || self.no_move.is_some();
        if seasonal || rules || more { self.rules().map(Some) } else { Ok(None) }
    }

    /// The rules, with defaults for what was not given.
    pub(crate) fn rules(&self) -> Result<Rules> {
        let board = self.board.unwrap_or("11x11".parse()?);
        let rules = Rules {
            board,
            first: self.one_first()?,
            turns: self.turns.unwrap_or_default(),
            swap: self.swap.unwrap_or_default(),
            seasons: self.seasons(board)?,
        };
        rules.check()?;
        Ok(rules)
    }

    fn one_first(&self) -> Result<Color> {
        match self.first {
            None => Ok(Color::Red),
            Some(First::One(color)) => Ok(color),
            Some(First::Both) => {
                bail!("--first both is for hexring solve --table: expected red or blue")
            }
        }
    }

    /// The colours that move first in a table.
    pub(crate) fn first_players(&self) -> Vec<Color> {
        match self.first {
            None => vec![Color::Red],
            Some(First::One(color)) => vec![color],
            Some(First::Both) => Color::ALL.to_vec(),
        }
    }

    /// How the seasons lie, or are to be drawn.
    pub(crate) fn layout(&self) -> Result<LayoutPlan> {
        Ok(match self.season_layout.as_deref() {
            None => LayoutPlan::default(),
            Some(word @ ("balanced" | "random")) => word.parse()?,
            Some(path) => {
                let layout = read(Path::new(path))?.parse().with_context(|| path.to_owned())?;
                LayoutPlan::Given(layout)
            }
        })
    }

    fn seasons(&self, board: Board) -> Result<Option<Seasons>> {
        let Some(count) = self.seasons.or(self.season_layout.is_some().then_some(3)) else {
            if self.season_years.is_some() || self.no_move.is_some() {
                bail!("--season-years and --no-move need --seasons");
            }
            return Ok(None);
        };
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let layout = self.layout()?.draw(board, count, rng)?;
        let years = self.season_years.clone().map_or_else(|| default_years(count), Ok)?;
        Ok(Some(Seasons { layout, years, no_move: self.no_move.unwrap_or_default() }))
    }
}

/// The position: a record, moves, or stones without an order.
#[derive(Args, Clone)]
#[command(next_help_heading = "Position")]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// A record (SGF, HexWorld link, move list or JSON), or - for standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["moves", "red", "blue"])]
    file: Option<PathBuf>,
    /// Moves from the start: "a1 b2 …", under random turns with colours: "red a1 red b2 …"
    #[arg(long, conflicts_with_all = ["red", "blue", "to_move"])]
    moves: Option<String>,
    /// Red's stones, in no order
    #[arg(long, value_name = "CELLS")]
    red: Option<String>,
    /// Blue's stones, in no order
    #[arg(long, value_name = "CELLS")]
    blue: Option<String>,
    /// Who is to move, with --red and --blue [default: by the numbers of stones]
    #[arg(long, value_name = "COLOR")]
    to_move: Option<Color>,
    /// The format of the record: sgf, hexworld, moves or json [default: by its look]
    #[arg(long)]
    from: Option<Format>,
    /// Which game of an SGF file with several, counted from 1
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
}

impl PositionArgs {
    /// The stones, if the position was given without an order.
    pub(crate) fn setup(&self) -> Result<Option<Setup>> {
        if self.red.is_none() && self.blue.is_none() {
            return Ok(None);
        }
        let stones =
            ByColor { red: cells(self.red.as_deref())?, blue: cells(self.blue.as_deref())? };
        let rules = self.rules.rules()?;
        Ok(Some(Setup { rules, stones, to_move: self.to_move, moves_made: None }))
    }

    /// The record, whatever form the position was given in.
    pub(crate) fn record(&self) -> Result<Record> {
        if let Some(setup) = self.setup()? {
            return Ok(Record::from_game(&Game::from_setup(&setup)?)?);
        }
        if self.to_move.is_some() {
            bail!("--to-move needs --red and --blue");
        }
        let options = |format, rules| ReadOptions { format, rules, game: self.game as usize - 1 };
        match (&self.moves, &self.file) {
            (Some(moves), _) => {
                let options = options(Some(Format::Moves), Some(self.rules.rules()?));
                Ok(Record::parse_with(moves, &options)?)
            }
            (None, Some(path)) => read_record(path, &options(self.from, self.rules.given()?)),
            (None, None) => Ok(Record::new(self.rules.rules()?)?),
        }
    }

    /// The game of the main line.
    pub(crate) fn game(&self) -> Result<Game> {
        Ok(self.record()?.main_game()?)
    }

    /// The same, unless somebody has resigned or forfeited it, which the board does not show.
    pub(crate) fn open_game(&self) -> Result<Game> {
        let game = self.game()?;
        match game.ending() {
            Some(ending @ Ending::Forfeited { .. }) => bail!("the game is over, {ending}"),
            _ => Ok(game),
        }
    }
}

/// The game of a record's main line; rules that were given must be its own.
pub(crate) fn game_from(path: &Path, rules: &RulesArgs) -> Result<Game> {
    let options = ReadOptions { rules: rules.given()?, ..ReadOptions::default() };
    Ok(read_record(path, &options)?.main_game()?)
}

/// Rules are for records that do not say theirs; those of a record that does are its own.
fn read_record(path: &Path, options: &ReadOptions) -> Result<Record> {
    let record = Record::parse_with(&read(path)?, options);
    let record = record.with_context(|| path.display().to_string())?;
    match &options.rules {
        Some(given) if *given != record.rules => {
            let (path, own) = (path.display(), &record.rules);
            bail!("{path} says that its rules are {own}: expected no others, not {given}")
        }
        _ => Ok(record),
    }
}

/// The cells in a list, separated by spaces or commas.
fn cells(list: Option<&str>) -> Result<Vec<Cell>> {
    let words = list.unwrap_or_default().split([' ', ',', '\n']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_err(Into::into)).collect()
}

/// The player where none is asked for: the strongest that this binary has, two seconds a move.
pub(crate) fn strongest_player() -> String {
    format!("{}:time=2s", Registry::strongest())
}

/// Reads a file, or standard input for `-`. Bytes that are no text are kept out of the way.
pub(crate) fn read(path: &Path) -> Result<String> {
    read_up_to(path, usize::MAX)
}

/// The same, for a file that must not have more than so many bytes.
pub(crate) fn read_up_to(path: &Path, most: usize) -> Result<String> {
    let is_stdin = path == Path::new("-");
    let name = || if is_stdin { "standard input".to_owned() } else { path.display().to_string() };
    let mut source: Box<dyn Read> = match is_stdin {
        true => Box::new(std::io::stdin().lock()),
        false => Box::new(File::open(path).with_context(name)?),
    };
    let mut bytes = Vec::new();
    source
        .by_ref()
        .take((most as u64).saturating_add(1))
        .read_to_end(&mut bytes)
        .with_context(name)?;
    if bytes.len() > most {
        bail!("{} has more than {most} bytes", name());
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|fault| String::from_utf8_lossy(fault.as_bytes()).into_owned()))
}
