//! Solves empty boards: `solve [all] [proof] "cylinder:5x5 first=blue" …`. With `all` it finds all
//! winning moves, with `proof` it also writes a proof and checks it.

use std::time::Instant;

use hexring_control::{Control, Limit};
use hexring_game::{Position, Rules};
use hexring_solver::{Options, Proof, Solver, Wanted, check};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |option: &str| words.iter().any(|word| word == option);
    let wanted = if has("all") { Wanted::AllMoves } else { Wanted::Winner };
    for word in words.iter().filter(|word| !["all", "proof"].contains(&word.as_str())) {
        let position = Position::new(word.parse::<Rules>()?)?;
        let start = Instant::now();
        let mut solver = Solver::new(Options::default())?;
        let outcome = solver.solve(&position, wanted)?;
        let winner = outcome.winner.map_or("nobody".to_owned(), |color| color.to_string());
        let moves: Vec<String> = outcome.winning_moves.iter().map(ToString::to_string).collect();
        let (moves, seconds) = (moves.join(" "), start.elapsed().as_secs_f64());
        println!("{word}: {winner} wins [{moves}], {} nodes, {seconds:.3} s", outcome.nodes);
        if has("proof") {
            let proof = solver.prove(&position, &mut Control::default())?.to_string();
            let (steps, written) = (proof.lines().count() - 2, start.elapsed().as_secs_f64());
            let checked = check(&proof.parse::<Proof>()?, &Limit::none())?;
            println!("  proof: {steps} steps, {} bytes, {written:.3} s", proof.len());
            println!("  checked: {checked:?}, {:.3} s", start.elapsed().as_secs_f64());
        }
    }
    Ok(())
}
