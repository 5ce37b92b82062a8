//! Solves the table of local answers again: `prove_local FILE [MOST]`, those rows that took at most
//! so many positions. What Red wins is proven and the checker judges the proof; what Blue wins is
//! compared with a search that knows the rules alone, on boards that are small enough for it.

use std::time::Instant;

use hexring_control::{Control, Limit};
use hexring_game::{Board, Color, Position, Rules};
use hexring_solver::{LocalSolver, check, plain_local_winner};

const MEMORY: usize = 2 << 30;

/// The most cells that the rules alone take in seconds.
const FEW_CELLS: usize = 25;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let file = words.first().ok_or("usage: prove_local FILE [MOST]")?;
    let number = |most: &String| most.parse().map_err(|_| format!("{most} is no number"));
    let most = words.get(1).map_or(Ok(u64::MAX), number)?;
    for line in std::fs::read_to_string(file)?.lines().skip(1) {
        let [board, within, winner, positions, steps] = line.split(',').collect::<Vec<_>>()[..]
        else {
            return Err(format!("five columns are expected, not {line:?}").into());
        };
        if positions.parse::<u64>()? > most {
            continue;
        }
        let start = Instant::now();
        let (found, said) = solve_again(board.parse()?, within.parse()?)?;
        if found != format!("{winner},{positions},{steps}") {
            return Err(format!("{line}: found {found}").into());
        }
        println!("{line}: {said}, {:.1} s", start.elapsed().as_secs_f64());
    }
    Ok(())
}

/// Winner, positions and steps of a proof, as in the table, and who else says so.
fn solve_again(
    board: Board,
    within: u8,
) -> Result<(String, &'static str), Box<dyn std::error::Error>> {
    let position = Position::new(Rules { first: Color::Blue, ..Rules::new(board) })?;
    let mut solver = LocalSolver::new(board, within, MEMORY)?;
    let outcome = solver.solve(&position, &mut Control::default())?;
    let found = format!("{},{}", outcome.winner, outcome.nodes);
    if outcome.winner == Color::Red {
        let proof = solver.prove(&position, &mut Control::default())?;
        let checked = check(&proof, &Limit::none())?;
        return Ok((format!("{found},{}", checked.steps), "the proof holds"));
    }
    if board.cell_count() > FEW_CELLS {
        return Ok((format!("{found},"), "found once more"));
    }
    match plain_local_winner(&position, within) {
        Color::Blue => Ok((format!("{found},"), "the rules alone agree")),
        Color::Red => Err("the rules alone say that Red wins".into()),
    }
}
