//! Engines from outside: good ones play, bad ones lose with the right reason, and nothing hangs.

#[allow(dead_code, reason = "shared by several test files")]
mod support;

use support::{hexring, json, stdout, timeless};

const MOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/mock-engine.sh");

/// A match of two games against a mock that goes wrong in a way.
fn faults(way: &str) -> Vec<(String, String)> {
    let engine = format!("htp:\"sh {MOCK} {way}\",start=5s,move=1s");
    let output = hexring("match --games 2 --board 4x4 --opening 1 --threads 2 --json --red random")
        .args(["--store", "none"])
        .args(["--blue", &engine])
        .output()
        .expect("ran");
    let text = String::from_utf8(output.stdout).expect("text");
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|_| {
        panic!("{way}: {text}{}", String::from_utf8_lossy(&output.stderr));
    });
    assert_eq!(answer["won"], 2, "{way}: {answer}");
    let faults = answer["faults"].as_array().expect("a list").iter();
    let word = |value: &serde_json::Value| value.as_str().expect("text").to_owned();
    faults.map(|fault| (word(&fault["loser"]), word(&fault["reason"]))).collect()
}

#[test]
fn every_way_to_go_wrong_is_a_loss_with_its_reason() {
    let cases = [
        ("crash", "crash during \"genmove"),
        ("hang", "time"),
        ("garbage", "bad answer to \"genmove"),
        ("flood", "bad answer to \"genmove"),
        ("nonsense", "bad answer: \"q\" is no move"),
        ("refuse", "I do not feel like it"),
        ("close", "crash during \"genmove"),
    ];
    for (way, expected) in cases {
        let found = faults(way);
        assert_eq!(found.len(), 2, "{way}");
        for (loser, reason) in found {
            assert!(loser.contains("mock-engine.sh"), "{way}: {loser}");
            assert!(reason.contains(expected), "{way}: {reason}");
        }
    }
    assert!(faults("crash")[0].1.contains("out of cells"), "the last words are kept");
    assert!(faults("resign").is_empty(), "to resign is no fault");
}

#[test]
fn an_occupied_cell_is_a_loss() {
    let found = faults("illegal");
    // The mock plays a1 in both games, which is legal unless the opening stone is there; it
    // repeats it, which never is.
    assert_eq!(found.len(), 2);
    assert!(
        found.iter().all(|(_, reason)| reason.contains("illegal move: a1 is occupied")),
        "{found:?}"
    );
}

#[test]
fn hexring_plays_itself_through_the_protocol() {
    let engine = format!("htp:\"{} htp --player random\"", env!("CARGO_BIN_EXE_hexring"));
    for board in ["4x4", "3x5", "cylinder:3x4", "torus:3x3"] {
        let output = hexring("match --games 4 --json --red random --threads 1 --store none")
            .args(["--board", board, "--blue", &engine])
            .output()
            .expect("ran");
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(answer["faults"], serde_json::json!([]), "{board}: {answer}");
    }
}

/// A program that knows the plane alone would lose every game on a torus, and the match would say
/// nothing of its strength.
#[test]
fn an_engine_that_refuses_the_board_is_found_before_the_games() {
    let engine = format!("htp:\"sh {MOCK} plane\",start=5s,move=1s");
    let play = |board: &str| {
        hexring("match --games 2 --opening 1 --red random --store none")
            .args(["--board", board, "--blue", &engine])
            .output()
            .expect("ran")
    };
    assert_eq!(play("4x4").status.code(), Some(0));
    let output = play("torus:4x4");
    let text = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("topology") && text.lines().count() == 1, "{text}");
}

#[test]
fn a_missing_engine_is_one_line() {
    let output =
        hexring("match --games 2 --store none --red random --blue htp:/no/such/engine").output();
    let output = output.expect("ran");
    let text = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.starts_with("error: cannot start \"/no/such/engine\""), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
}

#[test]
fn an_engine_without_a_name_is_the_strongest() {
    let asked = hexring("htp").write_stdin("known_command param_neural\nquit\n").assert().success();
    let text = String::from_utf8(asked.get_output().stdout.clone()).expect("text");
    assert!(text.starts_with("= true\n"), "{text}");
    assert!(stdout("htp --help").contains("[default: neural:time=2s]"));
}

#[test]
fn compliance_passes_our_engine_and_fails_the_mock() {
    let engine = format!("{} htp", env!("CARGO_BIN_EXE_hexring"));
    let output = hexring("compliance").arg(&engine).output().expect("ran");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{text}");
    assert!(text.lines().all(|line| line.starts_with("ok ")), "{text}");
    let mock = format!("sh {MOCK} garbage");
    let output = hexring("compliance --timeout 2").arg(&mock).output().expect("ran");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("breaks  an occupied cell is refused"), "{text}");
    assert!(
        text.contains("breaks  genmove answers an empty cell and plays it: bad answer"),
        "{text}"
    );
}

#[test]
fn matches_say_how_sure_they_are() {
    let text =
        stdout("match --red random --blue random --board 3x3 --games 40 --seed 5 --store none");
    assert!(text.contains("of 40 games against random"), "{text}");
    assert!(text.contains("Elo") && text.contains("likelihood of superiority"), "{text}");
    let command = "match --red random --blue random --board 4x4 --games 20 --json --store none";
    let one = json(&format!("{command} --threads 1"));
    let two = json(&format!("{command} --threads 2"));
    assert_eq!(timeless(one), timeless(two));
}

