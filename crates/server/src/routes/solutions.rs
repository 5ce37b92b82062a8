//! Exact answers: who wins a position, and with which moves.

use axum::extract::State;
use axum::response::Response;
use hexring_app::{SolutionLine, SolutionRequest};
use hexring_control::{Control, Limit};
use hexring_solver::Progress;

use super::{Rooms, blocking, lines};
use crate::engines::Guest;
use crate::error::ApiError;
use crate::extract::Body;

pub(super) async fn solve(
    State(rooms): State<Rooms>,
    Body(request): Body<SolutionRequest>,
) -> Result<Response, ApiError> {
    let (app, engines) = (rooms.app, rooms.analysis);
    let solution = blocking(move || Ok(request.prepare(&app)?)).await?;
    let waiting = engines.join(Guest::Person)?;
    Ok(lines::answer(|lines, stop| async move {
        let asides = lines.asides();
        let waiter = asides.clone();
        let solve = move |limit: &Limit| {
            let mut hear = |progress: &Progress| {
                asides.write(&SolutionLine::Progress { nodes: progress.nodes });
            };
            Ok(solution.run(&mut Control::new(limit.clone(), &mut hear))?)
        };
        let line = waiting.run_told(&stop, |ahead| waiter.waiting(ahead), solve).await?;
        lines.write(&line).await;
        Ok(())
    }))
}
