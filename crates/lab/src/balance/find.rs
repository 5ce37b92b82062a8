//! The search for balanced openings.
//!
//! Openings are drawn one after the other, each from its number and the seed. A stone lies where it
//! falls, or it is the most even of some that are drawn: how many is drawn too, once for each
//! opening, and so is the least number of stones. From that on it ends as soon as it looks even. So
//! openings on a board where both are equal are mostly random, and where one side is far ahead, as
//! Red on cylinders, those are found in which its stones are wasted and the other's are not. Quick
//! looks throw out most of what is not even before the judge takes its time.
//!
//! What becomes of a number depends on nothing else, so that neither the number of threads nor an
//! interruption changes what is found.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hexring_control::{Control, Limit};
use hexring_game::{Cell, Color, Game, Move, PlyError, Rules, RulesError, Swap, Turns};
use hexring_players::dice::{below, derive};
use hexring_players::option::Value;
use hexring_players::program::BEHAVIOUR;
use hexring_players::{
    BuildError, ChooseError, Player, Registry, SeatError, Spec, SpecError, decide,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use super::list::{About, BalancedOpening, OpeningList, Stones};
use super::normal::Normalizer;

/// Each stone of an opening is the most even of so many, of one of these numbers. The last stands
/// for as many as there are free cells; some of them are drawn twice and others not, so that
/// openings stay different.
const CHOICES: [usize; 4] = [1, 4, 16, usize::MAX];

/// How much farther from even than wanted an opening may be for the quickest look, and for the one
/// after it.
const SLACK: [f64; 2] = [0.2, 0.1];

/// The look before the judge's has so many times fewer simulations.
const SHORTER: u64 = 16;

/// The simulations of that look where the judge does not say its own.
const SIMS: u64 = 32;

/// After so many tries for each opening that is wanted there are no more to be found.
const PATIENCE: u64 = 300;

/// The seed of all players: they judge, and what they draw for it does not matter.
const PLAYER_SEED: u64 = 1;

/// How long the collector waits for results before it looks around.
const TICK: Duration = Duration::from_millis(100);

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The rules: alternate turns, no swap, no seasons.
    pub rules: Rules,
    /// Who judges.
    pub player: Spec,
    /// How far from one half the chances of the player to move may be.
    pub within: f64,
    /// How many stones an opening has.
    pub stones: Stones,
    /// The seed of all that is drawn.
    pub seed: u64,
}

