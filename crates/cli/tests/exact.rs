//! Exact answers: solve, check, verify.

#[allow(dead_code, reason = "shared by several test files")]
mod support;

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;
use support::{hexring, json, stdout};

#[test]
fn winners_and_winning_moves() {
    let torus = json("solve --board torus:3x3 --first blue --all-moves --json");
    assert_eq!(torus["winner"], "blue");
    let plane = json("solve --board 3x3 --all-moves --json");
    // Known: every opening of 3x3 but the acute corners and the cells beside them wins.
    assert_eq!(plane["winner"], "red");
    let moves = plane["winning_moves"].as_array().expect("a list");
    assert!(moves.contains(&json!("b2")) && !moves.contains(&json!("a1")), "{moves:?}");
    assert!(plane["nodes"].is_u64() && plane["seconds"].is_f64());
    let one = json("solve --board 4x4 --json");
    assert_eq!(one["winning_moves"].as_array().map(Vec::len), Some(1));
}

#[test]
fn chains_make_a_table_that_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("chains.csv").display().to_string();
    let asked = format!(r#"chains "P 1..2 P@0..4" "E 2 T" --store {path}"#);
    let table = stdout(&asked);
    let expected = "P 1 P@0..4  RBBRR\nP 2 P@0..4  RRRRR\nE 2 T       R\n";
    assert_eq!(
        table,
        format!("{expected}11 chains, 7 of them different: 6 won by Red, 1 won by Blue\n")
    );
    let kept = std::fs::read_to_string(&path).expect("kept");
    assert_eq!(kept.lines().count(), 2 + 7, "{kept}");
    assert!(kept.starts_with("# hexring chains 1\nrings,winner,positions\n"), "{kept}");
    assert_eq!(stdout(&asked), table);
    assert_eq!(std::fs::read_to_string(&path).expect("kept"), kept, "nothing is solved again");
    std::fs::write(&path, "something else").expect("written");
    let refused = hexring(&asked).assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8_lossy(&refused).contains("no answers about chains"));
}

/// The smallest chain that Blue wins though Red wins its windows.
#[test]
fn windows_do_not_make_a_chain() {
    let chain = r#"chains "S* 1 Z@1 1 Z'@2 1 S*@1..3" --windows 2 --seen-as S*"#;
    let lost = "all windows won, but not the chain: S* 1 Z@1 1 Z'@2 1 S*@3";
    let counts = "3 chains, 3 of them different: 2 won by Red, 1 won by Blue";
    assert_eq!(stdout(chain), format!("S* 1 Z@1 1 Z'@2 1 S*@1..3  RRB\n{counts}\n{lost}\n"));
    let answer = json(&format!("{chain} --json"));
    assert_eq!((&answer[2]["winner"], &answer[2]["windows"]), (&json!("blue"), &json!(true)));
    let rings = "BRBBB/R.BB./...../.R.B./...../B.R../...../BB.R./BBBRB";
    assert_eq!(answer[2]["rings"], rings);
    let whole = json(r#"chains "S* 1 Z 1 S*@0..1" --windows 1 --json"#);
    assert_eq!((&whole[0]["windows"], &whole[0]["winner"]), (&json!(false), &json!(null)));
}

#[test]
fn a_rule_is_found_kept_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("3.rule").display().to_string();
    let found = json(&format!("local-rule cylinder:3x2..4 --seen 1 --out {path} --json"));
    assert_eq!((&found["exists"], &found["refutation"]), (&json!(true), &json!(null)));
    let kept = std::fs::read_to_string(&path).expect("kept");
    assert!(kept.starts_with("# hexring local rule 1\n# columns 3, seen 1, within 1\n"), "{kept}");
    assert_eq!(found["views"], kept.lines().count() - 3);
    let wins = stdout(&format!("local-rule cylinder:3x2..4 --check {path}"));
    assert!(wins.starts_with("the rule wins against every reply: "), "{wins}");
    let fails = hexring(&format!("local-rule cylinder:3x5 --check {path} --json")).assert().code(1);
    let fails: serde_json::Value =
        serde_json::from_slice(&fails.get_output().stdout).expect("JSON");
    assert_eq!((&fails["wins"], &fails["positions"]), (&json!(false), &json!(null)));
    assert!(fails["fault"].as_str().is_some_and(|fault| fault.contains("has no answer to")));
    let refused = hexring(&format!("local-rule cylinder:4x2 --check {path}")).assert().code(2);
    let refused = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(refused.contains("cylinders of 3 columns: found"), "{refused}");
}

