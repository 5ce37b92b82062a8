//! What the solver reads: proofs and saved searches, as they are and with a checksum that fits.

use std::time::Duration;

use hexring_control::{Control, Limit};
use hexring_game::{Board, Color, Move, Position, Rules};
use hexring_solver::{
    Claim, HeightRule, LocalRule, MIN_MEMORY, Options, PlainSearch, Proof, Solver, Wanted, check,
    find_height_rule, find_rule,
};

use super::{checksum, files};

/// Pieces of proofs.
pub(super) const WORDS: &[&str] = &[
    "\"won\"\n",
    "{\"linked\":0}\n",
    "{\"answers\":[[\"a1\",0],[\"b1\",0]]}\n",
    "{\"each\":[[\"a1\",\"b1\",0]]}\n",
    "{\"both\":[\"a1\",0,1]}\n",
    "{\"touch\":[\"a1\",\"b1\",[0,1]]}\n",
    "{\"chain\":[0,\"a1\",1]}\n",
    "{\"choice\":[0,1]}\n",
    "\"from\"",
    "\"to\"",
    "null",
    "torus:53x53",
    "-128",
    "18446744073709551615",
    "[[[[",
];

/// Boards whose claims the slow search can judge.
const SMALL: usize = 9;

/// Longer than any input takes that is not made to take long.
const PATIENCE: Duration = Duration::from_secs(5);

/// Boards whose proofs have steps of all kinds.
const PROVEN: [&str; 6] = [
    "plane:2x2",
    "plane:3x3 first=blue",
    "cylinder:3x3 first=blue",
    "cylinder:5x4 first=blue",
    "torus:3x3",
    "torus:2x3 first=blue",
];

fn solver() -> Solver {
    let options = Options { memory: MIN_MEMORY, ..Options::default() };
    Solver::new(options).expect("enough memory")
}

fn position(rules: &str) -> Position {
    Position::new(rules.parse::<Rules>().expect("rules")).expect("a board")
}

/// Proofs of small boards.
pub(super) fn proof_seeds() -> Vec<Vec<u8>> {
    let prove = |rules: &str| {
        let proof = solver().prove(&position(rules), &mut Control::default()).expect("a proof");
        proof.to_string().into_bytes()
    };
    PROVEN.iter().map(|rules| prove(rules)).collect()
}

/// Proofs: nothing false is accepted.
pub(super) fn proof(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    judge(&text);
    judge(&signed(&text));
}

fn judge(text: &str) {
    let Ok(proof) = text.parse::<Proof>() else { return };
    assert_eq!(proof.to_string(), text, "a proof has one spelling");
    if check(&proof, &Limit::none().within(PATIENCE)).is_ok() {
        assert!(is_true(&proof.claim), "{}", proof.claim);
    }
}

/// Whether a claim is true, as far as that is quickly found out.
fn is_true(claim: &Claim) -> bool {
    let mut position = Position::from_setup(&claim.position).expect("it was checked");
    if position.empty_count() > SMALL {
        return true;
    }
    if let Some(cell) = claim.first_move {
        position.play(Move::Place(cell)).expect("it was checked");
    }
    let winner = |color: Color| position.winner() == Some(color);
    match position.is_over() {
        true => winner(claim.winner),
        false => PlainSearch::new().value(&position) == Some(claim.winner),
    }
}

/// The lines of a text but for the last, with a footer that fits.
fn signed(text: &str) -> String {
    let end = text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
    let body = &text[..end];
    let (nodes, sum) = (body.matches('\n').count().saturating_sub(1), checksum(body.as_bytes()));
    format!("{body}{{\"nodes\":{nodes},\"checksum\":\"{sum:016x}\"}}\n")
}

/// Searches of small boards.
pub(super) fn table_seeds() -> Vec<Vec<u8>> {
    let search = |rules: &&str| {
        let (mut solver, mut saved) = (solver(), Vec::new());
        solver.solve(&position(rules), Wanted::AllMoves).expect("solved");
        solver.save(&mut saved).expect("saved");
        saved
    };
    ["plane:3x3", "cylinder:3x3 first=blue", "torus:3x3"].iter().map(search).collect()
}

