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
//! long bridges. As in the source, its joints are looked at one by one: Blue may have a move that
//! threatens two of them at once.

use std::collections::BTreeMap;

use crate::rings::{Chains, Rings, Spot};

/// The k-paths on the board.
pub(crate) fn k_paths(rings: &Rings) -> Chains {
    let groups = Chains::by_touch(rings);
    let mut common: BTreeMap<(Spot, Spot), Vec<Spot>> = BTreeMap::new();
    for spot in rings.spots().filter(|spot| rings.is_empty(*spot)) {
        let ways = ways(rings, &groups, spot);
        for (index, one) in ways.iter().enumerate() {
            for other in &ways[index + 1..] {
                let Some(option) = option(spot, one, other) else { continue };
                let pair = (one.group.min(other.group), one.group.max(other.group));
                let kept = common.entry(pair).or_insert_with(|| option.clone());
                kept.retain(|spot| option.contains(spot));
            }
        }
    }
    let mut paths = groups;
    for ((one, other), _) in common.into_iter().filter(|(_, common)| common.is_empty()) {
        paths.join(one, other);
    }
    paths
}

/// How a stone on an empty spot would belong to a group: by touch, or by a bridge over some empty
/// spots.
struct Way {
    group: Spot,
    over: Vec<Spot>,
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
fn option(spot: Spot, one: &Way, other: &Way) -> Option<Vec<Spot>> {
    let apart = one.group != other.group && one.over.iter().all(|spot| !other.over.contains(spot));
    apart.then(|| [&[spot], &one.over[..], &other.over[..]].concat())
}
