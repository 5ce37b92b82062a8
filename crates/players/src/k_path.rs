//! `k-path`: keep red stones joined by bridges and long bridges, and make the longest path.
//!
//! Hees (2022, Algorithm 5.2) found this heuristic for circumference 5 by looking at *sub-boards*:
//! the few rings between two red stones, on which Red can still join them whatever Blue does. It
//! is no proven strategy. The rules run on every cylinder; where the source speaks of columns
//! 1 to 5, they count columns from the straight way between the two rings instead. Where it leaves
//! a question open:
//!
//! - Blue hits a sub-board when its stone lies between (or in) the rings of a joint of a
//!   [k-path](crate::long_bridge) and breaks it, or strictly between two k-paths that one move can
//!   join. The answer is any cell between these rings that joins the two again. If several
//!   sub-boards are hit at once each of them may be answered, as the source leaves it open; it
//!   warns that one answer may win and another lose. With `mend=true` those answers count that
//!   mend most of them, and of these the ones that make the longest path. A stone at the rim of a
//!   sub-board that breaks nothing is answered by a longer path, as in the source.
//! - Neighbouring rings are joined by touching stones, beside Blue's stone too.
//! - The imagined rings are red stones too, so that the source's play on boards of up to five rings
//!   (section 5.3) follows from the same rules.
//! - Where a stone in Blue's ring can be joined to the nearest red stone at once, all cells that do
//!   it are candidates; where not, the cells that section 5.4 names.
//! - "Two columns away rather than one" holds wherever cells of Blue's ring are to choose from.

use hexring_game::{Color, Position, Site};

use crate::entry::Entry;
use crate::follower;
use crate::long_bridge::{Joint, joined_paths, k_paths};
use crate::option::{Handle, Settings};
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
    .with_options([MEND.info()])
}

const MEND: Handle<bool> = Handle::flag(
    "mend",
    false,
    "of the answers to a broken sub-board, those that mend most and make the longest path",
);

fn strategy(settings: &Settings) -> Box<dyn Strategy> {
    Box::new(KPath { mends_most: settings.get(&MEND) })
}

struct KPath {
    mends_most: bool,
}

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
        let mut view = View::new(position, last_blue, self.mends_most);
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
    mends_most: bool,
}

impl View {
    fn new(position: &Position, last_blue: Site, mends_most: bool) -> Self {
        let rings = Rings::new(position);
        let (paths, blue) = (k_paths(&rings), rings.spot(last_blue));
        View { rings, paths, legal: position.legal_sites().collect(), blue, mends_most }
    }

    /// Blue's ring.
    fn j(&self) -> i16 {
        self.rings.ring(self.blue)
    }

    /// The k-paths after a red move.
    fn paths_after(&mut self, spot: Spot) -> Chains {
        self.rings.supposing(spot, Some(Color::Red), k_paths)
    }

    /// Rule II: moves in a sub-board that Blue has hit which join its two paths again.
    fn defending(&mut self) -> Vec<Site> {
        let hit = self.hit();
        if hit.is_empty() {
            return Vec::new();
        }
        let mends_most = self.mends_most;
        self.most(|view, spot| {
            let ring = Span::ring(view.rings.ring(spot));
            let after = view.paths_after(spot);
            let mends = |joint: &&Joint| {
                let (one, other) = joint.ends;
                joint.rings.contains(ring) && after.first(one) == after.first(other)
            };
            let mended = hit.iter().filter(mends).count();
            let length = after.span(spot).map_or(0, Span::len);
            (mended > 0).then_some(if mends_most { (mended, length) } else { (1, 0) })
        })
    }

    /// The sub-boards that Blue's stone has hit: bridges and long bridges between (and in) whose
    /// rings it lies and which it has broken, and the rings between two paths above and below it
    /// that are not too far apart for one move. A path beside a longer one does not count: joining
    /// it gains no ring.
    fn hit(&mut self) -> Vec<Joint> {
        let ring = Span::ring(self.j());
        let mut hit = self.rings.supposing(self.blue, None, joined_paths).1;
        hit.retain(|joint| joint.rings.contains(ring) && self.is_broken(joint));
        hit.extend(self.gaps());
        hit
    }

