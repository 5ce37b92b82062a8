//! `bridge-rings`: join the rings around Blue's last move, by bridges too, and lengthen paths.
//!
//! Broek (2023, Algorithm 3) improved `three-rings` by what she saw in the games of a Monte-Carlo
//! player: bridges, and lengthening a path instead of playing anywhere once Blue's ring is held.
//! It wins more often on wide boards, is not proven anywhere, and loses now and then where the
//! cylinder is tall.
//!
//! A red *path* here is a chain of red cells of which each touches the next or forms a bridge with
//! it; rings are *connected* if one path spans them all. Where the source leaves a question open:
//!
//! - Rules 3 to 12 ask for a connection that is new. Read otherwise, rule 3 would apply to rings
//!   that are connected already, and the rules about lengthening would hardly ever come up.
//! - Rule 13 plays in Blue's ring where no path spans it yet; where one does, the ring is held, and
//!   rules 14 to 17 lengthen that path. The source says that Blue's ring is protected once they
//!   are reached; if rule 13 took every free cell, they would wait for the ring to be full.
//! - Rule 2 needs a bridge that Blue's stone has broken: one cell is left to complete it.
//! - A path that has reached an imagined ring is finished on that side and is lengthened at the
//!   other.
//! - The middle of the board is the middle ring, and the middle column of it.
//!
//! The source names two things to improve: paths that lie apart should be joined, and on a torus
//! the path should close to a ring. `join=true` is our answer to both: of the cells that a rule
//! leaves to choose from it takes those after which Red [needs the fewest stones](crate::distance)
//! for its path or ring, and of these the ones after which Blue needs the most.

use std::cmp::Reverse;

use hexring_game::{Cell, Color, Position, Site};

use crate::distance::Surveyor;
use crate::entry::Entry;
use crate::follower;
use crate::option::{Handle, Settings};
use crate::rings::{Chains, Rings, Span, Spot, chain_with};
use crate::strategy::{Candidates, Strategy, first_applicable};

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    follower::entry(
        "bridge-rings",
        "Broek's Algorithm 3: join the rings around Blue's move with bridges",
        "red on cylinders and tori where Blue may not swap sides",
        strategy,
    )
    .with_options([JOIN.info()])
}

const JOIN: Handle<bool> = Handle::flag(
    "join",
    false,
    "of the cells of a rule, those that bring all paths nearest to one whole path or ring",
);

fn strategy(settings: &Settings) -> Box<dyn Strategy> {
    Box::new(BridgeRings { joins: settings.get(&JOIN) })
}

struct BridgeRings {
    joins: bool,
}

/// The rules in words; `j` is Blue's ring.
static RULES: [&str; 20] = [
    "the middle before Blue moves",
    "a winning move",
    "complete a bridge that Blue has broken",
    "connect rings j-2 to j+2",
    "connect rings j-1 to j+1",
    "connect rings j to j+2",
    "connect rings j-2 to j",
    "connect rings j and j+1",
    "connect rings j-1 and j",
    "in ring j-1: a bridge to j-2, room for one to j+1",
    "in ring j+1: a bridge to j+2, room for one to j-1",
    "in ring j-1: a bridge to j-3, room for one to j+1",
    "in ring j+1: a bridge to j+3, room for one to j-1",
    "in ring j",
    "lengthen the path down by two rings",
    "lengthen the path up by two rings",
    "lengthen the path down by one ring",
    "lengthen the path up by one ring",
    "fill a bridge",
    "anywhere",
];

impl Strategy for BridgeRings {
    fn rules(&self) -> &'static [&'static str] {
        &RULES
    }

    fn candidates(&self, position: &Position, last_blue: Option<Site>) -> Candidates {
        let Some(last_blue) = last_blue else {
            return Candidates { rule: 0, sites: middle(position) };
        };
        let view = View::new(position, last_blue);
        let mut candidates = first_applicable(&RULES, |rule| view.cells(rule));
        if self.joins {
            keep_nearest(position, &mut candidates.sites);
        }
        candidates
    }

    fn joined(&self, position: &Position, _: Site, site: Site) -> Vec<Site> {
        chain_with(position, site, Chains::by_bridges)
    }
}

