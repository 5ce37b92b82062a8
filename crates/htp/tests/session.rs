//! Scripted sessions with every command of the base set.

use std::io::{BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use hexring_htp::{Session, serve};

/// The answers to a script, in order: each without its final empty line.
fn answers(player: &str, rules: &str, script: &str) -> Vec<String> {
    let mut output = Vec::new();
    let mut session = session(player, rules);
    let input = BufReader::new(std::io::Cursor::new(script.to_owned().into_bytes()));
    serve(&mut session, input, &mut output, &mut Vec::new()).expect("written to memory");
    let text = String::from_utf8(output).expect("text");
    assert!(text.is_empty() || text.ends_with("\n\n"), "{text:?}");
    text.split("\n\n").filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn session(player: &str, rules: &str) -> Session {
    let (spec, rules) = (player.parse().expect("a player"), rules.parse().expect("rules"));
    Session::new(spec, rules, 1).expect("rules that fit")
}

/// Compares answers one by one; an expectation that ends with … is the beginning.
fn check(player: &str, rules: &str, dialogue: &[(&str, &str)]) {
    let script: String = dialogue.iter().map(|(command, _)| format!("{command}\n")).collect();
    let answers = answers(player, rules, &script);
    assert_eq!(answers.len(), dialogue.len(), "{answers:#?}");
    for ((command, expected), answer) in dialogue.iter().zip(&answers) {
        match expected.strip_suffix('…') {
            Some(beginning) => assert!(answer.starts_with(beginning), "{command}: {answer:?}"),
            None => assert_eq!(answer, expected, "{command}"),
        }
    }
}

#[test]
fn the_base_set() {
    check(
        "random",
        "5x5",
        &[
            ("name", "= hexring"),
            ("1 version", "=1 0.2.0 random"),
            ("2 protocol_version", "=2 2"),
            ("list_commands", "= name\nversion…"),
            ("known_command genmove", "= true"),
            ("known_command fly", "= false"),
            ("boardsize 3 3", "= "),
            ("play black a1", "= "),
            ("play B b2", "= "),
            ("play white c3", "= "),
            ("all_legal_moves", "= b1 c1 a2 c2 a3 b3"),
            ("showboard", "= \n…"),
            ("undo", "= "),
            ("undo", "= "),
            ("all_legal_moves", "= b1 c1 a2 b2 c2 a3 b3 c3"),
            ("final_score", "= cannot score"),
            ("reg_genmove white", "= …"),
            ("clear_board", "= "),
            ("play-game a1 b1 a2 b2 a3", "= "),
            ("final_score", "= B+"),
            ("genmove white", "? nobody is to move: red wins"),
            ("play white c1", "? c1 is not possible: the game is over, red has won"),
            ("set_position black a1 white b2 black c3", "= "),
            ("all_legal_moves", "= b1 c1 a2 c2 a3 b3"),
            ("time_settings 600 0 0", "= "),
            ("time_left black 10 0", "= "),
            ("genmove black", "= …"),
            ("param_game", "= [bool] allow_swap 0\n[list/plane/cylinder/torus] topology plane"),
            ("param_random", "= "),
            ("hexgui-analyze_commands", "= plist/All Legal Moves/all_legal_moves…"),
            ("gogui-interrupt", "= "),
            ("9 quit", "=9 "),
        ],
    );
}

#[test]
fn errors_name_the_value_and_change_nothing() {
    check(
        "random",
        "3x3",
        &[
            ("fly", "? unknown command: fly"),
            ("boardsize", "? boardsize needs columns and rows"),
            ("boardsize x", "? bad size x: expected a number from 1 to 53"),
            (
                "boardsize 54 3",
                "? board size 54x3 is out of range: expected 1 to 53 columns and rows",
            ),
            ("play black", "? play needs a colour and a move"),
            ("play green a1", "? unknown colour \"green\"…"),
            ("play black z9", "? z9 is not on the board plane:3x3"),
            ("play black hello", "? bad move \"hello\"…"),
            ("play black a1", "= "),
            ("play white a1", "? a1 is occupied by red: expected an empty cell"),
            ("set_position black b1 white", "? set_position needs pairs of a colour and a cell"),
            ("set_position black b1 white b1", "? b1 is occupied by red: expected an empty cell"),
            ("undo", "= "),
            ("undo", "? cannot undo: no move was made"),
            ("genmove", "? genmove needs a colour: black or white"),
            ("loadsgf nowhere.sgf", "? nowhere.sgf: …"),
            ("param_game speed 3", "? unknown setting speed: expected allow_swap or topology"),
            ("param_game topology sphere", "? unknown topology \"sphere\"…"),
            ("param_random speed 3", "? player random has no option \"speed\"…"),
            ("time_left black soon", "? bad time soon: expected seconds"),
            ("time_settings 600 0", "? time_settings needs three numbers"),
            ("time_settings 600 0 some", "? bad time some: expected seconds"),
            ("quit", "= "),
        ],
    );
}

/// The middle of 3×3 wins.
#[test]
fn a_player_may_resign() {
    check(
        "neural:sims=50,resign=0.4",
        "3x3",
        &[
            ("play black b2", "= "),
            ("reg_genmove white", "= resign"),
            ("genmove white", "= resign"),
            ("genmove black", "? nobody is to move: red wins: blue resigned"),
            ("undo", "= "),
            ("genmove black", "= …"),
        ],
    );
}

#[test]
fn boards_that_a_player_is_not_made_for_are_warned_of() {
    let (mut output, mut log) = (Vec::new(), Vec::new());
    let input = BufReader::new(std::io::Cursor::new("boardsize 11\nboardsize 40 40\n"));
    serve(&mut session("neural", "5x5"), input, &mut output, &mut log).expect("written to memory");
    let log = String::from_utf8(log).expect("text");
    assert!(log.starts_with("warning: plane:40x40 is larger") && log.lines().count() == 1, "{log}");
}

/// Boards of other programs are corrupt after such sequences.
#[test]
fn resizing_to_rectangles_and_back() {
    check(
        "random",
        "cylinder:4x4",
        &[
            ("play black d4", "= "),
            ("boardsize 5 3", "= "),
            ("play black e3", "= "),
            ("play black d4", "? d4 is not on the board cylinder:5x3"),
            ("boardsize 2 7", "= "),
            ("all_legal_moves", "= a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7"),
            ("play white a3", "= "),
            ("play white b3", "= "),
            ("final_score", "= W+"),
            ("boardsize 4", "= "),
            ("final_score", "= cannot score"),
            ("param_game topology torus", "= "),
            ("boardsize 1 1", "= "),
            ("genmove white", "= a1"),
            ("final_score", "= W+"),
            ("quit", "= "),
        ],
    );
}

#[test]
fn swaps_take_the_form_that_the_board_allows() {
    check(
        "random",
        "3x3",
        &[
            ("param_game allow_swap 1", "= "),
            ("play black a2", "= "),
            ("all_legal_moves", "= a1 b1 c1 b2 c2 a3 b3 c3 swap-pieces"),
            ("play white swap-pieces", "= "),
            ("all_legal_moves", "= a1 c1 a2 b2 c2 a3 b3 c3"),
            ("boardsize 3 4", "= "),
            ("play black a2", "= "),
            ("all_legal_moves", "= a1 b1 c1 b2 c2 a3 b3 c3 a4 b4 c4 swap-sides"),
            ("quit", "= "),
        ],
    );
}

#[test]
fn sgf_files_are_loaded_up_to_a_move() {
    let path = std::env::temp_dir().join(format!("hexring-htp-{}.sgf", std::process::id()));
    std::fs::write(&path, "(;GM[11]SZ[4];B[a1];W[b2];B[c3])").expect("written");
    let load = format!("loadsgf {}", path.display());
    let load_two = format!("{load} 2");
    check(
        "random",
        "3x3",
        &[
            (load.as_str(), "= white"),
            ("undo", "= "),
            (load_two.as_str(), "= black"),
            ("play black d4", "= "),
            ("quit", "= "),
        ],
    );
    std::fs::remove_file(path).expect("removed");
}

#[test]
fn comments_and_empty_lines_are_not_answered() {
    let answers = answers("random", "3x3", "# hello\n\n   \nname # again\nquit\n");
    assert_eq!(answers, ["= hexring", "= "]);
}

/// An input that can be written to while the engine works.
struct Pipe {
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.lines.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

fn pipe() -> (Sender<Vec<u8>>, Pipe) {
    let (sender, lines) = channel();
    (sender, Pipe { lines, rest: Vec::new() })
}

/// Runs a script whose last line is sent after a while, and says how long it took.
fn run_with_pause(
    player: &str,
    before: &str,
    pause: Duration,
    after: &str,
) -> (String, String, Duration) {
    let (sender, pipe) = pipe();
    let mut session = session(player, "11x11");
    sender.send(before.as_bytes().to_vec()).expect("open");
    let after = after.to_owned();
    let started = Instant::now();
    std::thread::spawn(move || {
        std::thread::sleep(pause);
        let _ = sender.send(after.into_bytes());
    });
    let (mut output, mut live) = (Vec::new(), Vec::new());
    serve(&mut session, BufReader::new(pipe), &mut output, &mut live).expect("written to memory");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output), text(live), started.elapsed())
}

/// How long a search may go on before something comes of it: a busy machine may keep it waiting.
const PAUSES: [u64; 3] = [300, 2000, 10_000];

/// A search that would take minutes ends when it is interrupted, with a move.
#[test]
fn interrupt_ends_a_search() {
    let player = "mcts:playouts=1000000000000";
    let mut tries = PAUSES.into_iter().map(|pause| {
        let pause = Duration::from_millis(pause);
        let (output, live, took) =
            run_with_pause(player, "genmove black\n", pause, "# interrupt\nquit\n");
        assert!(took < pause + Duration::from_secs(60), "{took:?}");
        (output, live)
    });
    let (output, live) = tries.find(|(_, live)| !live.is_empty()).expect("live reports");
    let answers: Vec<&str> = output.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), 2, "{output:?}");
    let cell = answers[0].strip_prefix("= ").expect("an answer");
    assert!(cell.parse::<hexring_game::Cell>().is_ok(), "{cell}");
    let blocks = live.matches("gogui-gfx:\nuct\nVAR B ").count();
    assert!(blocks > 0 && live.contains("INFLUENCE ") && live.contains("\nTEXT "), "{live}");
}

