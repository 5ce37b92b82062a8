//! Sees to it that a file that is new in an embedded folder gets into the binary.

fn main() {
    for folder in ["experiments", "openings"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
