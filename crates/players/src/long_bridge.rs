//! Long bridges and the *k-paths* that they make.
//!
//! Hees (2022, definition 5.1) calls a connection a long bridge if it consists of potential
//! bridges that Blue cannot all break with one move. Taken literally: a red *option* is an empty
//! spot from which Red, by a stone there, touches or bridges each of two groups, without using an
//! empty spot twice. Blue breaks an option by a stone on one of its spots. The groups are joined
//! by a long bridge if no spot belongs to all options: whatever Blue takes, an option is left for
//! Red's answer. A plain bridge is the case of two options of a single spot.
//!
//! A *k-path* (definition 5.2) is a red chain over k rings, joined by touching stones, bridges and
//! long bridges. Two joints that need the same empty spot would be open to one blue stone in both,
//! so all joints of a path lie apart. They are made in turn, those of the fewest spots first, each
//! from the options that no earlier joint of its two paths has used. That finds no path that Blue
//! could break, and nearly always the longest.

use std::collections::BTreeMap;

use crate::rings::{Chains, Rings, Span, Spot};

/// Empty spots that Red needs for an option or a joint.
type Spots = Vec<Spot>;

/// A bridge or long bridge of a path: what it joins, and the rings between which it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Joint {
    /// A stone of each of the two groups.
    pub(crate) ends: (Spot, Spot),
    /// The rings of the sub-board: those of its empty spots and of the stones beside them.
    pub(crate) rings: Span,
}

/// The k-paths on the board.
pub(crate) fn k_paths(rings: &Rings) -> Chains {
    joined_paths(rings).0
}

/// The k-paths on the board, and the joints that make them.
pub(crate) fn joined_paths(rings: &Rings) -> (Chains, Vec<Joint>) {
    let groups = Chains::by_touch(rings);
    let options = options(rings, &groups);
    let (mut paths, mut joints) = (groups.clone(), Vec::new());
    let joint_of = |pair: &(Spot, Spot)| joint(&options[pair], &[]);
    let mut pairs: Vec<((Spot, Spot), usize)> =
        options.keys().filter_map(|pair| Some((*pair, joint_of(pair)?.len()))).collect();
    pairs.sort_by_key(|(pair, spots)| (*spots, *pair));
    let mut used: BTreeMap<Spot, Spots> = BTreeMap::new();
    for (pair, _) in pairs {
        let (one, other) = (paths.first(pair.0), paths.first(pair.1));
        let spots_of = |path| used.get(&path).map_or(&[][..], Vec::as_slice);
        if one == other || !are_apart(spots_of(one), spots_of(other)) {
            continue;
        }
        let taken = [spots_of(one), spots_of(other)].concat();
        if let Some(joint) = joint(&options[&pair], &taken) {
            paths.join(one, other);
            joints.push(Joint { ends: pair, rings: sub_board(rings, &groups, pair, &joint) });
            used.insert(paths.first(one), [taken, joint].concat());
        }
    }
    (paths, joints)
}

/// The rings of the empty spots of a joint and of the stones of its two groups that touch them.
fn sub_board(rings: &Rings, groups: &Chains, ends: (Spot, Spot), spots: &[Spot]) -> Span {
    let is_end = |red: &Spot| rings.is_red(*red) && [ends.0, ends.1].contains(&groups.first(*red));
    let beside =
        |spot: &Spot| rings.neighbors(*spot).iter().copied().filter(is_end).collect::<Vec<_>>();
    let all = spots.iter().copied().chain(spots.iter().flat_map(beside));
    let spans = all.map(|spot| Span::ring(rings.ring(spot)));
    spans.reduce(Span::union).expect("a joint has a spot")
}

fn are_apart(some: &[Spot], others: &[Spot]) -> bool {
    some.iter().all(|spot| !others.contains(spot))
}

