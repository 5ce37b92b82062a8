//! Players asked about positions: answers arrive line by line while they think.
//!
//! Whoever closes the answer calls the search off.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::State;
use axum::response::Response;
use hexring_game::{Color, Game};
use hexring_players::{Choice, Spec};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::{App, blocking, lines, read_record};
use crate::engines::{Engines, Job};
use crate::error::ApiError;
use crate::extract::Body;
use crate::limits;

/// Players are asked with this seed unless another one is given, so that answers can be repeated.
const SEED: u64 = 1;

/// A position and who is to look at it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnalysisRequest {
    /// The end of its main line is looked at.
    record: Value,
    player: String,
    seed: Option<u64>,
    /// Who is to move where a coin is due.
    color: Option<Color>,
}

/// A player's thoughts about one position.
pub(super) async fn analyse(
    State(app): State<App>,
    Body(request): Body<AnalysisRequest>,
) -> Result<Response, ApiError> {
    let spec = limits::player(&request.player)?;
    let seed = request.seed.unwrap_or(SEED);
    let checked = spec.clone();
    let game = blocking(move || {
        let mut game = read_record(&request.record)?.main_game().map_err(ApiError::refused)?;
        if let (true, Some(color)) = (game.position().coin_due(), request.color) {
            game.toss(color).map_err(ApiError::refused)?;
        }
        check(&checked, &game)?;
        Ok(game)
    })
    .await?;
    let (lines, answer) = mpsc::channel(lines::BACKLOG);
    let thoughts = lines.downgrade();
    let report = Box::new(move |choice: &Choice| {
        if let Some(thoughts) = thoughts.upgrade() {
            let _ = thoughts.try_send(json!({ "type": "thought", "choice": choice }));
        }
    });
    tokio::spawn(async move {
        let line = match ask(&app.analysis, &lines, spec, seed, game, report).await {
            Ok(choice) => json!({ "type": "choice", "choice": choice }),
            Err(error) => json!({ "type": "error", "error": error.to_string() }),
        };
        // Nobody may be reading any more.
        let _ = lines.send(line).await;
    });
    Ok(lines::answer(answer))
}

/// A player's value of every position of a game.
pub(super) async fn evaluate(
    State(app): State<App>,
    Body(request): Body<AnalysisRequest>,
) -> Result<Response, ApiError> {
    let spec = limits::player(&request.player)?;
    let seed = request.seed.unwrap_or(SEED);
    let games = blocking(move || {
        let record = read_record(&request.record)?;
        let game = |id| record.game_at(id).map_err(ApiError::refused);
        record.main_line().into_iter().map(game).collect::<Result<Vec<Game>, _>>()
    })
    .await?;
    let (lines, answer) = mpsc::channel(lines::BACKLOG);
    tokio::spawn(async move {
        for (index, game) in games.into_iter().enumerate() {
            let line = match value(&app.analysis, &lines, &spec, seed, game).await {
                Ok((red, best)) => {
                    json!({ "type": "value", "index": index, "red": red, "best": best })
                }
                Err(error) => json!({ "type": "error", "error": error.to_string() }),
            };
            let failed = line["type"] == "error";
            if lines.send(line).await.is_err() || failed {
                return;
            }
        }
    });
    Ok(lines::answer(answer))
}

/// Red's chances and the move that the player would make. Where a coin is due they are the mean
/// of both outcomes, and no move is best.
async fn value(
    engines: &Engines,
    lines: &mpsc::Sender<Value>,
    spec: &Spec,
    seed: u64,
    game: Game,
) -> Result<(Option<f64>, Value), ApiError> {
    if let Some(ending) = game.ending() {
        let red = ending.winner().map(|winner| if winner == Color::Red { 1.0 } else { 0.0 });
        return Ok((red, Value::Null));
    }
    if !game.position().coin_due() {
        return value_for_mover(engines, lines, spec, seed, game).await;
    }
    let mut values = Vec::new();
    for color in Color::ALL {
        let mut tossed = game.clone();
        tossed.toss(color).map_err(ApiError::refused)?;
        values.push(value_for_mover(engines, lines, spec, seed, tossed).await?.0);
    }
    let sum: Option<f64> = values.into_iter().sum();
    Ok((sum.map(|sum| sum / 2.0), Value::Null))
}

async fn value_for_mover(
    engines: &Engines,
    lines: &mpsc::Sender<Value>,
    spec: &Spec,
    seed: u64,
    game: Game,
) -> Result<(Option<f64>, Value), ApiError> {
    check(spec, &game)?;
    let mover = game.position().to_move();
    let choice = ask(engines, lines, spec.clone(), seed, game, Box::new(|_| {})).await?;
    let red = choice.value.map(|value| if mover == Some(Color::Red) { value } else { 1.0 - value });
    Ok((red, json!(choice.mv)))
}

fn check(spec: &Spec, game: &Game) -> Result<(), ApiError> {
    let Some(color) = game.position().to_move().filter(|_| game.ending().is_none()) else {
        let text = match game.ending() {
            Some(ending) => format!("the game is over: {ending}"),
            None => "a coin flip decides first who moves".to_owned(),
        };
        return Err(ApiError::Refused(text));
    };
    if spec.is_human() {
        return Err(ApiError::Refused("expected a player that is no person".to_owned()));
    }
    spec.build(SEED).supports(game.rules(), color).map_err(ApiError::refused)
}

/// Lets a player think, and ends it when nobody reads any more.
async fn ask(
    engines: &Engines,
    lines: &mpsc::Sender<Value>,
    spec: Spec,
    seed: u64,
    game: Game,
    report: Box<dyn FnMut(&Choice) + Send>,
) -> Result<Choice, ApiError> {
    let stop = Arc::new(AtomicBool::new(false));
    let job = Job { spec, seed, game, stop: Arc::clone(&stop), report };
    lines::until_closed(lines, &stop, engines.choose(job)).await
}
