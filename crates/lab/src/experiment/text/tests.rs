//! Every fault has its place, and what is written is what was read.

use std::io::{Error, ErrorKind};

use super::*;
use crate::experiment::{DesignFile, DuelsFile};

/// What is wrong with a text, as `line:column: message`.
fn fault(text: &str) -> String {
    let load = |file: &str| match file {
        "rounds.csv" => Ok("head\na,b\n".to_owned()),
        _ => Err(Error::new(ErrorKind::NotFound, "not there")),
    };
    let context = Context { resolve: &|text| text.parse(), load: &load };
    let experiment = ExperimentFile::parse(text).and_then(|file| {
        file.experiment("test", &context).map_err(|fault| locate(text, &fault)).map(|_| ())
    });
    let TextFault { line, column, message } = experiment.expect_err(text);
    format!("{line}:{column}: {message}")
}

#[test]
fn faults_of_the_file_have_their_places() {
    let cases = [
        ("title = ", "1:9: "),
        ("title = \"t\"\ntitle = \"t\"", "2:1: duplicate key"),
        ("seed = 1", "1:1: missing field `title`"),
        ("title = 5", "1:9: invalid type: integer `5`, expected a string"),
        ("title = \"t\"\nseed = -1", "2:8: invalid value: integer `-1`, expected u64"),
        ("title = \"t\"\nsede = 1", "2:1: unknown field `sede`, expected one of `title`"),
        ("title = \"t\"\nseed = 1\n", "1:1: an experiment needs at least one part"),
        ("title = \"t\"\npart = 5", "2:8: invalid type: integer `5`, expected a sequence"),
        ("title = \"t\"\n[[part]]\nname = \"p\"", "2:1: missing field `kind`"),
        ("title = \"t\"\n[[part]]\nkind = 7", "3:8: kind is integer, expected"),
    ];
    for (text, expected) in cases {
        let fault = fault(text);
        assert!(fault.starts_with(expected), "{text}\n{fault}\nexpected {expected}");
    }
}

#[test]
fn faults_of_a_part_have_their_places() {
    let with = |kind: &str, keys: &str| {
        fault(&format!("title = \"t\"\n[[part]]\nname = \"p\"\nkind = \"{kind}\"\n{keys}"))
    };
    let game = "board = \"5x5\"\nplayers = [\"random\", \"random\"]\n";
    let cases = [
        (with("duel", ""), "4:8: unknown variant `duel`, expected one of `match`"),
        (with("match", "players = [\n\"random\",\n\"rnadom\"]\nboard = \"5x5\""), "7:1: unknown"),
        (with("match", "players = [\"random\"]\nboard = \"5x5\""), "5:11: 1 players, expected 2"),
        (with("ladder", "players = \"random\"\nboard = \"5x5\""), "5:11: 1 players, expected 2 or"),
        (
            with("match", "players = 5\nboard = \"5x5\""),
            "5:11: invalid type: integer `5`, expected",
        ),
        (with("match", "board = \"5by5\""), "5:9: bad board \"5by5\""),
        (
            with("match", &format!("{game}rounds = 0")),
            "7:10: 0 is out of range: expected 1 to 1000",
        ),
        (with("match", &format!("{game}  wdith = 3")), "7:3: unknown field `wdith`, expected one"),
        (with("match", &format!("{game}self-play = true")), "7:13: self-play is for a round-robin"),
        (with("gauntlet", &format!("{game}target-low = 0.5")), "2:1: target-low and target-high"),
        (with("match", &format!("{game}opening-moves = [\"a1\", \"b\"]")), "7:24: bad move"),
        (with("match", &format!("{game}swap = \"pie\"")), "7:8: unknown variant `pie`"),
        (
            with("match", &format!("{game}season-layout = \"random\"")),
            "2:1: season-layout, season-",
        ),
        (with("match", &format!("{game}seasons = 12")), "7:11: 12 seasons are out of range"),
        (with("match", &format!("{game}seasons = 3\nseason-years = \"12/21\"")), "8:16: 2 seasons"),
        (with("match", &format!("{game}seasons = 1\nseason-layout = \"1x\"")), "8:17: bad season"),
        (with("match", &format!("{game}turns = \"random\"\nswap = \"sides\"")), "2:1: swap=sides"),
        (with("round-robin", &format!("{game}published = \"a.csv\"")), "2:1: published and"),
        (
            with("round-robin", &format!("{game}published = \"a.csv\"\npublished-rules = \"x\"")),
            "7:13: a.csv: not there",
        ),
        (
            with("match", &format!("{game}published = \"rounds.csv\"\npublished-rules = \"x\"")),
            "7:13: rounds.csv: CSV error: record 1 (line: 2, byte: 5): found record with 2 fields",
        ),
        (with("sweep", "red = \"random\"\ntopology = \"ball\""), "6:12: unknown"),
        (
            with("sweep", "red = \"random\"\nblue = \"random\"\nwidths = 3\nheights = [2, 99]"),
            "8:15: ",
        ),
        (with("stones", "sweeps = [\"p\"]"), "5:10: invalid length 1, expected an array of length"),
        (with("stones", "sweeps = [\"p\", \"q\"]"), "5:11: there is no sweep \"p\""),
        (
            with("openings", "board = \"5x5\"\nplayers = ['htp:\"mohex\"']"),
            "6:12: htp:\"mohex\" only plays games",
        ),
    ];
    for (index, (fault, expected)) in cases.iter().enumerate() {
        assert!(fault.starts_with(expected), "case {index}: {fault}\nexpected {expected}");
    }
}

