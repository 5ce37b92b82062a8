//! Players asked about positions: answers arrive line by line while they think.

use axum::extract::State;
use axum::response::Response;
use hexring_app::{AnalysisLine, AnalysisRequest};
use hexring_control::Limit;
use hexring_players::{Choice, Control};

use super::{Rooms, blocking, lines};
use crate::error::ApiError;
use crate::extract::Body;

/// A player's thoughts about one position.
pub(super) async fn analyse(
    State(rooms): State<Rooms>,
    Body(request): Body<AnalysisRequest>,
) -> Result<Response, ApiError> {
    let (app, engines) = (rooms.app, rooms.analysis);
    let analysis = blocking(move || Ok(request.prepare(&app)?)).await?;
    Ok(lines::answer(|lines, stop| async move {
        let asides = lines.asides();
        let think = move |limit: &Limit| {
            let mut hear = |choice: &Choice| asides.write(&AnalysisLine::Thought { choice });
            Ok(analysis.run(&mut Control::new(limit.clone(), &mut hear))?)
        };
        let choice = engines.run(&stop, think).await?;
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
    Ok(lines::answer(|lines, stop| async move {
        for index in 0..evaluation.count() {
            // Each position waits for a place of its own, so that others come in between.
            let evaluation = evaluation.clone();
            let judge = move |limit: &Limit| Ok(evaluation.judge(index, limit)?);
            let line = engines.run(&stop, judge).await?;
            if !lines.write(&line).await {
                break;
            }
        }
        Ok(())
    }))
}
