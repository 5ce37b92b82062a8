//! Experiments: what is to be played, as a value.
//!
//! An [`ExperimentFile`] is an experiment as somebody writes it. Read and checked it is an
//! [`Experiment`], which commands (`match`, `tournament`) make directly: a list of [`Part`]s, each
//! with a [`Design`] that says which games it consists of. All of them end up as one list of
//! [jobs](Experiment::jobs).

mod build;
mod checks;
mod claims;
mod design;
mod file;
mod grid;
mod jobs;
mod place;
mod published;
mod text;
mod values;
mod vary;

use std::fmt;

use hexring_game::{Board, Color, LayoutPlan, Ply, Rules};
use hexring_players::Spec;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::conditions::Conditions;
use crate::contender::Contender;
use crate::opening::{Opening, TooManyStones};
use crate::stats::{Anchor, Sprt};
use crate::terms::{NoJudge, Terms};
use file::default;
use values::list;

pub use build::Context;
pub use claims::{Check, Claim, Measure, Relation, Selection, Side};
pub use design::{gauntlet, ladder, round_robin};
pub use file::{
    DesignFile, DuelsFile, ExactFile, ExperimentFile, GridFile, LineFile, PartFile, StandIn,
    SweepFile, TableFile,
};
pub use jobs::{JobFault, JobsError};
pub use place::{Fault, Place, Step};
pub use published::{MatchRow, RoundRow};
pub use text::{FileError, TextFault, read};
#[cfg(feature = "store")]
pub(crate) use text::{lay_out, read_from};
pub use values::Variation;
pub use vary::Varied;

/// Something to find out by playing.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// A short name, that of its file.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// Whose experiment it repeats, if anybody's.
    pub source: String,
    /// What a reader should know, in a paragraph.
    pub about: String,
    /// The seed of everything.
    pub seed: u64,
    /// The parts, in order.
    pub parts: Vec<Part>,
    /// Statements to be judged by the results.
    pub claims: Vec<Claim>,
    /// What varies from part to part, if anything does.
    pub varied: Option<Varied>,
}

impl Experiment {
    /// An experiment that is made by a command.
    pub fn new(name: &str, seed: u64, parts: Vec<Part>) -> Self {
        Experiment {
            name: name.to_owned(),
            title: name.to_owned(),
            source: String::new(),
            about: String::new(),
            seed,
            parts,
            claims: Vec::new(),
            varied: None,
        }
    }
}

impl Experiment {
    /// Games between players under given rules, in pairs with colours exchanged: a match or a
    /// tournament.
    pub fn of_duels(
        name: &str,
        seed: u64,
        rules: &Rules,
        field: Field,
    ) -> Result<Self, FieldError> {
        field.opening.check(rules.board)?;
        field.terms.check(rules)?;
        let duels = Duels {
            players: field.players,
            pairings: field.pairings,
            board: rules.board,
            first: rules.first,
            rounds: field.rounds,
            opening: field.opening,
            published: Vec::new(),
            target: None,
            sprt: field.sprt,
            anchor: field.anchor,
        };
        let part = Part::new(name, Conditions::of(rules), Design::Duels(duels));
        Ok(Experiment::new(name, seed, vec![Part { terms: field.terms, ..part }]))
    }

    /// The same with seasons that lie so; where that is drawn, every pair of games has its own draw.
    pub fn with_layout(mut self, layout: &LayoutPlan) -> Self {
        for seasons in self.parts.iter_mut().filter_map(|part| part.conditions.seasons.as_mut()) {
            seasons.layout = layout.clone();
        }
        self
    }

    /// The tests that end pairings by themselves.
    pub fn tests(&self) -> Vec<PairingTest> {
        let mut tests = Vec::new();
        for (part, design) in self.parts.iter().map(|part| &part.design).enumerate() {
            let Design::Duels(Duels { pairings, sprt: Some(sprt), .. }) = design else { continue };
            let test = |group| PairingTest { part, group, sprt: *sprt };
            tests.extend((0..pairings.len()).map(test));
        }
        tests
    }

    /// A part with its place, by its name.
    pub fn part(&self, name: &str) -> Option<(usize, &Part)> {
        self.parts.iter().enumerate().find(|(_, part)| part.name == name)
    }

    /// A sweep with its place, by its name.
    pub fn sweep(&self, name: &str) -> Option<(usize, &Sweep)> {
        match self.part(name)? {
            (index, Part { design: Design::Sweep(sweep), .. }) => Some((index, sweep)),
            _ => None,
        }
    }

