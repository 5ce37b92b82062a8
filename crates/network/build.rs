//! Says whether there are weights to put into the binary: without them everything else works. A
//! browser fetches them by themselves, so that the board is there before they are.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(shipped_network)");
    let weights = Path::new("networks/hexring-1.safetensors");
    println!("cargo::rerun-if-changed={}", weights.display());
    let is_browser = std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    if weights.exists() && !is_browser {
        println!("cargo::rustc-cfg=shipped_network");
    }
}
