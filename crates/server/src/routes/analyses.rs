//! Players asked about positions: answers arrive line by line while they think.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use hexring_app::{AnalysisLine, AnalysisRequest};
use hexring_control::Limit;
use hexring_players::{Choice, Control};

use super::{Rooms, blocking, lines};
use crate::engines::Guest;
use crate::error::ApiError;
use crate::extract::Body;

/// A player's thoughts about one position.
pub(super) async fn analyse(
    State(rooms): State<Rooms>,
    Body(request): Body<AnalysisRequest>,
) -> Result<Response, ApiError> {
    let (app, engines) = (rooms.app, rooms.analysis);
    let analysis = blocking(move || Ok(request.prepare(&app)?)).await?;
    let waiting = engines.join(Guest::Person)?;
    Ok(lines::answer(|lines, stop| async move {
        let asides = lines.asides();
        let think = move |limit: &Limit| {
            let mut hear = |choice: &Choice| asides.write(&AnalysisLine::Thought { choice });
            Ok(analysis.run(&mut Control::new(limit.clone(), &mut hear))?)
        };
        let choice = waiting.run(&stop, think).await?;
        lines.write(&AnalysisLine::Choice { choice: &choice }).await;
        Ok(())
    }))
}

/// A player's value of every position of a game.
pub(super) async fn evaluate(
    State(rooms): State<Rooms>,
    Body(request): Body<AnalysisRequest>,
) -> Result<Response, ApiError> {
    let (app, engines) = (rooms.app, rooms.analysis);
    let evaluation = blocking(move || Ok(request.prepare_all(&app)?)).await?;
    let (evaluation, mut waiting) = (Arc::new(evaluation), engines.join(Guest::Person)?);
    Ok(lines::answer(|lines, stop| async move {
        for index in 0..evaluation.count() {
            let evaluation = Arc::clone(&evaluation);
            let judge = move |limit: &Limit| Ok(evaluation.judge(index, limit)?);
            let line = waiting.run(&stop, judge).await?;
            if !lines.write(&line).await {
                break;
            }
            // Each position waits for a place of its own, so that others come in between.
            waiting = engines.join_again(Guest::Person);
        }
        Ok(())
    }))
}
