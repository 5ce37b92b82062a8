//! Exact answers: who wins a position, and with which moves.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use axum::extract::State;
use axum::response::Response;
use hexring_control::{Control, Limit};
use hexring_game::{Game, Turns};
use hexring_players::{adviser, relay};
use hexring_solver::{Options, Progress, Solver, Wanted, random_turn_value};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::{App, blocking, lines, read_record};
use crate::error::ApiError;
use crate::extract::Body;

/// Bytes for the table of positions.
const MEMORY: usize = 1 << 28;

/// The most empty cells under random turns: with more the count takes seconds.
const MAX_COUNTED: usize = 22;

/// A position to be solved.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SolutionRequest {
    /// The end of its main line is looked at.
    record: Value,
}

pub(super) async fn solve(
    State(app): State<App>,
    Body(request): Body<SolutionRequest>,
) -> Result<Response, ApiError> {
    let game = blocking(move || {
        let game = read_record(&request.record)?.main_game().map_err(ApiError::refused)?;
        match game.ending() {
            Some(ending) => Err(ApiError::Refused(format!("the game is over: {ending}"))),
            None => Ok(game),
        }
    })
    .await?;
    let (sender, answer) = mpsc::channel(lines::BACKLOG);
    tokio::spawn(async move {
        let stop = Arc::new(AtomicBool::new(false));
        let (flag, progress) = (Arc::clone(&stop), sender.downgrade());
        let work = move || relay(&flag, |limit| solution(&game, limit, &progress));
        let search = app.analysis.run(&stop, work);
        let line = match lines::until_closed(&sender, &stop, search).await {
            Ok(line) => line,
            Err(error) => json!({ "type": "error", "error": error.to_string() }),
        };
        // Nobody may be reading any more.
        let _ = sender.send(line).await;
    });
    Ok(lines::answer(answer))
}

fn solution(
    game: &Game,
    limit: &Limit,
    lines: &mpsc::WeakSender<Value>,
) -> Result<Value, ApiError> {
    let started = Instant::now();
    if game.rules().turns == Turns::Random {
        return win_probability(game, limit, started);
    }
    let mut tell = |progress: &Progress| {
        if let Some(lines) = lines.upgrade() {
            let _ = lines.try_send(json!({ "type": "progress", "nodes": progress.nodes }));
        }
    };
    let options = Options { memory: MEMORY, advisers: adviser::shipped(), ..Options::default() };
    let mut solver = Solver::new(options).map_err(ApiError::refused)?;
    let mut control = Control::new(limit.clone(), &mut tell);
    let outcome = solver
        .solve_with(game.position(), Wanted::AllMoves, &mut control)
        .map_err(ApiError::refused)?;
    Ok(json!({
        "type": "solution",
        "winner": outcome.winner,
        "moves": outcome.winning_moves,
        "nodes": outcome.nodes,
        "seconds": started.elapsed().as_secs_f64(),
    }))
}

/// Under random turns: Red's exact chances, and the best moves of whoever gets the turn.
fn win_probability(game: &Game, limit: &Limit, started: Instant) -> Result<Value, ApiError> {
    let empty = game.position().empty_count();
    if empty > MAX_COUNTED {
        let text = format!("{empty} empty cells are too many: expected up to {MAX_COUNTED}");
        return Err(ApiError::Refused(text));
    }
    let value = random_turn_value(game.position(), limit).map_err(ApiError::refused)?;
    Ok(json!({
        "type": "solution",
        "red": value.red.probability(),
        "moves": value.best_red,
        "seconds": started.elapsed().as_secs_f64(),
    }))
}