    fn is_broken(&self, joint: &Joint) -> bool {
        let spans = self.paths.span(joint.ends.0).zip(self.paths.span(joint.ends.1));
        self.paths.first(joint.ends.0) != self.paths.first(joint.ends.1)
            && spans.is_some_and(|(one, other)| !one.contains(other) && !other.contains(one))
    }

    /// The rings between paths above and below Blue's stone.
    fn gaps(&self) -> Vec<Joint> {
        let j = self.j();
        let firsts = || self.rings.reds().filter(|spot| self.paths.first(*spot) == *spot);
        let ends = || firsts().filter_map(|path| Some((path, self.paths.span(path)?)));
        let mut gaps = Vec::new();
        for (one, above) in ends().filter(|(_, span)| span.bottom < j) {
            let below = ends().filter(|(_, span)| j < span.top);
            let near = below.filter(|(_, span)| span.top - above.bottom <= 2 * REACH);
            gaps.extend(near.map(|(other, below)| Joint {
                ends: (one, other),
                rings: Span::new(above.bottom, below.top),
            }));
        }
        gaps
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
            let at_once = self.touching(at_once, &nearest);
            return self.away_from_blue(at_once);
        }
        cells.retain(|site| nearest.iter().any(|red| self.fits(*red, self.rings.spot(*site))));
        self.away_from_blue(cells)
    }

    /// The cells that touch one of these stones, unless there are none: rings beside each other are
    /// joined by touch.
    fn touching(&self, sites: Vec<Site>, stones: &[Spot]) -> Vec<Site> {
        let touches = |site: &Site| {
            let spot = self.rings.spot(*site);
            stones.iter().any(|stone| self.rings.touches(spot, *stone))
        };
        let touching: Vec<Site> = sites.iter().copied().filter(touches).collect();
        if touching.is_empty() { sites } else { touching }
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
        let longest = self.most(|view, spot| {
            let after = view.paths_after(spot);
            let spans = after.spans().filter(|span| span.contains(ring));
            Some(spans.map(Span::len).max().unwrap_or(0))
        });
        self.away_from_blue(longest)
    }

    /// The legal cells with the largest measure, of those that have one.
    fn most<T: Ord + Copy>(&mut self, measure: impl Fn(&mut View, Spot) -> Option<T>) -> Vec<Site> {
        let sites = self.legal.clone();
        let measured: Vec<(Site, T)> = sites
            .into_iter()
            .filter_map(|site| Some((site, measure(self, self.rings.spot(site))?)))
            .collect();
        let record = measured.iter().map(|(_, measure)| *measure).max();
        let best = measured.into_iter().filter(|(_, measure)| Some(*measure) == record);
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
        let strategy = KPath { mends_most: false };
        let Candidates { rule, sites } = strategy.candidates(&position, last);
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

    /// A line that was lost: Blue on e5, and a4 is one ring up.
    #[test]
    fn a_neighbouring_ring_is_joined_by_touch_even_beside_blue() {
        assert_eq!(answer("a4 d2", "c4 b2 e5"), (2, "a5".to_owned()));
    }

    #[test]
    fn the_answer_lies_in_the_sub_board_that_was_hit() {
        // Of the long bridge from a4 to c5 the way over b5 is broken, that over e4 is left.
        let (rule, cells) = answer("a4 c5 d2", "c4 b2 e5 a5");
        assert_eq!(rule, 1);
        let rings = cells.split(' ').map(|cell| cell[1..].parse::<u8>().unwrap());
        assert!(cells.contains("e4") && rings.into_iter().all(|ring| (4..=5).contains(&ring)));
    }
}
