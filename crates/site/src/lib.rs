#![doc = include_str!("../README.md")]

use std::fs;
use std::io;
use std::path::Path;

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

/// Writes files into a folder, which is made where there is none. Says how many bytes that were.
pub fn write<'a>(out: &Path, files: impl IntoIterator<Item = File<'a>>) -> io::Result<usize> {
    let mut bytes = 0;
    for (path, contents) in files {
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
        assert_eq!(write(&out, files).expect("written"), 10);
        assert_eq!(fs::read(out.join("js/main.js")).expect("there"), b"script");
        fs::remove_dir_all(out).expect("removed");
    }
}
