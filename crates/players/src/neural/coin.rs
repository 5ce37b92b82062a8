//! Random turns with a network that knows them.
//!
//! Its value is the chance before the coin is tossed. So a move is worth what the network says of
//! the position after it, and one move ahead is a whole search: what a player does with the next
//! toss it wins is in that chance already. Cells that the policy likes are judged first, so that a
//! limit leaves out the others. Without simulations the policy alone decides.

use std::cmp::Ordering;

use hexring_control::Limit;
use hexring_game::{Move, Position, Site};
use hexring_network::Crew;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::ahead::{chance, judge};
use super::search::Budget;
use crate::dice::best;
use crate::player::{Better, Choice, ScoreMap, Work};

/// The cell after which the chances are best.
pub(super) fn choose(
    crew: &mut Crew,
    position: &Position,
    budget: &Budget,
    rng: &mut Xoshiro256PlusPlus,
) -> Choice {
    let mover = position.to_move().expect("somebody is to move");
    let now = crew.evaluate(vec![position.clone()], &Limit::none()).remove(0);
    let logit = |site: Site| now.policy_logits[site.index()];
    let mut sites: Vec<Site> = position.legal_sites().collect();
    sites.sort_by(|a, b| logit(*b).partial_cmp(&logit(*a)).unwrap_or(Ordering::Equal));
    let count = usize::try_from(budget.simulations).unwrap_or(usize::MAX).min(sites.len());
    let values = match count {
        0 => vec![(sites[0], chance(mover, position, &now))],
        _ => judge(crew, position, &sites[..count], &budget.limit),
    };
    let site = best(rng, values.iter().copied()).expect("there is a legal cell");
    let value = |site: Site| values.iter().find(|(at, _)| *at == site).map(|(_, value)| *value);
    let policy = |site: Site| sites.contains(&site).then(|| f64::from(logit(site)));
    Choice {
        value: value(site),
        maps: vec![
            ScoreMap::new("win rate", Better::Higher, position, value),
            ScoreMap::new("policy", Better::Higher, position, policy),
        ],
        work: Work { count: 1 + count.min(values.len()) as u64, unit: "positions" },
        ..Choice::new(Move::Place(position.board().cell(site)))
    }
}
