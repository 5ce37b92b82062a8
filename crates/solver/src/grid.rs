//! The board as the search sees it: cells are small numbers and every table is ready.
//!
//! All of it is derived from the one [`Geometry`] of the games crate, so the search knows nothing
//! about topologies beyond the links, their wraps and the goals.

use hexring_game::{Axis, Board, Color, Edges, Geometry, Goal, Link, Site, Topology};

use crate::bits::Bits;
use crate::symmetry::{Symmetry, symmetries};

/// A step to a neighbour and the copy of the board that it enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) to: u8,
    pub(crate) wrap: Shift,
}

/// How many boards to the right and down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Shift {
    pub(crate) a: i8,
    pub(crate) b: i8,
}

impl Shift {
    pub(crate) const ZERO: Shift = Shift { a: 0, b: 0 };

    #[inline]
    pub(crate) fn plus(self, other: Shift) -> Shift {
        Shift { a: self.a + other.a, b: self.b + other.b }
    }

    #[inline]
    pub(crate) fn minus(self, other: Shift) -> Shift {
        Shift { a: self.a - other.a, b: self.b - other.b }
    }
}

/// A cell two steps away that two different cells lead to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bridge {
    pub(crate) to: u8,
    pub(crate) wrap: Shift,
    pub(crate) carrier: [u8; 2],
}

/// What lies beside a cell in one of the six directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside {
    Cell(u8),
    /// Off the board, where the border counts as a stone of the colour that wants to reach it.
    Border(Color),
}

/// The tables of one board.
pub(crate) struct Grid<const W: usize> {
    pub(crate) board: Board,
    pub(crate) cells: usize,
    pub(crate) all: Bits<W>,
    pub(crate) steps: Vec<Vec<Step>>,
    pub(crate) bridges: Vec<Vec<Bridge>>,
    /// The six directions in circular order.
    pub(crate) around: Vec<[Beside; 6]>,
    /// Whether the six neighbours of a cell are six different cells or borders, none the cell
    /// itself: local patterns are looked for only there.
    pub(crate) embedded: Vec<bool>,
    /// By cell: the cells up to two steps away, itself included.
    pub(crate) near: Vec<Bits<W>>,
    /// By cell: its ring, on cylinders of two or three columns; nothing elsewhere.
    rings: Vec<Bits<W>>,
    goals: [Goal; 2],
    /// By colour: the cells at the first and at the second border of a path.
    borders: [[Bits<W>; 2]; 2],
    pub(crate) symmetries: Vec<Symmetry>,
    sites: Vec<Site>,
}

impl<const W: usize> Grid<W> {
    pub(crate) fn new(board: Board) -> Self {
        let geometry = Geometry::new(board);
        let sites: Vec<Site> = board.sites().collect();
        let around: Vec<_> = sites.iter().map(|site| around(&geometry, *site)).collect();
        Grid {
            board,
            cells: sites.len(),
            all: Bits::below(sites.len()),
            steps: sites.iter().map(|site| geometry.links(*site).map(step).collect()).collect(),
            near: sites.iter().map(|site| near(&geometry, *site)).collect(),
            bridges: sites.iter().map(|site| bridges(&geometry, *site)).collect(),
            embedded: (0..sites.len()).map(|cell| is_embedded(cell as u8, &around[cell])).collect(),
            around,
            rings: narrow_rings(board),
            goals: Color::ALL.map(|color| geometry.goal(color)),
            borders: Color::ALL.map(|color| border_cells(&geometry, geometry.goal(color))),
            symmetries: symmetries(board),
            sites,
        }
    }

    #[inline]
    pub(crate) fn goal(&self, color: Color) -> Goal {
        self.goals[color.index()]
    }

    /// The cells at a border of a colour whose goal is a path; empty for rings.
    #[inline]
    pub(crate) fn border(&self, color: Color, which: usize) -> Bits<W> {
        self.borders[color.index()][which]
    }

    /// The cells up to two steps away from a set, itself included.
    pub(crate) fn near_all(&self, set: Bits<W>) -> Bits<W> {
        set.iter().fold(Bits::EMPTY, |near, cell| near | self.near[usize::from(cell)])
    }

    /// The ring of a cell, on a cylinder of two or three columns.
    #[inline]
    pub(crate) fn narrow_ring(&self, cell: u8) -> Option<Bits<W>> {
        self.rings.get(usize::from(cell)).copied()
    }

    pub(crate) fn site(&self, cell: u8) -> Site {
        self.sites[usize::from(cell)]
    }