    /// The sweep of a name, or the one that is played with a value.
    pub fn sweep_at(&self, name: &str, value: Option<&str>) -> Option<(usize, &Sweep)> {
        self.sweep(name).or_else(|| self.sweep(&Varied::name(name, value?)))
    }

    /// The values for which a claim is judged: those of what varies, if it looks at such a part.
    pub fn values_of(&self, claim: &Claim) -> Vec<Option<&str>> {
        let varies = claim.selections().any(|selection| self.part(&selection.part).is_none());
        match &self.varied {
            Some(varied) if varies => varied.values.iter().map(|v| Some(v.as_str())).collect(),
            _ => vec![None],
        }
    }
}

/// A test that ends the games of one pairing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairingTest {
    /// The part, counted from 0.
    pub part: usize,
    /// The pairing in the part, counted from 0.
    pub group: usize,
    /// The test.
    pub sprt: Sprt,
}

/// Why games cannot be played as they were asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FieldError {
    /// The opening does not fit on the board.
    #[error(transparent)]
    Opening(#[from] TooManyStones),
    /// Nobody can judge such games.
    #[error(transparent)]
    Terms(#[from] NoJudge),
}

impl Part {
    /// A part that is made by a command.
    pub fn new(name: &str, conditions: Conditions, design: Design) -> Self {
        Part {
            name: name.to_owned(),
            title: name.to_owned(),
            about: String::new(),
            conditions,
            terms: Terms::default(),
            quick: u32::MAX,
            design,
        }
    }
}

/// A part of an experiment: one table or figure.
#[derive(Clone, Debug)]
pub struct Part {
    /// A short name, unique in the experiment.
    pub name: String,
    /// The heading.
    pub title: String,
    /// What a reader should know, in a paragraph.
    pub about: String,
    /// The rules, except board and first player.
    pub conditions: Conditions,
    /// The clock of its games, and who may end them early.
    pub terms: Terms,
    /// How many games, rounds or samples a quick run makes of each setting.
    pub quick: u32,
    /// What is played.
    pub design: Design,
}

/// What is played in a part.
#[derive(Clone, Debug)]
pub enum Design {
    /// Players against each other, in rounds of two games with colours exchanged.
    Duels(Duels),
    /// Two players on many boards.
    Sweep(Sweep),
    /// A player with varied options against others, on many boards.
    Grid(Grid),
    /// Single matches, one for every row of a published table.
    Table(Table),
    /// What players think of the empty board.
    Openings(Openings),
    /// How soon a player's thoughts settle.
    Convergence(Convergence),
    /// A printed game.
    Line(Line),
    /// Who wins with best play.
    Exact(Exact),
    /// The red stones of two sweeps side by side; nothing is played for it.
    Stones(Stones),
}

/// Who meets whom, how often, and from where.
#[derive(Clone, Debug)]
pub struct Field {
    /// Everybody, in order.
    pub players: Vec<Contender>,
    /// Who meets whom, as places in the list.
    pub pairings: Vec<(usize, usize)>,
    /// How many rounds of two games each pairing plays.
    pub rounds: u32,
    /// How each round begins.
    pub opening: Opening,
    /// The clock, and who may end games early.
    pub terms: Terms,
    /// A test that ends a pairing by itself.
    pub sprt: Option<Sprt>,
    /// A player whose rating is given.
    pub anchor: Option<Anchor>,
}

impl Field {
    /// Two players, on no terms but the rules.
    pub fn pair(players: Vec<Contender>, rounds: u32, opening: Opening) -> Self {
        let (pairings, terms) = (vec![(0, 1)], Terms::default());
        Field { players, pairings, rounds, opening, terms, sprt: None, anchor: None }
    }
}

/// Players against each other.
#[derive(Clone, Debug)]
pub struct Duels {
    /// Everybody, in order.
    pub players: Vec<Contender>,
    /// Who meets whom, as places in the list.
    pub pairings: Vec<(usize, usize)>,
    /// The board.
    pub board: Board,
    /// Who moves first under alternate turns.
    pub first: Color,
    /// How many rounds each pairing plays.
    pub rounds: u32,
    /// How games begin.
    pub opening: Opening,
    /// What was published, if anything.
    pub published: Vec<RoundRow>,
    /// A range that the share of each pairing's first player is wanted in, such as 70–80 % for
    /// levels of difficulty.
    pub target: Option<(f64, f64)>,
    /// A test that ends each pairing by itself.
    pub sprt: Option<Sprt>,
    /// A player whose rating is given.
    pub anchor: Option<Anchor>,
}

/// Two players on many boards.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Who plays Red.
    pub red: Contender,
    /// Who plays Blue.
    pub blue: Contender,
    /// The boards, by rows and then by columns.
    pub boards: Vec<Board>,
    /// Who moves first, each in turn.
    pub firsts: Vec<Color>,
    /// How many games on each board for each first player.
    pub games: u32,
}