#[test]
fn that_there_is_no_rule_is_shown() {
    let none = hexring("local-rule cylinder:3x2 --seen 0").assert().code(1);
    let none = String::from_utf8_lossy(&none.get_output().stdout).into_owned();
    let first = "there is no rule: no answers to these 8 stones go together, confirmed by a plain";
    assert!(none.starts_with(first), "{none}");
    assert!(none.contains("\n.../...  a1: b1 c1 a2 b2 c2\n"), "{none}");
    assert_eq!(none.lines().count(), 1 + 8, "{none}");
}

#[test]
fn random_turns_have_a_probability() {
    let value = json("solve --board 3x3 --turns random --json");
    assert_eq!((&value["red"], &value["best"]["red"]), (&json!(0.5), &json!(["b2"])));
}

#[test]
fn proofs_are_checked_and_altered_ones_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof.jsonl");
    stdout(&format!("solve --board cylinder:5x3 --first blue --proof {}", path.display()));
    let answer = json(&format!("check {} --json", path.display()));
    assert_eq!((&answer["holds"], &answer["claim"]["winner"]), (&json!(true), &json!("red")));
    let proof = std::fs::read_to_string(&path).expect("a proof");
    let half = &proof[..proof.len() / 2];
    let altered = proof.replacen("\"winner\":\"red\"", "\"winner\":\"blue\"", 1);
    for (text, expected) in [(half, "cut off"), (altered.as_str(), "proof"), ("", "proof file")] {
        let output = hexring("check -").write_stdin(text).output().expect("ran");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), error.lines().count()), (Some(1), 1), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

/// A proof of the solver's tests.
fn given(name: &str) -> String {
    format!("{}/../solver/tests/data/{name}.proof", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_whole_claim_is_said() {
    let path = given("blue-moved-first");
    let claim = "red wins plane:3x3 first=blue with no stones, red to move, by b2";
    assert!(stdout(&format!("check {path}")).contains(claim));
    let answer = json(&format!("check {path} --json"));
    assert_eq!((&answer["file"], &answer["steps"]), (&json!(path), &json!(49)));
    let claim = &answer["claim"];
    assert_eq!(claim["position"]["to_move"], "red");
    assert_eq!(claim["position"]["rules"]["first"], "blue");
    assert_eq!(claim["position"]["stones"], json!({"red": [], "blue": []}));
    assert_eq!((&claim["winner"], &claim["first_move"]), (&json!("red"), &json!("b2")));
}

#[test]
fn many_proofs_are_judged_one_by_one() {
    let [good, winds, random] = ["blue-moved-first", "winds-too-far", "random-turns"].map(given);
    let output = hexring(&format!("check --json {winds} {good} {random}")).output().expect("ran");
    assert_eq!(output.status.code(), Some(1));
    let lines = String::from_utf8(output.stdout).expect("text");
    let said: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let holds: Vec<_> = said.iter().map(|line| line["holds"].clone()).collect();
    assert_eq!(holds, [json!(false), json!(true), json!(false)]);
    assert!(said[0]["fault"].as_str().is_some_and(|why| why.contains("winds too far")));
    let unreadable = hexring(&format!("check {good} no-such-file")).output().expect("ran");
    assert_eq!(unreadable.status.code(), Some(2));
}

#[test]
fn a_proof_may_go_through_a_pipe() {
    let output = hexring("solve --board 3x3 --proof -").output().expect("ran");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("red wins, with "));
    hexring("check -").write_stdin(output.stdout).assert().success();
}

#[test]
fn strategies_are_tried_against_every_reply() {
    let wins = json("verify --strategy three-rings --board cylinder:3x3 --first blue --json");
    assert_eq!((&wins["wins"], &wins["line"]), (&json!(true), &json!(null)));
    let lost = "verify --strategy shift:by=2 --board cylinder:5x4 --first blue --json";
    let output = hexring(lost).assert().code(1).get_output().stdout.clone();
    let loses: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
    assert_eq!(loses["wins"], false);
    let pairs = json("verify --strategy mirror --board cylinder:6x6 --json");
    assert_eq!(pairs["wins"], true);
    let line = loses["line"].as_str().expect("a record").to_owned();
    hexring("winner -")
        .write_stdin(line)
        .assert()
        .success()
        .stdout(predicates::str::contains("blue has won"));
    let stones = "verify --strategy random --board 3x3 --red b2 --blue a1 --color blue";
    hexring(stones).assert().code(1).stdout(predicates::str::contains("AB["));
}

#[test]
fn tables_are_kept_and_extended() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = folder.path().join("rows.jsonl");
    let table = |range: &str| {
        stdout(&format!("solve --table {range} --first both --rows {}", rows.display()))
    };
    let lines = || std::fs::read_to_string(&rows).expect("rows").lines().count();
    table("cylinder:3x1..2");
    assert_eq!(lines(), 4);
    let report = folder.path().join("report");
    stdout(&format!(
        "solve --table 2x1..2 --all-moves --rows {} --report {}",
        rows.display(),
        report.display()
    ));
    let page = std::fs::read_to_string(report.join("plane.md")).expect("a page");
    assert!(page.contains("| plane:2x2 | red | red | 2 of 4 |"), "{page}");
    let picture = std::fs::read_to_string(report.join("plane-2x2-red-first.svg")).expect("a map");
    assert!(picture.starts_with("<svg"), "{picture}");
    assert!(report.join("cylinder.md").exists(), "all rows of the file are reported");
    std::fs::remove_file(&rows).expect("it is there");
    table("cylinder:3x1..2");
    let text = table("cylinder:3x1..3");
    assert_eq!(lines(), 6, "only what is new is solved");
    assert!(text.contains("## cylinder, blue first"), "{text}");
}

