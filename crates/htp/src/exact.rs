//! Exact answers over the protocol: who wins, and which moves do.

use hexring_control::{Control, Limit};
use hexring_game::{Color, Game};
use hexring_players::adviser;
use hexring_solver::{Options, Outcome, Solver, Wanted};

/// Solves the position for a colour to move, within a limit.
pub(crate) fn solve(
    game: &Game,
    color: Color,
    wanted: Wanted,
    limit: &Limit,
) -> Result<Outcome, String> {
    let mut position = game.position().clone();
    position.set_to_move(color);
    let advisers = adviser::shipped();
    let options = Options { advisers, theorems: true, ..Options::default() };
    let mut solver = Solver::new(options).map_err(|error| error.to_string())?;
    let mut control = Control::quiet(limit.clone());
    solver.solve_with(&position, wanted, &mut control).map_err(|error| error.to_string())
}
