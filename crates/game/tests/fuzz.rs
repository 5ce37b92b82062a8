//! A short fuzzing run on the stable toolchain: samples of every dialect, bent by a seeded
//! generator. `HEXRING_FUZZ_ROUNDS` makes it longer; `fuzz/` has the same targets for libFuzzer.

mod targets;

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const ROUNDS: u64 = 50_000;

/// Pieces that the grammars know, to be put in at random.
const PIECES: [&str; 30] = [
    "(;",
    ")",
    ";",
    "[",
    "]",
    "\\",
    ":",
    ",",
    "B[a1]",
    "W[bb]",
    "AB[a1:c3]",
    "AE[b2]",
    "PL[W]",
    "RU[torus:3x3]",
    "SZ[4:5]",
    "swap",
    "swap-sides",
    "pass",
    "resign",
    ":s",
    ":S",
    ":p",
    ":rb",
    "red ",
    "turns=random",
    "seasons=12/21",
    "\"parent\":0",
    "{}",
    "\r\n",
    "é",
];

fn seeds() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("samples").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let texts = files.iter().map(|file| fs::read_to_string(file).expect("a sample"));
    let mut seeds: Vec<String> = Vec::new();
    for text in texts {
        seeds.extend(text.lines().filter_map(|line| Some(line.split_once(" => ")?.0.to_owned())));
        seeds.push(text);
    }
    seeds
}

fn below(rng: &mut impl Rng, bound: usize) -> usize {
    rng.next_u32() as usize % bound.max(1)
}

/// Cuts out, doubles, replaces or puts in something, a few times.
fn bend(seed: &str, rng: &mut impl Rng) -> String {
    let mut chars: Vec<char> = seed.chars().collect();
    for _ in 0..=below(rng, 6) {
        let from = below(rng, chars.len() + 1);
        let to = (from + below(rng, 8)).min(chars.len());
        match below(rng, 5) {
            0 => drop(chars.drain(from..to)),
            1 => {
                let copy: Vec<char> = chars[from..to].to_vec();
                chars.splice(from..from, copy);
            }
            2 => {
                let piece = PIECES[below(rng, PIECES.len())];
                chars.splice(from..to, piece.chars());
            }
            3 if from < chars.len() => {
                chars[from] = char::from(b' ' + below(rng, 95) as u8);
            }
            _ => {
                let piece = PIECES[below(rng, PIECES.len())];
                chars.splice(from..from, piece.chars());
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn bent_samples_neither_panic_nor_change_on_the_way() {
    let seeds = seeds();
    assert!(seeds.len() > 20, "{} samples", seeds.len());
    let rounds = std::env::var("HEXRING_FUZZ_ROUNDS").ok().and_then(|text| text.parse().ok());
    for round in 0..rounds.unwrap_or(ROUNDS) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(round);
        let text = bend(&seeds[below(&mut rng, seeds.len())], &mut rng);
        for (name, target) in targets::ALL {
            let outcome = catch_unwind(|| target(&text));
            assert!(outcome.is_ok(), "target {name}, round {round}: {text:?}");
        }
    }
}
