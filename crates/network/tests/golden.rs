//! The golden vectors of training: every topology, several sizes, computed by the training code.

use std::path::PathBuf;

use hexring_game::{ByColor, Cell, Color, Position, Rules, Setup};
use hexring_network::{Evaluator, Network, Precision};
use serde::Deserialize;

#[derive(Deserialize)]
struct Golden {
    network: String,
    positions: Vec<GoldenPosition>,
}

#[derive(Deserialize)]
struct GoldenPosition {
    board: String,
    red: String,
    blue: String,
    to_move: String,
    policy_logits: Vec<f32>,
    value_logit: f32,
}

impl GoldenPosition {
    fn position(&self) -> Position {
        let cells = |text: &str| -> Vec<Cell> {
            text.split_whitespace().map(|cell| cell.parse().expect("a cell")).collect()
        };
        let mut setup = Setup::new(Rules::new(self.board.parse().expect("a board")));
        setup.stones = ByColor::from_fn(|color| match color {
            Color::Red => cells(&self.red),
            Color::Blue => cells(&self.blue),
        });
        setup.to_move = Some(self.to_move.parse().expect("a colour"));
        Position::from_setup(&setup).expect("a position")
    }
}

fn networks() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "networks"].iter().collect()
}

/// The most promising legal cell.
fn chosen(position: &Position, logits: &[f32]) -> Cell {
    let sites = position.legal_sites();
    let best = sites.max_by(|a, b| logits[a.index()].total_cmp(&logits[b.index()]));
    position.board().cell(best.expect("a legal cell"))
}

#[test]
fn golden_vectors_agree() {
    let text = std::fs::read_to_string(networks().join("golden.json")).expect("golden vectors");
    let golden: Golden = serde_json::from_str(&text).expect("golden vectors");
    let bytes = std::fs::read(networks().join(&golden.network)).expect("the shipped network");
    let network = Network::with_precision(&bytes, Precision::Full).expect("the shipped network");
    let mut evaluator = Evaluator::new(network.into());
    let positions: Vec<Position> = golden.positions.iter().map(GoldenPosition::position).collect();
    // All boards in one batch, and each alone.
    let together = evaluator.evaluate(&positions.iter().collect::<Vec<_>>());
    assert!(positions.len() >= 40, "golden vectors of all topologies");
    for ((golden, position), batched) in golden.positions.iter().zip(&positions).zip(&together) {
        let alone = &evaluator.evaluate(&[position])[0];
        for evaluation in [batched, alone] {
            let name = format!("{} to move on {}", golden.to_move, golden.board);
            let off = (evaluation.value_logit - golden.value_logit).abs();
            assert!(off < 1e-2, "value of {name}: off by {off}");
            let logits = evaluation.policy_logits.iter().zip(&golden.policy_logits);
            let off = logits.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(off < 1e-2, "policy of {name}: off by {off}");
            let expected = chosen(position, &golden.policy_logits);
            assert_eq!(chosen(position, &evaluation.policy_logits), expected, "{name}");
        }
    }
}