/// The options to join each pair of groups, small ones first.
fn options(rings: &Rings, groups: &Chains) -> BTreeMap<(Spot, Spot), Vec<Spots>> {
    let mut options: BTreeMap<(Spot, Spot), Vec<Spots>> = BTreeMap::new();
    for spot in rings.spots().filter(|spot| rings.is_empty(*spot)) {
        let ways = ways(rings, groups, spot);
        for (index, one) in ways.iter().enumerate() {
            for other in &ways[index + 1..] {
                let Some(option) = option(spot, one, other) else { continue };
                let pair = (one.group.min(other.group), one.group.max(other.group));
                options.entry(pair).or_default().push(option);
            }
        }
    }
    options.values_mut().for_each(|options| options.sort_by_key(Vec::len));
    options
}

/// The spots of a few options that have none in common and avoid the spots that are taken.
fn joint(options: &[Spots], taken: &[Spot]) -> Option<Spots> {
    let mut free = options.iter().filter(|option| are_apart(option, taken));
    let first = free.next()?;
    let (mut common, mut joint) = (first.clone(), first.clone());
    for option in free {
        if common.iter().any(|spot| !option.contains(spot)) {
            common.retain(|spot| option.contains(spot));
            joint.extend(option);
        }
        if common.is_empty() {
            return Some(joint);
        }
    }
    None
}

/// How a stone on an empty spot would belong to a group: by touch, or by a bridge over some empty
/// spots.
struct Way {
    group: Spot,
    over: Spots,
}

fn ways(rings: &Rings, groups: &Chains, spot: Spot) -> Vec<Way> {
    let touched = rings.neighbors(spot).iter().filter(|red| rings.is_red(**red));
    let mut ways: Vec<Way> =
        touched.map(|red| Way { group: groups.first(*red), over: Vec::new() }).collect();
    ways.sort_by_key(|way| way.group);
    ways.dedup_by_key(|way| way.group);
    // A bridge to a group that is touched adds nothing.
    let touched = ways.len();
    for end in rings.bridges(spot) {
        let group = groups.first(end);
        if ways[..touched].iter().all(|way| way.group != group) {
            ways.push(Way { group, over: rings.common_empty(spot, end).collect() });
        }
    }
    ways
}

/// All spots of the option that two ways make; none if they are of one group or need the same
/// spot.
fn option(spot: Spot, one: &Way, other: &Way) -> Option<Spots> {
    let apart = one.group != other.group && are_apart(&one.over, &other.over);
    apart.then(|| [&[spot], &one.over[..], &other.over[..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rings::drawing::drawn;

    fn connected(rows: &[&str], top: i16, bottom: i16) -> bool {
        k_paths(&Rings::new(&drawn("cylinder", rows))).connect(Span::new(top, bottom))
    }

    #[test]
    fn a_stone_on_the_third_ring_reaches_the_border() {
        let free = [".......", ".......", "...r...", ".......", ".......", ".......", "......."];
        assert!(connected(&free, 0, 3));
        assert!(!connected(&free, 3, 8), "five rings are too many");
        // The plain bridges are not enough.
        let bridges = Chains::by_bridges(&Rings::new(&drawn("cylinder", &free)));
        assert!(!bridges.connect(Span::new(0, 3)));
        // Blue's stone leaves too little room.
        let cut = [".......", "....b..", "...r...", ".......", ".......", ".......", "......."];
        assert!(!connected(&cut, 0, 3));
    }

    #[test]
    fn plain_bridges_are_long_bridges_too() {
        let bridge = [
            ".....", ".....", ".....", ".....", "..r..", ".....", ".r...", ".....", ".....",
            ".....",
        ];
        assert!(connected(&bridge, 5, 7));
        let broken = [
            ".....", ".....", ".....", ".....", "..r..", "..b..", ".r...", ".....", ".....",
            ".....",
        ];
        assert!(!connected(&broken, 5, 7));
    }

    #[test]
    fn joints_of_a_path_lie_apart() {
        // Both bridges of the middle stone need c5: one blue stone there would break both.
        let (open, above, middle, below) = (".......", "..r....", ".b.r...", ".r.....");
        let shared = [open, open, open, above, middle, below, open, open, open];
        let bridges = Chains::by_bridges(&Rings::new(&drawn("cylinder", &shared)));
        assert!(bridges.connect(Span::new(4, 6)));
        assert!(connected(&shared, 4, 5) && !connected(&shared, 4, 6));
    }
}
