//! Who may ask: the page itself, programs on this machine, whoever knows the word where one is
//! needed; but no other site.
//!
//! A browser lets any site send requests to loopback. Four things keep them out:
//!
//! - `Host` must be `localhost`, an address, or the name that the server was started with. A site
//!   that makes its own name point to this machine (DNS rebinding) is refused here.
//! - `Origin`, which browsers send with every request that changes something and with every
//!   WebSocket, must be that host.
//! - `Sec-Fetch-Site`, which browsers send with everything, must not be another site: it may not
//!   even load a picture from here. Links to the page may be followed from anywhere.
//! - Everything that changes something needs a body of `application/json`, which no form can send
//!   and which other sites may not send without being asked; they are never answered.
//!
//! Where others than this machine can reach the server, the API also needs a [`Secret`]. The page
//! itself does not: it is the same for everybody and says nothing.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;
use crate::secret::Secret;

/// The page may load its own files and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// What a stranger is told.
const NO_WORD: &str = "this server lets in who has its link: open the link with the token that it \
    has printed";

/// What has to be known of the server to say who may ask.
pub(crate) struct Door {
    /// The name that the server was started with.
    pub(crate) name: String,
    /// The word that has to be known; none if only this machine can ask.
    pub(crate) secret: Option<Secret>,
}

/// Refuses requests of other sites and of strangers, and marks answers as private.
pub(crate) async fn guard(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let mut response = match door.check(&request) {
        Ok(None) => next.run(request).await,
        Ok(Some(answer)) => answer,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    let unless_said = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in unless_said {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

impl Door {
    /// Lets a request pass, refuses it, or answers it: a link with the word.
    fn check(&self, request: &Request) -> Result<Option<Response>, ApiError> {
        let (uri, headers) = (request.uri(), request.headers());
        check_site(headers, &self.name)?;
        check_fetch(headers, is_page(request.method(), uri))?;
        let Some(secret) = &self.secret else { return Ok(None) };
        if !is_api(uri) {
            return token(uri).map(|word| welcome(secret, word)).transpose();
        }
        if secret.is_in(headers) { Ok(None) } else { Err(ApiError::Stranger(NO_WORD)) }
    }
}

fn is_api(uri: &Uri) -> bool {
    uri.path().starts_with("/api/")
}

/// Whether a request can be the beginning of a visit.
fn is_page(method: &Method, uri: &Uri) -> bool {
    method == Method::GET && !is_api(uri)
}

/// The word in a link.
fn token(uri: &Uri) -> Option<&str> {
    uri.query()?.split('&').find_map(|part| part.strip_prefix("token="))
}

/// Gives a browser the cookie and sends it to the page without the word, so that it stays out of
/// bookmarks and pictures of the screen. What stands after `#` stays.
fn welcome(secret: &Secret, word: &str) -> Result<Response, ApiError> {
    if !secret.is(word) {
        return Err(ApiError::Stranger("the token in this link is not the one of this server"));
    }
    let headers = [(header::LOCATION, "/".to_owned()), (header::SET_COOKIE, secret.set_cookie())];
    Ok((StatusCode::SEE_OTHER, headers).into_response())
}

/// Whether another site asks, by what browsers say of every request.
fn check_fetch(headers: &HeaderMap, is_page: bool) -> Result<(), ApiError> {
    let is = |name, value: &str| headers.get(name).is_some_and(|found| found == value);
    let site = headers.get("sec-fetch-site");
    let is_ours = site.is_none_or(|site| site == "same-origin" || site == "none");
    let is_visit = is_page && is("sec-fetch-mode", "navigate") && is("sec-fetch-dest", "document");
    if is_ours || is_visit {
        return Ok(());
    }
    Err(ApiError::Foreign("another site asks".to_owned()))
}

/// Whether another site asks, by the names that a request uses.
fn check_site(headers: &HeaderMap, name: &str) -> Result<(), ApiError> {
    let text = |key| headers.get(key).and_then(|value: &HeaderValue| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    if !is_ours(host, name) {
        return Err(ApiError::Foreign(format!("the server is not known as \"{host}\"")));
    }
    match text(header::ORIGIN) {
        Some(origin) if origin != format!("http://{host}") => {
            Err(ApiError::Foreign(format!("\"{origin}\" is another site")))
        }
        None if headers.contains_key(header::ORIGIN) => {
            Err(ApiError::Foreign("another site".to_owned()))
        }
        _ => Ok(()),
    }
}

/// Whether a host with or without a port is an address, `localhost` or the given name.
fn is_ours(host: &str, name: &str) -> bool {
    if let Some(rest) = host.strip_prefix('[') {
        let address = rest.split_once(']').map(|(address, _)| address.parse::<Ipv6Addr>());
        return matches!(address, Some(Ok(_)));
    }
    let bare = host.split_once(':').map_or(host, |(bare, _)| bare);
    bare.eq_ignore_ascii_case("localhost")
        || bare.eq_ignore_ascii_case(name)
        || bare.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_servers_own_names_are_known() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:3737", "[::1]:3737", "box:1", "box"] {
            assert!(is_ours(host, "box"), "{host}");
        }
        for host in ["", "evil.example", "localhost.evil.example:80", "[evil]", "[::1", "box.lan"] {
            assert!(!is_ours(host, "box"), "{host}");
        }
    }

    #[test]
    fn other_origins_are_refused() {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("localhost:3737"));
        assert!(check_site(&headers, "").is_ok());
        for (origin, fine) in [
            ("http://localhost:3737", true),
            ("https://localhost:3737", false),
            ("http://localhost:3738", false),
            ("http://evil.example", false),
            ("null", false),
        ] {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            assert_eq!(check_site(&headers, "").is_ok(), fine, "{origin}");
        }
    }

    #[test]
    fn other_sites_may_link_here_and_nothing_else() {
        let with = |pairs: &[(&'static str, &'static str)]| {
            let pairs = pairs.iter().map(|(name, value)| (*name, HeaderValue::from_static(value)));
            pairs.map(|(name, value)| (name.parse().expect("a name"), value)).collect::<HeaderMap>()
        };
        let visit = [("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")];
        for (site, anything, visited) in
            [("same-origin", true, true), ("none", true, true), ("cross-site", false, true)]
        {
            let loaded = with(&[("sec-fetch-site", site)]);
            assert_eq!(check_fetch(&loaded, true).is_ok(), anything, "{site}");
            let followed = with(&[("sec-fetch-site", site), visit[0], visit[1]]);
            assert_eq!(check_fetch(&followed, true).is_ok(), visited, "{site}");
            assert_eq!(check_fetch(&followed, false).is_ok(), anything, "{site}: not a page");
        }
        let other_port = with(&[("sec-fetch-site", "same-site")]);
        assert!(check_fetch(&other_port, true).is_err());
        assert!(check_fetch(&HeaderMap::new(), false).is_ok(), "programs say nothing");
    }
}
