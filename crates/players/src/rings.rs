//! The board as the strategies for Red see it: rings between two that are imagined red.
//!
//! Huneke, Hayward and Toft (2014) number the rings from 1 to n and imagine two more, 0 and n + 1,
//! that are red all around, so that the rules need no words about the borders. Broek (2023) ran
//! her rules on tori in the same way, although the imagined rings do not exist there; so a torus
//! looks like a cylinder here. What lies beyond an imagined ring counts as won: a span of rings is
//! cut off there.
//!
//! Two cells *touch* if they are neighbours. Two cells that do not touch form a *bridge* if they
//! have two common neighbours that are empty: whichever Blue takes, Red takes the other (Broek,
//! definition 5.1). From five columns on there are the well-known six kinds of bridges around a
//! cell; on narrower boards the two common neighbours may lie on different sides.

use hexring_game::{Color, DIRECTIONS, Position, Site};

/// A cell of the board or of an imagined ring: ring × columns + column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spot(u16);

impl Spot {
    /// The position in an array that holds one value per spot.
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }
}

/// A run of rings, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// The uppermost ring.
    pub(crate) top: i16,
    /// The lowest ring.
    pub(crate) bottom: i16,
}

impl Span {
    /// The rings from `top` to `bottom`.
    pub(crate) fn new(top: i16, bottom: i16) -> Self {
        Span { top, bottom }
    }

    /// One ring.
    pub(crate) fn ring(ring: i16) -> Self {
        Span::new(ring, ring)
    }

    /// How many rings.
    pub(crate) fn len(self) -> i16 {
        self.bottom - self.top + 1
    }

    /// Whether all rings of `other` are among these.
    pub(crate) fn contains(self, other: Span) -> bool {
        self.top <= other.top && other.bottom <= self.bottom
    }

    /// The rings of both and those between them.
    pub(crate) fn union(self, other: Span) -> Span {
        Span::new(self.top.min(other.top), self.bottom.max(other.bottom))
    }
}

/// The stones on the board with its imagined rings.
pub(crate) struct Rings {
    cols: i16,
    /// The number of the imagined ring below the board.
    last: i16,
    stones: Vec<Option<Color>>,
    /// By spot: its neighbours, each once, and how many they are.
    neighbors: Vec<([Spot; 6], u8)>,
}

impl Rings {
    /// The rings of a position.
    pub(crate) fn new(position: &Position) -> Self {
        let board = position.board();
        let (cols, last) = (i16::from(board.cols()), i16::from(board.rows()) + 1);
        let imagined = || std::iter::repeat_n(Some(Color::Red), usize::from(board.cols()));
        let real = board.sites().map(|site| position.stone_at(site));
        let stones: Vec<_> = imagined().chain(real).chain(imagined()).collect();
        let mut rings = Rings { cols, last, stones, neighbors: Vec::new() };
        rings.neighbors = rings.spots().map(|spot| rings.find_neighbors(spot)).collect();
        rings
    }

    fn find_neighbors(&self, spot: Spot) -> ([Spot; 6], u8) {
        let (mut found, mut count) = ([spot; 6], 0);
        for (dx, dy) in DIRECTIONS {
            let to = self.spot_at(self.col(spot) + i16::from(dx), self.ring(spot) + i16::from(dy));
            let Some(to) = to else { continue };
            if to != spot && !found[..count].contains(&to) {
                found[count] = to;
                count += 1;
            }
        }
        (found, count as u8)
    }

