//! The golden vectors of training: every topology, several sizes, all rules that a format knows,
//! computed by the training code.

use std::path::PathBuf;
use std::sync::Arc;

use hexring_game::{ByColor, Cell, Color, Position, Rules, Seasons, Setup, Turns};
use hexring_network::{Evaluation, Evaluator, Network, Networks, Precision};
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
    turns: Option<String>,
    seasons: Option<Calendar>,
    policy_logits: Vec<f32>,
    value_logit: f32,
}

#[derive(Deserialize)]
struct Calendar {
    layout: String,
    years: String,
    turns: [u32; 2],
}

impl GoldenPosition {
    fn position(&self) -> Position {
        let cells = |text: &str| -> Vec<Cell> {
            text.split_whitespace().map(|cell| cell.parse().expect("a cell")).collect()
        };
        let mut setup = Setup::new(self.rules());
        setup.stones = ByColor::from_fn(|color| match color {
            Color::Red => cells(&self.red),
            Color::Blue => cells(&self.blue),
        });
        setup.to_move = Some(self.to_move.parse().expect("a colour"));
        setup.moves_made =
            self.seasons.as_ref().map(|given| ByColor::from_fn(|color| given.turns[color.index()]));
        Position::from_setup(&setup).expect("a position")
    }

    fn rules(&self) -> Rules {
        let mut rules = Rules::new(self.board.parse().expect("a board"));
        if self.turns.as_deref() == Some("random") {
            rules.turns = Turns::Random;
        }
        rules.seasons = self.seasons.as_ref().map(|given| {
            let layout = given.layout.parse().expect("a layout");
            let years = given.years.parse().expect("years");
            Seasons { layout, years, no_move: Default::default() }
        });
        rules
    }
}

/// Golden vectors, and their network in numbers of 32 bits.
fn read(folder: &str, name: &str) -> (Golden, Evaluator) {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), folder].iter().collect();
    let text = std::fs::read_to_string(folder.join(name)).expect("golden vectors");
    let golden: Golden = serde_json::from_str(&text).expect("golden vectors");
    let network = Network::load_with(folder.join(&golden.network), Precision::Full);
    (golden, Evaluator::new(network.expect("their network").into()))
}

/// The most promising legal cell; none if the player has to pass.
fn chosen(position: &Position, logits: &[f32]) -> Option<Cell> {
    let sites = position.legal_sites();
    let best = sites.max_by(|a, b| logits[a.index()].total_cmp(&logits[b.index()]));
    best.map(|site| position.board().cell(site))
}

/// How far an evaluation is from what training says: the value, and the worst logit of the policy.
fn distance(golden: &GoldenPosition, evaluation: &Evaluation) -> (f32, f32) {
    let logits = evaluation.policy_logits.iter().zip(&golden.policy_logits);
    let policy = logits.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    ((evaluation.value_logit - golden.value_logit).abs(), policy)
}

/// Evaluates golden positions, all boards in one batch and each alone.
fn assert_golden(golden: &Golden, evaluator: &mut Evaluator, close: f32) {
    let positions: Vec<Position> = golden.positions.iter().map(GoldenPosition::position).collect();
    let together = evaluator.evaluate(&positions.iter().collect::<Vec<_>>());
    assert!(positions.len() >= 40, "golden vectors of all topologies");
    for ((golden, position), batched) in golden.positions.iter().zip(&positions).zip(&together) {
        let alone = &evaluator.evaluate(&[position])[0];
        for evaluation in [batched, alone] {
            let name = format!("{} to move under {}", golden.to_move, position.rules());
            let (value, policy) = distance(golden, evaluation);
            assert!(value < close, "value of {name}: off by {value}");
            assert!(policy < close, "policy of {name}: off by {policy}");
        }
    }
}

#[test]
fn golden_vectors_agree() {
    for name in ["golden.json", "large-golden.json", "seasons-golden.json", "tori-golden.json"] {
        let (golden, mut evaluator) = read("networks", name);
        assert_golden(&golden, &mut evaluator, 1e-2);
        for golden in &golden.positions {
            let position = golden.position();
            let evaluation = evaluator.evaluate(&[&position]).remove(0);
            let expected = chosen(&position, &golden.policy_logits);
            assert_eq!(chosen(&position, &evaluation.policy_logits), expected, "{}", golden.board);
        }
    }
}

