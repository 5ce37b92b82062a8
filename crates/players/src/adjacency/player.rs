//! The player, and what it shares with `seasonal-adjacency`: trying every move and comparing.

use hexring_game::{Color, Game, Move, Position, Site};
use rand::Rng;

use super::count::{Counter, Ways};
use super::graph::{Graph, Stones, graph_with};
use crate::dice::{below, best, dice, pick};
use crate::entry::Entry;
use crate::option::{Handle, OptionInfo, Settings, Word};
use crate::player::{Better, Choice, ChooseError, Control, Player, ScoreMap, Work};

/// How much the own connection counts against the opponent's.
const AGGRESSION: Handle<f64> = Handle::real(
    "aggression",
    0.0,
    1.0,
    0.5,
    "1 looks at the own connections only, 0 at the opponent's only",
);

/// What becomes of the scores before they are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// Nothing.
    Exact,
    /// They are cut to whole numbers, as in the source's listing.
    Integer,
}

impl Word for Rounding {
    const WORDS: &'static [&'static str] = &["exact", "integer"];
    const MEANINGS: &'static [Self] = &[Rounding::Exact, Rounding::Integer];
}

const ROUNDING: Handle<Rounding> = Handle::word(
    "rounding",
    "integer cuts both scores to whole numbers, as the source's listing does",
);

/// Which of equal moves is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// Any, each equally likely.
    Uniform,
    /// From any legal cell on all in row order, with a coin for each tie, as in the listing.
    Listing,
}

impl Word for Ties {
    const WORDS: &'static [&'static str] = &["uniform", "listing"];
    const MEANINGS: &'static [Self] = &[Ties::Uniform, Ties::Listing];
}

const TIES: Handle<Ties> = Handle::word(
    "ties",
    "listing goes through the cells row by row with a coin for each tie, as the source does",
);

/// How moves are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    aggression: f64,
    rounding: Rounding,
    ties: Ties,
}

impl Manner {
    pub(crate) fn new(settings: &Settings) -> Self {
        Manner {
            aggression: settings.get(&AGGRESSION),
            rounding: settings.get(&ROUNDING),
            ties: settings.get(&TIES),
        }
    }

    /// The move whose score is the lowest.
    fn best(self, rng: &mut impl Rng, trials: &[Trial]) -> Site {
        let scored = trials.iter().map(|trial| (trial.site, trial.score(self)));
        let site = match self.ties {
            Ties::Uniform => best(rng, scored.map(|(site, (one, two))| (site, (-one, -two)))),
            Ties::Listing => listed(rng, &scored.collect::<Vec<_>>()),
        };
        site.expect("there is a legal cell")
    }
}

/// The options of both players.
pub(crate) fn manner_options() -> [OptionInfo; 3] {
    [AGGRESSION.info(), ROUNDING.info(), TIES.info()]
}

/// The lowest score as the source's listing finds it.
fn listed(rng: &mut impl Rng, scored: &[(Site, (f64, f64))]) -> Option<Site> {
    let mut found = pick(rng, scored)?;
    for &(site, score) in scored {
        let is_better = score < found.1;
        if is_better || score == found.1 && below(rng, 2) == 0 {
            found = (site, score);
        }
    }
    Some(found.0)
}

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    let summary = "shortest connections and their number, own and opponent's";
    Entry::new("adjacency", summary, |settings, seed| {
        Ok(Box::new(Adjacency { manner: Manner::new(settings), seed }))
    })
    .with_options(manner_options())
}

struct Adjacency {
    manner: Manner,
    seed: u64,
}

impl Player for Adjacency {
    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let mut counter = Counter::default();
        Ok(choose(game, self.seed, self.manner, control, |graph, _| Some(counter.count(graph))))
    }
}

/// A move that was tried.
struct Trial {
    site: Site,
    own: Ways,
    opponent: Ways,
}

impl Trial {
    /// What is compared, lower is better.
    fn score(&self, manner: Manner) -> (f64, f64) {
        let Trial { own, opponent, .. } = self;
        let aggression = manner.aggression;
        let weigh = |own: f64, opponent: f64| aggression * own - (1.0 - aggression) * opponent;
        match manner.rounding {
            Rounding::Exact => {
                let lengths = weigh(own.length.into(), opponent.length.into());
                (lengths, -weigh(own.paths as f64, opponent.paths as f64))
            }
            Rounding::Integer => {
                // The listing's lengths begin at zero, and its whole numbers end at 2^31 - 1.
                let lengths = weigh(f64::from(own.length) - 1.0, f64::from(opponent.length) - 1.0);
                let whole = |paths: u128| i32::try_from(paths).unwrap_or(i32::MAX).into();
                let paths = weigh(whole(own.paths), whole(opponent.paths));
                (lengths.trunc() + 0.0, (-paths).trunc() + 0.0)
            }
        }
    }
}

/// Tries every legal move, measures the graphs of both colours after it, and takes the best; when
/// it is stopped, the best so far.
pub(crate) fn choose(
    game: &Game,
    seed: u64,
    manner: Manner,
    control: &Control,
    mut measure: impl FnMut(&Graph, Color) -> Option<Ways>,
) -> Choice {
    let position = game.position();
    let mover = position.to_move().expect("somebody is to move");
    let mut stones = Stones::new(position);
    let mut own_graph = Graph::new(position.geometry());
    let mut opponent_graph = graph_with(position, None, !mover);
    let mut trials = Vec::new();
    for site in position.legal_sites() {
        stones.set(site, Some(mover));
        own_graph.build(&stones, mover);
        stones.set(site, None);
        opponent_graph.remove(site);
        let ways = measure(&own_graph, mover).zip(measure(&opponent_graph, !mover));
        trials.extend(ways.map(|(own, opponent)| Trial { site, own, opponent }));
        if control.is_over() {
            break;
        }
    }
    if trials.is_empty() {
        return anywhere(game, seed);
    }
    let site = manner.best(&mut dice(seed, game), &trials);
    let mut choice = Choice::new(Move::Place(position.board().cell(site)));
    choice.maps = maps(position, &trials, manner);
    choice.work = Work { count: 2 * trials.len() as u64, unit: "graphs" };
    choice
}

/// Any legal cell, for a player that was stopped before it had measured anything.
fn anywhere(game: &Game, seed: u64) -> Choice {
    let position = game.position();
    let cells: Vec<Site> = position.legal_sites().collect();
    let site = pick(&mut dice(seed, game), &cells).expect("there is a legal cell");
    Choice::new(Move::Place(position.board().cell(site)))
}

fn maps(position: &Position, trials: &[Trial], manner: Manner) -> Vec<ScoreMap> {
    let map = |name, better, number: &dyn Fn(&Trial) -> f64| {
        ScoreMap::new(name, better, position, |site| {
            let at = trials.binary_search_by_key(&site, |trial| trial.site).ok()?;
            Some(number(&trials[at]))
        })
    };
    vec![
        map("score", Better::Lower, &|trial| trial.score(manner).0),
        map("path score", Better::Lower, &|trial| trial.score(manner).1),
        map("own length", Better::Lower, &|trial| trial.own.length.into()),
        map("own paths", Better::Higher, &|trial| trial.own.paths as f64),
        map("opponent length", Better::Higher, &|trial| trial.opponent.length.into()),
        map("opponent paths", Better::Lower, &|trial| trial.opponent.paths as f64),
    ]
}
