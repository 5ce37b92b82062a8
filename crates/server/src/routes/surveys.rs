//! Exact answers about many positions: tables of boards, and strategies against every reply.

use axum::extract::State;
use axum::response::Response;
use hexring_app::{SurveyLine, SurveyRequest, VerificationRequest};
use hexring_control::{Control, Limit};
use hexring_solver::Progress;

use super::{Rooms, blocking, lines};
use crate::engines::Guest;
use crate::error::ApiError;
use crate::extract::Body;

pub(super) async fn survey(
    State(rooms): State<Rooms>,
    Body(request): Body<SurveyRequest>,
) -> Result<Response, ApiError> {
    let survey = request.prepare(&rooms.app)?;
    let waiting = rooms.analysis.join(Guest::Person)?;
    Ok(lines::answer(|lines, stop| async move {
        let asides = lines.asides();
        let (waiter, teller) = (asides.clone(), asides.clone());
        let solve = move |limit: &Limit| {
            let mut hear = |progress: &Progress| {
                asides.write(&SurveyLine::Progress { nodes: progress.nodes });
            };
            let control = &mut Control::new(limit.clone(), &mut hear);
            // A slow reader misses rows on the way; the last line has all of them.
            Ok(survey.run(control, |row| teller.write(row))?)
        };
        let line = waiting.run_told(&stop, |ahead| waiter.waiting(ahead), solve).await?;
        lines.write(&line).await;
        Ok(())
    }))
}

pub(super) async fn verify(
    State(rooms): State<Rooms>,
    Body(request): Body<VerificationRequest>,
) -> Result<Response, ApiError> {
    let (app, engines) = (rooms.app, rooms.analysis);
    let verification = blocking(move || Ok(request.prepare(&app)?)).await?;
    let waiting = engines.join(Guest::Person)?;
    Ok(lines::answer(|lines, stop| async move {
        let waiter = lines.asides();
        let verify = move |limit: &Limit| Ok(verification.run(limit)?);
        let line = waiting.run_told(&stop, |ahead| waiter.waiting(ahead), verify).await?;
        lines.write(&line).await;
        Ok(())
    }))
}
