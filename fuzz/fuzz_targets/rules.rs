//! Any text as the text form of rules; the same target runs on the stable toolchain in `tests/fuzz.rs`.
#![no_main]

#[path = "../../crates/game/tests/targets/mod.rs"]
#[allow(dead_code, reason = "one target of all")]
mod targets;

libfuzzer_sys::fuzz_target!(|text: &str| targets::rules(text));
