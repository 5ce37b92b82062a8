//! Every path, and what they share.

mod analyses;
mod experiments;
mod explorer;
mod games;
mod lines;
mod live;
mod positions;
mod records;
mod solutions;
mod surveys;

use std::sync::Arc;

use axum::Router;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::routing::{delete, get, post};
use hexring_app::App;

use crate::engines::Engines;
use crate::error::ApiError;
use crate::guard::Door;
use crate::laboratory::Laboratory;
use crate::limits::Limits;
use crate::links::Links;
use crate::lobby::Lobby;
use crate::{assets, guard, limits};

/// What all paths share.
#[derive(Clone)]
pub(crate) struct Rooms {
    pub(crate) app: Arc<App>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) analysis: Engines,
    pub(crate) laboratory: Arc<Laboratory>,
    /// Where reports and lists of experiments are made: they read thousands of games.
    pub(crate) desk: Engines,
    pub(crate) door: Arc<Door>,
    pub(crate) links: Arc<Links>,
}

pub(crate) fn router(rooms: Rooms) -> Router {
    let door = Arc::clone(&rooms.door);
    Router::new()
        .route("/api/players", get(games::players))
        .route("/api/levels", get(games::levels))
        .route("/api/rules", post(games::rules))
        .route("/api/addresses", get(games::addresses))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/{id}", get(games::show).delete(games::delete))
        .route("/api/games/{id}/moves", post(games::play))
        .route("/api/games/{id}/seat", get(games::seat))
        .route("/api/games/{id}/name", post(games::name))
        .route("/api/games/{id}/offer", post(games::offer))
        .route("/api/games/{id}/settings", post(games::settings))
        .route("/api/games/{id}/record", get(games::record))
        .route("/api/games/{id}/live", get(live::live))
        .route("/api/games/{id}/{action}", post(games::act))
        .route("/api/positions", post(positions::position))
        .route("/api/drawings", post(positions::drawing))
        .route("/api/analyses", post(analyses::analyse))
        .route("/api/evaluations", post(analyses::evaluate))
        .route("/api/solutions", post(solutions::solve))
        .route("/api/tables", post(surveys::survey))
        .route("/api/verifications", post(surveys::verify))
        .route("/api/records/read", post(records::read))
        .route("/api/records/write", post(records::write))
        .route("/api/explorer", post(explorer::explore))
        .route("/api/experiments", get(experiments::list).post(experiments::create))
        .route("/api/experiments/live", get(experiments::news))
        .route("/api/experiments/{name}", delete(experiments::delete))
        .route("/api/experiments/{name}/start", post(experiments::start))
        .route("/api/experiments/{name}/stop", post(experiments::stop))
        .route("/api/experiments/{name}/report", get(experiments::report))
        .route("/api/experiments/{name}/report.html", get(experiments::report_page))
        .route("/api/experiments/{name}/export", get(experiments::export))
        .route("/api/experiments/{name}/games", get(experiments::games))
        .route("/api/experiments/{name}/record", get(experiments::record))
        .method_not_allowed_fallback(bad_method)
        .fallback(assets::serve)
        .layer(assets::compression())
        .layer(from_fn_with_state(Arc::new(Limits::default()), limits::limit))
        .layer(from_fn_with_state(door, guard::guard))
        .with_state(rooms)
}

/// A path that is there for other methods.
async fn bad_method(method: Method) -> ApiError {
    ApiError::BadMethod(method)
}

/// Does work that would hold up others, on a thread of its own.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.unwrap_or(Err(ApiError::Failed))
}
