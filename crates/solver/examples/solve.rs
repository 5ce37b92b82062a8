//! Solves empty boards: `solve [all] "cylinder:5x5 first=blue" …`.

use std::time::Instant;

use hexring_game::{Position, Rules};
use hexring_solver::{Options, Solver, Wanted};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut wanted = Wanted::Winner;
    for word in std::env::args().skip(1) {
        if word == "all" {
            wanted = Wanted::AllMoves;
            continue;
        }
        let rules: Rules = word.parse()?;
        let start = Instant::now();
        let outcome = Solver::new(Options::default())?.solve(&Position::new(rules)?, wanted)?;
        let winner = outcome.winner.map_or("nobody".to_owned(), |color| color.to_string());
        let moves: Vec<String> = outcome.winning_moves.iter().map(ToString::to_string).collect();
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{word}: {winner} wins, {} [{}], {} nodes, {seconds:.3} s",
            moves.len(),
            moves.join(" "),
            outcome.nodes
        );
    }
    Ok(())
}