/// Keeps the cells that bring Red nearest to its goal, and of these the ones that leave Blue
/// farthest from its own; a win leaves Blue nothing.
fn keep_nearest(position: &Position, sites: &mut Vec<Site>) {
    let Some(outlook) = Surveyor::new(position).outlook(position, Color::Red) else { return };
    let rank =
        |site: &Site| (outlook.own(*site), Reverse(outlook.opponent(*site).unwrap_or(u16::MAX)));
    let best = sites.iter().map(rank).min();
    sites.retain(|site| Some(rank(site)) == best);
}

/// The legal cells nearest to the middle ring, and of these the nearest to the middle column.
fn middle(position: &Position) -> Vec<Site> {
    let board = position.board();
    let off = |at: u8, size: u8| (2 * at).abs_diff(size - 1);
    let distance = |site: &Site| {
        let Cell { col, row } = board.cell(*site);
        (off(row, board.rows()), off(col, board.cols()))
    };
    let nearest = position.legal_sites().map(|site| distance(&site)).min();
    position.legal_sites().filter(|site| Some(distance(site)) == nearest).collect()
}

/// A position as the rules look at it.
struct View<'a> {
    position: &'a Position,
    rings: Rings,
    paths: Chains,
    legal: Vec<Site>,
    blue: Spot,
}

impl<'a> View<'a> {
    fn new(position: &'a Position, last_blue: Site) -> Self {
        let rings = Rings::new(position);
        let (paths, blue) = (Chains::by_bridges(&rings), rings.spot(last_blue));
        View { position, rings, paths, legal: position.legal_sites().collect(), blue }
    }

    /// The cells that a rule asks for.
    fn cells(&self, rule: usize) -> Vec<Site> {
        let j = self.rings.ring(self.blue);
        match rule {
            1 => self.winning(),
            2 => self.completing(),
            3 => self.connecting(j - 2, j + 2),
            4 => self.connecting(j - 1, j + 1),
            5 => self.connecting(j, j + 2),
            6 => self.connecting(j - 2, j),
            7 => self.connecting(j, j + 1),
            8 => self.connecting(j - 1, j),
            9 => self.stepping(j - 1, j - 2, j + 1),
            10 => self.stepping(j + 1, j + 2, j - 1),
            11 => self.stepping(j - 1, j - 3, j + 1),
            12 => self.stepping(j + 1, j + 3, j - 1),
            13 if self.paths.connect(Span::ring(j)) => Vec::new(),
            13 => self.legal(|spot| self.rings.ring(spot) == j),
            14 => self.lengthening(2),
            15 => self.lengthening(-2),
            16 => self.lengthening(1),
            17 => self.lengthening(-1),
            18 => self.legal(|spot| self.is_in_bridge(spot)),
            _ => self.legal.clone(),
        }
    }

    /// The legal cells with a property.
    fn legal(&self, has: impl Fn(Spot) -> bool) -> Vec<Site> {
        let sites = self.legal.iter().copied();
        sites.filter(|site| has(self.rings.spot(*site))).collect()
    }

    /// Rule 1. On a torus this is a true ring, not a path between the imagined ones.
    fn winning(&self) -> Vec<Site> {
        let wins = |site: &Site| self.position.would_win(*site, Color::Red);
        self.legal.iter().copied().filter(wins).collect()
    }

    /// Rule 2: the last common neighbour of two red cells that have lost the others to Blue's
    /// stone.
    fn completing(&self) -> Vec<Site> {
        let reds = || self.red_neighbors(self.blue);
        let broken = |one, other| {
            let mut left = self.rings.common_empty(one, other);
            let last = left.next().filter(|_| left.next().is_none());
            last.filter(|_| one != other && !self.rings.touches(one, other))
        };
        let completes = |spot| {
            let mut pairs = reds().flat_map(|one| reds().map(move |other| (one, other)));
            pairs.any(|(one, other)| broken(one, other) == Some(spot))
        };
        self.legal(completes)
    }

