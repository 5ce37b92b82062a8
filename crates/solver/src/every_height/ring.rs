//! Rings of a cylinder whose height nobody knows, three at a time.

/// The most columns.
pub(super) const MOST_COLUMNS: u8 = 15;

/// One ring: the columns of its red and of its blue cells. The ring beyond the end has all of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Ring {
    pub(super) red: u16,
    pub(super) blue: u16,
}

/// Three rings, from top to bottom.
pub(super) type Window = [Ring; 3];

impl Ring {
    pub(super) const EMPTY: Ring = Ring { red: 0, blue: 0 };
    pub(super) const BEYOND: Ring = Ring { red: u16::MAX, blue: u16::MAX };

    pub(super) fn with_red(self, columns: u16) -> Ring {
        Ring { red: self.red | columns, ..self }
    }

    pub(super) fn with_blue(self, columns: u16) -> Ring {
        Ring { blue: self.blue | columns, ..self }
    }

    pub(super) fn without_blue(self, columns: u16) -> Ring {
        Ring { blue: self.blue & !columns, ..self }
    }
}

/// What a number of columns makes of rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Circle {
    pub(super) columns: u8,
}

impl Circle {
    fn all(self) -> u16 {
        (1 << self.columns) - 1
    }

    /// The columns of a ring that are empty; beyond the end there are none.
    pub(super) fn free(self, ring: Ring) -> u16 {
        self.all() & !ring.red & !ring.blue
    }

    /// The columns of a ring that are not Blue's.
    pub(super) fn open(self, ring: Ring) -> u16 {
        self.all() & !ring.blue
    }

    /// The columns of a set.
    pub(super) fn each(self, set: u16) -> impl Iterator<Item = u8> {
        (0..self.columns).filter(move |column| set >> column & 1 == 1)
    }

    fn moved(self, ring: Ring, to: impl Fn(u8) -> u8) -> Ring {
        if ring == Ring::BEYOND {
            return ring;
        }
        let set = |set: u16| self.each(set).map(|column| 1 << to(column)).sum();
        Ring { red: set(ring.red), blue: set(ring.blue) }
    }

    /// The window with a column as its first.
    pub(super) fn turned(self, window: Window, first: u8) -> Window {
        let to = |column: u8| (column + self.columns - first) % self.columns;
        window.map(|ring| self.moved(ring, to))
    }

    /// The mirror image in which the first column of the middle ring stays where it is: with
    /// slanting columns, the one above goes on to the right and the one below to the left.
    pub(super) fn mirrored(self, window: Window) -> Window {
        let flipped = |ring: Ring, by: u8| {
            self.moved(ring, |column| (2 * self.columns - column + by) % self.columns)
        };
        let [above, middle, below] = window;
        [flipped(above, 1), flipped(middle, 0), flipped(below, self.columns - 1)]
    }

    /// All windows that are rotations of this one.
    pub(super) fn rotations(self, window: Window) -> impl Iterator<Item = Window> {
        (0..self.columns).map(move |first| self.turned(window, first))
    }

    /// A ring as text, such as `R.B`; beyond the end `###`.
    pub(super) fn text(self, window: Window) -> String {
        let letter =
            |ring: Ring, column: u8| match (ring.red >> column & 1, ring.blue >> column & 1) {
                (0, 0) => '.',
                (1, 0) => 'R',
                (0, _) => 'B',
                _ => '#',
            };
        let ring = |ring| (0..self.columns).map(|column| letter(ring, column)).collect::<String>();
        window.map(ring).join("/")
    }

    /// The window that a text says.
    pub(super) fn read(self, text: &str) -> Option<Window> {
        let rings: Option<Vec<Ring>> = text.split('/').map(|ring| self.read_ring(ring)).collect();
        rings?.try_into().ok()
    }

    fn read_ring(self, text: &str) -> Option<Ring> {
        if text.len() != usize::from(self.columns) {
            return None;
        }
        if text.bytes().all(|letter| letter == b'#') {
            return Some(Ring::BEYOND);
        }
        let mut ring = Ring::EMPTY;
        for (column, letter) in text.bytes().enumerate() {
            match letter {
                b'R' => ring.red |= 1 << column,
                b'B' => ring.blue |= 1 << column,
                b'.' => {}
                _ => return None,
            }
        }
        Some(ring)
    }
}

/// How the cells of a ring that are not Blue's hang together, through the rings from the top down to
/// it. A cylinder has a way from top to bottom without blue stones, or a blue ring, never both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Linkage {
    /// By column: 0 for a blue cell, [`TOP`] for what is joined with the top, else a group.
    groups: [u8; MOST_COLUMNS as usize],
}

const TOP: u8 = 1;

impl Linkage {
    /// The first ring.
    pub(super) fn top(circle: Circle, ring: Ring) -> Self {
        let mut groups = [0; MOST_COLUMNS as usize];
        circle.each(circle.open(ring)).for_each(|column| groups[usize::from(column)] = TOP);
        Linkage { groups }
    }

    /// The ring below: a cell touches the one below it and the one to the left of that.
    pub(super) fn below(&self, circle: Circle, ring: Ring) -> Self {
        let columns = usize::from(circle.columns);
        let (open, lower) = (circle.open(ring), MOST_COLUMNS as usize);
        let mut groups = [0; 2 * MOST_COLUMNS as usize];
        groups[..lower].copy_from_slice(&self.groups);
        for (column, fresh) in (0..columns).zip(MOST_COLUMNS + 2..) {
            groups[lower + column] = if open >> column & 1 == 1 { fresh } else { 0 };
        }
        for column in 0..columns {
            let (left, right) = ((column + columns - 1) % columns, (column + 1) % columns);
            join(&mut groups, lower + column, lower + right);
            join(&mut groups, column, lower + column);
            join(&mut groups, column, lower + left);
        }
        let mut last = [0; MOST_COLUMNS as usize];
        last.copy_from_slice(&groups[lower..]);
        Linkage { groups: numbered(last) }
    }

    /// Whether there is a way from the top to this ring.
    pub(super) fn is_joined(&self) -> bool {
        self.groups.contains(&TOP)
    }
}

/// Makes one group of those of two cells; blue cells are in none.
fn join(groups: &mut [u8], one: usize, other: usize) {
    let (into, from) = (groups[one].min(groups[other]), groups[one].max(groups[other]));
    if into > 0 && into < from {
        groups.iter_mut().filter(|group| **group == from).for_each(|group| *group = into);
    }
}

/// The same groups with the smallest numbers, in the order in which they come.
fn numbered(groups: [u8; MOST_COLUMNS as usize]) -> [u8; MOST_COLUMNS as usize] {
    let mut order: Vec<u8> = vec![0, TOP];
    groups.map(|group| {
        let known = order.iter().position(|known| *known == group);
        let place = known.unwrap_or(order.len());
        if known.is_none() {
            order.push(group);
        }
        place as u8
    })
}