    /// All spots, ring by ring.
    pub(crate) fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        (0..self.stones.len() as u16).map(Spot)
    }

    /// The spots that are red.
    pub(crate) fn reds(&self) -> impl Iterator<Item = Spot> + '_ {
        self.spots().filter(|spot| self.is_red(*spot))
    }

    /// The spot of a cell.
    pub(crate) fn spot(&self, site: Site) -> Spot {
        // Ring 0 comes before the first row. Both numbers are small: at most 53 × 55 spots.
        Spot(site.index() as u16 + self.cols as u16)
    }

    /// The spot in a column, counted around the cylinder, and a ring; none beyond the imagined
    /// rings.
    pub(crate) fn spot_at(&self, col: i16, ring: i16) -> Option<Spot> {
        let col = col.rem_euclid(self.cols);
        (0..=self.last).contains(&ring).then(|| Spot((ring * self.cols + col) as u16))
    }

    /// The ring of a spot.
    pub(crate) fn ring(&self, spot: Spot) -> i16 {
        spot.0 as i16 / self.cols
    }

    /// The column of a spot.
    pub(crate) fn col(&self, spot: Spot) -> i16 {
        spot.0 as i16 % self.cols
    }

    /// The number of columns.
    pub(crate) fn cols(&self) -> i16 {
        self.cols
    }

    /// Whether a ring is one of the two that are imagined.
    pub(crate) fn is_imagined(&self, ring: i16) -> bool {
        ring == 0 || ring == self.last
    }

    /// The rings from `top` to `bottom`, without those beyond the imagined ones.
    pub(crate) fn span(&self, top: i16, bottom: i16) -> Span {
        Span::new(top.max(0), bottom.min(self.last))
    }

    /// Whether the spot is red, which imagined rings are.
    pub(crate) fn is_red(&self, spot: Spot) -> bool {
        self.stones[spot.index()] == Some(Color::Red)
    }

    /// Whether the spot is empty.
    pub(crate) fn is_empty(&self, spot: Spot) -> bool {
        self.stones[spot.index()].is_none()
    }

    /// Looks at the board as it would be with another stone, or none, on a spot.
    pub(crate) fn supposing<T>(
        &mut self,
        spot: Spot,
        stone: Option<Color>,
        look: impl FnOnce(&Rings) -> T,
    ) -> T {
        let before = std::mem::replace(&mut self.stones[spot.index()], stone);
        let seen = look(self);
        self.stones[spot.index()] = before;
        seen
    }

    /// The neighbours of a spot, each once.
    pub(crate) fn neighbors(&self, spot: Spot) -> &[Spot] {
        let (found, count) = &self.neighbors[spot.index()];
        &found[..usize::from(*count)]
    }

    /// Whether two spots are neighbours.
    pub(crate) fn touches(&self, one: Spot, other: Spot) -> bool {
        self.neighbors(one).contains(&other)
    }

    /// Whether a spot is a neighbour of a red one in a ring.
    pub(crate) fn touches_red_in(&self, spot: Spot, ring: i16) -> bool {
        self.neighbors(spot).iter().any(|to| self.ring(*to) == ring && self.is_red(*to))
    }

    /// The empty spots that touch both.
    pub(crate) fn common_empty(&self, one: Spot, other: Spot) -> impl Iterator<Item = Spot> + '_ {
        let common = self.neighbors(one).iter().copied();
        common.filter(move |spot| self.is_empty(*spot) && self.touches(*spot, other))
    }

    /// Whether two spots of one colour would form a bridge.
    pub(crate) fn bridged(&self, one: Spot, other: Spot) -> bool {
        one != other && !self.touches(one, other) && self.common_empty(one, other).count() >= 2
    }

    /// The red spots that form a bridge with a spot, or would if it were red; each once.
    pub(crate) fn bridges(&self, spot: Spot) -> Vec<Spot> {
        let between = self.neighbors(spot).iter().filter(|between| self.is_empty(**between));
        let mut ends: Vec<Spot> = between
            .flat_map(|between| self.neighbors(*between))
            .copied()
            .filter(|end| self.is_red(*end) && self.bridged(spot, *end))
            .collect();
        ends.sort_unstable();
        ends.dedup();
        ends
    }
}

/// The red chains on the board: red spots that belong together, and the rings that they span.
#[derive(Clone)]
pub(crate) struct Chains {
    /// By spot: another spot of the chain that is nearer to its first one, or the spot itself.
    parents: Vec<Spot>,
    /// By spot, kept for the first of each red chain.
    spans: Vec<Option<Span>>,
}