/// Why no openings can be found.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FindError {
    /// A coin or a swap evens games by itself, and seasons keep the order of moves.
    #[error("balanced openings are for alternate turns, no swap and no seasons, not for {0}")]
    OtherRules(Rules),
    /// There is no game under these rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A bound that all openings keep, or none.
    #[error("{0} from even is no bound: expected a number above 0 and below 0.5")]
    Within(f64),
    /// More stones than an opening may have.
    #[error("{stones} stones are too many for {}: expected {most} at most, half its cells", rules.board)]
    TooManyStones {
        /// How many were asked for.
        stones: u32,
        /// The rules.
        rules: Rules,
        /// How many are possible.
        most: u32,
    },
    /// A player cannot judge these rules.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// A player cannot be made.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A player has no such option.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A player does not choose.
    #[error(transparent)]
    Choose(#[from] ChooseError),
    /// A player has no idea of its chances.
    #[error("{0} does not say its chances: expected a player that does, such as neural:sims=1000")]
    NoValue(String),
    /// A file that the player reads cannot be read.
    #[error("{0}: {1}")]
    Io(String, std::io::Error),
    /// A move that was drawn is not legal.
    #[error(transparent)]
    Move(#[from] PlyError),
    /// The list is that of another search.
    #[error("the file was made otherwise, {0}: expected the same, or another file")]
    OtherList(String),
}

impl Recipe {
    /// What a list of such openings says about itself. Whatever is asked for is checked here.
    pub fn about(&self) -> Result<About, FindError> {
        let Recipe { rules, player, within, stones, seed } = self.clone();
        if rules.turns != Turns::Alternate || rules.swap != Swap::None || rules.seasons.is_some() {
            return Err(FindError::OtherRules(rules));
        }
        if !(within > 0.0 && within < 0.5) {
            return Err(FindError::Within(within));
        }
        let most = rules.board.cell_count() as u32 / 2;
        if stones.most > most {
            return Err(FindError::TooManyStones { stones: stones.most, rules, most });
        }
        for color in Color::ALL {
            player.build_for(&rules, color, PLAYER_SEED)?;
        }
        let (behaviour, player) = (behaviour(&player)?, player.to_string());
        Ok(About { rules, seed, stones, within, behaviour, player })
    }

    /// Adds openings to a list of this recipe until it has so many. There may be fewer in the end,
    /// if the work is stopped or the board has no more. Whoever listens hears how the list stands.
    pub fn find(
        &self,
        list: &mut OpeningList,
        count: usize,
        threads: usize,
        control: &mut Control<'_, OpeningList>,
    ) -> Result<(), FindError> {
        let about = self.about()?;
        if let Some(difference) = difference(&list.about, &about) {
            return Err(FindError::OtherList(difference));
        }
        let mut collector = Collector::new(list, count);
        if collector.is_done() {
            return Ok(());
        }
        let (limit, halt) = control.limit().child();
        let search = Search {
            recipe: self,
            looks: self.looks()?,
            normalizer: Normalizer::new(self.rules.board),
            known: Mutex::default(),
            next: AtomicU64::new(collector.list.tried),
            end: collector.end,
            limit,
        };
        std::thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..threads.max(1) {
                let (sender, search) = (sender.clone(), &search);
                scope.spawn(move || search.work(&sender));
            }
            drop(sender);
            let collected = collector.collect(&results, control);
            // Whatever happened, nobody shall go on.
            halt.raise();
            collected
        })
    }

    /// Who looks at an opening, the quickest first and the judge last, and how far from even it may
    /// find it.
    fn looks(&self) -> Result<Vec<(Spec, f64)>, FindError> {
        let Recipe { player, within, .. } = self;
        let standard = Registry::standard();
        let network = match player.name() {
            "neural" => Some(player.clone()),
            _ => standard.parse("neural").ok().filter(|network| network.build(PLAYER_SEED).is_ok()),
        };
        let mut looks = match network {
            None => vec![standard.parse("mcts:playouts=1000")?],
            Some(network) => {
                let shorter = sims(player).map_or(SIMS, |sims| sims / SHORTER);
                let looks = [0, shorter].map(|sims| network.with("sims", &sims.to_string()));
                looks.into_iter().take(1 + usize::from(shorter > 0)).collect::<Result<_, _>>()?
            }
        };
        looks.push(player.clone());
        let slack = SLACK.into_iter().take(looks.len() - 1).chain([0.0]);
        Ok(looks.into_iter().zip(slack.map(|slack| within + slack)).collect())
    }
}

/// The simulations of a player that says them.
fn sims(player: &Spec) -> Option<u64> {
    player.values().find(|(info, _)| info.name == "sims").and_then(|(_, value)| match value {
        Some(Value::Whole(sims)) => Some(*sims),
        _ => None,
    })
}

/// One number for what the program's players do, and for what is in the files that this one reads.
fn behaviour(player: &Spec) -> Result<u64, FindError> {
    let mut behaviour = BEHAVIOUR;
    for (_, value) in player.values() {
        if let Some(Value::File(path)) = value {
            let unread = |fault| FindError::Io(path.display().to_string(), fault);
            let bytes = std::fs::read(path).map_err(unread)?;
            let words: String = bytes.iter().map(|byte| char::from(*byte)).collect();
            behaviour = derive(behaviour, &words);
        }
    }
    Ok(behaviour)
}

/// What a list says otherwise than it should, if anything.
fn difference(found: &About, expected: &About) -> Option<String> {
    let words = |about: &About| {
        let About { rules, seed, stones, within, behaviour, player } = about;
        [
            ("rules", rules.to_string()),
            ("player", player.clone()),
            ("within", within.to_string()),
            ("stones", stones.to_string()),
            ("seed", seed.to_string()),
            ("behaviour", format!("{behaviour:016x}")),
        ]
    };
    let mut pairs = words(found).into_iter().zip(words(expected));
    let ((name, found), (_, expected)) = pairs.find(|(found, expected)| found != expected)?;
    Some(format!("with {name} {found} and not {expected}"))
}

/// What is to be tried, for all workers.
struct Search<'a> {
    recipe: &'a Recipe,
    looks: Vec<(Spec, f64)>,
    normalizer: Normalizer,
    /// What came of openings that were looked at before, by their normal form. It saves time only.
    known: Mutex<HashMap<Vec<Cell>, Option<f64>>>,
    next: AtomicU64,
    end: u64,
    limit: Limit,
}

/// A number, and the opening that it leads to if that is even.
type Tried = (u64, Option<BalancedOpening>);

