//! `k-path`: keep red stones joined by bridges and long bridges, and make the longest path.
//!
//! Hees (2022, Algorithm 5.2) found this heuristic for circumference 5 by looking at *sub-boards*:
//! the few rings between two red stones, on which Red can still join them whatever Blue does. It
//! is no proven strategy. The rules run on every cylinder; where the source speaks of columns
//! 1 to 5, they count columns from the straight way between the two rings instead. Where it leaves
//! a question open:
//!
//! - Red defends a sub-board when Blue's stone has broken a joint of a [k-path](crate::long_bridge)
//!   or lies in a ring strictly between two k-paths that one move can join. Among the answers
//!   that join paths again, the ones with the longest path count, so that two sub-boards under
//!   attack are both looked after. A stone at the rim of a sub-board breaks nothing and is answered
//!   by a longer path, as in the source.
//! - The imagined rings are red stones too, so that the source's play on boards of up to five rings
//!   (section 5.3) follows from the same rules.
//! - Where a stone in Blue's ring can be joined to the nearest red stone at once, all cells that do
//!   it are candidates; where not, the cells that section 5.4 names.
//! - "Two columns away rather than one" holds wherever cells of Blue's ring are to choose from.

use hexring_game::{Color, Position, Site};

use crate::entry::Entry;
use crate::follower;
use crate::long_bridge::k_paths;
use crate::option::Settings;
use crate::rings::{Chains, Rings, Span, Spot, chain_with};
use crate::strategy::{Candidates, Strategy, anywhere, first_applicable};

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    follower::entry(
        "k-path",
        "Hees' Algorithm 5.2: join red stones by long bridges to the longest path",
        "red on cylinders and tori where Blue may not swap sides",
        strategy,
    )
}

fn strategy(_: &Settings) -> Box<dyn Strategy> {
    Box::new(KPath)
}

struct KPath;

/// How many rings away a red stone may be to be joined to Blue's ring. It is also as far as a long
/// bridge goes: two bridges of two rings each.
const REACH: i16 = 4;

impl Strategy for KPath {
    fn rules(&self) -> &'static [&'static str] {
        &[
            "anywhere before Blue moves",
            "defend the sub-board that Blue has played in",
            "join Blue's ring with the nearest red stone",
            "make the k-path through Blue's ring as long as possible",
        ]
    }

    fn candidates(&self, position: &Position, last_blue: Option<Site>) -> Candidates {
        let Some(last_blue) = last_blue else { return anywhere(0, position) };
        let mut view = View::new(position, last_blue);
        first_applicable(self.rules(), |rule| match rule {
            1 => view.defending(),
            2 => view.joining(),
            _ => view.lengthening(),
        })
    }

    fn joined(&self, position: &Position, _: Site, site: Site) -> Vec<Site> {
        chain_with(position, site, k_paths)
    }
}

/// A position as the rules look at it.
struct View {
    rings: Rings,
    paths: Chains,
    legal: Vec<Site>,
    blue: Spot,
}

impl View {
    fn new(position: &Position, last_blue: Site) -> Self {
        let rings = Rings::new(position);
        let (paths, blue) = (k_paths(&rings), rings.spot(last_blue));
        View { rings, paths, legal: position.legal_sites().collect(), blue }
    }

    /// Blue's ring.
    fn j(&self) -> i16 {
        self.rings.ring(self.blue)
    }

    /// The k-paths after a red move.
    fn paths_after(&mut self, spot: Spot) -> Chains {
        self.rings.supposing(spot, Some(Color::Red), k_paths)
    }

    /// Rule II: moves that join two paths which Blue has come between.
    fn defending(&mut self) -> Vec<Site> {
        let parted = self.parted();
        if parted.is_empty() {
            return Vec::new();
        }
        self.longest(|view, spot| {
            let after = view.paths_after(spot);
            let joins = |(one, other): &(Spot, Spot)| after.first(*one) == after.first(*other);
            parted.iter().any(joins).then(|| after.span(spot).map_or(0, Span::len))
        })
    }

