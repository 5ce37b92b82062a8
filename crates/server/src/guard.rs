//! Who may ask: the page itself, and programs on this machine, but no other site.
//!
//! A browser lets any site send requests to loopback. Three things keep them out:
//!
//! - `Host` must be `localhost`, an address, or the name that the server was started with. A site
//!   that makes its own name point to this machine (DNS rebinding) is refused here.
//! - `Origin`, which browsers send with every request that changes something and with every
//!   WebSocket, must be that host.
//! - Everything that changes something needs a body of `application/json`, which no form can send
//!   and which other sites may not send without being asked; they are never answered.

use std::net::{IpAddr, Ipv6Addr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// The page may load its own files and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Refuses requests of other sites, and marks answers as private.
pub(crate) async fn guard(State(name): State<String>, request: Request, next: Next) -> Response {
    let mut response = match check(request.headers(), &name) {
        Ok(()) => next.run(request).await,
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

fn check(headers: &HeaderMap, name: &str) -> Result<(), ApiError> {
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
        assert!(check(&headers, "").is_ok());
        for (origin, fine) in [
            ("http://localhost:3737", true),
            ("https://localhost:3737", false),
            ("http://localhost:3738", false),
            ("http://evil.example", false),
            ("null", false),
        ] {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            assert_eq!(check(&headers, "").is_ok(), fine, "{origin}");
        }
    }
}
