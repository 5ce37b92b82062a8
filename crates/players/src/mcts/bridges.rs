//! Bridges: two stones with two common empty neighbours, or a stone with two empty cells between
//! it and its border.
//!
//! ```text
//!   a  b          R and R are joined although they do not touch: where Blue takes one of the
//! 1  .  R         empty cells, Red takes the other.
//! 2    R  .
//! ```
//!
//! Uniform playouts break every other bridge, which makes them blind for what holds Hex positions
//! together. Playing the answer at once is the one pattern that playouts of strong programs have
//! in common (Arneson, Hayward, Henderson: *Monte Carlo Tree Search in Hex*, 2010). Whoever takes
//! which of the two cells, each player gets one: so the bridges on the board before a playout are
//! pairs of cells with opposite colours, which costs the kernel nothing. Bridges that come about
//! during a playout are not looked for.

use hexring_game::{Color, Edges, Geometry, Goal, Position, Site};

/// The two empty cells of a bridge.
pub(super) type Pair = (Site, Site);

/// Bridges of both colours that do not share a cell; of overlapping ones the first in reading
/// order, those between stones before those to borders.
pub(super) fn disjoint(position: &Position, pairs: &mut Vec<Pair>) {
    pairs.clear();
    for site in position.board().sites() {
        let Some(color) = position.stone_at(site) else { continue };
        // Three of the six directions: the others are the same bridges seen from the other end.
        for direction in 0..3 {
            keep_if_disjoint(pairs, between(position, site, color, direction));
        }
    }
    for site in position.board().sites() {
        let Some(color) = position.stone_at(site) else { continue };
        for direction in 0..6 {
            keep_if_disjoint(pairs, to_border(position, site, color, direction));
        }
    }
}

/// The answer to a stone that was put into a bridge of the player to move.
pub(super) fn answers(position: &Position) -> impl Iterator<Item = Site> + '_ {
    let geometry = position.geometry();
    let last = position.last_stone().and_then(|cell| position.board().site(cell));
    let intruded = last
        .zip(position.to_move())
        .filter(|(site, color)| position.stone_at(*site) == Some(!*color));
    intruded.into_iter().flat_map(move |(site, color)| {
        (0..6).filter_map(move |direction| {
            let answer = geometry.link(site, direction)?.to;
            let is_own = |side: usize| {
                let link = geometry.link(site, (direction + side) % 6);
                link.is_some_and(|link| position.stone_at(link.to) == Some(color))
            };
            let is_free = answer != site && position.stone_at(answer).is_none();
            (is_free && is_own(1) && is_own(5) && is_apart(position, site, direction))
                .then_some(answer)
        })
    })
}

/// Whether the stones on both sides of a direction are not joined yet.
fn is_apart(position: &Position, site: Site, direction: usize) -> bool {
    let geometry = position.geometry();
    let group = |side| {
        let link = geometry.link(site, (direction + side) % 6);
        link.map(|link| position.stones().group(link.to))
    };
    group(1) != group(5)
}

/// The bridge between a stone and the one that lies between a direction and the next.
fn between(position: &Position, site: Site, color: Color, direction: usize) -> Option<Pair> {
    let geometry = position.geometry();
    let next = (direction + 1) % 6;
    let (one, other) = (geometry.link(site, direction)?.to, geometry.link(site, next)?.to);
    let far = geometry.link(one, next)?.to;
    let stones = position.stones();
    let is_own = far != site && stones.stone(far) == Some(color);
    // Around a cylinder or torus, stones of one group may have a ring to make.
    let is_path = matches!(geometry.goal(color), Goal::Path { .. });
    let is_needed = is_own && !(is_path && stones.group(site) == stones.group(far));
    empty_pair(position, one, other).filter(|_| is_needed)
}

/// The bridge between a stone and its border: two empty cells of the border next to it.
fn to_border(position: &Position, site: Site, color: Color, direction: usize) -> Option<Pair> {
    let geometry = position.geometry();
    let border = own_border(geometry, color)?;
    let touches = |site| border.iter().any(|edge| geometry.edges(site).contains(*edge));
    let one = geometry.link(site, direction)?.to;
    let other = geometry.link(site, (direction + 1) % 6)?.to;
    (!touches(site) && touches(one) && touches(other)).then_some(())?;
    empty_pair(position, one, other)
}

/// The two borders that a colour joins, where it has borders.
fn own_border(geometry: &Geometry, color: Color) -> Option<[Edges; 2]> {
    match geometry.goal(color) {
        Goal::Path { from, to } => Some([from, to]),
        Goal::Ring(_) => None,
    }
}

fn empty_pair(position: &Position, one: Site, other: Site) -> Option<Pair> {
    let is_empty = |site| position.stone_at(site).is_none();
    (one != other && is_empty(one) && is_empty(other)).then_some((one, other))
}

fn keep_if_disjoint(pairs: &mut Vec<Pair>, found: Option<Pair>) {
    let Some((one, other)) = found else { return };
    let is_taken = |site| pairs.iter().any(|(x, y)| *x == site || *y == site);
    if !is_taken(one) && !is_taken(other) {
        pairs.push((one, other));
    }
}
