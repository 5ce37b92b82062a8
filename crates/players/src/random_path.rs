//! `random-path`: the cell that lies on most winning paths of fair-coin fills (Trevorah,
//! section 6.2).
//!
//! All fills are fills of the whole board. In each that the player wins, one shortest path or ring
//! is taken, and every legal empty cell on it scores. As in the source, stones are stepped over: a
//! path is short if it has few cells that are still to be played. On a torus a fill has an order;
//! the game ends with the first ring, and the ring is made of stones that lie there by then.
//!
//! Two ideas that the source leaves as further work are options. `both=true` also uses fills that
//! the player loses: the cells of the opponent's path are worth taking away, so that there is
//! something to go by in positions in which hardly any fill is won. `score=pivotal` counts the
//! fills in which a cell decides who wins, instead of one path of many. That is what the optimal
//! player under random turns maximises, and it needs far fewer fills than
//! [`random-spot`](crate::random_spot). A cell decides won and lost fills alike, so `both` makes no
//! difference to it.

use hexring_game::{Color, Connectivity, Game, Goal, Move, Position, Site, Topology};
use hexring_playout::{Detail, Kind, Request, Sampler};
use rand::Rng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::dice::{best, dice};
use crate::entry::Entry;
use crate::option::{Handle, Settings, Word};
use crate::player::{Better, Choice, ChooseError, Control, Player, ScoreMap, Work};
use crate::sample;
use crate::shortest_walk::ShortestWalks;

pub(crate) const FILLS: Handle<u64> =
    Handle::whole("fills", 1, 1_000_000_000, 1000, "fills for a move");
const BOTH: Handle<bool> =
    Handle::flag("both", false, "whether lost fills count too, by the opponent's path");
const SCORE: Handle<Score> = Handle::word(
    "score",
    "what scores: cells on one shortest path, or all cells that decide the fill",
);

/// What scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Score {
    /// Cells on one shortest path.
    Path,
    /// All cells that decide the fill.
    Pivotal,
}

impl Word for Score {
    const WORDS: &'static [&'static str] = &["path", "pivotal"];
    const MEANINGS: &'static [Self] = &[Score::Path, Score::Pivotal];
}

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    let summary = "the cell that lies on most winning paths of fair-coin fills";
    Entry::new("random-path", summary, |settings, seed| {
        Ok(Box::new(RandomPath::new(settings, seed)))
    })
    .with_options([FILLS.info(), BOTH.info(), SCORE.info()])
}

struct RandomPath {
    fills: u64,
    both: bool,
    score: Score,
    seed: u64,
}

/// What the fills of a position add up to.
struct Scores {
    fills: u64,
    won: u64,
    /// By site.
    cells: Vec<u64>,
}

impl RandomPath {
    fn new(settings: &Settings, seed: u64) -> Self {
        RandomPath {
            fills: settings.get(&FILLS),
            both: settings.get(&BOTH),
            score: settings.get(&SCORE),
            seed,
        }
    }

    /// Scores by paths.
    fn paths(&self, position: &Position, rng: &mut impl Rng, control: &Control) -> Scores {
        let color = position.to_move().expect("somebody is to move");
        let mut walks = ShortestWalks::new(position.geometry());
        let mut fill = Fill::new(position);
        let mut scores = Scores { fills: 0, won: 0, cells: vec![0; position.board().cell_count()] };
        while scores.fills < self.fills && !(control.is_over() && scores.fills > 0) {
            scores.fills += 1;
            fill.draw(rng);
            let mut path = fill.path(&mut walks, color, rng);
            scores.won += u64::from(path.is_some());
            if path.is_none() && self.both {
                path = fill.path(&mut walks, !color, rng);
            }
            for site in path.into_iter().flatten() {
                scores.cells[site.index()] += u64::from(position.stone_at(site).is_none());
            }
        }
        scores
    }

