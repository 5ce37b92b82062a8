//! The first move of a game in which the opponent may take it over by a swap.
//!
//! Good is what is as good for the one as for the other. The network judges the position after
//! each cell, row by row; if time runs out, rows further down are left out, which costs little, as
//! even first moves lie near the border.

use hexring_control::Limit;
use hexring_game::{Move, Position, Site};
use hexring_network::Crew;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::dice::best;
use crate::player::{Better, Choice, ScoreMap, Work};

/// Cells that are judged before the limit is looked at again.
const BATCH: usize = 8;

/// The cell after which the position is most even.
pub(super) fn choose(
    crew: &mut Crew,
    position: &Position,
    limit: &Limit,
    rng: &mut Xoshiro256PlusPlus,
) -> Choice {
    let sites: Vec<Site> = position.legal_sites().collect();
    let mut values: Vec<(Site, f64)> = Vec::new();
    for batch in sites.chunks(BATCH) {
        values.extend(judge(crew, position, batch));
        if limit.is_over() {
            break;
        }
    }
    let even = |value: f64| value.min(1.0 - value);
    let site = best(rng, values.iter().map(|(site, value)| (*site, even(*value))));
    let site = site.expect("there is a legal cell");
    let value = |site: Site| {
        let at = values.binary_search_by_key(&site, |(site, _)| *site).ok()?;
        Some(values[at].1)
    };
    Choice {
        value: value(site).map(even),
        maps: vec![ScoreMap::new("win rate", Better::Higher, position, value)],
        work: Work { count: values.len() as u64, unit: "positions" },
        ..Choice::new(Move::Place(position.board().cell(site)))
    }
}

/// What each cell is worth to the player who takes it, if nobody swaps.
fn judge(crew: &mut Crew, position: &Position, sites: &[Site]) -> Vec<(Site, f64)> {
    let after = |site: &Site| {
        let mut after = position.clone();
        after.play_site(*site);
        after
    };
    let (over, open): (Vec<_>, Vec<_>) =
        sites.iter().map(|site| (*site, after(site))).partition(|(_, after)| after.is_over());
    let (open_sites, positions): (Vec<Site>, Vec<Position>) = open.into_iter().unzip();
    let evaluations = crew.evaluate(positions, &Limit::none());
    let judged = evaluations.iter().map(|evaluation| 1.0 - f64::from(evaluation.value()));
    let won =
        over.iter().map(|(site, after)| (*site, f64::from(u8::from(after.winner().is_some()))));
    let mut values: Vec<(Site, f64)> = open_sites.into_iter().zip(judged).chain(won).collect();
    values.sort_unstable_by_key(|(site, _)| *site);
    values
}
