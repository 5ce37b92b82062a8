//! The word that lets people in where others than this machine can reach the server.
//!
//! It is part of the link that the server prints. Whoever opens the link gets a cookie and needs
//! the link no more; programs send it as `Authorization: Bearer`. It is kept in the data folder, so
//! that links and cookies outlive a restart.

use std::io;
use std::path::Path;

use axum::http::{HeaderMap, header};
use thiserror::Error;

use crate::files;

/// The file of the data folder.
const FILE: &str = "token";

/// How long a browser keeps it, in seconds: a year.
const KEPT: u32 = 365 * 24 * 3600;

/// A word that has to be known.
#[derive(Clone, Debug)]
pub(crate) struct Secret {
    token: String,
    /// Cookies belong to a host whatever the port, and a host may have several servers.
    cookie: String,
}

/// A word that is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad token: expected 8 to 128 letters, digits, - and _")]
pub struct BadToken;

impl Secret {
    /// The word that was asked for, for a server at this port.
    pub(crate) fn given(token: &str, port: u16) -> Result<Self, BadToken> {
        if !is_token(token) {
            return Err(BadToken);
        }
        Ok(Secret { token: token.to_owned(), cookie: format!("hexring-{port}") })
    }

    /// The word of a data folder; a new one if there is none.
    pub(crate) fn of(data: &Path, port: u16) -> io::Result<Self> {
        let path = data.join(FILE);
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        if let Ok(secret) = Secret::given(kept.trim(), port) {
            return Ok(secret);
        }
        let token = new_token()?;
        files::replace(&path, token.as_bytes())?;
        Secret::given(&token, port).map_err(io::Error::other)
    }

    /// The word itself, for links.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Whether somebody says the word.
    pub(crate) fn is(&self, word: &str) -> bool {
        // All bytes are compared, so that the time does not tell how many are right.
        let differ = |sum, (a, b): (u8, u8)| sum | (a ^ b);
        word.len() == self.token.len() && word.bytes().zip(self.token.bytes()).fold(0, differ) == 0
    }

    /// Whether a request brings the word.
    pub(crate) fn is_in(&self, headers: &HeaderMap) -> bool {
        let texts = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
        let mut cookies = texts(header::COOKIE).flat_map(|line| line.split(';'));
        let mut bearers = texts(header::AUTHORIZATION).filter_map(|it| it.strip_prefix("Bearer "));
        bearers.any(|word| self.is(word.trim()))
            || cookies.any(|cookie| match cookie.trim().split_once('=') {
                Some((name, word)) => name == self.cookie && self.is(word),
                None => false,
            })
    }

    /// The cookie for a browser. No script sees it, and no other site can make the browser send it.
    pub(crate) fn set_cookie(&self) -> String {
        let Secret { token, cookie } = self;
        format!("{cookie}={token}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Strict")
    }
}

fn is_token(text: &str) -> bool {
    (8..=128).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// 130 bits, easy to read aloud.
pub(crate) fn new_token() -> io::Result<String> {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut bytes = [0; 26];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_word_of_a_folder_stays_and_is_nobody_elses() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = Secret::of(folder.path(), 1).expect("made");
        assert_eq!(Secret::of(folder.path(), 2).expect("read").token(), first.token());
        let other = tempfile::tempdir().expect("a folder");
        assert_ne!(Secret::of(other.path(), 1).expect("made").token(), first.token());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let file = folder.path().join(FILE).metadata().expect("there");
            assert_eq!(file.permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(folder.path().join(FILE), "half").expect("written");
        assert!(is_token(Secret::of(folder.path(), 1).expect("made anew").token()));
    }

    #[test]
    fn it_comes_as_a_cookie_or_a_header() {
        let secret = Secret::given("opensesame", 7).expect("a word");
        let has = |name, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, HeaderValue::from_str(value).expect("a header"));
            secret.is_in(&headers)
        };
        assert!(has(header::COOKIE, "a=b; hexring-7=opensesame"));
        assert!(has(header::AUTHORIZATION, "Bearer opensesame"));
        for wrong in ["hexring-8=opensesame", "hexring-7=opensesamE", "hexring-7=", "opensesame"] {
            assert!(!has(header::COOKIE, wrong), "{wrong}");
        }
        assert!(!has(header::AUTHORIZATION, "Bearer opensesam"));
        for bad in ["short", "with space", "quote\"quote", &"x".repeat(129)] {
            assert_eq!(Secret::given(bad, 7).err(), Some(BadToken), "{bad}");
        }
    }
}
