//! The page, out of the binary: nothing is read from the disk, so no path leads anywhere else.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// A file of the page.
struct Asset {
    path: &'static str,
    text: &'static str,
}

/// Includes files of `web/app` by their paths there.
macro_rules! assets {
    ($($path:literal),* $(,)?) => {
        &[$(Asset {
            path: $path,
            text: include_str!(concat!("../../../web/app/", $path)),
        }),*]
    };
}

static ASSETS: &[Asset] = assets![
    "css/base.css",
    "css/board.css",
    "css/panels.css",
    "icon.svg",
    "index.html",
    "js/analysis/engine.js",
    "js/analysis/evaluation.js",
    "js/analysis/graph.js",
    "js/analysis/keys.js",
    "js/analysis/new-board.js",
    "js/analysis/screen.js",
    "js/analysis/solver.js",
    "js/analysis/tree-view.js",
    "js/analysis/tree.js",
    "js/api.js",
    "js/board/frame.js",
    "js/board/input.js",
    "js/board/model.js",
    "js/board/projection.js",
    "js/board/slot.js",
    "js/board/view.js",
    "js/dom.js",
    "js/games.js",
    "js/geometry.js",
    "js/import.js",
    "js/laboratory/detail.js",
    "js/laboratory/form.js",
    "js/laboratory/games.js",
    "js/laboratory/report.js",
    "js/laboratory/screen.js",
    "js/main.js",
    "js/play/form.js",
    "js/play/screen.js",
    "js/play/status.js",
    "js/players.js",
    "js/settings.js",
    "js/share.js",
    "js/types.js",
];

/// Answers everything that is no API call.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let found = ASSETS.iter().find(|asset| asset.path == path);
    match found.filter(|_| method == Method::GET || method == Method::HEAD) {
        Some(asset) => asset.answer(&headers),
        None => {
            let name = uri.path().chars().take(80).collect();
            ApiError::Unknown { what: "page", name }.into_response()
        }
    }
}

impl Asset {
    /// The file, or word that the browser has it already.
    fn answer(&self, headers: &HeaderMap) -> Response {
        let tag = format!("\"{:016x}\"", self.hash());
        let known = headers.get(header::IF_NONE_MATCH).is_some_and(|seen| seen == tag.as_str());
        let kind = match self.path.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            _ => "image/svg+xml",
        };
        let headers = [
            (header::CONTENT_TYPE, kind.to_owned()),
            (header::CACHE_CONTROL, "no-cache".to_owned()),
            (header::ETAG, tag),
        ];
        match known {
            true => (StatusCode::NOT_MODIFIED, headers).into_response(),
            false => (headers, self.text).into_response(),
        }
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    fn files(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).expect("web/app is there") {
            let entry = entry.expect("a file");
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            match entry.path().is_dir() {
                true => files(&entry.path(), &format!("{name}/"), found),
                false => assert!(found.insert(name)),
            }
        }
    }

    #[test]
    fn the_whole_page_is_in_the_binary_and_small() {
        let mut found = BTreeSet::new();
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/app"), "", &mut found);
        let listed: BTreeSet<String> = ASSETS.iter().map(|asset| asset.path.to_owned()).collect();
        assert_eq!(listed, found);
        let bytes: usize = ASSETS.iter().map(|asset| asset.text.len()).sum();
        assert!(bytes < 300_000, "the page has {bytes} bytes");
    }
}
