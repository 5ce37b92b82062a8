//! The first move of a game in which the opponent may take it over by a swap.
//!
//! Good is what is as good for the one as for the other. The network judges the position after
//! each cell, row by row; if time runs out, rows further down are left out, which costs little, as
//! even first moves lie near the border.

use hexring_control::Limit;
use hexring_game::{Move, Position, Site};
use hexring_network::Crew;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::ahead::judge;
use crate::dice::best;
use crate::player::{Better, Choice, ScoreMap, Work};

/// The cell after which the position is most even.
pub(super) fn choose(
    crew: &mut Crew,
    position: &Position,
    limit: &Limit,
    rng: &mut Xoshiro256PlusPlus,
) -> Choice {
    let sites: Vec<Site> = position.legal_sites().collect();
    let values = judge(crew, position, &sites, limit);
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
