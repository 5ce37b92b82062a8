//! The experiments that come with hexring, for those who have only the binary.

use std::io;
use std::path::{Path, PathBuf};

use hexring_players::Registry;
use include_dir::{Dir, File, include_dir};

use crate::experiment::{Experiment, FileError, read_from};

/// The files of `experiments/`, with the published tables that they name.
static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/experiments");

/// The names of all of them, in order.
pub fn names() -> Vec<String> {
    let is_one = |file: &&File| file.path().extension().is_some_and(|ending| ending == "toml");
    let name = |file: &File| Some(file.path().file_stem()?.to_str()?.to_owned());
    let mut names: Vec<String> = FILES.files().filter(is_one).filter_map(name).collect();
    names.sort();
    names
}

/// One of them by its name, if there is one. Players are those of the registry.
pub fn read(name: &str, registry: &Registry) -> Option<Result<Experiment, FileError>> {
    let file = format!("{name}.toml");
    let text = FILES.get_file(&file)?.contents_utf8()?;
    Some(read_from(text, &PathBuf::from(file), registry, &load))
}

/// The text of a file that an experiment names.
fn load(path: &str) -> io::Result<String> {
    let text = FILES.get_file(path).and_then(File::contents_utf8);
    text.map(ToOwned::to_owned).ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Writes their files into a folder, where they are missing or of another version.
pub fn unpack(folder: &Path) -> io::Result<()> {
    let folders = FILES.dirs().flat_map(Dir::files);
    for file in FILES.files().chain(folders) {
        let path = folder.join(file.path());
        if std::fs::read(&path).is_ok_and(|found| found == file.contents()) {
            continue;
        }
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(path, file.contents())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_can_be_read_and_name_tables_that_are_there() {
        let names = names();
        assert!(names.len() >= 6 && names.contains(&"trevorah".to_owned()), "{names:?}");
        for name in names {
            let experiment = read(&name, &Registry::standard()).expect("a name of the list");
            assert_eq!(experiment.expect("a good file").name, name);
        }
        assert!(read("../trevorah", &Registry::standard()).is_none());
    }

    #[test]
    fn unpacked_files_are_those_of_the_folder_and_mended_where_they_differ() {
        let folder = tempfile::tempdir().expect("a folder");
        let table = folder.path().join("published/trevorah_round_robin.csv");
        unpack(folder.path()).expect("written");
        let text = std::fs::read(&table).expect("unpacked");
        std::fs::write(&table, "another version").expect("written");
        unpack(folder.path()).expect("written");
        assert_eq!(std::fs::read(&table).expect("mended"), text);
    }
}
