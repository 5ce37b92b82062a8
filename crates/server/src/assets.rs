//! The page, which the binary carries. Nothing of it is read from the disk, so no path leads
//! anywhere else.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, File, include_dir};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

use crate::error::ApiError;

/// The files of `web/app`.
static PAGE: Dir = include_dir!("$CARGO_MANIFEST_DIR/page");

/// What the files of the page are, by the endings of their names.
const KINDS: [(&str, &str); 5] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("json", "application/json"),
];

/// Answers everything that is no API call.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let asked = method == Method::GET || method == Method::HEAD;
    match asked.then(|| PAGE.get_file(path)).flatten() {
        Some(file) => answer(file, &headers),
        None => {
            let name = uri.path().chars().take(80).collect();
            ApiError::Unknown { what: "page", name }.into_response()
        }
    }
}

/// The file, or word that the browser has it already.
fn answer(file: &'static File<'static>, headers: &HeaderMap) -> Response {
    let mut hash = DefaultHasher::new();
    file.contents().hash(&mut hash);
    // Weak, because the same file may travel compressed or not.
    let tag = format!("W/\"{:016x}\"", hash.finish());
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|seen| seen == tag.as_str());
    let headers = [
        (header::CONTENT_TYPE, kind(file.path()).to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag),
    ];
    match known {
        true => (StatusCode::NOT_MODIFIED, headers).into_response(),
        false => (headers, file.contents()).into_response(),
    }
}

fn kind(path: &Path) -> &'static str {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let known = KINDS.iter().find(|(known, _)| *known == ending);
    known.map_or("application/octet-stream", |(_, kind)| kind)
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

    /// All files in a folder and the folders in it.
    fn files(folder: &'static Dir<'static>) -> Vec<&'static File<'static>> {
        let inside = folder.dirs().flat_map(files);
        folder.files().chain(inside).collect()
    }

    #[test]
    fn the_whole_page_is_in_the_binary_and_small() {
        for path in [
            "index.html",
            "icon.svg",
            "css/base.css",
            "js/main.js",
            "js/learn/lesson.js",
            "data/puzzles.json",
        ] {
            assert!(PAGE.get_file(path).is_some(), "{path} is missing");
        }
        for file in files(&PAGE) {
            assert_ne!(kind(file.path()), "application/octet-stream", "{:?}", file.path());
        }
        let bytes: usize = files(&PAGE).iter().map(|file| file.contents().len()).sum();
        // Two languages are a quarter of it.
        assert!((100_000..600_000).contains(&bytes), "the page has {bytes} bytes");
    }
}
