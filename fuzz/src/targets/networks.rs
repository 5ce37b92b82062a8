//! Networks: what is taken for one can be used, and takes no more memory than its file lets expect.

use hexring_game::{Position, Rules};
use hexring_network::{Evaluator, Network};
use serde_json::{Map, Value, json};

/// Pieces of headers.
pub(super) const WORDS: &[&str] = &[
    "\"F16\"",
    "\"I8\"",
    ".most\"",
    "\"F32\"",
    "[7,1,1]",
    "[0,2]",
    "\"channels\":\"4096\"",
    "\"blocks\":\"1024\"",
    "18446744073709551615",
    "-1",
    "\"__metadata__\"",
];

/// Networks that know nothing, of one block and of two, of either format, in halves and in bytes.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    vec![
        blank("hexring-network-1", 7, 1, 1, false),
        blank("hexring-network-2", 13, 3, 2, false),
        blank("hexring-network-1", 7, 2, 1, true),
    ]
}

/// A network whose weights are all zero.
fn blank(format: &str, planes: usize, channels: usize, blocks: usize, in_bytes: bool) -> Vec<u8> {
    let mut tensors = vec![("stem.w".to_owned(), vec![7, planes, channels])];
    let mut add = |name: String, shape: &[usize]| tensors.push((name, shape.to_vec()));
    add("stem.b".to_owned(), &[channels]);
    for block in 0..blocks {
        for part in ["g", "b", "b1", "b2"] {
            add(format!("b{block}.{part}"), &[channels]);
        }
        for part in ["w1", "w2"] {
            add(format!("b{block}.{part}"), &[7, channels, channels]);
            if in_bytes {
                add(format!("b{block}.{part}.most"), &[channels]);
            }
        }
    }
    for (name, shape) in [("h.g", channels), ("h.b", channels), ("p.b1", 32), ("v.b1", 32)] {
        add(name.to_owned(), &[shape]);
    }
    for (name, shape) in [("p.w1", [channels, 32]), ("v.w1", [channels, 32]), ("p.w2", [32, 1])] {
        add(name.to_owned(), &shape);
    }
    for (name, shape) in [("v.w2", [64, 64]), ("v.w3", [64, 1])] {
        add(name.to_owned(), &shape);
    }
    for (name, shape) in [("p.b2", 1), ("v.b2", 64), ("v.b3", 1)] {
        add(name.to_owned(), &[shape]);
    }
    file(format, channels, blocks, &tensors)
}

fn file(format: &str, channels: usize, blocks: usize, tensors: &[(String, Vec<usize>)]) -> Vec<u8> {
    let mut header = Map::new();
    header.insert(
        "__metadata__".to_owned(),
        json!({
            "format": format, "channels": channels.to_string(),
            "blocks": blocks.to_string(), "norm_epsilon": "1e-5", "trained_on": "plane:3x3",
        }),
    );
    let mut end = 0;
    for (name, shape) in tensors {
        let from = end;
        let is_in_bytes = tensors.iter().any(|(other, _)| *other == format!("{name}.most"));
        let (dtype, size) = if is_in_bytes { ("I8", 1) } else { ("F16", 2) };
        end += size * shape.iter().product::<usize>();
        let tensor = json!({"dtype": dtype, "shape": shape, "data_offsets": [from, end]});
        header.insert(name.clone(), tensor);
    }
    let header = Value::Object(header).to_string();
    let length = (header.len() as u64).to_le_bytes();
    [&length[..], header.as_bytes(), &vec![0; end]].concat()
}

/// Networks.
pub(super) fn network(input: &[u8]) {
    read(input);
    // A header of another length than the first bytes say is no header at all.
    if let Some((_, rest)) = input.split_first_chunk::<8>()
        && let Some(end) = rest.windows(2).rposition(|pair| pair == b"}}")
    {
        read(&[&(end as u64 + 2).to_le_bytes()[..], rest].concat());
    }
}

fn read(input: &[u8]) {
    let Ok(network) = Network::from_bytes(input) else { return };
    let position = Position::new("plane:3x3".parse::<Rules>().expect("rules")).expect("a board");
    let evaluations = Evaluator::new(network.into()).evaluate(&[&position]);
    assert_eq!(evaluations[0].policy_logits.len(), 9);
}