    /// Scores by pivotal cells.
    fn pivots(&self, position: &Position, rng: &mut impl Rng, control: &Control) -> Scores {
        let color = position.to_move().expect("somebody is to move");
        let sampler = Sampler::new(position);
        let mut scores = Scores { fills: 0, won: 0, cells: vec![0; position.board().cell_count()] };
        while scores.fills < self.fills && !(control.is_over() && scores.fills > 0) {
            let playouts = (self.fills - scores.fills).min(512);
            let (kind, detail, seed) = (Kind::Fill, Detail::Pivotal, rng.next_u64());
            let request = Request { kind, playouts, seed, detail };
            let tally = sample::some(&sampler, &request, control.limit());
            scores.fills += tally.playouts;
            scores.won += tally.wins(color);
            for (score, cell) in scores.cells.iter_mut().zip(&tally.cells) {
                *score += cell.pivotal;
            }
        }
        scores
    }
}

impl Player for RandomPath {
    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let mut rng: Xoshiro256PlusPlus = dice(self.seed, game);
        let (name, scores) = match self.score {
            Score::Pivotal => ("pivotal", self.pivots(position, &mut rng, control)),
            Score::Path => ("paths", self.paths(position, &mut rng, control)),
        };
        let score = |site: Site| scores.cells[site.index()];
        // Without a winning fill all scores are zero, and any legal cell is as good as another.
        let scored = position.legal_sites().map(|site| (site, score(site)));
        let site = best(&mut rng, scored).expect("there is a legal cell");
        let share = |count: u64| count as f64 / scores.fills as f64;
        let map = ScoreMap::new(name, Better::Higher, position, |site| {
            position.stone_at(site).is_none().then(|| share(score(site)))
        });
        Ok(Choice {
            value: Some(share(scores.won)),
            maps: vec![map],
            work: Work { count: scores.fills, unit: "fills" },
            ..Choice::new(Move::Place(position.board().cell(site)))
        })
    }
}

/// One fill of a position.
struct Fill<'a> {
    position: &'a Position,
    empty: Vec<Site>,
    /// By site; on a torus only what was played before the end.
    colors: Vec<Option<Color>>,
    /// On a torus: the winner and its last stone.
    ending: Option<(Color, Site)>,
    board: Connectivity,
}

impl<'a> Fill<'a> {
    fn new(position: &'a Position) -> Self {
        Fill {
            position,
            empty: position.empty_sites().collect(),
            colors: Vec::new(),
            ending: None,
            board: position.stones().clone(),
        }
    }

    /// Colours every empty cell by a fair coin.
    fn draw(&mut self, rng: &mut impl Rng) {
        let sites = self.position.board().sites();
        self.colors.clear();
        self.colors.extend(sites.map(|site| self.position.stone_at(site)));
        self.ending = None;
        let ordered = self.position.board().topology() == Topology::Torus;
        if ordered {
            self.empty.shuffle(rng);
            self.board.clone_from(self.position.stones());
        }
        let (mut coins, geometry) = (0, self.position.geometry());
        for (index, &site) in self.empty.iter().enumerate() {
            coins = if index % 64 == 0 { rng.next_u64() } else { coins >> 1 };
            let color = if coins & 1 == 1 { Color::Red } else { Color::Blue };
            self.colors[site.index()] = Some(color);
            if ordered && self.board.place(geometry, site, color) {
                self.ending = Some((color, site));
                return;
            }
        }
    }

    /// A shortest winning path or ring of a colour, if it has won.
    fn path(
        &self,
        walks: &mut ShortestWalks<'_>,
        color: Color,
        rng: &mut impl Rng,
    ) -> Option<Vec<Site>> {
        let (geometry, board) = (self.position.geometry(), self.position.board());
        let goal = geometry.goal(color);
        let is_own = |site: &Site| self.colors[site.index()] == Some(color);
        let mut through: Vec<Site> = match (goal, self.ending) {
            // Before its last stone the winner had no ring.
            (Goal::Ring(_), Some((winner, last))) => {
                (winner == color).then_some(last).into_iter().collect()
            }
            (Goal::Path { from, .. }, _) => {
                let starts = board.sites().filter(|site| geometry.edges(*site).contains(from));
                starts.filter(is_own).collect()
            }
            // A ring around a cylinder goes through every column.
            (Goal::Ring(_), None) => {
                board.sites().step_by(board.cols().into()).filter(is_own).collect()
            }
        };
        through.shuffle(rng);
        let cost =
            |site: Site| is_own(&site).then(|| u16::from(self.position.stone_at(site).is_none()));
        walks.find(goal, &through, cost, rng).map(|(_, cells)| cells)
    }
}