/// Boards of up to 225 cells are the first network's, tori of up to 169, whatever their shape.
/// Where cells are closed at times the third one plays, unless a coin decides who moves.
#[test]
fn every_game_has_its_network() {
    let networks = Networks::new(None, Precision::Full).expect("they come with the program");
    let mut all = ["golden", "large-golden", "seasons-golden"]
        .map(|name| read("networks", &format!("{name}.json")).1);
    let [usual, large, seasons] = [0, 1, 2];
    let wide = vec!["12".repeat(9) + "1"; 19].join("/");
    for (rules, number) in [
        ("plane:1x1", usual),
        ("torus:13x13", usual),
        ("cylinder:15x15", usual),
        ("torus:14x13", large),
        ("plane:19x10", usual),
        ("cylinder:16x15", large),
        ("plane:19x19", large),
        ("plane:3x3 seasons=123/231/312 years=123/312", seasons),
        ("torus:2x2 seasons=12/21 years=12/12", seasons),
        ("plane:3x3 seasons=111/111/111 years=1/1", usual),
        ("plane:3x3 seasons=123/231/312 years=123/312 turns=random", usual),
        (&format!("plane:19x19 seasons={wide} years=12/21"), seasons),
    ] {
        let position = Position::new(rules.parse::<Rules>().expect("rules")).expect("a board");
        let found =
            Evaluator::new(Arc::clone(networks.of(position.rules()))).evaluate(&[&position]);
        for (other, evaluator) in all.iter_mut().enumerate() {
            let is_same = found == evaluator.evaluate(&[&position]);
            assert_eq!(is_same, other == number, "{rules}: network {other}");
        }
    }
    let boards = networks.trained_on();
    let board = |text: &str| text.parse().expect("a board");
    assert!(boards.contains(&board("plane:3x3")) && boards.contains(&board("torus:17x13")));
    let file = [env!("CARGO_MANIFEST_DIR"), "networks", "hexring-3.safetensors"];
    let file: PathBuf = file.iter().collect();
    let one = Networks::new(Some(&file), Precision::Full).expect("a network");
    let large = Rules::new(board("plane:19x19"));
    assert!(Arc::ptr_eq(one.of(&large), one.first()), "a file is for all boards");
}

/// Random weights, so that every plane and every layer counts.
#[test]
fn golden_vectors_with_seasons_and_random_turns_agree() {
    let (golden, mut evaluator) = read("tests/data", "format-2-golden.json");
    assert_golden(&golden, &mut evaluator, 2e-3);
    let under = |is_wanted: fn(&GoldenPosition) -> bool| {
        golden.positions.iter().filter(|golden| is_wanted(golden)).collect::<Vec<_>>()
    };
    let special =
        [under(|golden| golden.seasons.is_some()), under(|golden| golden.turns.is_some())];
    for golden in special.into_iter().flatten() {
        let position = golden.position();
        assert!(evaluator.network().knows(position.rules()));
        let mut setup = position.to_setup();
        (setup.rules.seasons, setup.rules.turns) = (None, Turns::Alternate);
        let classic = Position::from_setup(&setup).expect("a position");
        let (value, policy) = distance(golden, &evaluator.evaluate(&[&classic])[0]);
        assert!(value > 0.02 || policy > 0.02, "{} means something", position.rules());
    }
}

/// Before the toss a position is Red's to see.
#[test]
fn a_coin_that_is_due_is_seen_by_red() {
    let (_, mut evaluator) = read("tests/data", "format-2-golden.json");
    let due = Position::new("torus:4x3 turns=random".parse::<Rules>().expect("rules"));
    let mut tossed = due.clone().expect("rules");
    tossed.toss(Color::Red).expect("a coin is due");
    let evaluations = evaluator.evaluate(&[&due.expect("rules"), &tossed]);
    assert_eq!(evaluations[0], evaluations[1]);
}

/// A network of the first format takes no notice of rules that it does not know.
#[test]
fn older_networks_see_classic_rules_everywhere() {
    let network = Network::embedded().expect("the shipped network");
    let classic = Position::new("4x4".parse::<Rules>().expect("rules")).expect("rules");
    let seasons = "4x4 seasons=1212/2121/1212/2121 years=12/21";
    let seasons = Position::new(seasons.parse::<Rules>().expect("rules")).expect("rules");
    let knows = |position: &Position| network.knows(position.rules());
    assert!(knows(&classic) && !knows(&seasons));
    let evaluations = Evaluator::new(network.clone()).evaluate(&[&classic, &seasons]);
    assert_eq!(evaluations[0], evaluations[1]);
}