#[test]
fn searches_are_remembered_in_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let memory = folder.path().join("memory");
    let solve = || json(&format!("solve --board 4x4 --memory-file {} --json", memory.display()));
    let first = solve();
    assert!(memory.exists());
    assert!(solve()["nodes"].as_u64() <= first["nodes"].as_u64());
}

/// Closing a terminal sends several signals at once: the table is saved all the same.
#[cfg(unix)]
#[test]
fn a_search_that_is_hung_up_is_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let memory = folder.path().join("memory");
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexring"))
        .args(["solve", "--board", "10x10", "--memory-file"])
        .arg(&memory)
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    // It would take days; this is long enough to begin.
    std::thread::sleep(Duration::from_secs(3));
    assert!(child.try_wait().expect("asked").is_none(), "it is at work");
    let kill = format!("kill -INT {0}; kill -HUP {0}; kill -TERM {0}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().expect("ran").success());
    let output = child.wait_with_output().expect("ended");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("stopped after"), "{error}");
    assert!(memory.metadata().expect("it was saved").len() > 100);
}

/// A search that is killed has lost no more than what it found since it was last kept.
#[cfg(unix)]
#[test]
fn a_search_that_is_killed_was_kept_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let memory = folder.path().join("memory");
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexring"))
        .args(["solve", "--board", "10x10", "--guide", "circuit", "--memory-every", "1"])
        .arg("--memory-file")
        .arg(&memory)
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    for _ in 0..600 {
        std::thread::sleep(Duration::from_millis(100));
        if memory.exists() {
            break;
        }
    }
    child.kill().expect("at work");
    child.wait().expect("ended");
    // What is there can be taken up: the call that is hung up at once says how far it is.
    let again = format!("solve --board 9x9 --memory-file {}", memory.display());
    let error = String::from_utf8(hexring(&again).output().expect("ran").stderr).expect("text");
    assert!(error.contains("are of plane:10x10, expected plane:9x9"), "{error}");
    let bytes = std::fs::read(&memory).expect("kept");
    let sum = bytes[..bytes.len() - 8].iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    assert_eq!(bytes[bytes.len() - 8..], sum.to_le_bytes(), "a whole file");
}

