//! `seasonal-adjacency`: [`adjacency`](crate::adjacency) with the seasons of the year to come.
//!
//! After Trevorah (sections 4.1 and 5.2). Each season `s` has its own matrix `M(s)` over the same
//! graph, and instead of a power of one matrix the player looks at the product of the matrices in
//! the order of a colour's year, `M(s1) · M(s2) · M(s3) · M(s1) …`, from the season in which that
//! colour moves next when the player has to choose. The length is the least number of factors with
//! which the product joins the borders, and the paths are that entry.
//!
//! - `links=directed`: `M(s)` has the links between two cells of season `s`, and links from these to
//!   neighbours of the next season of the year, one way. The source designed it and could not finish
//!   it. A way follows the years: whoever takes a cell now continues with a neighbour in the next
//!   season.
//! - `links=undirected`: the same links, both ways. It is what the source ran.
//! - `links=same`: only those between two cells of season `s`.
//!
//! Borders belong to all seasons: links to, from and between them are those of a cell of season
//! `s`. Own stones are bypassed and the opponent's are gone before seasons are looked at, so the
//! season of a stone does not matter any more.
//!
//! Every node has a link to itself in every season, as in the source's matrices. With one matrix
//! it changes nothing, since a shortest way never stays. With several it is what gives the product
//! a meaning: a way may wait for its season, and the length is a number of turns.
//!
//! The product is never formed. A row of it is carried through the year: how many walks of so many
//! turns end at each node. Where the goal is a ring, this is done from copy 0 of every cell in the
//! board unrolled along the axis, until walks arrive at other copies of their cell or are longer
//! than those of another one; they are counted in both directions, because here the way back is
//! not the mirror of the way. If no walk reaches anything new for a whole year, none ever will.
//!
//! Without seasons, or with one, all forms equal `adjacency`.

use hexring_control::Limit;
use hexring_game::{Color, Game, Position, Site};

use crate::adjacency::{Graph, Manner, Ways, choose, graph_with, manner_options, shorter};
use crate::entry::Entry;
use crate::option::{Handle, Word};
use crate::player::{Choice, ChooseError, Control, Player};

/// Which links a season has besides those between its own cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// To the next season, one way.
    Directed,
    /// To the next season, both ways.
    Undirected,
    /// None.
    Same,
}

impl Word for Links {
    const WORDS: &'static [&'static str] = &["directed", "undirected", "same"];
    const MEANINGS: &'static [Self] = &[Links::Directed, Links::Undirected, Links::Same];
}

const LINKS: Handle<Links> = Handle::word(
    "links",
    "of each season: directed to the next one of the year, undirected (the source's), or same only",
);

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    let summary = "adjacency that looks at the seasons of the year to come";
    Entry::new("seasonal-adjacency", summary, |settings, seed| {
        let (manner, links) = (Manner::new(settings), settings.get(&LINKS));
        Ok(Box::new(SeasonalAdjacency { manner, links, seed }))
    })
    .with_options(manner_options().into_iter().chain([LINKS.info()]))
}

struct SeasonalAdjacency {
    manner: Manner,
    links: Links,
    seed: u64,
}

impl Player for SeasonalAdjacency {
    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let calendars = Color::ALL.map(|color| Calendar::new(position, color, self.links));
        Ok(choose(game, self.seed, self.manner, control, |graph, color| {
            calendars[color.index()].count(graph, control.limit())
        }))
    }
}

/// The shortest connections of a colour through its year, with one more stone on the board if one
/// is given.
pub fn measure(
    position: &Position,
    placed: Option<(Site, Color)>,
    color: Color,
    links: Links,
) -> Ways {
    let graph = graph_with(position, placed, color);
    let ways = Calendar::new(position, color, links).count(&graph, &Limit::none());
    ways.expect("nobody stops it")
}

/// When a colour may step where.
struct Calendar {
    /// The seasons of the year from the current one on.
    year: Vec<u8>,
    /// By cell.
    seasons: Vec<u8>,
    links: Links,
}

/// Walks that end at a node in a copy, and how many.
#[derive(Clone, Copy, Debug)]
struct Walks {
    node: u16,
    copy: i16,
    ways: u128,
}

/// The walks from one node.
struct Row {
    start: u16,
    /// By node.
    ends: Vec<Vec<(i16, u128)>>,
    /// Turns since a node or copy was reached for the first time.
    idle: usize,
}

/// How carrying a row on has ended.
enum End {
    /// Walks have arrived.
    Arrived(Ways),
    /// None ever will.
    Idle,
    /// Perhaps longer ones will.
    Far,
}

impl Calendar {
    fn new(position: &Position, color: Color, links: Links) -> Self {
        let sites = position.board().sites();
        let (year, seasons) = match &position.rules().seasons {
            None => (vec![0], vec![0; sites.len()]),
            Some(rule) => {
                let made = position.moves_made(color);
                let year =
                    (0..rule.count()).map(|turn| rule.current(color, made + u32::from(turn)));
                (year.collect(), sites.map(|site| rule.layout.season(site)).collect())
            }
        };
        Calendar { year, seasons, links }
    }

