//! The player, and what it shares with `seasonal-adjacency`: trying every move and comparing.

use hexring_game::{Color, Game, Move, Position, Site};

use super::count::{Counter, Ways};
use super::graph::{Graph, Stones, graph_with};
use crate::dice::{best, dice, pick};
use crate::entry::Entry;
use crate::option::Handle;
use crate::player::{Better, Choice, ChooseError, Control, Player, ScoreMap, Work};

/// How much the own connection counts against the opponent's.
pub(crate) const AGGRESSION: Handle<f64> = Handle::real(
    "aggression",
    0.0,
    1.0,
    0.5,
    "1 looks at the own connections only, 0 at the opponent's only",
);

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    let summary = "shortest connections and their number, own and opponent's";
    Entry::new("adjacency", summary, |settings, seed| {
        Ok(Box::new(Adjacency { aggression: settings.get(&AGGRESSION), seed }))
    })
    .with_options([AGGRESSION.info()])
}

struct Adjacency {
    aggression: f64,
    seed: u64,
}

impl Player for Adjacency {
    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let mut counter = Counter::default();
        Ok(choose(game, self.seed, self.aggression, control, |graph, _| Some(counter.count(graph))))
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
    fn score(&self, aggression: f64) -> (f64, f64) {
        let Trial { own, opponent, .. } = self;
        let weigh = |own: f64, opponent: f64| aggression * own - (1.0 - aggression) * opponent;
        let lengths = weigh(own.length.into(), opponent.length.into());
        (lengths, -weigh(own.paths as f64, opponent.paths as f64))
    }
}

/// Tries every legal move, measures the graphs of both colours after it, and takes the best; when
/// it is stopped, the best so far.
pub(crate) fn choose(
    game: &Game,
    seed: u64,
    aggression: f64,
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
    let scored = trials.iter().map(|trial| {
        let (lengths, paths) = trial.score(aggression);
        (trial.site, (-lengths, -paths))
    });
    let site = best(&mut dice(seed, game), scored).expect("there is a legal cell");
    let mut choice = Choice::new(Move::Place(position.board().cell(site)));
    choice.maps = maps(position, &trials, aggression);
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

fn maps(position: &Position, trials: &[Trial], aggression: f64) -> Vec<ScoreMap> {
    let map = |name, better, number: &dyn Fn(&Trial) -> f64| {
        ScoreMap::new(name, better, position, |site| {
            let at = trials.binary_search_by_key(&site, |trial| trial.site).ok()?;
            Some(number(&trials[at]))
        })
    };
    vec![
        map("score", Better::Lower, &|trial| trial.score(aggression).0),
        map("path score", Better::Lower, &|trial| trial.score(aggression).1),
        map("own length", Better::Lower, &|trial| trial.own.length.into()),
        map("own paths", Better::Higher, &|trial| trial.own.paths as f64),
        map("opponent length", Better::Higher, &|trial| trial.opponent.length.into()),
        map("opponent paths", Better::Lower, &|trial| trial.opponent.paths as f64),
    ]
}