#[test]
fn a_test_ends_a_match_by_itself() {
    let command = "match --red heuristic --blue random --board 4x4 --games 1000 --sprt 0,50 --json \
                   --store none";
    let one = timeless(json(&format!("{command} --threads 1")));
    let two = timeless(json(&format!("{command} --threads 2")));
    assert_eq!(one, two, "the same games whatever the number of threads");
    assert_eq!(one["sprt"]["decision"], "h1");
    let won = |answer: &serde_json::Value| answer["won"].as_u64().expect("a number");
    assert!(won(&one) < 100, "{one}");
    let careful = json(&format!("{command} --alpha 0.0001"));
    assert_eq!(
        (&careful["sprt"]["alpha"], &careful["sprt"]["beta"]),
        (&0.0001.into(), &0.05.into())
    );
    let bound = careful["sprt"]["bounds"][1].as_f64().expect("a number");
    assert!((bound - 9.159).abs() < 0.001, "the logarithm of 9500 is {bound}");
    assert!(won(&careful) > won(&one), "less risk, more games: {careful}");
}

#[test]
fn tournaments_rate_their_players() {
    let players = "--player random --player heuristic --player adjacency --store none";
    let answer = json(&format!("tournament {players} --board 4x4 --rounds 5 --json"));
    let ratings = answer["ratings"].as_array().expect("a list");
    assert_eq!(ratings.len(), 3);
    assert!(ratings[0]["points"].as_f64() < ratings[1]["points"].as_f64(), "{answer}");
    let scores = ratings.iter().map(|row| row["score"].as_f64().expect("a number"));
    assert_eq!(scores.sum::<f64>(), 30.0, "each game is a point for somebody: {answer}");
    let text = stdout(&format!("tournament {players} --board 4x4 --rounds 2 --gauntlet"));
    assert!(text.contains("rounds won, drawn and lost"), "{text}");
}

#[test]
fn an_anchor_gives_all_ratings_their_place() {
    let players = "--player random --player heuristic --player adjacency --store none";
    let command = format!("tournament {players} --board 4x4 --rounds 3");
    let (free, held) = (
        json(&format!("{command} --json")),
        json(&format!("{command} --json --anchor random=1500")),
    );
    let points = |answer: &serde_json::Value, at: usize| {
        answer["ratings"][at]["points"].as_f64().expect("a number")
    };
    assert_eq!((points(&held, 0), &held["ratings"][0]["error"]), (1500.0, &0.0.into()));
    let gap = |answer| points(answer, 1) - points(answer, 0);
    assert!((gap(&free) - gap(&held)).abs() < 1e-6, "{free} {held}");
    let text = stdout(&format!("{command} --anchor random=1500"));
    let row = text.lines().find(|line| line.contains("  random ")).expect("a row");
    assert!(row.contains("1500.0 ± 0.0"), "{text}");
    let output = hexring(&format!("{command} --anchor mcts=1500")).output().expect("ran");
    let fault = String::from_utf8(output.stderr).expect("text");
    assert!(fault.contains("bad anchor \"mcts=1500\""), "{fault}");
}

/// Killed without a chance to do anything: what it has started ends all the same.
#[cfg(unix)]
#[test]
fn engines_end_with_whoever_started_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("child");
    let engine = format!("htp:\"sh {MOCK} family {}\",move=600s", note.display());
    let mut owner = std::process::Command::new(env!("CARGO_BIN_EXE_hexring"))
        .args(["match", "--games", "2", "--board", "4x4", "--red", &engine, "--blue", "random"])
        .args(["--store", "none"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    let child = wait_for("a child", || {
        std::fs::read_to_string(&note).ok().filter(|text| text.ends_with('\n'))
    });
    let is_alive = || {
        let mut ask = std::process::Command::new("kill");
        ask.args(["-0", child.trim()]).stderr(std::process::Stdio::null());
        ask.status().is_ok_and(|status| status.success())
    };
    assert!(is_alive());
    owner.kill().expect("it runs");
    owner.wait().expect("it has ended");
    wait_for("the end of the child", || (!is_alive()).then_some(()));
}

#[cfg(unix)]
fn wait_for<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    let started = std::time::Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(started.elapsed().as_secs() < 60, "there is never {what}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn programs_play_in_the_terminal_and_choose_moves() {
    let program = assert_cmd::cargo::cargo_bin("hexring");
    let engine = format!("htp:\"{} htp --player heuristic\"", program.display());
    let output = hexring("choose --board 3x3 --json").args(["--player", &engine]).output();
    let output = output.expect("ran");
    let choice: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let own = json("choose --board 3x3 --player heuristic --json");
    assert_eq!((&choice["move"], &choice["player"]), (&own["move"], &engine.clone().into()));
    let game = hexring("play --red random --board 3x3").args(["--blue", &engine]).output();
    let text = String::from_utf8(game.expect("ran").stdout).expect("text");
    assert!(text.contains(&format!("blue ({engine}) plays")) && text.contains(" wins"), "{text}");
    hexring("choose --player htp:\"no-such-program\" --board 3x3").assert().code(2);
}

#[test]
fn a_program_that_resigns_in_the_terminal_has_lost() {
    let engine = format!("htp:\"sh {MOCK} resign\"");
    let game = hexring("play --red random --board 4x4").args(["--blue", &engine]).output();
    let text = String::from_utf8(game.expect("ran").stdout).expect("text");
    assert!(text.contains("resigns.") && text.contains("red wins: blue resigned"), "{text}");
}
