//! Values under random turns: `random_turns plane:5x6 …` prints Red's exact share and best moves.

use std::time::Instant;

use hexring_control::Limit;
use hexring_game::{Position, Rules};
use hexring_solver::random_turn_value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for word in std::env::args().skip(1) {
        let position = Position::new(word.parse::<Rules>()?)?;
        let start = Instant::now();
        let value = random_turn_value(&position, &Limit::none())?;
        let best: Vec<String> = value.best_red.iter().map(ToString::to_string).collect();
        let (share, seconds) = (value.red, start.elapsed().as_secs_f64());
        let (wins, of, best) = (share.wins, share.of, best.join(" "));
        println!(
            "{word}: {wins} of {of} = {:.6}, best {best}, {seconds:.3} s",
            share.probability()
        );
    }
    Ok(())
}