impl Chains {
    /// Chains of red spots that touch.
    pub(crate) fn by_touch(rings: &Rings) -> Self {
        let own_ring = |spot| Span::ring(rings.ring(spot));
        let mut chains = Chains {
            parents: rings.spots().collect(),
            spans: rings.spots().map(|spot| rings.is_red(spot).then(|| own_ring(spot))).collect(),
        };
        for spot in rings.reds() {
            for &other in rings.neighbors(spot).iter().filter(|other| rings.is_red(**other)) {
                chains.join(spot, other);
            }
        }
        chains
    }

    /// Chains of red spots that touch or form bridges.
    pub(crate) fn by_bridges(rings: &Rings) -> Self {
        let mut chains = Chains::by_touch(rings);
        for spot in rings.reds() {
            for end in rings.bridges(spot) {
                chains.join(spot, end);
            }
        }
        chains
    }

    /// Makes the chains of two red spots one.
    pub(crate) fn join(&mut self, one: Spot, other: Spot) {
        let (one, other) = (self.first(one), self.first(other));
        if one != other {
            let joined = self.spans[other.index()].take();
            self.parents[other.index()] = one;
            let span = &mut self.spans[one.index()];
            *span = span.zip(joined).map(|(one, other)| one.union(other));
        }
    }

    /// The spot that stands for a red spot's chain.
    pub(crate) fn first(&self, mut spot: Spot) -> Spot {
        while self.parents[spot.index()] != spot {
            spot = self.parents[spot.index()];
        }
        spot
    }

    /// The rings that a red spot's chain spans.
    pub(crate) fn span(&self, spot: Spot) -> Option<Span> {
        self.spans[self.first(spot).index()]
    }

    /// The rings that each chain spans.
    pub(crate) fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        self.spans.iter().copied().flatten()
    }

    /// Whether rings are connected: one chain spans them all. A bridge that leaps over a ring
    /// spans it.
    pub(crate) fn connect(&self, rings: Span) -> bool {
        self.spans().any(|span| span.contains(rings))
    }
}

/// The red stones of the chain that a move would be part of, the move among them.
pub(crate) fn chain_with(
    position: &Position,
    site: Site,
    chains: impl FnOnce(&Rings) -> Chains,
) -> Vec<Site> {
    let mut rings = Rings::new(position);
    let spot = rings.spot(site);
    let chains = rings.supposing(spot, Some(Color::Red), chains);
    let is_red = |other: Site| other == site || position.stone_at(other) == Some(Color::Red);
    let is_joined = |other: Site| chains.first(rings.spot(other)) == chains.first(spot);
    position.board().sites().filter(|other| is_red(*other) && is_joined(*other)).collect()
}

/// Boards drawn in tests: one letter for each cell, `r` and `b` for stones.
#[cfg(test)]
pub(crate) mod drawing {
    use hexring_game::{Cell, Color, Position, Setup};