#[test]
fn unknown_keys_of_a_part_are_told_all_that_there_are() {
    let text = "title = \"t\"\n[[part]]\nkind = \"stones\"\nnmae = \"p\"\nsweeps = [\"p\", \"p\"]";
    let fault = fault(text);
    assert!(fault.starts_with("4:1: unknown field `nmae`, expected `sweeps`; every"), "{fault}");
    assert!(fault.contains("`kind`, `name`, `title`"), "{fault}");
}

#[test]
fn faults_of_a_claim_have_their_places() {
    let with = |claim: &str| {
        let part = "[[part]]\nname = \"p\"\nkind = \"sweep\"\nred = \"random\"\nblue = \"random\"\n\
            widths = [3]\nheights = [3]\n";
        fault(&format!("title = \"t\"\n{part}[[claim]]\ntext = \"c\"\n{claim}"))
    };
    let cases = [
        ("", "9:1: missing field `check`"),
        ("check = []", "9:1: a claim needs at least one check"),
        ("check = [{ left = { part = \"p\" } }]", "11:10: a check needs one of above, below"),
        ("check = [{ left = { part = \"p\" }, about = 1 }]", "11:10: a check needs one of above"),
        ("check = [{ left = { part = \"q\" }, above = 1 }]", "11:10: there is no part \"q\""),
        (
            "check = [{ left = { part = \"p\", width = [1, 2, 3] }, above = 1 }]",
            "11:41: invalid len",
        ),
        ("check = [{ left = { part = \"p\" }, above = { prat = \"p\" } }]", "11:45: unknown field"),
        ("check = [{ left = { part = \"p\" }, above = \"p\" }]", "11:43: invalid type: string"),
    ];
    for (claim, expected) in cases {
        let fault = with(claim);
        assert!(fault.starts_with(expected), "{claim}: {fault}\nexpected {expected}");
    }
}

/// A file in which every key is used.
const EVERYTHING: &str = r#"
title = "Everything"
source = "nobody"
about = "two\nlines"
seed = 9223372036854775807

[[part]]
name = "robin"
title = "Robin"
about = "about"
quick = 3
turns = "random"
swap = "none"
seasons = 2
season-layout = "12/21"
season-years = "12/21"
no-move = "discard"
kind = "round-robin"
players = ["random", 'htp:"a b",move=5s']
board = "2x2"
first = "blue"
rounds = 4
self-play = true
opening-stones = 1
published = "rounds.csv"
published-rules = "x"
stand-in = [{ published = "a", board = "2x2", ours = "random" }]

[[part]]
name = "match"
kind = "match"
players = ["random", "random"]
board = "cylinder:2x3"
opening-moves = "a1 b2"

[[part]]
name = "gauntlet"
kind = "gauntlet"
players = ["random", "random"]
board = "2x2"

[[part]]
name = "ladder"
kind = "ladder"
players = ["random", "random"]
board = "2x2"
target-low = 0.25
target-high = 0.75

[[part]]
name = "sweep"
kind = "sweep"
red = "random"
blue = "random"
topology = "torus"
widths = 3
heights = [3, 4]
first = "red"
games = 7

[[part]]
name = "table"
kind = "table"
published = "table.csv"
boards = "2x2"
games = 8
stand-in = [{ published = "a", ours = "random" }]

[[part]]
name = "openings"
kind = "openings"
players = "random"
board = "2x2"
samples = 9

[[part]]
name = "convergence"
kind = "convergence"
players = ["random"]
option = "fills"
values = [1, 2]
reference = 3
board = "2x2"
samples = 10

[[part]]
name = "line"
kind = "line"
board = "2x2"
first = "blue"
player = "random"
color = "red"
moves = "a1 b2"
tries = 11

[[part]]
name = "stones"
kind = "stones"
sweeps = ["sweep", "sweep"]

[[claim]]
place = "here"
text = "this"
check = [
  { left = { part = "sweep", measure = "red-stones", width = 3, height = [3, 4] }, above = 0.5 },
  { left = { part = "sweep", taller-by = -1, taller-by-at-most = 2 }, below = 1 },
  { left = { part = "sweep" }, about = { part = "sweep", first = "red" }, within = 0.25 },
]
"#;

#[test]
fn what_is_written_is_what_was_read() {
    let file = ExperimentFile::parse(EVERYTHING).expect("everything");
    let written = file.to_toml().expect("it can be written");
    assert_eq!(ExperimentFile::parse(&written).expect(&written), file);
    let json = serde_json::to_string(&file).expect("JSON");
    assert_eq!(serde_json::from_str::<ExperimentFile>(&json).expect(&json), file);
}

#[test]
fn the_experiments_of_the_repository_are_written_as_they_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder is there") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let text = std::fs::read_to_string(&path).expect("a text");
            let file = ExperimentFile::parse(&text).expect("an experiment");
            let written = file.to_toml().expect("it can be written");
            assert_eq!(ExperimentFile::parse(&written).expect(&written), file);
            files += 1;
        }
    }
    assert!(files >= 6, "{files}");
}

#[test]
fn defaults_are_those_that_the_documents_name() {
    let text = "title = \"t\"\n[[part]]\nname = \"p\"\nkind = \"match\"\nboard = \"5x5\"\n\
        players = [\"random\", \"random\"]";
    let mut duels = DuelsFile::new(["random", "random"], "5x5".parse().expect("a board"));
    duels.rounds = 10;
    let mut part = PartFile::new("p", DesignFile::Match(duels));
    part.quick = 2;
    let mut file = ExperimentFile::new("t", vec![part]);
    file.seed = 1;
    assert_eq!(ExperimentFile::parse(text).expect("short"), file);
}