/// A player with varied options against others, on many boards. A setting is a place, a variant and
/// an opponent; they are numbered in this order.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The options that vary, with their values.
    pub options: Vec<(String, Vec<String>)>,
    /// The player with each of its settings.
    pub variants: Vec<Variant>,
    /// Its opponents.
    pub opponents: Vec<Contender>,
    /// Where they meet.
    pub places: Vec<GridPlace>,
    /// Who moves first under alternate turns.
    pub first: Color,
    /// How many rounds each setting plays.
    pub rounds: u32,
    /// How games begin.
    pub opening: Opening,
}

impl Grid {
    /// All settings in the order of their numbers: a place, a variant and an opponent.
    pub fn settings(&self) -> impl Iterator<Item = (&GridPlace, &Variant, &Contender)> {
        self.places.iter().flat_map(move |place| {
            self.variants.iter().flat_map(move |variant| {
                self.opponents.iter().map(move |opponent| (place, variant, opponent))
            })
        })
    }
}

/// A player with one choice of its options.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The player.
    pub player: Contender,
    /// Which value each option has, as places in their lists.
    pub chosen: Vec<usize>,
}

/// A board with its rules.
#[derive(Clone, Debug)]
pub struct GridPlace {
    /// The board.
    pub board: Board,
    /// The other rules.
    pub conditions: Conditions,
}

impl fmt::Display for GridPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.conditions.describe();
        let comma = if rules.is_empty() { "" } else { ", " };
        write!(f, "{}{comma}{rules}", self.board)
    }
}

/// Matches of a published table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The rows.
    pub rows: Vec<TableRow>,
    /// The colour of the first player, who moves first.
    pub first: Color,
    /// How many games of a row are played at most.
    pub games: u32,
    /// How many games of a row are played for each that was published.
    pub times: u32,
}

/// A row of a published table with the players that stand for the published ones.
#[derive(Clone, Debug)]
pub struct TableRow {
    /// The board.
    pub board: Board,
    /// The first and the second player here.
    pub players: [Contender; 2],
    /// What was published.
    pub published: MatchRow,
    /// What stands for something else here, and why.
    pub note: String,
}

/// What players think of the empty board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Openings<P = Spec> {
    /// The players.
    #[serde(deserialize_with = "list", bound(deserialize = "P: Deserialize<'de>"))]
    pub players: Vec<P>,
    /// The board.
    pub board: Board,
    /// How many times each is asked; scores are averaged.
    #[serde(default = "default::looks")]
    pub samples: u32,
}

/// How soon a player's thoughts settle as it does more work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Convergence<P = Spec> {
    /// The players, without the option.
    #[serde(deserialize_with = "list", bound(deserialize = "P: Deserialize<'de>"))]
    pub players: Vec<P>,
    /// The option that says how much work a player does.
    pub option: String,
    /// The values to try.
    #[serde(deserialize_with = "list")]
    pub values: Vec<u64>,
    /// The value that stands for the limit.
    pub reference: u64,
    /// The board.
    pub board: Board,
    /// How many times each is asked.
    #[serde(default = "default::samples")]
    pub samples: u32,
}

/// A printed game in which a colour is said to follow a strategy.
#[derive(Clone, Debug)]
pub struct Line {
    /// The board.
    pub board: Board,
    /// Who moves first.
    pub first: Color,
    /// The strategy.
    pub player: Spec,
    /// The colour that follows it.
    pub color: Color,
    /// The game.
    pub plies: Vec<Ply>,
    /// With how many seeds each move is asked for.
    pub tries: u32,
}

/// Who wins with best play, on boards whose seasons are drawn again and again.
#[derive(Clone, Debug)]
pub struct Exact {
    /// The boards with their rules.
    pub places: Vec<GridPlace>,
    /// Who moves first.
    pub first: Color,
    /// How many times the seasons of each are drawn; all places have the same draws.
    pub samples: u32,
}

/// How many red stones the games of two sweeps needed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stones {
    /// The names of the sweeps, which have the same boards and first players.
    pub sweeps: [String; 2],
}