    /// The position of a drawing, with Red to move.
    pub(crate) fn drawn(topology: &str, rows: &[&str]) -> Position {
        let rules = format!("{topology}:{}x{}", rows[0].len(), rows.len());
        let mut setup = Setup::new(rules.parse().unwrap());
        setup.to_move = Some(Color::Red);
        for (row, line) in rows.iter().enumerate() {
            for (col, letter) in line.chars().enumerate() {
                let cell = Cell::new(col as u8, row as u8);
                match letter {
                    'r' => setup.stones[Color::Red].push(cell),
                    'b' => setup.stones[Color::Blue].push(cell),
                    _ => {}
                }
            }
        }
        Position::from_setup(&setup).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::drawing::drawn;
    use super::*;

    fn rings(rows: &[&str]) -> Rings {
        Rings::new(&drawn("cylinder", rows))
    }

    /// The steps from the only stone to the ends of the bridges that a second one could make.
    fn bridge_steps(rows: &[&str]) -> Vec<(i16, i16)> {
        let rings = rings(rows);
        let is_real = |spot: &Spot| !rings.is_imagined(rings.ring(*spot));
        let stone = rings.reds().find(is_real).unwrap();
        let ends = rings.spots().filter(|end| is_real(end) && rings.bridged(stone, *end));
        let step = |end| {
            let cols = (rings.col(end) - rings.col(stone)).rem_euclid(rings.cols());
            let cols = if 2 * cols > rings.cols() { cols - rings.cols() } else { cols };
            (cols, rings.ring(end) - rings.ring(stone))
        };
        let mut steps: Vec<(i16, i16)> = ends.map(step).collect();
        steps.sort_unstable_by_key(|(cols, rings)| (*rings, *cols));
        steps
    }

    #[test]
    fn there_are_six_kinds_of_bridges() {
        let empty = ["......", "......", "..r...", "......", "......"];
        let all = [(1, -2), (-1, -1), (2, -1), (-2, 1), (1, 1), (-1, 2)];
        assert_eq!(bridge_steps(&empty), all);
        // They go through the seam.
        assert_eq!(bridge_steps(&[".....", ".....", "r....", ".....", "....."]), all);
        // One stone breaks the two bridges that it is in, and one at the end breaks none.
        let broken = ["......", "......", "..r...", "..b...", "......"];
        assert_eq!(bridge_steps(&broken), [(1, -2), (-1, -1), (2, -1), (-2, 1)]);
        let ended = ["......", "......", "..r...", "......", ".b...."];
        assert_eq!(bridge_steps(&ended), all);
    }

    #[test]
    fn narrow_boards_have_bridges_around_the_back() {
        assert_eq!(bridge_steps(&[".", "r", ".", "."]), []);
        assert_eq!(bridge_steps(&["..", "r.", "..", ".."]), [(0, 2), (1, 2)]);
        assert_eq!(bridge_steps(&["....", "r..."]), [(-1, -1), (2, -1), (2, 0)]);
    }

    #[test]
    fn the_imagined_rings_are_red_and_have_bridges() {
        let rings = rings(&[".....", "..r..", "....."]);
        let stone = rings.spot_at(2, 2).unwrap();
        let ends = rings.bridges(stone);
        assert_eq!(ends, [rings.spot_at(3, 0).unwrap(), rings.spot_at(1, 4).unwrap()]);
        assert!(Chains::by_bridges(&rings).connect(Span::new(0, 4)));
        assert!(!Chains::by_touch(&rings).connect(Span::new(0, 2)));
        assert_eq!(rings.spot_at(0, -1), None);
        assert_eq!(rings.spot_at(0, 5), None);
        assert_eq!(rings.span(-3, 9), Span::new(0, 4));
    }

    #[test]
    fn rings_are_connected_by_stones_and_bridges() {
        let connected = |rows: &[&str], top, bottom| {
            Chains::by_bridges(&rings(rows)).connect(Span::new(top, bottom))
        };
        let path = ["......", "......", "...r..", "...r..", "......", "..r...", "......", "......"];
        assert!(connected(&path, 3, 6) && connected(&path, 4, 5) && connected(&path, 5, 5));
        assert!(!connected(&path, 2, 3) && !connected(&path, 6, 7));
        let cut = ["......", "......", "...r..", "...r..", "..b...", "..r...", "......", "......"];
        assert!(!connected(&cut, 4, 6) && connected(&cut, 3, 4));
        // A torus has imagined rings too, and does not go on behind them.
        let torus = Rings::new(&drawn("torus", &["r....", ".....", ".....", ".....", "r...."]));
        let paths = Chains::by_touch(&torus);
        assert!(paths.connect(Span::new(0, 1)) && !paths.connect(Span::new(0, 5)));
    }

    #[test]
    fn supposing_leaves_the_board_as_it_was() {
        let mut rings = rings(&["...", "..."]);
        let spot = rings.spot_at(1, 1).unwrap();
        assert!(rings.supposing(spot, Some(Color::Red), |rings| rings.is_red(spot)));
        assert!(rings.is_empty(spot));
    }
}
