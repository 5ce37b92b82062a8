//! Players asked about positions: answers arrive line by line while they think.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use hexring_app::{Analysis, AnalysisLine, AnalysisRequest, Thinking};
use hexring_control::{Limit, Stop};
use hexring_players::Choice;

use super::lines::{Asides, Lines};
use super::{Rooms, blocking, lines};
use crate::engines::{Engines, Guest, Waiting, called_off};
use crate::error::ApiError;
use crate::extract::Body;

/// How long an endless search has its place before others get it.
const TURN: Duration = Duration::from_secs(5);

/// If more than this wait, an endless search that gives its place away forgets what it knows: it
/// may be half a gigabyte.
const CROWD: usize = 4;

/// A player's thoughts about one position.
pub(super) async fn analyse(
    State(rooms): State<Rooms>,
    Body(request): Body<AnalysisRequest>,
) -> Result<Response, ApiError> {
    let (app, engines) = (rooms.app, rooms.analysis);
    let analysis = blocking(move || Ok(request.prepare(&app)?)).await?;
    let waiting = engines.join(Guest::Person)?;
    Ok(lines::answer(|lines, stop| async move {
        let choice = match analysis.is_endless() {
            true => think_on(analysis, &engines, waiting, &lines, &stop).await?,
            false => {
                let (asides, waiter) = (lines.asides(), lines.asides());
                let think =
                    move |limit: &Limit| Ok(analysis.run(limit.clone(), &mut tell(asides))?);
                waiting.run_told(&stop, |ahead| waiter.waiting(ahead), think).await?
            }
        };
        lines.write(&AnalysisLine::Choice { choice: &choice }).await;
        Ok(())
    }))
}

/// Thinks until nobody listens any more or there is nothing left to do, in turns with others who
/// wait.
async fn think_on(
    analysis: Analysis,
    engines: &Engines,
    mut waiting: Waiting,
    lines: &Lines,
    stop: &Stop,
) -> Result<Choice, ApiError> {
    let analysis = Arc::new(analysis);
    let mut known: Option<Thinking> = None;
    loop {
        let waiter = lines.asides();
        let place = waiting.place_told(stop, |ahead| waiter.waiting(ahead)).await;
        let (turn, analysis, asides) = (stop.child(), Arc::clone(&analysis), lines.asides());
        let think = move |limit: &Limit| -> Result<_, ApiError> {
            let mut thinking = known.map_or_else(|| analysis.begin(), Ok)?;
            let choice = thinking.run(limit.clone(), &mut tell(asides))?;
            Ok((thinking, choice, limit.is_over()))
        };
        let work = place.ok_or_else(called_off)?.work(&turn, think);
        let done = in_turns(work, &turn, engines).await.unwrap_or(Err(ApiError::Failed));
        let (thinking, choice, is_cut_off) = done?;
        if !is_cut_off || stop.is_raised() {
            return Ok(choice);
        }
        known = (engines.waiting() <= CROWD).then_some(thinking);
        waiting = engines.join_again(Guest::Person);
    }
}

/// Lets some work go on as long as nobody else wants its place.
async fn in_turns<T>(work: impl Future<Output = T>, turn: &Stop, engines: &Engines) -> T {
    let mut work = pin!(work);
    loop {
        tokio::select! {
            done = &mut work => return done,
            () = tokio::time::sleep(TURN) => {
                if engines.waiting() > 0 {
                    turn.raise();
                }
            }
        }
    }
}

/// Writes down what a player thinks.
fn tell(asides: Asides) -> impl FnMut(&Choice) {
    move |choice| asides.write(&AnalysisLine::Thought { choice })
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
        let waiter = lines.asides();
        for index in evaluation.positions() {
            let evaluation = Arc::clone(&evaluation);
            let judge = move |limit: &Limit| Ok(evaluation.judge(index, limit)?);
            let line = waiting.run_told(&stop, |ahead| waiter.waiting(ahead), judge).await?;
            if !lines.write(&line).await {
                break;
            }
            // Each position waits for a place of its own, so that others come in between.
            waiting = engines.join_again(Guest::Person);
        }
        Ok(())
    }))
}
