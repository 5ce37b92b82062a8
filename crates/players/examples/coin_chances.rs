//! How exactly a network knows the chances under random turns, on boards where they can be counted.
//!
//! ```text
//! cargo run --release -p hexring-players --example coin_chances -- \
//!     network.safetensors plane:3x3 cylinder:3x3 torus:3x3
//! ```
//!
//! All positions of each board in which the game goes on, before the toss: how far the network's
//! value is from the exact one, in the mean and at most, and in how many the move that it likes best
//! one move ahead is a best one, for either player.

use std::sync::Arc;

use hexring_control::Limit;
use hexring_game::{Cell, Color, Position, Rules, Setup};
use hexring_network::{Evaluator, Network, Precision};
use hexring_solver::random_turn_value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let file = words.next().ok_or("expected: NETWORK BOARD…")?;
    let network = Arc::new(Network::load_with(file, Precision::default())?);
    let mut evaluator = Evaluator::new(network);
    for board in words {
        let rules: Rules = format!("{board} turns=random").parse()?;
        let (mut errors, mut good, mut moves) = (Vec::new(), 0, 0);
        for position in positions(&rules) {
            let exact = random_turn_value(&position, &Limit::none())?;
            let value = red_chance(&mut evaluator, &position);
            errors.push((value - exact.red.probability()).abs());
            for (color, best) in [(Color::Red, &exact.best_red), (Color::Blue, &exact.best_blue)] {
                moves += 1;
                good += u32::from(best.contains(&chosen(&mut evaluator, &position, color)));
            }
        }
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        let most = errors.iter().copied().fold(0.0, f64::max);
        println!(
            "{board}: {} positions, values off by {mean:.4}, at most {most:.4}; \
             {good} of {moves} moves are best",
            errors.len()
        );
    }
    Ok(())
}

/// All positions before a toss in which the game goes on.
fn positions(rules: &Rules) -> impl Iterator<Item = Position> + '_ {
    let cells: Vec<Cell> = rules.board.cells().collect();
    (0..3_u32.pow(cells.len() as u32)).filter_map(move |code| {
        let mut setup = Setup::new(rules.clone());
        for (place, cell) in cells.iter().enumerate() {
            match code / 3_u32.pow(place as u32) % 3 {
                1 => setup.stones[Color::Red].push(*cell),
                2 => setup.stones[Color::Blue].push(*cell),
                _ => {}
            }
        }
        // Where both have a ring nobody knows who was first.
        let position = Position::from_setup(&setup).ok()?;
        (!position.is_over() && position.empty_count() > 0).then_some(position)
    })
}

fn red_chance(evaluator: &mut Evaluator, position: &Position) -> f64 {
    match (position.is_over(), position.winner()) {
        (true, winner) => f64::from(u8::from(winner == Some(Color::Red))),
        (false, _) => f64::from(evaluator.evaluate(&[position])[0].value()),
    }
}

/// The cell after which a colour's chances are best.
fn chosen(evaluator: &mut Evaluator, position: &Position, color: Color) -> Cell {
    let mut tossed = position.clone();
    tossed.toss(color).expect("a coin is due");
    let mut value = |site| {
        let mut after = tossed.clone();
        after.play_site(site);
        let red = red_chance(evaluator, &after);
        if color == Color::Red { red } else { -red }
    };
    let scored: Vec<_> = tossed.legal_sites().map(|site| (site, value(site))).collect();
    let best = scored.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("an empty cell");
    position.board().cell(best.0)
}
