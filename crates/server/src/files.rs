//! Small files of the data folder: written whole or not at all, and for nobody else's eyes.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Writes a file beside its place and puts it there, so that a process that is killed meanwhile
/// leaves the old one.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    // One that was left behind may be open to others.
    remove(Path::new(&beside))?;
    private().open(&beside)?.write_all(bytes)?;
    std::fs::rename(&beside, path)
}

/// Removes a file; one that is not there is no fault.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A new file that only its owner may read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create_new(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