#[test]
fn places_are_tried_before_the_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display();
    for arguments in [
        format!("--memory-file {path}/no/memory"),
        format!("--proof {path}/no/proof"),
        format!("--memory-file {path}"),
        "--proof /dev/full".to_owned(),
        "--memory-file /dev/full".to_owned(),
        "--memory-file /dev/null".to_owned(),
        "--memory-file -".to_owned(),
    ] {
        // The search would take days.
        let mut command = hexring(&format!("solve --board 10x10 {arguments}"));
        let output = command.timeout(Duration::from_secs(60)).output().expect("ran");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

/// What Little Golem's games are: the right to swap is gone after the second move.
#[test]
fn games_with_a_swap_are_solved_once_nobody_may_swap() {
    for (rules, moves) in [("pieces", "a1 swap"), ("sides", "a1 swap"), ("sides", "a1 b2")] {
        let game = format!(r#"--board 3x3 --swap {rules} --moves "{moves}""#);
        assert!(json(&format!("solve {game} --json"))["winner"].is_string(), "{rules} {moves}");
        let proof = hexring(&format!("solve {game} --proof -")).output().expect("ran").stdout;
        hexring("check -").write_stdin(proof).assert().success();
        let verify = format!("verify --strategy random {game} --json");
        let lost = hexring(&verify).assert().code(1).get_output().stdout.clone();
        let lost: serde_json::Value = serde_json::from_slice(&lost).expect("JSON");
        let line = lost["line"].as_str().expect("a record");
        assert!(line.contains(moves), "the line is one of this game: {line}");
    }
}

#[test]
fn what_cannot_be_solved_is_said() {
    let cases = [
        ("solve --board 1x1 --moves a1", "nothing to solve: the game is over, red has won"),
        ("solve --board 3x3 --first both", "expected red or blue"),
        ("solve --board 3x3 --swap sides", "swap=sides is not solved as long as somebody may swap"),
        (r#"solve --board 3x3 --swap sides --moves a1"#, "as long as somebody may swap"),
        (r#"verify --strategy random --board 3x3 --swap sides --moves a1"#, "a right to swap"),
        (r#"solve --board 3x3 --moves "a1 resign""#, "the game is over, red wins: blue resigned"),
        (r#"verify --strategy random --board 3x3 --moves "a1 resign""#, "red wins: blue resigned"),
        ("verify --strategy human --board 3x3", "a human has to be asked"),
        ("solve --board 3x3 --first b", "\"b\" may be blue or black: expected red or blue"),
        ("verify --strategy random --board 3x3 --color b", "may be blue or black"),
        ("solve --board 3x3 --red a1 --to-move B", "may be blue or black"),
        ("solve --board 3x3 --table 2x1..2", "cannot be used with"),
        ("solve --proof p --table 2x1..2", "cannot be used with"),
        ("solve --board 3x3 --proof - --json", "both want standard output"),
        ("solve --board 3x3 --turns random --memory-file m", "--memory-file needs alternate turns"),
        (r#"chains "P 1 P@5""#, "column 5 of P is out of range: expected 0 to 4"),
        (r#"chains "P 1 P" --seen-as T"#, "--windows"),
        ("local-rule 3x3", "has no rings to count"),
        ("local-rule cylinder:3..4x3", "have different numbers of columns"),
        ("local-rule cylinder:5x13", "has too many cells for a rule: expected up to 64"),
        ("local-rule cylinder:3x3 --answers-within 0", "Blue wins cylinder:3x3 if Red has to"),
        ("every-height 1", "1 is not in 2..=7"),
        ("every-height 3 --memory 2", "there is no memory for more"),
        ("every-height 2 --json --out -", "both want standard output"),
        ("local-rule cylinder:5x4 --memory 2", "there is no memory for more"),
        ("local-rule cylinder:3x3 --seen 99", "99 is not in 0..=31"),
        ("local-rule cylinder:3x3 --check x --out y", "cannot be used with"),
        ("show --board 3x3 --svg - --json", "cannot be used with"),
        ("solve --board 19x19", "the solver takes up to"),
        ("solve --board 9x9 --turns random", "empty cells are too many"),
        ("solve --board 3x3 --guide no-such-file", "cannot read network no-such-file"),
        ("solve --board 3x3 --memory 1", "a memory of 1000000 bytes is too small"),
        ("solve --table 3..2x1", "bad boards \"3..2x1\""),
        (r#"solve --board 3x3 --red "a1 b1" --blue a1"#, "a1 is given for both colours"),
        ("verify --strategy mirror --board cylinder:5x5", "mirror cannot play"),
        ("verify --strategy three-rings --board cylinder:3x4 --limit 3", "gave up after"),
    ];
    for (arguments, expected) in cases {
        let output = hexring(arguments).output().expect("ran");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            (output.status.code(), error.lines().count()),
            (Some(2), 1),
            "{arguments}: {error}"
        );
        assert!(error.contains(expected), "{arguments}: {error}");
    }
}

#[test]
fn puzzles_are_made_added_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("puzzles.json");
    let path = file.display();
    let made = stdout(&format!("puzzles make --board 4x4 --count 2 --seed 1 --out {path}"));
    assert!(made.starts_with("puzzles made: 2,") && made.ends_with(": 2\n"), "{made}");
    let more = stdout(&format!("puzzles make --board cylinder:4x3 --count 1 --out {path}"));
    assert!(more.starts_with("puzzles made: 1,") && more.ends_with(": 3\n"), "{more}");
    let checked = stdout(&format!("puzzles check {path}"));
    assert_eq!(checked, "all 3 puzzles have one winning move\n");

    let text = std::fs::read_to_string(&file).expect("there");
    let mut puzzles: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let moves = puzzles["puzzles"][1]["moves"].as_str().expect("moves").to_owned();
    let taken = moves.split(' ').next().expect("a move");
    puzzles["puzzles"][1]["answer"] = taken.into();
    std::fs::write(&file, puzzles.to_string()).expect("written");
    let output = hexring(&format!("puzzles check {path}")).output().expect("ran");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), error.lines().count()), (Some(1), 1), "{error}");
    assert!(error.contains("is wrong") && error.contains(&format!("expected {taken} alone")));
}

#[test]
fn a_rule_for_every_height_is_found_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("2.heights");
    let found = stdout(&format!("every-height 2 --out {}", path.display()));
    assert!(found.starts_with("red wins 2 columns of every height with blue first: "), "{found}");
    let said = stdout(&format!("check {}", path.display()));
    assert!(said.contains("cylinders of 2 columns and every height with blue first"), "{said}");
    let checked = json(&format!("check {} --json", path.display()));
    assert_eq!((&checked["holds"], &checked["columns"]), (&json!(true), &json!(2)));
    assert_eq!(checked["sights"], json("every-height 2 --json")["sights"]);
    assert_eq!(stdout("every-height 2 --out -"), std::fs::read_to_string(&path).expect("a rule"));

    let text = std::fs::read_to_string(&path).expect("a rule");
    let without_last = text.lines().rev().skip(1).map(|line| format!("{line}\n"));
    let spoilt: String = without_last.collect::<Vec<_>>().into_iter().rev().collect();
    let output = hexring("check -").write_stdin(spoilt).output().expect("ran");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), error.lines().count()), (Some(1), 1), "{error}");
    assert!(error.contains("the rule has no answer to"), "{error}");
    let header = "# hexring every height 1\n# columns 99\n";
    let output = hexring("check -").write_stdin(header).output().expect("ran");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && error.contains("# columns 99"), "{error}");
}

