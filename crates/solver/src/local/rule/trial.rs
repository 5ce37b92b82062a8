//! Whether a rule wins: every reply of Blue, from the rules of the game and the rule's text alone.
//!
//! Nothing of the search is used here. Blue's first stone is put into the first column only: the
//! rule counts columns from Blue's stone, so all others are rotations of that.

use std::collections::HashSet;

use hexring_control::Limit;
use hexring_game::{Board, Cell, Color, Connectivity, Geometry, Site, Topology};
use thiserror::Error;

use super::table::LocalRule;

/// Why it is not known that a rule wins.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LocalRuleFault {
    /// The rule is for other boards.
    #[error("the rule is for cylinders of {columns} columns: found {board}")]
    Board {
        /// The board.
        board: Board,
        /// The columns that the rule is for.
        columns: u8,
    },
    /// A view that the rule does not know.
    #[error("on {board} after {line} the rule has no answer to {view}")]
    Unknown {
        /// The board.
        board: Board,
        /// The stones up to there, in turns, Blue's first.
        line: String,
        /// What Red sees.
        view: String,
    },
    /// An answer on a cell that is taken or not there.
    #[error("on {board} after {line} the rule's answer to {view} is not free")]
    Taken {
        /// The board.
        board: Board,
        /// The stones up to there.
        line: String,
        /// What Red sees.
        view: String,
    },
    /// Blue wins.
    #[error("on {board} Blue closes a ring: {line}")]
    Lost {
        /// The board.
        board: Board,
        /// The stones of the game.
        line: String,
    },
    /// Too many positions.
    #[error("more than {0} positions are reached, and there is no memory for more")]
    Memory(usize),
    /// Somebody has stopped it.
    #[error("stopped after {0} positions")]
    Stopped(usize),
}

impl LocalRuleFault {
    /// Whether it says that the rule does not win. If not, nobody knows.
    pub fn is_answer(&self) -> bool {
        use LocalRuleFault::{Lost, Taken, Unknown};
        matches!(self, Unknown { .. } | Taken { .. } | Lost { .. })
    }
}

/// What a position takes in memory beside its cells, about.
const BYTES: usize = 100;

impl LocalRule {
    /// Plays the rule against every reply of Blue on a cylinder. Returns the number of positions
    /// that are reached with Blue to move.
    pub fn check(
        &self,
        board: Board,
        memory: usize,
        limit: &Limit,
    ) -> Result<usize, LocalRuleFault> {
        let columns = self.scope.columns;
        if board.topology() != Topology::Cylinder || board.cols() != columns {
            return Err(LocalRuleFault::Board { board, columns });
        }
        let geometry = Geometry::new(board);
        let mut trial = Trial {
            rule: self,
            geometry: &geometry,
            stones: vec![None; board.cell_count()],
            line: Vec::new(),
            known: HashSet::new(),
            most: memory / (BYTES + 2 * board.cell_count()),
            limit,
        };
        trial.blue_to_move(&Connectivity::new(&geometry))?;
        Ok(trial.known.len())
    }
}

struct Trial<'a> {
    rule: &'a LocalRule,
    geometry: &'a Geometry,
    stones: Vec<Option<Color>>,
    /// The stones since the beginning; none for a pass.
    line: Vec<Option<Site>>,
    /// Positions with Blue to move from which the rule wins, or that are being tried: games get
    /// longer with every move, so none comes again within itself.
    known: HashSet<Vec<Option<Color>>>,
    most: usize,
    limit: &'a Limit,
}

impl Trial<'_> {
    fn board(&self) -> Board {
        self.geometry.board()
    }

    /// The cell so many rings and columns away, if it is on the board.
    fn site(&self, from: Cell, ring: i16, column: u8) -> Option<Site> {
        let row = u8::try_from(i16::from(from.row) + ring).ok()?;
        let col = (from.col + column) % self.board().cols();
        (row < self.board().rows()).then(|| self.board().site(Cell { col, row })).flatten()
    }

    /// What Red sees after a blue stone.
    fn view(&self, stone: Cell) -> String {
        let seen = i16::from(self.rule.scope.seen);
        let ring = |ring: i16| -> String {
            let cell = |column: u8| match self.site(stone, ring, column) {
                None => '#',
                Some(site) => match self.stones[site.index()] {
                    None => '.',
                    Some(Color::Red) => 'R',
                    Some(Color::Blue) => 'B',
                },
            };
            (0..self.board().cols()).map(cell).collect()
        };
        (-seen..=seen).map(ring).collect::<Vec<_>>().join("/")
    }

    fn blue_to_move(&mut self, groups: &Connectivity) -> Result<(), LocalRuleFault> {
        if !self.known.insert(self.stones.clone()) {
            return Ok(());
        }
        if self.known.len() > self.most {
            return Err(LocalRuleFault::Memory(self.most));
        }
        if self.limit.is_over() {
            return Err(LocalRuleFault::Stopped(self.known.len()));
        }
        let is_first = self.line.is_empty();
        for site in self.board().sites() {
            let is_rotation = is_first && self.board().cell(site).col > 0;
            if self.stones[site.index()].is_some() || is_rotation {
                continue;
            }
            self.line.push(Some(site));
            if groups.would_win(self.geometry, site, Color::Blue) {
                return Err(LocalRuleFault::Lost { board: self.board(), line: self.moves() });
            }
            let mut after = groups.clone();
            after.place(self.geometry, site, Color::Blue);
            self.stones[site.index()] = Some(Color::Blue);
            self.red_answers(&after, site)?;
            self.stones[site.index()] = None;
            self.line.pop();
        }
        Ok(())
    }

    fn red_answers(&mut self, groups: &Connectivity, stone: Site) -> Result<(), LocalRuleFault> {
        let stone = self.board().cell(stone);
        let within = i16::from(self.rule.scope.within);
        let rings = -within..=within;
        let mut near = rings.flat_map(|ring| (0..self.board().cols()).map(move |c| (ring, c)));
        let is_free = |site: Site| self.stones[site.index()].is_none();
        if !near.any(|(ring, column)| self.site(stone, ring, column).is_some_and(is_free)) {
            self.line.push(None);
            self.blue_to_move(groups)?;
            self.line.pop();
            return Ok(());
        }
        let (board, view) = (self.board(), self.view(stone));
        let Some((ring, column)) = self.rule.answers.get(&view).copied() else {
            return Err(LocalRuleFault::Unknown { board, line: self.moves(), view });
        };
        let site = self.site(stone, ring.into(), column).filter(|site| is_free(*site));
        let Some(site) = site else {
            return Err(LocalRuleFault::Taken { board, line: self.moves(), view });
        };
        if groups.would_win(self.geometry, site, Color::Red) {
            return Ok(());
        }
        let mut after = groups.clone();
        after.place(self.geometry, site, Color::Red);
        self.line.push(Some(site));
        self.stones[site.index()] = Some(Color::Red);
        self.blue_to_move(&after)?;
        self.stones[site.index()] = None;
        self.line.pop();
        Ok(())
    }

    /// The moves so far as text.
    fn moves(&self) -> String {
        let cell = |site: &Option<Site>| {
            site.map_or("pass".to_owned(), |site| self.board().cell(site).to_string())
        };
        self.line.iter().map(cell).collect::<Vec<_>>().join(" ")
    }
}
