//! Results that say what they are: of which seed and program, how many different games, and nothing
//! about strength without ground.

#[allow(dead_code, reason = "shared by several test files")]
mod support;

use serde_json::json;
use support::{hexring, json, stdout, timeless};

const FILE: &str = "title = \"Small\"\nseed = 11\n[[part]]\nname = \"p\"\nkind = \"match\"\n\
    board = \"4x4\"\nplayers = [\"random\", \"heuristic\"]\nrounds = 10\n";

#[test]
fn the_version_says_which_program_it_is() {
    let version = stdout("--version");
    let behaviour = format!("behaviour {:016x}", hexring_players::program::BEHAVIOUR);
    assert!(version.starts_with("hexring 0."), "{version}");
    assert!(version.contains(&behaviour), "{version}");
}

#[test]
fn games_of_another_seed_are_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("small.toml");
    let run = || {
        let path = path.display();
        let output = hexring(&format!("experiment run {path} --store {path}.sqlite")).output();
        let output = output.expect("ran");
        assert!(output.status.success());
        let page = std::fs::read_to_string(folder.path().join("small.md")).expect("a report");
        (page, String::from_utf8(output.stderr).expect("text"))
    };
    std::fs::write(&path, FILE).expect("written");
    let (_, said) = run();
    assert_eq!(said, "");
    std::fs::write(&path, FILE.replace("seed = 11", "seed = 12")).expect("written");
    let (page, said) = run();
    assert!(said.contains("20 results in the store are of another seed"), "{said}");
    assert!(page.contains("20 results in the store are of another seed"), "{page}");
    assert!(page.contains("20 of 20"), "played anew: {page}");
    let program = format!("behaviour {:016x}", hexring_players::program::BEHAVIOUR);
    assert!(page.contains(&program), "{page}");
}

#[test]
fn a_match_with_another_seed_is_another_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("s.sqlite");
    let play = |seed| {
        let store = store.display();
        json(&format!(
            "match --red random --blue random --board 9x9 --games 20 --seed {seed} --json \
             --opening empty --store {store}"
        ))
    };
    let (one, two, again) = (play(1), play(2), play(1));
    assert_eq!(one, again, "the games of the first seed are still there");
    assert_ne!(one["moves"], two["moves"]);
}

#[test]
fn games_that_are_the_same_count_once() {
    // Neither of them draws anything.
    let command = "match --red neural:sims=2 --blue neural:sims=3 --board 4x4 --games 40 \
                   --opening empty --store none";
    let result = json(&format!("{command} --json"));
    let counted = result["won"].as_u64().expect("a number") + result["lost"].as_u64().expect("one");
    assert_eq!(counted + result["repeated"].as_u64().expect("a number"), 40, "{result}");
    assert!(counted <= 2, "{result}");
    assert_eq!(result["strength"]["reason"], "too-few", "{result}");
    let text = stdout(command);
    assert!(text.contains("more games were the same"), "{text}");
    assert!(text.contains("Elo unknown: fewer than 10 different pairs"), "{text}");
    assert!(!text.contains("likelihood"), "{text}");
}

#[test]
fn every_pair_of_games_has_seasons_of_its_own() {
    // Neither of them draws anything, so two pairs of one layout are the same.
    let command = "match --red neural:sims=2 --blue neural:sims=3 --board 5x5 --seasons 3 \
                   --games 12 --opening empty --store none --json";
    assert_eq!(json(command)["repeated"], 0);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("layout.txt");
    std::fs::write(&file, "12312\n31231\n23123\n12312\n31231\n").expect("a file");
    let given = json(&format!("{command} --season-layout {}", file.display()));
    assert_eq!(given["repeated"], 10, "{given}");
}

#[test]
fn matches_begin_with_openings_that_differ() {
    let command = "match --red heuristic --blue minimax:depth=1 --board 7x7 --games 20 --json \
                   --store none";
    let result = timeless(json(command));
    assert_eq!(result["repeated"], 0, "{result}");
    assert_eq!(result, timeless(json(command)), "the same command, the same openings and games");
}

