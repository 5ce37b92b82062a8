//! `three-rings`: join the ring that Blue has played in with the rings above and below it.
//!
//! The strategy of Huneke, Hayward and Toft (2014, Algorithm 3.1; Algorithm 2 of Broek 2023, 4.1
//! of Hees 2022), who prove that it wins for Red on every cylinder of circumference 3, whoever
//! begins. On circumference 5 it loses: Hees prints a game in section 5.1.
//!
//! The rules speak of the board after the move. Where the rings are joined already, any free cell
//! of those rings will do, as in Hees' games.

use hexring_game::{Color, Position, Site};

use crate::entry::Entry;
use crate::follower;
use crate::option::Settings;
use crate::rings::{Chains, Rings, Spot, chain_with};
use crate::strategy::{Candidates, Strategy, anywhere, first_applicable};

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    follower::entry(
        "three-rings",
        "Huneke, Hayward and Toft's strategy: join Blue's ring with its neighbours",
        "red on cylinders and tori where Blue may not swap sides",
        strategy,
    )
}

fn strategy(_: &Settings) -> Box<dyn Strategy> {
    Box::new(ThreeRings)
}

struct ThreeRings;

impl Strategy for ThreeRings {
    fn rules(&self) -> &'static [&'static str] {
        &[
            "anywhere before Blue moves",
            "join Blue's ring with the rings above and below",
            "join Blue's ring with the ring below",
            "join Blue's ring with the ring above",
            "answer in Blue's ring",
            "anywhere",
        ]
    }

    fn candidates(&self, position: &Position, last_blue: Option<Site>) -> Candidates {
        let Some(last_blue) = last_blue else { return anywhere(0, position) };
        let mut rings = Rings::new(position);
        let j = rings.ring(rings.spot(last_blue));
        first_applicable(self.rules(), |rule| {
            let mut applies = |site: Site| {
                let spot = rings.spot(site);
                match rule {
                    1 => joins(&mut rings, spot, j, &[j - 1, j + 1]),
                    2 => joins(&mut rings, spot, j, &[j + 1]),
                    3 => joins(&mut rings, spot, j, &[j - 1]),
                    4 => rings.ring(spot) == j,
                    _ => true,
                }
            };
            position.legal_sites().filter(|site| applies(*site)).collect()
        })
    }

    fn joined(&self, position: &Position, last_blue: Site, site: Site) -> Vec<Site> {
        let ring = |site: Site| position.board().cell(site).row;
        let mut chain = chain_with(position, site, Chains::by_touch);
        chain.retain(|stone| ring(*stone).abs_diff(ring(last_blue)) <= 1);
        chain
    }
}

/// Whether the move lies in ring `j` or one of the others, and then some red spot of ring `j`
/// touches red ones in all the others.
fn joins(rings: &mut Rings, spot: Spot, j: i16, others: &[i16]) -> bool {
    let ring = rings.ring(spot);
    (ring == j || others.contains(&ring))
        && rings.supposing(spot, Some(Color::Red), |rings| {
            let mut in_j = rings.reds().filter(|red| rings.ring(*red) == j);
            in_j.any(|red| others.iter().all(|other| rings.touches_red_in(red, *other)))
        })
}
