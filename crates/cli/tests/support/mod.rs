//! Running the real binary.

use assert_cmd::Command;

/// The binary with arguments, split at spaces; quotes keep words together.
pub(crate) fn hexring(arguments: &str) -> Command {
    let mut command = Command::cargo_bin("hexring").expect("the binary is built");
    command.args(split(arguments));
    command.env("NO_COLOR", "1");
    command
}

fn split(arguments: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in arguments.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// What a successful call prints.
pub(crate) fn stdout(arguments: &str) -> String {
    let output = hexring(arguments).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("text")
}

/// The JSON that a successful call prints: one line.
pub(crate) fn json(arguments: &str) -> serde_json::Value {
    let text = stdout(arguments);
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).expect("JSON")
}

/// What a match says, without how long it took.
pub(crate) fn timeless(mut answer: serde_json::Value) -> serde_json::Value {
    answer.as_object_mut().expect("an object").remove("seconds_per_move").expect("the time");
    answer
}
