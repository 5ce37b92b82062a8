//! How exactly a player knows its chances under random turns, on boards where they can be counted.
//!
//! ```text
//! cargo run --release -p hexring-players --example coin_chances -- neural 200 plane:4x4 torus:3x3
//! ```
//!
//! So many random positions of each board in which the game goes on and either player has won the
//! toss: how far the value that the player gives its move is from the exact chance after it, in the
//! mean and at most, and how often the move is a best one.

use hexring_control::Limit;
use hexring_game::{Color, Game, Move, Position, Rules, Setup};
use hexring_players::{Control, Spec, decide};
use hexring_solver::random_turn_value;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Fault = Box<dyn std::error::Error>;

fn main() -> Result<(), Fault> {
    let mut words = std::env::args().skip(1);
    let usage = "expected: PLAYER POSITIONS BOARD…";
    let spec: Spec = words.next().ok_or(usage)?.parse()?;
    let count: usize = words.next().ok_or(usage)?.parse()?;
    let mut player = spec.build(1)?;
    for board in words {
        let rules: Rules = format!("{board} turns=random").parse()?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut errors, mut good) = (Vec::new(), 0);
        while errors.len() < 2 * count {
            let Some(position) = random_position(&rules, &mut rng) else { continue };
            let exact = random_turn_value(&position, &Limit::none())?;
            for (color, best) in [(Color::Red, &exact.best_red), (Color::Blue, &exact.best_blue)] {
                let mut tossed = position.clone();
                tossed.toss(color)?;
                let game = Game::from_position(tossed.clone());
                let choice = decide(player.as_mut(), &game, &mut Control::default())?;
                let Move::Place(cell) = choice.mv else { return Err("expected a cell".into()) };
                good += u32::from(best.contains(&cell));
                let value = choice.value.ok_or("expected a player with values")?;
                errors.push((value - chance_after(&tossed, cell, color)?).abs());
            }
        }
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        let most = errors.iter().copied().fold(0.0, f64::max);
        println!(
            "{board}: {} moves, values off by {mean:.4}, at most {most:.4}; {good} are best",
            errors.len()
        );
    }
    Ok(())
}

/// A position before a toss: any number of cells is taken, by coins. None where the game is over,
/// or where nobody knows who was first to have a ring.
fn random_position(rules: &Rules, rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let mut setup = Setup::new(rules.clone());
    let taken = rng.next_u64() % rules.board.cell_count() as u64;
    for cell in rules.board.cells() {
        if rng.next_u64() % (rules.board.cell_count() as u64) < taken {
            setup.stones[if rng.next_u64().is_multiple_of(2) { Color::Red } else { Color::Blue }]
                .push(cell);
        }
    }
    let position = Position::from_setup(&setup).ok()?;
    (!position.is_over() && position.empty_count() > 0).then_some(position)
}

/// The exact chance of who has won the toss, after a move.
fn chance_after(tossed: &Position, cell: hexring_game::Cell, color: Color) -> Result<f64, Fault> {
    let mut after = tossed.clone();
    after.play_site(after.board().site(cell).ok_or("expected a cell of the board")?);
    let red = match (after.is_over(), after.winner()) {
        (true, winner) => f64::from(u8::from(winner == Some(Color::Red))),
        (false, _) => random_turn_value(&after, &Limit::none())?.red.probability(),
    };
    Ok(if color == Color::Red { red } else { 1.0 - red })
}