impl Search<'_> {
    /// One worker: takes the next number until there is none.
    fn work(&self, results: &Sender<Result<Tried, FindError>>) {
        let build = |(spec, _): &(Spec, f64)| spec.build(PLAYER_SEED);
        let mut players = match self.looks.iter().map(build).collect::<Result<Vec<_>, _>>() {
            Ok(players) => players,
            Err(fault) => {
                // Whoever collects has gone only if another fault was found.
                let _ = results.send(Err(fault.into()));
                return;
            }
        };
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.end {
                break;
            }
            let outcome = self.attempt(number, &mut players).map(|opening| (number, opening));
            // A player that is stopped says anything.
            if self.limit.is_over() || results.send(outcome).is_err() {
                break;
            }
        }
    }

    /// The opening of a number, if it is even.
    fn attempt(
        &self,
        number: u64,
        players: &mut [Box<dyn Player>],
    ) -> Result<Option<BalancedOpening>, FindError> {
        let Some(drawn) = self.draw(number, players)? else { return Ok(None) };
        let cells = self.normalizer.normal_form(&drawn);
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known().get(&cells).copied();
        let moves: Vec<Move> = cells.iter().map(|cell| Move::Place(*cell)).collect();
        let value = match before {
            Some(value) => value,
            None => {
                let value = self.judge(&moves, players)?;
                known().insert(cells, value);
                value
            }
        };
        Ok(value.map(|value| BalancedOpening { moves, value }))
    }

    /// The stones of a number; none where they do not look even.
    fn draw(
        &self,
        number: u64,
        players: &mut [Box<dyn Player>],
    ) -> Result<Option<Vec<Cell>>, FindError> {
        let seed = derive(self.recipe.seed, &format!("opening {number}"));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let Stones { least, most } = self.recipe.stones;
        let least = least as usize + below(&mut rng, (most - least + 1) as usize);
        let choices = CHOICES[below(&mut rng, CHOICES.len())];
        let mut game = Game::new(self.recipe.rules.clone())?;
        let mut cells = Vec::new();
        while cells.len() < most as usize {
            let free: Vec<Cell> = game.position().legal_cells().collect();
            let mut best: Option<(f64, Cell, Game)> = None;
            for _ in 0..choices.min(free.len()) {
                let cell = free[below(&mut rng, free.len())];
                let mut after = game.clone();
                after.play(Move::Place(cell))?;
                if after.ending().is_some() {
                    continue;
                }
                // One stone is the most even of itself, and what is to have more may be anything.
                let off = match choices {
                    1 if cells.len() + 1 < least => 0.0,
                    _ => (self.value(0, &after, players)? - 0.5).abs(),
                };
                if best.as_ref().is_none_or(|(least, ..)| off < *least) {
                    best = Some((off, cell, after));
                }
            }
            let Some((off, cell, after)) = best else { return Ok(None) };
            cells.push(cell);
            if cells.len() >= least && off <= self.looks[0].1 {
                return Ok(Some(cells));
            }
            game = after;
        }
        Ok(None)
    }

    /// The chances of the player to move, if all who look find them even.
    fn judge(
        &self,
        moves: &[Move],
        players: &mut [Box<dyn Player>],
    ) -> Result<Option<f64>, FindError> {
        let mut game = Game::new(self.recipe.rules.clone())?;
        moves.iter().try_for_each(|mv| game.play(*mv))?;
        let mut value = 0.5;
        for (at, (_, within)) in self.looks.iter().enumerate() {
            value = self.value(at, &game, players)?;
            if (value - 0.5).abs() > *within {
                return Ok(None);
            }
        }
        Ok(Some(value))
    }

    /// The chances of the player to move, as one of those who look finds them.
    fn value(
        &self,
        at: usize,
        game: &Game,
        players: &mut [Box<dyn Player>],
    ) -> Result<f64, FindError> {
        let mut control = hexring_players::Control::quiet(self.limit.clone());
        let choice = decide(players[at].as_mut(), game, &mut control)?;
        choice.value.ok_or_else(|| FindError::NoValue(self.looks[at].0.to_string()))
    }
}

/// Puts what workers find into the list, in the order of the numbers.
struct Collector<'a> {
    list: &'a mut OpeningList,
    count: usize,
    /// The number after the last that is tried.
    end: u64,
    /// The openings of the list.
    kept: HashSet<Vec<Move>>,
    /// Results whose turn has not come.
    early: BTreeMap<u64, Option<BalancedOpening>>,
}

impl<'a> Collector<'a> {
    fn new(list: &'a mut OpeningList, count: usize) -> Self {
        let kept = list.openings.iter().map(|opening| opening.moves.clone()).collect();
        let end = PATIENCE.saturating_mul(count as u64);
        Collector { list, count, end, kept, early: BTreeMap::new() }
    }

    fn is_done(&self) -> bool {
        self.list.openings.len() >= self.count || self.list.tried >= self.end
    }

