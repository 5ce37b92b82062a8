//! Files that a command writes: tried before the work, and replaced as a whole.
//!
//! A file is written beside its place first and then takes it, so that a crash or a full disk leaves
//! the old one. What is no regular file, such as a pipe, is written as it is.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::output;

/// Where something will be written.
pub(crate) enum Destination {
    /// Standard output, for `-`.
    Stdout,
    /// A file that is there or can be made.
    File(PathBuf),
    /// A pipe, a terminal, a device.
    Stream(PathBuf),
}

impl Destination {
    /// A place that can be written now.
    pub(crate) fn new(path: &Path) -> Result<Self> {
        if path.as_os_str() == "-" {
            return Ok(Destination::Stdout);
        }
        Self::tried(path).with_context(|| format!("{} cannot be written", path.display()))
    }

    /// The same for what is also read, which a stream cannot be.
    pub(crate) fn file(path: &Path) -> Result<Self> {
        match Self::new(path)? {
            file @ Destination::File(_) => Ok(file),
            _ => bail!(
                "{} is no regular file: expected one to keep and to go on from",
                path.display()
            ),
        }
    }

    fn tried(path: &Path) -> Result<Self> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => bail!("it is a folder: expected a file"),
            Ok(found) if !found.is_file() => {
                // Devices that take nothing say so even when they get nothing.
                let _ = OpenOptions::new().write(true).open(path)?.write(&[])?;
                return Ok(Destination::Stream(path.to_owned()));
            }
            Ok(_) => drop(OpenOptions::new().write(true).open(path)?),
            Err(_) => {}
        }
        let part = beside(path);
        File::create(&part)?;
        fs::remove_file(part)?;
        // A link stays a link: what it leads to is replaced.
        Ok(Destination::File(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())))
    }

    /// Writes all of it, or leaves a file as it was.
    pub(crate) fn write(&self, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        match self {
            Destination::Stdout => write(&mut std::io::stdout().lock()),
            Destination::Stream(path) => OpenOptions::new()
                .write(true)
                .open(path)
                .map_err(Into::into)
                .and_then(|mut stream| write(&mut stream))
                .with_context(|| path.display().to_string()),
            Destination::File(path) => {
                let part = beside(path);
                let written = fill(&part, write).and_then(|()| Ok(fs::rename(&part, path)?));
                if written.is_err() {
                    // What is wrong with the file is worth telling, not what is left of it.
                    let _ = fs::remove_file(&part);
                }
                written.with_context(|| path.display().to_string())
            }
        }
    }

    /// Writes a text.
    pub(crate) fn write_text(&self, text: &str) -> Result<()> {
        match self {
            Destination::Stdout => output::print(text),
            _ => self.write(|out| Ok(out.write_all(text.as_bytes())?)),
        }
    }

    /// Whether answers would be mixed with it.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self, Destination::Stdout)
    }
}

/// Adds to a file, which need not be there, so that what is found is kept at once.
pub(crate) fn append(path: &Path, text: &str) -> std::io::Result<()> {
    OpenOptions::new().create(true).append(true).open(path)?.write_all(text.as_bytes())
}

fn fill(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    write(&mut file)?;
    file.flush()?;
    Ok(file.get_ref().sync_all()?)
}

/// The name of a file that is not finished.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".part");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "old").expect("written");
        let file = Destination::new(&path).expect("it can be written");
        let failed = file.write(|out| {
            out.write_all(b"half")?;
            bail!("the disk is full")
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "old");
        file.write_text("new").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "new");
        assert_eq!(
            fs::read_dir(folder.path()).expect("a folder").count(),
            1,
            "nothing is left over"
        );
    }

    #[test]
    fn what_cannot_be_written_is_said_before() {
        let folder = tempfile::tempdir().expect("a folder");
        for path in [folder.path(), &folder.path().join("no/such/folder")] {
            let fault = Destination::new(path).err().expect("no file");
            assert!(format!("{fault:#}").contains("cannot be written: "), "{fault:#}");
        }
        assert!(Destination::file(Path::new("-")).is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_that_is_always_full_is_refused() {
        for make in [Destination::new, Destination::file] {
            let fault = make(Path::new("/dev/full")).err().expect("nothing fits");
            assert!(format!("{fault:#}").contains("/dev/full cannot be written: "), "{fault:#}");
        }
        assert!(Destination::new(Path::new("/dev/null")).is_ok());
        assert!(Destination::file(Path::new("/dev/null")).is_err());
    }
}
