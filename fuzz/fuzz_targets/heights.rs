//! The target `heights` for libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hexring_fuzz::target("heights").run(input));
