//! Playouts under a limit, for players that need something to go by whatever the limit says.

use hexring_control::Limit;
use hexring_playout::{Request, Sampler, Tally};

/// Playouts that are made even if there is no time: a word full, which takes milliseconds.
const LEAST: u64 = 64;

/// As many playouts as the limit allows, and a few if it allows none.
pub(crate) fn some(sampler: &Sampler, request: &Request, limit: &Limit) -> Tally {
    let tally = sampler.sample(request, limit);
    if tally.playouts > 0 {
        return tally;
    }
    let few = Request { playouts: request.playouts.min(LEAST), ..*request };
    sampler.sample(&few, &Limit::none())
}