    fn red_neighbors(&self, spot: Spot) -> impl Iterator<Item = Spot> + '_ {
        self.rings.neighbors(spot).iter().copied().filter(|spot| self.rings.is_red(*spot))
    }

    /// Rules 3 to 8: a move in these rings that connects them.
    fn connecting(&self, top: i16, bottom: i16) -> Vec<Site> {
        let wanted = self.rings.span(top, bottom);
        if self.paths.connect(wanted) {
            return Vec::new();
        }
        self.legal(|spot| {
            wanted.contains(Span::ring(self.rings.ring(spot)))
                && self.span_with(spot).contains(wanted)
        })
    }

    /// The rings that a path would span if it were made by a move on this spot.
    fn span_with(&self, spot: Spot) -> Span {
        let met = self.red_neighbors(spot).chain(self.rings.bridges(spot));
        let spans = met.filter_map(|red| self.paths.span(red));
        spans.fold(Span::ring(self.rings.ring(spot)), Span::union)
    }

    /// Rules 9 to 12: a move in a ring beside Blue's that forms a bridge to a ring behind it, and
    /// could later form one to the ring on the other side of Blue's.
    fn stepping(&self, ring: i16, back: i16, ahead: i16) -> Vec<Site> {
        let behind = Span::ring(ring).union(Span::ring(back));
        if self.paths.connect(behind) {
            return Vec::new();
        }
        let reaches_back =
            |spot| self.rings.bridges(spot).iter().any(|end| self.rings.ring(*end) == back);
        self.legal(|spot| {
            self.rings.ring(spot) == ring && reaches_back(spot) && self.can_bridge(spot, ahead)
        })
    }

    /// Whether Red has or can get a bridge from this spot to a ring.
    fn can_bridge(&self, spot: Spot, ring: i16) -> bool {
        (0..self.rings.cols()).filter_map(|col| self.rings.spot_at(col, ring)).any(|end| {
            let free = self.rings.is_red(end) || self.rings.is_empty(end);
            free && self.rings.bridged(spot, end)
        })
    }

    /// Rules 14 to 17: a move some rings down (or up, if negative) from the lower (upper) end of a
    /// path that spans Blue's ring, which joins that path.
    fn lengthening(&self, by: i16) -> Vec<Site> {
        let ends = self.nearest_ends();
        let lower = by > 0;
        self.legal(|spot| {
            let met = self.red_neighbors(spot).chain(self.rings.bridges(spot));
            let mut met = met.map(|red| self.paths.first(red));
            met.any(|path| {
                let mut ends = ends.iter().filter(|end| end.path == path && end.lower == lower);
                ends.any(|end| end.ring + by == self.rings.ring(spot))
            })
        })
    }

    /// The ends of the paths that span Blue's ring, if they can be lengthened; of these the ones
    /// nearest to that ring.
    fn nearest_ends(&self) -> Vec<End> {
        let j = self.rings.ring(self.blue);
        let firsts = self.rings.reds().filter(|spot| self.paths.first(*spot) == *spot);
        let mut ends: Vec<End> = firsts
            .filter_map(|path| Some((path, self.paths.span(path)?)))
            .filter(|(_, span)| span.contains(Span::ring(j)))
            .flat_map(|(path, Span { top, bottom })| {
                [End { path, ring: top, lower: false }, End { path, ring: bottom, lower: true }]
            })
            .filter(|end| !self.rings.is_imagined(end.ring))
            .collect();
        let nearest = ends.iter().map(|end| end.ring.abs_diff(j)).min();
        ends.retain(|end| Some(end.ring.abs_diff(j)) == nearest);
        ends
    }

    /// Whether the spot is one of the empty ones of a red bridge.
    fn is_in_bridge(&self, spot: Spot) -> bool {
        let reds = || self.red_neighbors(spot);
        reds().any(|one| reds().any(|other| self.rings.bridged(one, other)))
    }
}

