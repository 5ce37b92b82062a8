//! Files that are no networks are refused, and the refusal says what was expected.

use std::path::PathBuf;

use hexring_game::{Position, Rules};
use hexring_network::{Evaluator, LoadError, Network};
use proptest::prelude::*;

fn shipped() -> Vec<u8> {
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "networks", "hexring-3.safetensors"].iter().collect();
    std::fs::read(path).expect("the shipped network")
}

fn refusal(bytes: &[u8]) -> String {
    Network::from_bytes(bytes).expect_err("no network").to_string()
}

/// The shipped file with one text of its header replaced by another of the same length.
fn with(from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut bytes = shipped();
    let at = bytes.windows(from.len()).position(|window| window == from.as_bytes());
    let at = at.unwrap_or_else(|| panic!("no {from} in the header"));
    bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    bytes
}

#[test]
fn truncated_files_are_refused() {
    let bytes = shipped();
    assert_eq!(refusal(&[]), "truncated at 0 bytes: expected at least 8");
    for length in [8, 100, bytes.len() / 2, bytes.len() - 1] {
        let text = refusal(&bytes[..length]);
        assert!(text.contains("truncated at") && text.contains("expected at least"), "{text}");
    }
}

#[test]
fn foreign_files_are_refused() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    assert_eq!(refusal(png), "not a safetensors file: expected { at byte 8");
    assert!(refusal(b"\x05\0\0\0\0\0\0\0{oops").starts_with("not a safetensors file: "));
    let expected = "expected \"hexring-network-1\" or \"hexring-network-2\"";
    assert_eq!(refusal(b"\x02\0\0\0\0\0\0\0{}"), format!("format is \"\": {expected}"));
    assert_eq!(
        refusal(&with("hexring-network-1", "hexring-network-9")),
        format!("format is \"hexring-network-9\": {expected}")
    );
    let text = refusal(&with("hexring-network-1", "hexring-network-2"));
    assert!(text.starts_with("tensor stem.w is F16 [7, 7, 96] at bytes "), "{text}");
    assert!(text.ends_with(": expected F16 [7, 13, 96]"), "{text}");
}

#[test]
fn corrupt_headers_and_numbers_are_refused() {
    let cases = [
        (with("\"b3.w1\"", "\"b3.wx\""), "tensor b3.w1 is missing: expected F16 [7, 96, 96]"),
        (
            with("\"b3.w1.most\"", "\"b3.w1.last\""),
            "tensor b3.w1.most is missing: expected F16 [96]",
        ),
        (
            with("\"b3.w1\":{\"dtype\":\"I8\"", "\"b3.w1\":{\"dtype\":\"U8\""),
            "tensor b3.w1 is U8 [",
        ),
        (with("\"channels\":\"96\"", "\"channels\":\"zz\""), "metadata \"channels\" is \"zz\""),
        (with("\"channels\":\"96\"", "\"channels\":\"95\""), ": expected F16 [7, 7, 95]"),
        (with("\"dtype\":\"F16\"", "\"dtype\":\"I16\""), "I16 ["),
        (with("plane:3x3 ", "plane:0x3 "), "metadata \"trained_on\" is \"plane:0x3\""),
    ];
    for (bytes, expected) in cases {
        let text = refusal(&bytes);
        assert!(text.contains(expected), "{text}");
    }
    let mut bytes = shipped();
    let end = bytes.len();
    bytes[end - 2..].copy_from_slice(&[0x00, 0x7c]); // infinity
    assert!(refusal(&bytes).contains("holds inf: expected finite numbers"));
}

/// The shipped file with another header.
fn with_header(change: impl Fn(&mut serde_json::Value)) -> Vec<u8> {
    let bytes = shipped();
    let (length, rest) = bytes.split_first_chunk::<8>().expect("a length");
    let (header, data) = rest.split_at(u64::from_le_bytes(*length) as usize);
    let mut header = serde_json::from_slice(header).expect("a header");
    change(&mut header);
    let header = header.to_string();
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), data].concat()
}

/// A small file could take any amount of memory if the same numbers were read again and again.
#[test]
fn tensors_that_overlap_or_leave_gaps_are_refused() {
    assert!(Network::from_bytes(&with_header(|_| {})).is_ok());
    let shared = with_header(|header| {
        header["b1.w1"]["data_offsets"] = header["b0.w1"]["data_offsets"].clone();
    });
    let text = refusal(&shared);
    assert!(text.starts_with("tensor b") && text.contains("expected it to begin at"), "{text}");
    let gap = with_header(|header| {
        header.as_object_mut().expect("an object").remove("b1.w1");
    });
    assert!(refusal(&gap).contains("expected it to begin at"));
    let mut longer = shipped();
    longer.extend([0; 2]);
    assert!(refusal(&longer).contains("expected the"));
}

#[test]
fn files_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("net.safetensors");
    let text = Network::load(&path).expect_err("no file").to_string();
    assert!(text.starts_with("cannot read network ") && text.contains("net.safetensors"), "{text}");
    std::fs::write(&path, b"short").expect("written");
    let fault = Network::load(&path).expect_err("no network");
    assert!(matches!(fault, LoadError::InFile { .. }));
    let text = fault.to_string();
    assert!(text.contains("net.safetensors is no network: truncated at 5 bytes"), "{text}");
    std::fs::write(&path, shipped()).expect("written");
    assert!(Network::load(&path).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever a file holds, reading it ends with an answer, and what is taken for a network can
    /// be used. The first bytes are the length of the header, then comes the header.
    #[test]
    fn no_file_makes_the_reader_panic(
        flips in prop::collection::vec((0..8000_usize, 0..8_u32), 1..4),
        length in 0..9000_usize,
    ) {
        let mut bytes = shipped();
        for (at, bit) in flips {
            bytes[at] ^= 1 << bit;
        }
        prop_assert!(Network::from_bytes(&bytes[..length]).is_err());
        if let Ok(network) = Network::from_bytes(&bytes) {
            let position = Position::new("plane:3x3".parse::<Rules>().expect("rules"));
            let evaluations = Evaluator::new(network.into()).evaluate(&[&position.expect("rules")]);
            prop_assert_eq!(evaluations[0].policy_logits.len(), 9);
        }
    }
}