    /// Whether both players may have a ring on a full board, so that the order of moves counts.
    pub(crate) fn both_may_win(&self) -> bool {
        self.goals.iter().all(|goal| matches!(goal, Goal::Ring(_)))
    }
}

/// The most columns of a cylinder on which rings are looked at as a whole. On wider ones too few
/// become red as a whole to be worth the time.
const NARROW: u8 = 3;

/// The ring of each cell of a narrow cylinder.
fn narrow_rings<const W: usize>(board: Board) -> Vec<Bits<W>> {
    if board.topology() != Topology::Cylinder || !(2..=NARROW).contains(&board.cols()) {
        return Vec::new();
    }
    let ring_of = |site: Site| {
        let is_beside = |other: &Site| board.cell(*other).row == board.cell(site).row;
        board.sites().filter(is_beside).map(|other| other.index() as u8).collect()
    };
    board.sites().map(ring_of).collect()
}

/// Whether a closed walk with this winding reaches a colour's goal.
#[inline]
pub(crate) fn winds(goal: Goal, shift: Shift) -> bool {
    match goal {
        Goal::Ring(Axis::Horizontal) => shift.a != 0,
        Goal::Ring(Axis::Vertical) => shift.b != 0,
        Goal::Path { .. } => false,
    }
}

/// Whether a closed walk winds along the colour's axis only. Such a ring meets every ring of the
/// opponent, so it decides the game even before it is complete.
#[inline]
pub(crate) fn winds_purely(goal: Goal, shift: Shift) -> bool {
    match goal {
        Goal::Ring(Axis::Horizontal) => shift.a != 0 && shift.b == 0,
        Goal::Ring(Axis::Vertical) => shift.b != 0 && shift.a == 0,
        Goal::Path { .. } => false,
    }
}

fn step(link: Link) -> Step {
    let wrap = link.wrap();
    // Wraps of a single step are -1, 0 or 1.
    Step { to: link.to.index() as u8, wrap: Shift { a: wrap.a as i8, b: wrap.b as i8 } }
}

fn near<const W: usize>(geometry: &Geometry, from: Site) -> Bits<W> {
    let steps = |site: Site| geometry.links(site).map(|link| link.to);
    let two = steps(from).flat_map(|site| steps(site).chain([site])).chain([from]);
    two.map(|site| site.index() as u8).collect()
}

fn bridges(geometry: &Geometry, from: Site) -> Vec<Bridge> {
    let bridge = |direction: usize| {
        let next = (direction + 1) % 6;
        let one = geometry.link(from, direction)?;
        let two = geometry.link(from, next)?;
        let to = step(geometry.link(one.to, next)?);
        let carrier = [one, two].map(|link| step(link).to);
        let wrap = step(one).wrap.plus(to.wrap);
        let distinct = carrier[0] != carrier[1] && !carrier.contains(&to.to);
        distinct.then_some(Bridge { to: to.to, wrap, carrier })
    };
    (0..6).filter_map(bridge).collect()
}

fn around(geometry: &Geometry, site: Site) -> [Beside; 6] {
    let (board, from) = (geometry.board(), geometry.board().cell(site));
    std::array::from_fn(|direction| match geometry.link(site, direction) {
        Some(link) => Beside::Cell(link.to.index() as u8),
        None => {
            let (_, dy) = hexring_game::DIRECTIONS[direction];
            let row = i16::from(from.row) + i16::from(dy);
            // A step over a corner leaves over both borders. It may count as either: the borders
            // of both colours meet there in any case.
            let above_or_below = row < 0 || row >= i16::from(board.rows());
            Beside::Border(if above_or_below { Color::Red } else { Color::Blue })
        }
    })
}

fn is_embedded(cell: u8, around: &[Beside; 6]) -> bool {
    (0..6).all(|d| match around[d] {
        Beside::Cell(to) => to != cell && !around[..d].contains(&around[d]),
        Beside::Border(_) => true,
    })
}

fn border_cells<const W: usize>(geometry: &Geometry, goal: Goal) -> [Bits<W>; 2] {
    let touching = |edges: Edges| {
        let sites = geometry.board().sites();
        let cells = sites.filter(|site| geometry.edges(*site).contains(edges));
        cells.map(|site| site.index() as u8).collect()
    };
    match goal {
        Goal::Path { from, to } => [touching(from), touching(to)],
        Goal::Ring(_) => [Bits::EMPTY; 2],
    }
}