/// An end of a path.
struct End {
    /// The spot that stands for the path.
    path: Spot,
    ring: i16,
    lower: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rings::drawing::drawn;

    /// The rule and the cells for a drawing, where `B` is Blue's last stone.
    fn answer(rows: &[&str], joins: bool) -> (u8, Vec<String>) {
        let lower: Vec<String> = rows.iter().map(|row| row.to_lowercase()).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        let position = drawn("cylinder", &lower);
        let board = position.board();
        let last = board.sites().zip(rows.concat().chars()).find(|(_, letter)| *letter == 'B');
        let Candidates { rule, sites } =
            BridgeRings { joins }.candidates(&position, last.map(|(site, _)| site));
        (rule, sites.into_iter().map(|site| board.cell(site).to_string()).collect())
    }

    fn check(rows: &[&str], rule: u8, cells: &str) {
        let cells: Vec<String> = cells.split_whitespace().map(str::to_owned).collect();
        assert_eq!(answer(rows, false), (rule, cells), "{rows:#?}");
    }

    #[test]
    fn the_middle_is_the_middle_ring_first() {
        check(&[".....", ".....", "....."], 0, "c2");
        check(&["....", "...."], 0, "b1 c1 b2 c2");
        check(&[".....", "..r..", "....."], 0, "b2 d2");
        check(&["."], 0, "a1");
    }

    #[test]
    fn wins_and_bridges_come_first() {
        check(&["..r..", "..r..", "B...."], 1, "b3 c3");
        check(&["......", "......", "..r...", "..B...", ".r....", "......", "......"], 2, "b4");
        // The bridge to the border is one too.
        check(&["..B...", "..r...", "......", "......", "......", "......", "......"], 2, "d1");
    }

    #[test]
    fn connections_of_many_rings_come_before_those_of_few() {
        // Rings 2 to 6 around ring 4: only a bridge in both directions will do.
        let five = ["......", "...r..", "......", "...B..", "......", ".r....", "......", "......"];
        check(&five, 3, "c4");
        // With nothing above, rings j to j+2 are connected by a bridge down.
        let down = ["......", "......", "......", "......", ".B....", "......", "...r..", "......"];
        check(&down, 5, "e5");
        let up = ["......", "...r..", "......", ".....B", "......", "......", "......", "......"];
        check(&up, 6, "c4");
    }

    #[test]
    fn a_held_ring_is_left_and_its_path_lengthened() {
        let held = [
            "......", "......", "......", "......", "...r..", "..r...", "..r...", "..r..B",
            "..r...", ".r....", ".r....", "......", "......", "......", "......", "......",
        ];
        // Rings 5 to 11 are held; the lower end of the path is nearer to ring 8 by nothing, so
        // both count, and two rings down is tried first.
        check(&held, 14, "a13");
    }

    #[test]
    fn an_untouched_ring_is_entered() {
        let empty = ["......", "......", "......", "......", "......", "......", "......"];
        let mut rows = empty;
        rows[3] = "..B...";
        check(&rows, 13, "a4 b4 d4 e4 f4");
    }

    /// Blue's ring is far from both paths: only cells on a shortest way between them join them.
    #[test]
    fn paths_that_lie_apart_are_joined() {
        let mut rows = ["......"; 11];
        (rows[0], rows[1], rows[9], rows[10]) = ("..r...", "..r...", ".r....", ".r....");
        rows[5] = "....B.";
        let all: Vec<String> = ["a6", "b6", "c6", "d6", "f6"].map(str::to_owned).to_vec();
        assert_eq!(answer(&rows, false), (13, all));
        // A way down steps straight or to the left: once to the left in all, or once around.
        let joining: Vec<String> = ["b6", "c6", "f6"].map(str::to_owned).to_vec();
        assert_eq!(answer(&rows, true), (13, joining));
    }
}