#[test]
fn matches_say_which_openings_they_have_used() {
    let command = "match --red random --blue random --games 6 --store none --board";
    let text = stdout(&format!("{command} torus:7x7"));
    assert!(text.contains("\nopenings: 3 of "), "{text}");
    assert!(text.contains(" balanced ones that come with hexring\n"), "{text}");
    let text = stdout(&format!("{command} 4x3"));
    assert!(text.contains(" found balanced by a short search\n"), "{text}");
    let text = stdout(&format!("{command} 4x4 --opening 2"));
    assert!(text.contains("\nopenings: ") && text.contains("random stones: 2\n"), "{text}");
    assert!(!stdout(&format!("{command} 4x4 --opening empty")).contains("openings"));
}

#[test]
fn openings_are_found_kept_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("openings.txt");
    let find = |more: &str| {
        let fixed = "openings --board 6x6 --player mcts:playouts=100 --within 0.2 --stones 1-3";
        format!("{fixed} --out {} {more}", file.display())
    };
    let found = json(&find("--count 2 --threads 1 --json"));
    assert_eq!((&found["openings"], &found["rules"]), (&json!(2), &json!("plane:6x6")), "{found}");
    let text = stdout(&find("--count 4"));
    assert!(text.starts_with("4 openings within 0.2 of even in "), "{text}");
    let whole = std::fs::read_to_string(&file).expect("kept");
    std::fs::remove_file(&file).expect("removed");
    stdout(&find("--count 4 --threads 2"));
    assert_eq!(std::fs::read_to_string(&file).expect("kept"), whole, "in one run, on two threads");
    let opening = file.display();
    let command = "match --red random --blue random --board 6x6 --games 8 --store none";
    let text = stdout(&format!("{command} --opening {opening}"));
    assert!(text.contains("\nopenings: 4 of 4 of the book\n"), "{text}");

    for (arguments, expected) in [
        (find("--seed 2"), "was made otherwise, with seed 1 and not 2: expected the same"),
        (find("--swap pieces"), "not for plane:6x6 swap=pieces"),
        (find("--count 0"), "0 is not in 1..=100000"),
        ("openings --out x --stones 4-1".to_owned(), "bad number of stones \"4-1\": expected"),
        ("openings --out x --within 0.5".to_owned(), "0.5 from even is no bound: expected"),
        (
            "openings --out x --board 3x3 --stones 9".to_owned(),
            "9 stones are too many for plane:3x3",
        ),
        (format!("{command} --first blue --opening {opening}"), "opening 1 begins with red"),
    ] {
        let output = hexring(&arguments).output().expect("ran");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.contains(expected), "{arguments}: {error}");
    }
    std::fs::write(&file, "a1 b2\n").expect("written");
    let output = hexring(&find("--count 1")).output().expect("ran");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && error.contains("line 1: expected"), "{error}");
}

#[test]
fn a_stopped_match_tells_the_score_and_how_to_go_on() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("s.sqlite");
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexring"))
        .args("match --red random --blue random --board 9x9 --games 40000 --threads 1".split(' '))
        .args(["--opening", "empty", "--store"])
        .arg(&store)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let log = folder.path().join("s.sqlite-wal");
    while std::fs::metadata(&log).map_or(0, |found| found.len()) < 200_000 {
        assert!(child.try_wait().expect("asked").is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let stopped = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(stopped.expect("sent").success());
    let output = child.wait_with_output().expect("ended");
    let (said, fault) = (String::from_utf8_lossy(&output.stdout), output.stderr);
    let fault = String::from_utf8_lossy(&fault);
    assert_eq!(output.status.code(), Some(130), "{fault}");
    assert!(said.contains("random won") && said.contains("games against random"), "{said}");
    assert!(fault.contains("run again to go on"), "{fault}");
}