#[test]
fn local_answers_are_solved_and_proven() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("local.proof");
    let solve = "solve --board cylinder:5x5 --first blue --answers-within";
    let near = json(&format!("{solve} 1 --proof {} --json", path.display()));
    assert_eq!((&near["winner"], &near["answers_within"]), (&json!("red"), &json!(1)));
    assert_eq!(near["winning_moves"], json!([]));
    let same = json(&format!("{solve} 0 --json"));
    assert_eq!(same["winner"], "blue");
    assert_eq!(same["winning_moves"].as_array().map(Vec::len), Some(1));
    assert!(stdout(&format!("{solve} 2")).starts_with("red wins if red answers within 2 rings ("));

    let said = stdout(&format!("check {}", path.display()));
    assert!(
        said.contains("blue to move, with answers within 1 ring of blue's last stone"),
        "{said}"
    );
    let claim = &json(&format!("check {} --json", path.display()))["claim"];
    assert_eq!(claim["answers_within"], 1);
    let nearer = std::fs::read_to_string(&path).expect("a proof");
    let nearer = nearer.replacen("\"answers_within\":1", "\"answers_within\":0", 1);
    hexring("check -").write_stdin(nearer).assert().code(1);
}

#[test]
fn local_answers_need_a_cylinder_and_a_stone_to_answer() {
    for (options, expected) in [
        ("--board 5x5 --first blue", "plane:5x5 has no rings"),
        ("--board torus:5x5 --first blue", "torus:5x5 has no rings"),
        ("--board cylinder:5x5", "red is to move"),
        ("--board cylinder:5x5 --first blue --turns random", "alternate turns"),
        ("--board cylinder:4x4 --first blue --seasons 2", "no seasons"),
        ("--board cylinder:5x5 --first blue --all-moves", "cannot be used with"),
        ("--table cylinder:5x5 --first blue", "cannot be used with"),
        ("--board cylinder:30x30 --first blue", "30x30"),
    ] {
        let output = hexring(&format!("solve {options} --answers-within 1")).output().expect("ran");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{options}: {error}");
        assert!(error.contains(expected), "{options}: {error}");
    }
    hexring("solve --board cylinder:5x5 --first blue --answers-within 53").assert().code(2);
    let lost = "solve --board cylinder:5x5 --first blue --answers-within 0 --proof -";
    hexring(lost).assert().code(2).stderr(predicates::str::contains("blue wins"));
}