/// Saved searches: what is taken up can be saved and taken up again.
pub(super) fn table(input: &[u8]) {
    load(input);
    if let Some((body, _)) = input.split_last_chunk::<8>() {
        load(&[body, &checksum(body).to_le_bytes()].concat());
    }
}

fn load(input: &[u8]) {
    let header = String::from_utf8_lossy(input.split(|byte| *byte == b'\n').next().unwrap_or(&[]));
    let board = header.split(' ').nth(1).and_then(|word| word.parse::<Board>().ok());
    let Some(board) = board.filter(|board| board.cell_count() <= 100) else { return };
    let mut solver = solver();
    if solver.load(board, &mut &*input).is_ok() {
        let mut saved = Vec::new();
        solver.save(&mut saved).expect("what was read can be saved");
        assert!(solver.load(board, &mut saved.as_slice()).is_ok(), "what was saved can be read");
    }
}

/// Pieces of rules without memory.
pub(super) const LOCAL_RULE_WORDS: &[&str] = &[
    "# hexring local rule 1\n",
    "# columns 3, seen 0, within 1\n",
    "# columns 0, seen 255, within 255\n",
    "rings,ring,column\n",
    "###/B../...",
    ",-128,255\n",
    "B..,0,1\n",
];

/// Rules that win small cylinders.
pub(super) fn local_rule_seeds() -> Vec<Vec<u8>> {
    let rule = |board: &str, seen| {
        let boards = [board.parse().expect("a board")];
        let found = find_rule(&boards, seen, 1, MIN_MEMORY, &mut Control::default());
        found.expect("an answer").found.expect("a rule").to_string().into_bytes()
    };
    [("cylinder:3x2", 1), ("cylinder:3x3", 1), ("cylinder:4x2", 0), ("cylinder:5x2", 1)]
        .map(|(board, seen)| rule(board, seen))
        .into()
}

/// Rules without memory.
pub(super) fn local_rule(input: &[u8]) {
    let Ok(rule) = String::from_utf8_lossy(input).parse::<LocalRule>() else { return };
    assert_eq!(rule.to_string().parse().as_ref(), Ok(&rule), "what was written is read");
    let limit = Limit::none().within(PATIENCE);
    for board in ["cylinder:3x2", "cylinder:3x3", "cylinder:4x2", "cylinder:5x2", "plane:3x3"] {
        // Whatever it answers: it ends, and within its memory.
        let _ = rule.check(board.parse::<Board>().expect("a board"), MIN_MEMORY, &limit);
    }
}

/// Words of rules for every height.
pub(super) const HEIGHT_WORDS: &[&str] = &[
    "# hexring every height 1\n",
    "# columns 2\n",
    "# columns 15\n",
    "seen,made of it\n",
    "##/B./..,##/BR/..\n",
    "../BB/##",
    "###/B../...",
    "/",
];

/// Rules that win cylinders of two and three columns, and one that answers nothing.
pub(super) fn height_seeds() -> Vec<Vec<u8>> {
    let found = find_height_rule(2, 1 << 30, &mut Control::default()).expect("an answer");
    let mut seeds = files("docs/tables", ".heights");
    seeds.push(found.rule.expect("a rule").to_string().into_bytes());
    seeds.push(b"# hexring every height 1\n# columns 4\nseen,made of it\n".to_vec());
    seeds
}

/// Rules for every height.
pub(super) fn heights(input: &[u8]) {
    let Ok(rule) = String::from_utf8_lossy(input).parse::<HeightRule>() else { return };
    assert_eq!(rule.to_string().parse().as_ref(), Ok(&rule), "what was written is read");
    // Whatever it makes of what it sees: the check ends.
    let _ = rule.check(&Limit::none().within(PATIENCE));
}