    /// Pairs of paths that Blue's stone has parted, or that lie above and below it and not too far
    /// apart for one move. A path beside a longer one does not count: joining it gains no ring.
    fn parted(&mut self) -> Vec<(Spot, Spot)> {
        let j = self.j();
        let before = self.rings.supposing(self.blue, None, k_paths);
        let firsts = self.rings.reds().filter(|spot| self.paths.first(*spot) == *spot);
        let paths: Vec<(Spot, Span)> =
            firsts.filter_map(|path| Some((path, self.paths.span(path)?))).collect();
        let mut parted = Vec::new();
        for &(one, above) in &paths {
            for &(other, below) in &paths {
                let extends = above.top < below.top && above.bottom < below.bottom;
                let broken = before.first(one) == before.first(other);
                let between =
                    above.bottom < j && j < below.top && below.top - above.bottom <= 2 * REACH;
                if extends && (broken || between) {
                    parted.push((one, other));
                }
            }
        }
        parted
    }

    /// Rule III.1: moves in Blue's ring that join it with the nearest red stones.
    fn joining(&mut self) -> Vec<Site> {
        let j = self.j();
        if self.paths.connect(Span::ring(j)) {
            return Vec::new();
        }
        let nearest = self.nearest_reds();
        let mut cells = self.legal.clone();
        cells.retain(|site| self.rings.ring(self.rings.spot(*site)) == j);
        let mut at_once = cells.clone();
        at_once.retain(|site| self.joins_any(*site, &nearest));
        if !at_once.is_empty() {
            return self.away_from_blue(at_once);
        }
        cells.retain(|site| nearest.iter().any(|red| self.fits(*red, self.rings.spot(*site))));
        self.away_from_blue(cells)
    }

    /// The red stones whose rings are nearest to Blue's, if they are within reach.
    fn nearest_reds(&self) -> Vec<Spot> {
        let distance = |red: Spot| (self.rings.ring(red) - self.j()).abs();
        let nearest = self.rings.reds().map(distance).min().filter(|nearest| *nearest <= REACH);
        self.rings.reds().filter(|red| Some(distance(*red)) == nearest).collect()
    }

    /// Whether a move would be in one path with one of these stones.
    fn joins_any(&mut self, site: Site, stones: &[Spot]) -> bool {
        let spot = self.rings.spot(site);
        let after = self.paths_after(spot);
        stones.iter().any(|stone| after.first(*stone) == after.first(spot))
    }

    /// Whether section 5.4 of the source names this cell of Blue's ring, for a red stone that it
    /// cannot be joined with at once.
    ///
    /// Two rings away that is a cell of figure 25, three rings away it depends on where Blue is,
    /// and four rings away every cell of a board of five columns will do.
    fn fits(&self, red: Spot, cell: Spot) -> bool {
        let (cell, blue) = (self.skew(red, cell), self.skew(red, self.blue));
        match (self.j() - self.rings.ring(red)).abs() {
            2 => cell.abs() == 4,
            3 if blue.abs() == 1 => cell == -3 * blue,
            3 if blue.abs() == 3 => cell == -blue / 3,
            3 => cell.abs() == 1,
            4 => cell.abs() <= 4,
            _ => false,
        }
    }

    /// How far a spot lies beside the straight way from a stone to its ring, in half columns: to
    /// the right when looking down, to the left when looking up, so that half a turn of the board
    /// changes nothing.
    fn skew(&self, from: Spot, to: Spot) -> i16 {
        let rings = self.rings.ring(to) - self.rings.ring(from);
        let cols = self.rings.col(to) - self.rings.col(from);
        let around = 2 * self.rings.cols();
        let skew = ((2 * cols + rings) * rings.signum()).rem_euclid(around);
        if 2 * skew > around { skew - around } else { skew }
    }

    /// Rule III.2: moves after which the longest path that spans Blue's ring is as long as can be.
    fn lengthening(&mut self) -> Vec<Site> {
        let ring = Span::ring(self.j());
        let longest = self.longest(|view, spot| {
            let after = view.paths_after(spot);
            let spans = after.spans().filter(|span| span.contains(ring));
            Some(spans.map(Span::len).max().unwrap_or(0))
        });
        self.away_from_blue(longest)
    }

