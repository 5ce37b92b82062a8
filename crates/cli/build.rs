//! Tells the program which commit it is built from: of a checkout with a `+` where its sources were
//! changed, of a package as it was recorded when that was made.

use std::path::Path;
use std::process::Command;

const CHECKOUT: &str = "../..";
const RECORD: &str = ".cargo_vcs_info.json";

fn main() {
    for path in [&format!("{CHECKOUT}/.git/logs/HEAD"), &format!("{CHECKOUT}/crates"), RECORD] {
        // A path that is not there would run this again at every build.
        if Path::new(path).exists() {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    println!("cargo:rerun-if-changed=build.rs");
    if let Some(commit) = recorded().or_else(checked_out) {
        println!("cargo:rustc-env=HEXRING_COMMIT={commit}");
    }
}

/// The commit of a package.
fn recorded() -> Option<String> {
    let record = std::fs::read_to_string(RECORD).ok()?;
    let (_, rest) = record.split_once("\"sha1\": \"")?;
    let commit = rest.get(..10)?;
    let changed = if record.contains("\"dirty\": true") { "+" } else { "" };
    Some(format!("{commit}{changed}"))
}

/// The commit of a checkout; a folder inside somebody else's checkout has none.
fn checked_out() -> Option<String> {
    if !Path::new(CHECKOUT).join(".git").exists() {
        return None;
    }
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    let sources = ["crates", "networks", "Cargo.toml", "Cargo.lock"];
    let status = ["status", "--porcelain", "--untracked-files=no", "--"];
    let changes = git(&[&status[..], &sources[..]].concat())?;
    Some(format!("{commit}{}", if changes.is_empty() { "" } else { "+" }))
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(CHECKOUT).args(arguments).output().ok()?;
    let text = output.status.success().then(|| String::from_utf8(output.stdout).ok())??;
    Some(text.trim().to_owned())
}
