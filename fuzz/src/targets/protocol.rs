//! The Hex text protocol: every command gets its answer.

use std::io::Cursor;

use hexring_game::Rules;
use hexring_htp::{Session, serve};
use hexring_players::Registry;

/// Commands and what may follow them.
pub(super) const WORDS: &[&str] = &[
    "boardsize 3 4\n",
    "boardsize 53\n",
    "clear_board\n",
    "play black a1\n",
    "play w swap-pieces\n",
    "play-game a1 b2 resign\n",
    "set_position black a1 white b2\n",
    "undo\n",
    "genmove b\n",
    "reg_genmove white\n",
    "kata-analyze 1\n",
    "dfpn-solve-state\n",
    "dfpn-solver-find-winning black\n",
    "showboard\n",
    "all_legal_moves\n",
    "final_score\n",
    "time_left b 1 0\n",
    "loadsgf nowhere.sgf\n",
    "param_game\n",
    "param_game topology torus\n",
    "param_random\n",
    "known_command quit\n",
    "12 name\n",
    "resign",
    "\u{0}",
    "#",
];

/// Sessions.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let sessions = [
        "name\nversion\nprotocol_version\nlist_commands\n",
        "1 boardsize 3 3\n2 play b a1\n3 genmove w\n4 undo\n5 showboard\n6 final_score\nquit\n",
        "boardsize 2\nplay black a1\nplay white swap-pieces\ndfpn-solve-state\n",
        "param_game\nparam_game topology cylinder\nall_legal_moves\nhexgui-analyze_commands\n",
        "boardsize 3\nkata-analyze 1\ndfpn-solver-find-winning b\ntime_left b 10 0\ngenmove b\n",
        "time_settings 600 0 0\ntime_settings 0 9 0\ntime_left w 10 0\ngenmove w\n",
    ];
    sessions.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// A session. Every search is interrupted as it begins, because it might take for ever.
pub(super) fn htp(input: &[u8]) {
    let mut lines = Vec::new();
    for line in input.split(|byte| *byte == b'\n') {
        lines.extend_from_slice(line);
        lines.extend_from_slice(b"\n# interrupt\n");
    }
    let player = Registry::standard().parse("random").expect("a player");
    let rules: Rules = "plane:3x3".parse().expect("rules");
    let mut session = Session::new(player, rules, 1).expect("a session");
    let (mut output, mut live) = (Vec::new(), Vec::new());
    serve(&mut session, Cursor::new(lines), &mut output, &mut live).expect("memory can be written");
    let answers = String::from_utf8(output).expect("answers are text");
    assert!(answers.is_empty() || answers.ends_with("\n\n") || answers.ends_with('\n'));
}