    /// The legal cells with the largest length.
    fn longest(&mut self, length: impl Fn(&mut View, Spot) -> Option<i16>) -> Vec<Site> {
        let sites = self.legal.clone();
        let measured: Vec<(Site, i16)> = sites
            .into_iter()
            .filter_map(|site| Some((site, length(self, self.rings.spot(site))?)))
            .collect();
        let record = measured.iter().map(|(_, length)| *length).max();
        let best = measured.into_iter().filter(|(_, length)| Some(*length) == record);
        best.map(|(site, _)| site).collect()
    }

    /// The cells without Blue's neighbours in its ring, unless there are no others.
    fn away_from_blue(&self, sites: Vec<Site>) -> Vec<Site> {
        let beside = |site: &Site| {
            let spot = self.rings.spot(*site);
            self.rings.ring(spot) == self.j() && self.rings.touches(spot, self.blue)
        };
        let away: Vec<Site> = sites.iter().copied().filter(|site| !beside(site)).collect();
        if away.is_empty() { sites } else { away }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule and the cells on a board of five columns and fifteen rings, where Blue's last
    /// stone is the last one named.
    fn answer(red: &str, blue: &str) -> (u8, String) {
        let cells = |names: &str| names.split_whitespace().map(|n| n.parse().unwrap()).collect();
        let mut setup = hexring_game::Setup::new("cylinder:5x15".parse().unwrap());
        setup.stones[Color::Red] = cells(red);
        setup.stones[Color::Blue] = cells(blue);
        setup.to_move = Some(Color::Red);
        let position = Position::from_setup(&setup).unwrap();
        let board = position.board();
        let last = setup.stones[Color::Blue].last().and_then(|cell| board.site(*cell));
        let Candidates { rule, sites } = KPath.candidates(&position, last);
        let names: Vec<String> = sites.iter().map(|site| board.cell(*site).to_string()).collect();
        (rule, names.join(" "))
    }

    #[test]
    fn a_far_ring_is_entered_two_columns_away() {
        assert_eq!(answer("", "c8"), (3, "a8 e8".to_owned()));
        assert_eq!(answer("a3", "c8"), (3, "a8 e8".to_owned()));
    }

    /// Section 5.4, with Red in the fourth column.
    #[test]
    fn a_ring_three_rings_away_is_joined_as_printed() {
        for (blue, red) in [("a8", "c8"), ("e8", "b8 c8"), ("d8", "b8"), ("b8", "d8"), ("c8", "a8")]
        {
            assert_eq!(answer("d5", blue), (2, red.to_owned()), "{blue}");
        }
        // Half a turn of the board, for a stone below Blue's ring.
        for (blue, red) in [("e8", "c8"), ("a8", "c8 d8"), ("b8", "d8"), ("d8", "b8"), ("c8", "e8")]
        {
            assert_eq!(answer("b11", blue), (2, red.to_owned()), "{blue}");
        }
    }

    #[test]
    fn nearer_rings_are_joined_at_once() {
        assert_eq!(answer("d5", "a7"), (2, "c7".to_owned()), "a bridge");
        assert_eq!(answer("d5", "c7"), (2, "a7 e7".to_owned()), "figure 25");
        assert_eq!(answer("d5", "a6"), (2, "c6 d6".to_owned()), "touching");
    }

    #[test]
    fn a_ring_four_rings_away_is_entered_away_from_blue() {
        assert_eq!(answer("d6", "c10"), (2, "a10 e10".to_owned()));
    }

    #[test]
    fn a_broken_bridge_is_completed() {
        assert_eq!(answer("d6 c8", "b2 d7"), (1, "c7".to_owned()));
        // A stone beside the bridge breaks nothing; the path grows.
        let (rule, _) = answer("d6 c8", "b2 a7");
        assert_eq!(rule, 3);
    }
}
