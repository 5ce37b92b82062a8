//! The network in bytes beside the network in full, on many positions.

use hexring_game::{Position, Rules, Site};
use hexring_network::{Evaluation, Evaluator, Network, Precision};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

fn shipped() -> Vec<u8> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/networks/hexring-3.safetensors");
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

/// Ten blocks of 128 channels, of the second format, by the same rule for every weight.
fn large() -> Vec<u8> {
    let (channels, blocks, planes) = (128, 10, 13);
    let mut shapes = vec![
        ("stem.w".to_owned(), vec![7, planes, channels]),
        ("stem.b".to_owned(), vec![channels]),
    ];
    for block in 0..blocks {
        for part in ["g", "b", "b1", "b2"] {
            shapes.push((format!("b{block}.{part}"), vec![channels]));
        }
        for part in ["w1", "w2"] {
            shapes.push((format!("b{block}.{part}"), vec![7, channels, channels]));
        }
    }
    for (name, shape) in [
        ("h.g", vec![channels]),
        ("h.b", vec![channels]),
        ("p.w1", vec![channels, 32]),
        ("p.b1", vec![32]),
        ("p.w2", vec![32, 1]),
        ("p.b2", vec![1]),
        ("v.w1", vec![channels, 32]),
        ("v.b1", vec![32]),
        ("v.w2", vec![64, 64]),
        ("v.b2", vec![64]),
        ("v.w3", vec![64, 1]),
        ("v.b3", vec![1]),
    ] {
        shapes.push((name.to_owned(), shape));
    }
    file(channels, blocks, &shapes)
}

/// A network file with weights that grow smaller with the sums that they are in.
fn file(channels: usize, blocks: usize, shapes: &[(String, Vec<usize>)]) -> Vec<u8> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut header, mut numbers) = (serde_json::Map::new(), Vec::new());
    header.insert(
        "__metadata__".to_owned(),
        serde_json::json!({
            "format": "hexring-network-2", "channels": channels.to_string(),
            "blocks": blocks.to_string(), "norm_epsilon": "1e-5", "trained_on": "plane:3x3",
        }),
    );
    for (name, shape) in shapes {
        let (from, count) = (numbers.len(), shape.iter().product::<usize>());
        let is_gain = name.ends_with(".g");
        let scale = (2.0 / (count / shape[shape.len() - 1]) as f32).sqrt();
        for _ in 0..count {
            let number = if is_gain { 1.0 } else { scale * rng.random_range(-1.0..1.0_f32) };
            numbers.extend(half::f16::from_f32(number).to_le_bytes());
        }
        let offsets = [from, numbers.len()];
        let tensor = serde_json::json!({"dtype": "F16", "shape": shape, "data_offsets": offsets});
        header.insert(name.clone(), tensor);
    }
    let header = serde_json::Value::Object(header).to_string();
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &numbers].concat()
}

/// The shape that training grows to, with the planes of seasons and random turns.
#[test]
fn a_large_network_computes_in_both_precisions() {
    let rules = [
        "5x5 seasons=12312/23123/31231/12312/23123 years=123/231",
        "torus:5x4 turns=random",
        "cylinder:4x5",
    ];
    let mut positions: Vec<Position> = rules
        .iter()
        .map(|rules| Position::new(rules.parse().expect("rules")).expect("rules"))
        .collect();
    positions[0].play("a1".parse().expect("a move")).expect("legal");
    let asked: Vec<&Position> = positions.iter().collect();
    let bytes = large();
    let evaluate = |precision| {
        let network = Network::with_precision(&bytes, precision).expect("a network");
        Evaluator::new(network.into()).evaluate(&asked)
    };
    let (narrow, full) = (evaluate(Precision::Narrow), evaluate(Precision::Full));
    for (narrow, full) in narrow.iter().zip(&full) {
        let scale = full.policy_logits.iter().fold(0.0, |most: f32, logit| most.max(logit.abs()));
        let logits = narrow.policy_logits.iter().zip(&full.policy_logits);
        let off = logits.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(off < 0.05 * scale, "{off} of {scale}");
        assert!((narrow.value() - full.value()).abs() < 0.05);
    }
}

/// Sums of bytes are exact and everything else is rounded in one way: a position has the same
/// numbers on every processor.
#[test]
fn all_instructions_for_bytes_say_the_same() {
    let positions = positions(42);
    let asked: Vec<&Position> = positions.iter().collect();
    let mut known: Option<Vec<Evaluation>> = None;
    for (name, network) in Network::ways(&shipped()).expect("the shipped network") {
        if name.ends_with("bytes") {
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
