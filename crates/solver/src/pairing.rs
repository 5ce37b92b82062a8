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

use hexring_control::Limit;
use hexring_game::{Color, Connectivity, Geometry, Position, Site};

use crate::progress::{Stopped, go_on};

/// In how many ways the pairs were shared before the strategy had won in all of them; none if the
/// opponent reaches its goal in some way, or if the cells are not paired, or not empty.
///
/// The opponent's goal must be one that the strategy's goal excludes, as on plane and cylinder.
pub(crate) fn sharings(
    start: &Position,
    color: Color,
    partner: &dyn Fn(Site) -> Site,
    limit: &Limit,
) -> Result<Option<usize>, Stopped> {
    let board = start.board();
    let pairs = || board.sites().map(|site| (site, partner(site)));
    let is_pairing = pairs().all(|(site, other)| site != other && partner(other) == site);
    if !is_pairing || start.empty_count() < board.cell_count() {
        return Ok(None);
    }
    let pairs: Vec<(Site, Site)> = pairs().filter(|(site, other)| site < other).collect();
    let mut sharing = Sharing { geometry: start.geometry(), color, limit, ways: 0 };
    let wins = sharing.wins(&Connectivity::new(start.geometry()), &pairs)?;
    Ok(wins.then_some(sharing.ways))
}

/// A walk through the ways to share the pairs.
struct Sharing<'a> {
    geometry: &'a Geometry,
    color: Color,
    limit: &'a Limit,
    /// Those that the colour has won.
    ways: usize,
}

impl Sharing<'_> {
    /// Whether the colour wins however these pairs are shared, given the stones of the others.
    fn wins(&mut self, stones: &Connectivity, pairs: &[(Site, Site)]) -> Result<bool, Stopped> {
        if stones.has_won(self.color) {
            self.ways += 1;
            return Ok(true);
        }
        go_on(self.limit)?;
        let Some(((one, two), rest)) = pairs.split_first() else { return Ok(false) };
        for (own, other) in [(*one, *two), (*two, *one)] {
            let mut stones = stones.clone();
            stones.place(self.geometry, own, self.color);
            let lost = stones.place(self.geometry, other, !self.color);
            if lost || !self.wins(&stones, rest)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
