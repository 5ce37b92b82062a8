//! An experiment as it is written down, in a file or by a program: plain values that serialize.
//!
//! ```
//! use hexring_lab::experiment::{DesignFile, DuelsFile, ExperimentFile, PartFile};
//!
//! let players = ["random", "heuristic", "mcts:playouts=500"];
//! let mut duels = DuelsFile::new(players, "5x5".parse()?);
//! duels.rounds = 50;
//! let part = PartFile::new("everybody", DesignFile::RoundRobin(duels));
//! let file = ExperimentFile::new("Three players on a small board", vec![part]);
//! assert_eq!(ExperimentFile::parse(&file.to_toml()?)?, file);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In a file the keys of a design stand beside those of its part, and `kind` names the design;
//! `docs/experiments.md` explains every key. Players are texts, and so is all that is read
//! together with something else; [`ExperimentFile::experiment`] reads and checks it.

use hexring_game::{Board, Color, LayoutPlan, NoMove, Swap, Topology, Turns};
use hexring_players::clock::TimeControl;
use serde::{Deserialize, Serialize};

use super::claims::Claim;
use super::values::{Variation, list};
use super::{Convergence, Openings, Stones};
use crate::terms::Adjudication;

/// What holds where a file does not say otherwise.
pub(super) mod default {
    use hexring_game::{Color, Topology};

    pub(crate) fn seed() -> u64 {
        1
    }
    pub(crate) fn quick() -> u32 {
        2
    }
    pub(crate) fn rounds() -> u32 {
        10
    }
    pub(crate) fn games() -> u32 {
        100
    }
    pub(crate) fn looks() -> u32 {
        1
    }
    pub(crate) fn times() -> u32 {
        1
    }
    pub(crate) fn samples() -> u32 {
        20
    }
    pub(crate) fn tries() -> u32 {
        200
    }
    pub(crate) fn first() -> Color {
        Color::Red
    }
    pub(crate) fn firsts() -> Vec<Color> {
        Color::ALL.to_vec()
    }
    pub(crate) fn topology() -> Topology {
        Topology::Plane
    }
}

/// Something to find out by playing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentFile {
    /// What it is about.
    pub title: String,
    /// Whose experiment it repeats, if anybody's.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// What a reader should know, in a paragraph.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The seed of everything.
    #[serde(default = "default::seed")]
    pub seed: u64,
    /// An option with the values that it takes in the sweeps that have it in braces.
    #[serde(default, skip_serializing_if = "Variation::is_empty")]
    pub vary: Variation,
    /// The parts, in order.
    #[serde(default, rename = "part")]
    pub parts: Vec<PartFile>,
    /// Statements to be judged by the results.
    #[serde(default, rename = "claim", skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
}

impl ExperimentFile {
    /// An experiment of these parts, with defaults for the rest.
    pub fn new(title: impl Into<String>, parts: Vec<PartFile>) -> Self {
        ExperimentFile {
            title: title.into(),
            source: String::new(),
            about: String::new(),
            seed: default::seed(),
            vary: Variation::default(),
            parts,
            claims: Vec::new(),
        }
    }
}

/// A part of an experiment: one table or figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PartFile {
    /// A short name, unique in the experiment.
    pub name: String,
    /// The heading; the name if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What a reader should know, in a paragraph.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// How many games, rounds or samples a quick run makes of each setting.
    #[serde(default = "default::quick")]
    pub quick: u32,
    /// Who moves next.
    #[serde(default)]
    pub turns: Turns,
    /// The swap rule.
    #[serde(default)]
    pub swap: Swap,
    /// How many seasons there are, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seasons: Option<u8>,
    /// How the seasons lie; balanced unless told otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub season_layout: Option<LayoutPlan>,
    /// The players' years, such as `123/231`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub season_years: Option<String>,
    /// What happens to a player without a legal cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_move: Option<NoMove>,
    /// The time that each player has for a game, such as `60s+1s`; no clock if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Who may end games before the board does: `solver:positions=200` or
    /// `agreement:moves=6,value=0.95`; nobody if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<Adjudication>,
    /// What is played.
    pub design: DesignFile,
}

impl PartFile {
    /// The keys of every part in a file, beside `kind` and those of its design.
    pub(super) const KEYS: [&str; 12] = [
        "name",
        "title",
        "about",
        "quick",
        "turns",
        "swap",
        "seasons",
        "season-layout",
        "season-years",
        "no-move",
        "clock",
        "adjudicate",
    ];

    /// A part under classic rules, with defaults for the rest.
    pub fn new(name: impl Into<String>, design: DesignFile) -> Self {
        PartFile {
            name: name.into(),
            title: None,
            about: String::new(),
            quick: default::quick(),
            turns: Turns::default(),
            swap: Swap::default(),
            seasons: None,
            season_layout: None,
            season_years: None,
            no_move: None,
            clock: None,
            adjudicate: None,
            design,
        }
    }
}

/// What is played in a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DesignFile {
    /// Two players against each other.
    Match(DuelsFile),
    /// Everybody against everybody.
    RoundRobin(DuelsFile),
    /// The first against all others.
    Gauntlet(DuelsFile),
    /// Each against the one before it in the list.
    Ladder(DuelsFile),
    /// Two players on many boards.
    Sweep(SweepFile),
    /// A player with varied options against others, on many boards.
    Grid(GridFile),
    /// A match for every row of a published table.
    Table(TableFile),
    /// What players think of the empty board.
    Openings(Openings<String>),
    /// How soon their thoughts settle.
    Convergence(Convergence<String>),
    /// Whether a printed game can have been played.
    Line(LineFile),
    /// Who wins with best play.
    Exact(ExactFile),
    /// How many red stones the games of two sweeps needed.
    Stones(Stones),
}

