//! What the binary carries: the page, and the experiments that come with it. Nothing of the page is
//! read from the disk, so no path leads anywhere else.

use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

use crate::error::ApiError;

/// The files of `web/app`.
#[derive(RustEmbed)]
#[folder = "page"]
struct Page;

/// The files of `experiments/`, for those who have only the binary.
#[derive(RustEmbed)]
#[folder = "experiments"]
pub(crate) struct Experiments;

/// Answers everything that is no API call.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let asked = method == Method::GET || method == Method::HEAD;
    match asked.then(|| Page::get(path)).flatten() {
        Some(file) => answer(file, &headers),
        None => {
            let name = uri.path().chars().take(80).collect();
            ApiError::Unknown { what: "page", name }.into_response()
        }
    }
}

/// The file, or word that the browser has it already.
fn answer(file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    // Weak, because the same file may travel compressed or not.
    let tag =
        format!("W/\"{}\"", hash[..8].iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|seen| seen == tag.as_str());
    let headers = [
        (header::CONTENT_TYPE, format!("{}; charset=utf-8", file.metadata.mimetype())),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag),
    ];
    match known {
        true => (StatusCode::NOT_MODIFIED, headers).into_response(),
        false => (headers, file.data).into_response(),
    }
}

/// Compresses answers for browsers that ask for it, except those that arrive line by line: a line
/// would wait for the next ones.
pub(crate) fn compression() -> CompressionLayer<impl Predicate> {
    let lines = NotForContentType::const_new("application/x-ndjson");
    CompressionLayer::new().compress_when(DefaultPredicate::new().and(lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_page_is_in_the_binary_and_small() {
        for path in ["index.html", "icon.svg", "css/base.css", "js/main.js", "js/play/screen.js"] {
            assert!(Page::get(path).is_some(), "{path} is missing");
        }
        let bytes: usize =
            Page::iter().filter_map(|path| Page::get(&path)).map(|file| file.data.len()).sum();
        assert!((100_000..300_000).contains(&bytes), "the page has {bytes} bytes");
    }

    #[test]
    fn the_experiments_come_with_the_numbers_that_they_are_compared_with() {
        let names: Vec<_> = Experiments::iter().collect();
        let count = |ending: &str| names.iter().filter(|name| name.ends_with(ending)).count();
        assert!(count(".toml") >= 6 && count(".csv") >= 3, "{names:?}");
        assert!(Experiments::get("published/trevorah_round_robin.csv").is_some());
    }
}