    /// The season of a node; none for borders.
    fn season(&self, node: usize) -> Option<u8> {
        self.seasons.get(node).copied()
    }

    /// Whether a node is of the season of a turn.
    fn is_in(&self, node: usize, turn: usize) -> bool {
        self.season(node).is_none_or(|season| season == self.year[turn % self.year.len()])
    }

    /// Whether some step may begin at a node.
    fn may_leave(&self, node: usize, turn: usize) -> bool {
        let next = self.links == Links::Undirected && self.is_in(node, turn + 1);
        self.is_in(node, turn) || next
    }

    /// Whether a step from a node that may be left may end at another one.
    fn may_step(&self, from: usize, to: usize, turn: usize) -> bool {
        let next = self.links != Links::Same && self.is_in(from, turn) && self.is_in(to, turn + 1);
        self.is_in(to, turn) || next
    }

    /// The shortest connections in a graph; none if the limit was over before.
    fn count(&self, graph: &Graph, limit: &Limit) -> Option<Ways> {
        if graph.has_ring() {
            return Some(Ways::RING);
        }
        let starts = match graph.borders() {
            Some((from, _)) => from..from + 1,
            None => 0..graph.cells(),
        };
        let is_node =
            |start: &usize| !graph.steps(*start).is_empty() && graph.removed() != Some(*start);
        let starts: Vec<usize> = starts.filter(is_node).collect();
        // One start after the other: all in step would take a gigabyte on the largest tori. Walks
        // from some never come back, however far they go, so all go a little further each time.
        let (mut row, mut steps) = (Row::new(graph), Vec::new());
        for doubled in 3.. {
            let (mut best, mut is_over) = (None, true);
            for start in &starts {
                row.begin(*start);
                let most = best.map_or(1 << doubled, |best: Ways| best.length);
                match self.carry(graph, &mut row, most, &mut steps, limit)? {
                    End::Arrived(ways) => best = shorter(best, Some(ways)),
                    End::Idle => (),
                    End::Far => is_over = false,
                }
            }
            if is_over || best.is_some() {
                return Some(best.unwrap_or_else(|| Ways::none(graph.cells(), self.year.len())));
            }
        }
        unreachable!("a connection is no longer than a year for each cell")
    }

    /// Carries a row on until walks arrive, nothing new can be reached, or they are so long; none
    /// if the limit was over before.
    fn carry(
        &self,
        graph: &Graph,
        row: &mut Row,
        most: u32,
        steps: &mut Vec<Walks>,
        limit: &Limit,
    ) -> Option<End> {
        for turn in 0..most {
            if limit.is_over() {
                return None;
            }
            self.advance(graph, row, turn as usize, steps);
            let paths = row.goals(graph).fold(0, u128::saturating_add);
            if paths > 0 {
                return Some(End::Arrived(Ways { length: turn + 1, paths }));
            }
            if row.idle >= self.year.len() {
                return Some(End::Idle);
            }
        }
        Some(End::Far)
    }

    /// One turn: walks stay where they are or take a step that the season allows.
    fn advance(&self, graph: &Graph, row: &mut Row, turn: usize, steps: &mut Vec<Walks>) {
        steps.clear();
        for (node, ends) in row.ends.iter().enumerate() {
            if ends.is_empty() || !self.may_leave(node, turn) {
                continue;
            }
            let is_open = |to| graph.removed() != Some(to) && self.may_step(node, to, turn);
            for step in graph.steps(node).iter().filter(|step| is_open(step.to.into())) {
                let to = |&(copy, ways)| Walks { node: step.to, copy: copy + step.copies, ways };
                steps.extend(ends.iter().map(to));
            }
        }
        row.idle += 1;
        steps.iter().for_each(|walks| row.add(*walks));
    }
}

impl Row {
    fn new(graph: &Graph) -> Self {
        Row { start: 0, ends: vec![Vec::new(); graph.nodes()], idle: 0 }
    }

    /// Forgets all walks but the one that has not begun.
    fn begin(&mut self, start: usize) {
        self.ends.iter_mut().for_each(Vec::clear);
        self.ends[start].push((0, 1));
        (self.start, self.idle) = (start as u16, 0);
    }

    fn add(&mut self, walks: Walks) {
        let ends = &mut self.ends[usize::from(walks.node)];
        match ends.iter_mut().find(|(copy, _)| *copy == walks.copy) {
            Some((_, ways)) => *ways = ways.saturating_add(walks.ways),
            None => {
                ends.push((walks.copy, walks.ways));
                self.idle = 0;
            }
        }
    }

    /// The walks that have arrived: at the other border, or at other copies of their start.
    fn goals(&self, graph: &Graph) -> impl Iterator<Item = u128> {
        let (goal, own_copy) = match graph.borders() {
            Some((_, to)) => (to, None),
            None => (usize::from(self.start), Some(0)),
        };
        let ends = self.ends[goal].iter();
        ends.filter(move |(copy, _)| Some(*copy) != own_copy).map(|(_, ways)| *ways)
    }
}
