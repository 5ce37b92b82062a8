//! Exact answers over the protocol: who wins, and which moves do.

use std::sync::atomic::AtomicBool;

use hexring_control::Control;
use hexring_game::{Color, Game};
use hexring_players::{adviser, relay};
use hexring_solver::{Options, Outcome, Solver, Wanted};

/// Solves the position for a colour to move, until the flag is raised.
pub(crate) fn solve(
    game: &Game,
    color: Color,
    wanted: Wanted,
    stop: &AtomicBool,
) -> Result<Outcome, String> {
    let mut position = game.position().clone();
    position.set_to_move(color);
    let options = Options { advisers: adviser::shipped(), ..Options::default() };
    let mut solver = Solver::new(options).map_err(|error| error.to_string())?;
    let solved = relay(stop, |limit| {
        solver.solve_with(&position, wanted, &mut Control::quiet(limit.clone()))
    });
    solved.map_err(|error| error.to_string())
}

/// The protocol's word for a colour.
pub(crate) fn word(color: Color) -> &'static str {
    match color {
        Color::Red => "black",
        Color::Blue => "white",
    }
}