/// Analysis streams lines until the next command comes, which is answered then.
#[test]
fn analysis_ends_at_the_next_command() {
    let player = "mcts:playouts=1000000000000";
    let mut tries = PAUSES.into_iter().map(|pause| {
        let pause = Duration::from_millis(pause);
        let (output, _, took) = run_with_pause(player, "kata-analyze\n", pause, "name\nquit\n");
        assert!(took < pause + Duration::from_secs(60), "{took:?}");
        output
    });
    let output = tries.find(|output| output.contains("info move ")).expect("an analysis");
    assert!(output.starts_with("=\ninfo move ") && output.contains(" visits "), "{output:?}");
    assert!(output.ends_with("\n\n= hexring\n\n= \n\n"), "{output:?}");
}

/// The clock of the game ends a search too.
#[test]
fn the_clock_ends_a_search() {
    for clock in ["time_left black 10 0", "time_settings 10 0 0"] {
        let commands = format!("{clock}\ngenmove black\nquit\n");
        let player = "mcts:playouts=1000000000000";
        let (output, _, took) = run_with_pause(player, &commands, Duration::ZERO, "");
        assert!(took < Duration::from_secs(60), "{took:?}");
        assert_eq!(output.split_terminator("\n\n").count(), 3, "{output:?}");
    }
}

#[test]
fn exact_answers() {
    check(
        "random",
        "3x3",
        &[
            ("dfpn-solve-state", "= black"),
            ("dfpn-solve-state white", "= white"),
            ("dfpn-solver-find-winning black", "= …"),
            ("play-game a1 b1 a2 b2 a3", "= "),
            ("dfpn-solve-state", "? nobody is to move"),
            ("dfpn-solve-state black", "? nothing to solve: the game is over, red has won"),
            ("quit", "= "),
        ],
    );
}

#[test]
fn settings_of_the_player_are_listed_and_changed() {
    check(
        "minimax",
        "3x3",
        &[
            ("param_minimax depth 3", "= "),
            ("version", "= 0.2.0 minimax:depth=3"),
            ("param_minimax depth 99", "? bad value minimax:depth=99: expected a whole number…"),
            ("quit", "= "),
        ],
    );
}
