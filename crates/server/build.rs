//! Sees to it that a file that is new in the embedded folder gets into the binary.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
