//! The board as a colour sees it: steps between empty cells and borders, own stones bypassed.
//!
//! Along a ring's axis every step carries the copy of the unrolled board that it enters; where the
//! goal is a path, all steps stay in one copy.

use hexring_game::{Axis, Color, Edges, Geometry, Goal, Link, Position, Site};

/// The stones on a board, one of which may be tried.
#[derive(Clone, Debug)]
pub(crate) struct Stones(Vec<Option<Color>>);

impl Stones {
    pub(crate) fn new(position: &Position) -> Self {
        Stones(position.board().sites().map(|site| position.stone_at(site)).collect())
    }

    pub(crate) fn set(&mut self, site: Site, stone: Option<Color>) {
        self.0[site.index()] = stone;
    }

    #[inline]
    fn at(&self, site: Site) -> Option<Color> {
        self.0[site.index()]
    }
}

/// A step to a node, and how many copies further along the ring's axis it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) to: u16,
    pub(crate) copies: i16,
}

/// The place of a cell's own stone in its group.
#[derive(Clone, Copy, Debug, Default)]
struct Stone {
    /// Its group, counted from 1; 0 if it is not known yet or no own stone.
    group: u16,
    /// The copy in which it lies when the first stone of its group is in copy 0.
    copy: i16,
}

/// A colour's graph. Nodes are the cells by index, then the two borders.
#[derive(Clone, Debug)]
pub(crate) struct Graph<'a> {
    geometry: &'a Geometry,
    axis: Option<Axis>,
    /// Where the steps of each node begin, and the end of all.
    starts: Vec<u32>,
    steps: Vec<Step>,
    has_ring: bool,
    /// A cell that is taken out of the built graph.
    removed: Option<u16>,
    stones: Vec<Stone>,
    /// What each group touches, from where it lies in copy 0.
    touched: Vec<Vec<Step>>,
    pending: Vec<Site>,
}

