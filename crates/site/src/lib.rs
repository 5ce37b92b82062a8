#![doc = include_str!("../README.md")]

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::str::FromStr;

#[cfg(feature = "carried")]
static SITE: include_dir::Dir = include_dir::include_dir!("$HEXRING_SITE");

/// A file of the site: where it is, and what is in it.
pub type File<'a> = (&'a str, &'a [u8]);

/// The files of the site that this program carries; none if it was compiled without them.
pub fn carried() -> Option<Vec<File<'static>>> {
    #[cfg(feature = "carried")]
    return Some(files(&SITE));
    #[cfg(not(feature = "carried"))]
    return None;
}

#[cfg(feature = "carried")]
fn files(folder: &'static include_dir::Dir<'static>) -> Vec<File<'static>> {
    let own = folder.files().filter_map(|file| Some((file.path().to_str()?, file.contents())));
    own.chain(folder.dirs().flat_map(files)).collect()
}

/// The address at which a site will be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

/// What is no address of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressError(String);

impl std::error::Error for AddressError {}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is no address of a site, expected one like https://example.org/hex/",
            self.0
        )
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        // It is written into the page between quotation marks.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/[]@!$()*+,;=%".contains(c);
        match rest {
            Some(rest)
                if !rest.is_empty() && !rest.starts_with('/') && rest.chars().all(is_plain) =>
            {
                Ok(Address(format!("{}/", text.trim_end_matches('/'))))
            }
            _ => Err(AddressError(text.to_owned())),
        }
    }
}

/// How the page names its picture for previews.
const PREVIEW: &str = "property=\"og:image\" content=\"";

/// The page with its own address: those who show a preview of a link do not look for pictures beside
/// it.
fn addressed(page: &str, Address(address): &Address) -> String {
    page.replace(
        PREVIEW,
        &format!("property=\"og:url\" content=\"{address}\">\n  <meta {PREVIEW}{address}"),
    )
}

/// Writes files into a folder, which is made where there is none. Says how many bytes that were.
pub fn write<'a>(
    out: &Path,
    files: impl IntoIterator<Item = File<'a>>,
    address: Option<&Address>,
) -> io::Result<usize> {
    let mut bytes = 0;
    for (path, contents) in files {
        let page = str::from_utf8(contents).ok().filter(|_| path == "index.html");
        let page = page.zip(address).map(|(page, address)| addressed(page, address));
        let contents = page.as_ref().map_or(contents, String::as_bytes);
        let path = out.join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, contents)?;
        bytes += contents.len();
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_written_with_their_folders() {
        let out = std::env::temp_dir().join(format!("hexring-site-{}", std::process::id()));
        let files = [("index.html", &b"page"[..]), ("js/main.js", b"script")];
        assert_eq!(write(&out, files, None).expect("written"), 10);
        assert_eq!(fs::read(out.join("js/main.js")).expect("there"), b"script");
        fs::remove_dir_all(out).expect("removed");
    }

    #[test]
    fn the_preview_has_the_whole_address() {
        let head = "  <meta property=\"og:image\" content=\"preview.png\">\n";
        let address: Address = "https://example.org/hex".parse().expect("an address");
        let page = addressed(head, &address);
        let meta = |name: &str, end: &str| {
            format!("<meta property=\"og:{name}\" content=\"https://example.org/hex/{end}\">")
        };
        assert!(page.contains(&meta("image", "preview.png")), "{page}");
        assert!(page.contains(&meta("url", "")), "{page}");
        for bad in
            ["", "example.org", "https://", "https:///x", "https://a\"b", "ftp://a", "https://a b"]
        {
            assert!(bad.parse::<Address>().is_err(), "{bad}");
        }
    }
}