/// Players against each other, in rounds of two games with colours exchanged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DuelsFile {
    /// Everybody, in order.
    #[serde(deserialize_with = "list")]
    pub players: Vec<String>,
    /// The board.
    pub board: Board,
    /// Who moves first under alternate turns.
    #[serde(default = "default::first")]
    pub first: Color,
    /// How many rounds each pairing plays.
    #[serde(default = "default::rounds")]
    pub rounds: u32,
    /// Whether players meet themselves too, in a round robin.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub self_play: bool,
    /// How each round begins, in a word: `balanced` or `empty`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// How many random stones each round begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening_stones: Option<u32>,
    /// The moves that rounds begin with, one line after the other.
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    pub opening_moves: Vec<String>,
    /// The file of a book whose lines rounds begin with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening_book: Option<String>,
    /// The file of a published table to compare with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
    /// Which rules of that table are meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_rules: Option<String>,
    /// Players that stand for published ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stand_in: Vec<StandIn>,
    /// The least share that the upper player of a ladder's pairing should have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_low: Option<f64>,
    /// The largest share that it should have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_high: Option<f64>,
    /// A test of two Elo differences that ends each pairing by itself, such as `0,20`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// The risk of the test to see a difference where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha: Option<f64>,
    /// The risk of the test to see none where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beta: Option<f64>,
    /// A player with the rating that all others are relative to, such as `random=1500`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
}

impl DuelsFile {
    /// These players on a board, with defaults for the rest.
    pub fn new<T: Into<String>>(players: impl IntoIterator<Item = T>, board: Board) -> Self {
        DuelsFile {
            players: players.into_iter().map(Into::into).collect(),
            board,
            first: default::first(),
            rounds: default::rounds(),
            self_play: false,
            opening: None,
            opening_stones: None,
            opening_moves: Vec::new(),
            opening_book: None,
            published: None,
            published_rules: None,
            stand_in: Vec::new(),
            target_low: None,
            target_high: None,
            sprt: None,
            alpha: None,
            beta: None,
            anchor: None,
        }
    }
}

/// Two players on many boards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepFile {
    /// Who plays Red.
    pub red: String,
    /// Who plays Blue.
    pub blue: String,
    /// The topology of all boards.
    #[serde(default = "default::topology")]
    pub topology: Topology,
    /// The numbers of columns.
    #[serde(deserialize_with = "list")]
    pub widths: Vec<u8>,
    /// The numbers of rows.
    #[serde(deserialize_with = "list")]
    pub heights: Vec<u8>,
    /// Who moves first, each in turn.
    #[serde(default = "default::firsts", deserialize_with = "list")]
    pub first: Vec<Color>,
    /// How many games on each board for each first player.
    #[serde(default = "default::games")]
    pub games: u32,
}

/// A player with varied options against others, on many boards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GridFile {
    /// The player whose options vary.
    pub player: String,
    /// The options with their values.
    #[serde(default)]
    pub vary: Variation,
    /// Whether the first values of all options belong together, and the second ones, and so on;
    /// else each value of one is tried with each of the others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paired: bool,
    /// Its opponents.
    #[serde(deserialize_with = "list")]
    pub against: Vec<String>,
    /// The boards.
    #[serde(deserialize_with = "list")]
    pub boards: Vec<Board>,
    /// Who moves next, if that varies.
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    pub vary_turns: Vec<Turns>,
    /// The players' years, if these vary.
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    pub vary_years: Vec<String>,
    /// Who moves first under alternate turns.
    #[serde(default = "default::first")]
    pub first: Color,
    /// How many rounds of two games with colours exchanged each setting plays.
    #[serde(default = "default::rounds")]
    pub rounds: u32,
    /// How each round begins: `balanced` or `empty`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

/// A match for every row of a published table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TableFile {
    /// The file of the table.
    pub published: String,
    /// The boards whose rows are wanted; all if there are none.
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<String>,
    /// The colour of the first player, who moves first.
    #[serde(default = "default::first")]
    pub first: Color,
    /// How many games of a row are played at most.
    #[serde(default = "default::games")]
    pub games: u32,
    /// How many games of a row are played for each that was published.
    #[serde(default = "default::times")]
    pub times: u32,
    /// Players that stand for published ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stand_in: Vec<StandIn>,
}

/// A player that stands for a published one that cannot be repeated as it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandIn {
    /// The published name.
    pub published: String,
    /// The board on which it is meant; all if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The player here.
    pub ours: String,
}

/// A printed game in which a colour is said to follow a strategy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineFile {
    /// The board.
    pub board: Board,
    /// Who moves first.
    #[serde(default = "default::first")]
    pub first: Color,
    /// The strategy.
    pub player: String,
    /// The colour that follows it.
    pub color: Color,
    /// The game, move by move.
    pub moves: String,
    /// With how many seeds each move is asked for.
    #[serde(default = "default::tries")]
    pub tries: u32,
}

/// Who wins with best play, on boards whose seasons are drawn again and again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ExactFile {
    /// The boards.
    #[serde(deserialize_with = "list")]
    pub boards: Vec<Board>,
    /// Who moves first.
    #[serde(default = "default::first")]
    pub first: Color,
    /// The players' years, if these vary.
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    pub vary_years: Vec<String>,
    /// How many times the seasons of each board are drawn.
    #[serde(default = "default::samples")]
    pub samples: u32,
}
