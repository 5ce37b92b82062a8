//! Proves answers about chains and lets the checker judge the proofs: `prove_chains FILE [MOST]`,
//! from a file of `hexring chains`, those that took at most so many positions.

use std::time::Instant;

use hexring_control::{Control, Limit};
use hexring_solver::{ChainAnswers, Options, Solver, Stack, check};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let file = words.first().ok_or("usage: prove_chains FILE [MOST]")?;
    let number = |most: &String| most.parse().map_err(|_| format!("{most} is no number"));
    let most = words.get(1).map_or(Ok(u64::MAX), number)?;
    let text = std::fs::read_to_string(file)?;
    let answers = ChainAnswers::read(&text)?;
    let start = Instant::now();
    // One solver for all: chains share most of what follows from them.
    let mut solver = Solver::new(Options::default())?;
    let (mut proven, mut over, mut steps) = ([0; 2], 0, 0);
    for row in text.lines().skip(2) {
        let stack: Stack = row.split(',').next().unwrap_or_default().parse()?;
        let answer = answers.get(&stack).ok_or("an answer that is not found again")?;
        if answer.positions > most {
            continue;
        }
        let position = stack.position();
        if position.winner().is_some() {
            over += 1;
            continue;
        }
        let proof = solver.prove(&position, &mut Control::default())?;
        let checked = check(&proof, &Limit::none())?;
        let winner = checked.winner;
        if winner != answer.winner {
            return Err(format!("{stack}: {winner} wins, the file says {}", answer.winner).into());
        }
        proven[winner.index()] += 1;
        steps += checked.steps;
        let count = proven[0] + proven[1];
        if count % 100 == 0 {
            eprintln!("{count} proven, {steps} steps, {:.0} s", start.elapsed().as_secs_f64());
        }
    }
    let [red, blue] = proven;
    println!("proven: {red} won by Red, {blue} by Blue, {steps} steps; over at once: {over}");
    Ok(())
}
