//! Says whether there are weights to put into the binary: without them everything else works. A
//! browser fetches them by themselves, so that the board is there before they are.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(shipped_network)");
    let weights = ["hexring-3", "hexring-large-1", "seasons-1"]
        .map(|name| format!("networks/{name}.safetensors"));
    for file in &weights {
        println!("cargo::rerun-if-changed={file}");
    }
    let is_browser = std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    if weights.iter().all(|file| Path::new(file).exists()) && !is_browser {
        println!("cargo::rustc-cfg=shipped_network");
    }
}
