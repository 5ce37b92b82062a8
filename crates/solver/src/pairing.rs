//! Pairing strategies against every reply.
//!
//! A pairing strategy answers each stone of the opponent on the partner of its cell, and plays
//! anywhere if that is taken. So after each of its answers it has the partners of all of the
//! opponent's stones: that is true at the beginning; and if the partner of a new stone is taken, it
//! is taken by the strategy, as otherwise the cell of the new stone would have been answered before.
//! Hence the opponent never has both cells of a pair, and all that it can ever have on the board is
//! contained in one of the ways to give one cell of each pair to each player. If the opponent
//! reaches its goal in none of them, the strategy wins, whoever begins, in whatever order the
//! opponent plays, and whatever the strategy does with its free moves. There are far fewer of these
//! ways than positions: two to the number of pairs, instead of three.

use hexring_game::{Color, Connectivity, Geometry, Position, Site};

/// In how many ways the pairs were shared before the strategy had won in all of them; none if the
/// opponent reaches its goal in some way, or if the cells are not paired, or not empty.
///
/// The opponent's goal must be one that the strategy's goal excludes, as on plane and cylinder.
pub(crate) fn sharings(
    start: &Position,
    color: Color,
    partner: &dyn Fn(Site) -> Site,
) -> Option<usize> {
    let board = start.board();
    let pairs = || board.sites().map(|site| (site, partner(site)));
    let is_pairing = pairs().all(|(site, other)| site != other && partner(other) == site);
    if !is_pairing || start.empty_count() < board.cell_count() {
        return None;
    }
    let pairs: Vec<(Site, Site)> = pairs().filter(|(site, other)| site < other).collect();
    let geometry = start.geometry();
    let mut count = 0;
    let stones = Connectivity::new(geometry);
    share(geometry, &stones, color, &pairs, &mut count).then_some(count)
}

/// Whether the colour wins however the pairs are shared, given what is shared already.
fn share(
    geometry: &Geometry,
    stones: &Connectivity,
    color: Color,
    pairs: &[(Site, Site)],
    count: &mut usize,
) -> bool {
    if stones.has_won(color) {
        *count += 1;
        return true;
    }
    let Some(((one, two), rest)) = pairs.split_first() else { return false };
    [(*one, *two), (*two, *one)].into_iter().all(|(own, other)| {
        let mut stones = stones.clone();
        stones.place(geometry, own, color);
        let lost = stones.place(geometry, other, !color);
        !lost && share(geometry, &stones, color, rest, count)
    })
}