    /// Takes results until there are enough, or no more.
    fn collect(
        &mut self,
        results: &Receiver<Result<Tried, FindError>>,
        control: &mut Control<'_, OpeningList>,
    ) -> Result<(), FindError> {
        while !self.is_done() {
            match results.recv_timeout(TICK) {
                Ok(outcome) => {
                    let (number, opening) = outcome?;
                    self.early.insert(number, opening);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while !self.is_done()
                && let Some(opening) = self.early.remove(&self.list.tried)
            {
                self.list.tried += 1;
                let is_new = |opening: &BalancedOpening| self.kept.insert(opening.moves.clone());
                self.list.openings.extend(opening.filter(is_new));
            }
            control.report(|| self.list.clone());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use hexring_control::Stop;

    use super::*;

    fn recipe(rules: &str, player: &str) -> Recipe {
        Recipe {
            rules: rules.parse().expect("rules"),
            player: player.parse().expect("a player"),
            within: 0.3,
            stones: "1-3".parse().expect("a range"),
            seed: 1,
        }
    }

    fn found(recipe: &Recipe, count: usize, threads: usize) -> OpeningList {
        let mut list = OpeningList::new(recipe.about().expect("a good recipe"));
        recipe.find(&mut list, count, threads, &mut Control::default()).expect("found");
        list
    }

    #[test]
    fn openings_depend_neither_on_threads_nor_on_interruptions() {
        for rules in ["6x6", "torus:5x5"] {
            let recipe = recipe(rules, "mcts:playouts=200");
            let list = found(&recipe, 6, 1);
            assert_eq!(list.openings.len(), 6, "{rules}: {list}");
            assert_eq!(found(&recipe, 6, 4), list, "{rules}: with more threads");
            // What is kept is what is written.
            let mut later: OpeningList = found(&recipe, 2, 3).to_string().parse().expect("a list");
            recipe.find(&mut later, 6, 2, &mut Control::default()).expect("found");
            assert_eq!(later.to_string(), list.to_string(), "{rules}: in two runs");
        }
    }

    #[test]
    fn a_stopped_search_keeps_what_was_found_and_goes_on() {
        let recipe = recipe("6x6", "mcts:playouts=200");
        let stop = Stop::new();
        let mut hear = |list: &OpeningList| {
            if list.tried >= 2 {
                stop.raise();
            }
        };
        let mut list = OpeningList::new(recipe.about().expect("a good recipe"));
        let mut control = Control::new(Limit::of(&stop), &mut hear).every(Duration::ZERO);
        recipe.find(&mut list, 6, 2, &mut control).expect("stopped");
        assert!(list.openings.len() < 6, "{}", list.tried);
        recipe.find(&mut list, 6, 2, &mut Control::default()).expect("found");
        assert_eq!(list.to_string(), found(&recipe, 6, 1).to_string());
    }

    #[test]
    fn a_board_has_no_more_openings_than_it_has() {
        let list = found(&recipe("3x3", "mcts:playouts=20"), 20, 2);
        assert!(list.openings.len() < 20 && list.tried == 20 * PATIENCE, "{list}");
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let good = recipe("5x5", "mcts:playouts=10");
        let stones = |text: &str| text.parse().expect("a range");
        for (recipe, expected) in [
            (recipe("5x5 swap=pieces", "mcts"), "no swap and no seasons, not for plane:5x5 swap"),
            (recipe("5x5 turns=random", "mcts"), "alternate turns"),
            (Recipe { within: 0.5, ..good.clone() }, "0.5 from even is no bound"),
            (Recipe { within: f64::NAN, ..good.clone() }, "NaN from even is no bound"),
            (
                Recipe { stones: stones("13"), ..good.clone() },
                "13 stones are too many for plane:5x5: expected 12",
            ),
            (recipe("5x5", "neural:network=no/such/file"), "no/such/file"),
        ] {
            let fault = recipe.about().expect_err("refused").to_string();
            assert!(fault.contains(expected), "{fault}");
        }
        let find = |recipe: &Recipe, list: &mut OpeningList| {
            recipe.find(list, 1, 1, &mut Control::default()).expect_err("refused").to_string()
        };
        let mut list = OpeningList::new(good.about().expect("a good recipe"));
        let fault = find(&Recipe { seed: 2, ..good }, &mut list);
        assert!(fault.contains("with seed 1 and not 2"), "{fault}");
        let silent = Recipe { within: 0.49, ..recipe("5x5", "random") };
        let mut list = OpeningList::new(silent.about().expect("a good recipe"));
        let fault = find(&silent, &mut list);
        assert!(fault.starts_with("random does not say its chances"), "{fault}");
    }
}