impl<'a> Graph<'a> {
    pub(crate) fn new(geometry: &'a Geometry) -> Self {
        Graph {
            geometry,
            axis: None,
            starts: Vec::new(),
            steps: Vec::new(),
            has_ring: false,
            removed: None,
            stones: vec![Stone::default(); geometry.board().cell_count()],
            touched: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// The number of cells; also the index of the border where a path begins.
    #[inline]
    pub(crate) fn cells(&self) -> usize {
        self.stones.len()
    }

    /// The number of nodes.
    #[inline]
    pub(crate) fn nodes(&self) -> usize {
        self.cells() + 2
    }

    /// The two borders where the goal is a path.
    pub(crate) fn borders(&self) -> Option<(usize, usize)> {
        self.axis.is_none().then(|| (self.cells(), self.cells() + 1))
    }

    /// Whether own stones alone make a ring; then the graph has no other meaning.
    pub(crate) fn has_ring(&self) -> bool {
        self.has_ring
    }

    /// The steps from a node, none from cells with stones.
    #[inline]
    pub(crate) fn steps(&self, node: usize) -> &[Step] {
        &self.steps[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Whether a cell is empty or has an own stone, and leads somewhere.
    pub(crate) fn is_open(&self, site: Site) -> bool {
        self.stones[site.index()].group != 0 || !self.steps(site.index()).is_empty()
    }

    /// Cells that every ring passes at least one of: the empty cells of a line across the axis,
    /// and those that touch a group with a stone in that line, where a step may jump over it.
    pub(crate) fn gate(&self, line: impl Iterator<Item = Site>) -> Vec<u16> {
        let mut gate = Vec::new();
        for site in line {
            match self.stones[site.index()].group {
                0 => gate
                    .extend((!self.steps(site.index()).is_empty()).then_some(site.index() as u16)),
                group => gate.extend(self.touched[usize::from(group)].iter().map(|step| step.to)),
            }
        }
        gate.sort_unstable();
        gate.dedup();
        gate
    }

    /// Where rings wind along an axis, the geometry and that axis.
    pub(crate) fn ring_axis(&self) -> Option<(&'a Geometry, Axis)> {
        Some((self.geometry, self.axis?))
    }

    /// The cell that is taken out.
    #[inline]
    pub(crate) fn removed(&self) -> Option<usize> {
        self.removed.map(usize::from)
    }

    /// Takes one cell out instead of the one before: an opponent's stone there, without building
    /// the graph again.
    pub(crate) fn remove(&mut self, site: Site) {
        self.removed = Some(site.index() as u16);
    }

    /// Builds the graph of a colour.
    pub(crate) fn build(&mut self, stones: &Stones, color: Color) {
        let geometry = self.geometry;
        self.removed = None;
        let (axis, borders) = match geometry.goal(color) {
            Goal::Ring(axis) => (Some(axis), None),
            Goal::Path { from, to } => (None, Some((from, to))),
        };
        self.axis = axis;
        self.find_groups(stones, color, borders);
        self.starts.clear();
        self.steps.clear();
        for site in geometry.board().sites() {
            self.starts.push(self.steps.len() as u32);
            if stones.at(site).is_none() {
                self.add_cell(stones, site, borders);
            }
        }
        for (index, border) in borders.into_iter().flat_map(|(from, to)| [from, to]).enumerate() {
            self.starts.push(self.steps.len() as u32);
            self.add_border(stones, border, self.cells() + index);
        }
        let end = self.steps.len() as u32;
        self.starts.resize(self.nodes() + 1, end);
    }

    fn copies(&self, link: Link) -> i16 {
        self.axis.map_or(0, |axis| link.wrap().along(axis))
    }

    /// The border nodes that a cell touches.
    fn bordering(
        &self,
        site: Site,
        borders: Option<(Edges, Edges)>,
    ) -> impl Iterator<Item = Step> + use<> {
        let (edges, first) = (self.geometry.edges(site), self.cells() as u16);
        let sides = borders.into_iter().flat_map(|(from, to)| [from, to]).zip(first..);
        sides.filter(move |(side, _)| edges.contains(*side)).map(|(_, to)| Step { to, copies: 0 })
    }

    fn find_groups(&mut self, stones: &Stones, color: Color, borders: Option<(Edges, Edges)>) {
        self.stones.fill(Stone::default());
        self.has_ring = false;
        self.touched.truncate(1);
        self.touched.resize(1, Vec::new());
        for site in self.geometry.board().sites() {
            if stones.at(site) == Some(color) && self.stones[site.index()].group == 0 {
                let mut touched = self.follow_group(stones, color, site, borders);
                touched.sort_unstable();
                touched.dedup();
                self.touched.push(touched);
            }
        }
    }

    /// Marks the group of a stone and returns what it touches.
    fn follow_group(
        &mut self,
        stones: &Stones,
        color: Color,
        first: Site,
        borders: Option<(Edges, Edges)>,
    ) -> Vec<Step> {
        let geometry = self.geometry;
        let group = self.touched.len() as u16;
        let mut touched = Vec::new();
        self.stones[first.index()] = Stone { group, copy: 0 };
        self.pending.push(first);
        while let Some(site) = self.pending.pop() {
            let from = self.stones[site.index()].copy;
            touched.extend(self.bordering(site, borders));
            for link in geometry.links(site) {
                let copy = from + self.copies(link);
                match (stones.at(link.to), self.stones[link.to.index()]) {
                    (None, _) => touched.push(Step { to: link.to.index() as u16, copies: copy }),
                    (Some(stone), _) if stone != color => {}
                    (_, Stone { group: 0, .. }) => {
                        self.stones[link.to.index()] = Stone { group, copy };
                        self.pending.push(link.to);
                    }
                    (_, known) => self.has_ring |= known.copy != copy,
                }
            }
        }
        touched
    }

    fn add_cell(&mut self, stones: &Stones, site: Site, borders: Option<(Edges, Edges)>) {
        let first = self.steps.len();
        let mut jumped: [(u16, i16); 6] = Default::default();
        let mut jumps = 0;
        for link in self.geometry.links(site) {
            let copies = self.copies(link);
            let stone = self.stones[link.to.index()];
            if stones.at(link.to).is_none() {
                self.steps.push(Step { to: link.to.index() as u16, copies });
            } else if stone.group != 0
                && !jumped[..jumps].contains(&(stone.group, stone.copy - copies))
            {
                jumped[jumps] = (stone.group, stone.copy - copies);
                jumps += 1;
            }
        }
        self.steps.extend(self.bordering(site, borders));
        for (group, copy) in &jumped[..jumps] {
            let touched = self.touched[usize::from(*group)].iter();
            self.steps.extend(touched.map(|step| Step { to: step.to, copies: step.copies - copy }));
        }
        self.tidy(first, site.index());
    }

    fn add_border(&mut self, stones: &Stones, border: Edges, node: usize) {
        let first = self.steps.len();
        for site in self.geometry.board().sites() {
            if stones.at(site).is_none() && self.geometry.edges(site).contains(border) {
                self.steps.push(Step { to: site.index() as u16, copies: 0 });
            }
        }
        let here = Step { to: node as u16, copies: 0 };
        for touched in self.touched.iter().filter(|touched| touched.contains(&here)) {
            self.steps.extend(touched);
        }
        self.tidy(first, node);
    }

    /// Makes the steps from `first` on those of a node: each once, and none that stays.
    fn tidy(&mut self, first: usize, node: usize) {
        let stay = Step { to: node as u16, copies: 0 };
        self.steps[first..].sort_unstable();
        let mut end = first;
        for at in first..self.steps.len() {
            let step = self.steps[at];
            if step != stay && (end == first || self.steps[end - 1] != step) {
                self.steps[end] = step;
                end += 1;
            }
        }
        self.steps.truncate(end);
    }
}

/// The graph of a colour, with one more stone on the board if one is given.
pub(crate) fn graph_with(
    position: &Position,
    placed: Option<(Site, Color)>,
    color: Color,
) -> Graph<'_> {
    let mut stones = Stones::new(position);
    if let Some((site, color)) = placed {
        stones.set(site, Some(color));
    }
    let mut graph = Graph::new(position.geometry());
    graph.build(&stones, color);
    graph
}
