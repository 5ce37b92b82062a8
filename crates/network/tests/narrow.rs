//! The network in bytes beside the network in full, on many positions.

use hexring_game::{Position, Rules, Site};
use hexring_network::{Evaluation, Evaluator, Network, Precision};
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

fn shipped() -> Vec<u8> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/networks/hexring-1.safetensors");
    std::fs::read(file).expect("the shipped network")
}

/// Positions in which somebody is to move, after random moves.
fn positions(count: usize) -> Vec<Position> {
    let boards = ["11x11", "9x9", "14x14", "cylinder:9x9", "torus:9x9", "torus:6x5", "5x7"];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut positions = Vec::new();
    for board in boards.iter().cycle() {
        let mut position = Position::new(board.parse::<Rules>().expect("rules")).expect("rules");
        let mut sites: Vec<Site> = position.legal_sites().collect();
        sites.shuffle(&mut rng);
        // From none to half of the cells.
        let stones = positions.len() * sites.len() / count / 2;
        for site in sites.into_iter().take(stones) {
            if !position.is_over() {
                position.play_site(site);
            }
        }
        if !position.is_over() {
            positions.push(position);
        }
        if positions.len() == count {
            break;
        }
    }
    positions
}

fn best(position: &Position, evaluation: &Evaluation) -> usize {
    let logit = |site: &Site| evaluation.policy_logits[site.index()];
    let sites = position.legal_sites();
    sites.max_by(|a, b| logit(a).total_cmp(&logit(b))).expect("a legal cell").index()
}

/// Sums of bytes are exact and everything else is rounded in one way: a position has the same
/// numbers on every processor.
#[test]
fn all_instructions_for_bytes_say_the_same() {
    let positions = positions(42);
    let asked: Vec<&Position> = positions.iter().collect();
    let mut known: Option<Vec<Evaluation>> = None;
    for (name, network) in Network::ways(&shipped()).expect("the shipped network") {
        if name.ends_with("Narrow") {
            let found = Evaluator::new(network.into()).evaluate(&asked);
            assert!(known.as_ref().is_none_or(|known| *known == found), "{name}");
            known = Some(found);
        }
    }
    assert!(known.is_some(), "every processor has some");
}

#[test]
fn bytes_agree_with_full_numbers() {
    let positions = positions(210);
    let asked: Vec<&Position> = positions.iter().collect();
    let evaluate = |precision| {
        let network = Network::with_precision(&shipped(), precision).expect("the shipped network");
        Evaluator::new(network.into()).evaluate(&asked)
    };
    let (narrow, full) = (evaluate(Precision::Narrow), evaluate(Precision::Full));
    let both = || narrow.iter().zip(&full);
    let same = positions
        .iter()
        .zip(both())
        .filter(|(position, (narrow, full))| best(position, narrow) == best(position, full));
    let same = same.count();
    let errors: Vec<f32> = both().map(|(a, b)| (a.value() - b.value()).abs()).collect();
    let mean = errors.iter().sum::<f32>() / errors.len() as f32;
    let most = errors.iter().copied().fold(0.0, f32::max);
    println!("{same} of {} best moves, values off by {mean}, at most {most}", errors.len());
    assert!(same * 100 >= errors.len() * 95, "{same} of {}", errors.len());
    assert!(mean < 0.01 && most < 0.1, "{mean} on average, {most} at most");
}
