//! What an index finds is what a replay of all games finds, on all boards and under all rules.

use std::collections::BTreeMap;
use std::path::PathBuf;

use hexring_control::{Control, Limit};
use hexring_game::record::Format;
use hexring_game::{Color, Game, Move, Ply, Position, Rules, Symmetry};
use proptest::prelude::*;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::*;
use crate::export;
use crate::rows::{GameResult, GameRow};
use crate::store::Store;

/// Boards so small that positions meet, with everything that the rules have.
const RULES: [&[&str]; 10] = [
    &["2x2", "2x2 first=blue", "2x2 swap=pieces", "2x2 swap=sides"],
    &["3x3", "3x3 swap=pieces", "3x3 first=blue swap=pieces"],
    &["3x2", "3x2 swap=sides", "3x2 first=blue"],
    &["cylinder:3x2", "cylinder:3x2 first=blue", "cylinder:3x2 swap=sides"],
    &["torus:2x2 swap=pieces", "torus:2x2", "torus:3x3"],
    &["torus:3x2", "torus:3x2 turns=random"],
    &["2x2 turns=random", "2x2"],
    &["cylinder:2x3 turns=random", "1x1", "1x3", "1x1 swap=pieces"],
    &[
        "2x2 seasons=12/21 years=12/21",
        "2x2 seasons=12/12 years=12/21",
        "2x2 seasons=11/22 years=21/12",
        "2x2 seasons=12/12 years=12/21 no-move=discard",
    ],
    &[
        "torus:2x2 seasons=11/12 years=12/12 turns=random",
        "torus:2x2 seasons=12/11 years=12/12 turns=random",
        "cylinder:2x2 seasons=22/21 years=12/21",
        "cylinder:2x2 seasons=22/12 years=12/21 swap=sides",
    ],
];

fn random_game(rules: &str, rng: &mut Xoshiro256PlusPlus) -> Game {
    let rules: Rules = rules.parse().expect("rules");
    let mut game = Game::new(rules).expect("a game");
    let most = rng.random_range(0..=10);
    while game.plies().len() < most && !game.position().is_over() {
        if game.position().coin_due() {
            game.toss(*Color::ALL.choose(rng).expect("two")).expect("due");
        }
        match game.position().legal_moves().choose(rng) {
            Some(mv) => game.play(*mv).expect("legal"),
            None => break,
        }
    }
    // A coin that was flipped for nothing is no part of what was played.
    let mut again = Game::new(game.rules().clone()).expect("a game");
    game.plies().iter().for_each(|ply| again.play_ply(*ply).expect("legal"));
    again
}

fn row(number: usize, game: &Game) -> GameRow {
    let plies: Vec<String> = game.plies().iter().map(ToString::to_string).collect();
    let ending = game.ending();
    GameRow {
        key: format!("{number:03}"),
        number: number as u32,
        rules: game.rules().to_string(),
        players: hexring_game::ByColor { red: format!("r{number}"), blue: "b".to_owned() },
        moves: plies.join(" "),
        plies: plies.len() as u32,
        result: ending.map_or_else(GameResult::default, |ending| {
            GameResult::of_ending(&ending, game.position().sides_swapped())
        }),
        ..GameRow::default()
    }
}

/// By move: in how many games it was played, and how many of them Red and Blue won.
type Counts = BTreeMap<String, (u64, u64, u64)>;

/// Some games in a store, in an SGF collection, and in an index of each.
struct Library {
    _folder: tempfile::TempDir,
    files: [PathBuf; 4],
    games: Vec<Game>,
}

impl Library {
    fn new(games: Vec<Game>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let files = ["store.sqlite", "games.sgf", "a.index", "b.index"]
            .map(|name| folder.path().join(name));
        let rows: Vec<GameRow> = games.iter().enumerate().map(|(n, game)| row(n, game)).collect();
        Store::open(&files[0]).expect("opens").save(&rows, &[]).expect("saves");
        let sgf =
            |row: &GameRow| export::record(row).expect("a record").write(Format::Sgf).expect("SGF");
        std::fs::write(&files[1], rows.iter().map(sgf).collect::<String>()).expect("written");
        for (file, path) in files[..2].iter().zip(&files[2..]) {
            let mut index = Index::open(path).expect("opens");
            let files = [file.clone()];
            let done = import(&mut index, &files, false, 2, &mut Control::default());
            let done = done.expect("imports");
            assert_eq!((done.games, done.added), (games.len() as u64, games.len() as u64));
        }
        Library { _folder: folder, files, games }
    }

    /// The games that a file has with a position, by who played Red, and what followed.
    fn found(&self, file: usize, game: &Game) -> (Vec<String>, Counts) {
        let (mut query, mut findings) = (Query::new(game), Findings::default());
        let (address, mut names) = (query.address(), Vec::new());
        let mut source = open(&self.files[file], false, 2).expect("opens");
        source
            .visit(Some(address), &Limit::none(), &mut |game| {
                if let Some(hit) = query.find(game) {
                    findings.add(game, &hit.followed(game));
                    names.push(game.players.red.to_owned());
                }
            })
            .expect("readable");
        names.sort();
        let moves = findings.continuations().into_iter().map(|found| {
            let outcome = found.outcome;
            (found.ply.to_string(), (outcome.games, outcome.won.red, outcome.won.blue))
        });
        (names, moves.collect())
    }

    /// The same by the definition: every position of every game under every symmetry.
    fn by_definition(&self, wanted: &Game) -> (Vec<String>, Counts) {
        let (mut names, mut moves) = (Vec::new(), Counts::new());
        for (number, game) in self.games.iter().enumerate() {
            let Some(followed) = first_followed(game, wanted) else { continue };
            names.push(format!("r{number}"));
            if let (exchanged, Some(next)) = followed {
                let winner = game.ending().and_then(|ending| ending.winner());
                let winner = winner.map(|color| if exchanged { !color } else { color });
                let count = moves.entry(next.to_string()).or_default();
                count.0 += 1;
                count.1 += u64::from(winner == Some(Color::Red));
                count.2 += u64::from(winner == Some(Color::Blue));
            }
        }
        names.sort();
        (names, moves)
    }
}

/// What followed where a game has the position for the first time, turned back, the least of all
/// ways to turn it.
fn first_followed(game: &Game, wanted: &Game) -> Option<(bool, Option<Ply>)> {
    let mut position = Position::new(game.rules().clone()).expect("rules");
    let mut swapped = false;
    for (number, ply) in game.plies().iter().map(Some).chain([None]).enumerate() {
        let ways: Vec<Symmetry> = Symmetry::all(position.board())
            .into_iter()
            .filter(|symmetry| same(&position, swapped, wanted, *symmetry))
            .collect();
        let turned = |ply: Ply, symmetry: Symmetry| Ply {
            color: if symmetry.exchanges_colors() { !ply.color } else { ply.color },
            mv: match ply.mv {
                Move::Place(cell) => Move::Place(symmetry.image(cell)),
                other => other,
            },
        };
        let reply = game.plies().get(number + 1);
        let least = ways.iter().min_by_key(|symmetry| {
            let key = |ply: Option<&Ply>| {
                ply.map(|ply| turned(*ply, **symmetry)).map(|ply| (ply.mv, ply.color))
            };
            (key(ply), key(reply), symmetry.exchanges_colors())
        });
        if let Some(symmetry) = least {
            return Some((symmetry.exchanges_colors(), ply.map(|ply| turned(*ply, *symmetry))));
        }
        let ply = ply?;
        if position.coin_due() {
            position.toss(ply.color).expect("due");
        }
        position.play(ply.mv).expect("legal");
        swapped = ply.mv == Move::Swap;
    }
    None
}

/// Whether a symmetry makes the wanted position of one.
fn same(position: &Position, swapped: bool, wanted: &Game, symmetry: Symmetry) -> bool {
    let (own, target) = (position, wanted.position());
    let color = |color: Color| if symmetry.exchanges_colors() { !color } else { color };
    let (rules, other) = (own.rules(), target.rules());
    let wanted_swapped = wanted.plies().last().is_some_and(|ply| ply.mv == Move::Swap);
    if rules.board != other.board || rules.turns != other.turns || swapped != wanted_swapped {
        return false;
    }
    let seasons = match (&rules.seasons, &other.seasons) {
        (None, None) => true,
        (Some(mine), Some(theirs)) => {
            let image = |site| own.board().site(symmetry.image(own.board().cell(site)));
            let same_layout = own.board().sites().all(|site| {
                Some(mine.layout.season(site)) == image(site).map(|to| theirs.layout.season(to))
            });
            let same_years = Color::ALL.iter().all(|c| mine.years[*c] == theirs.years[color(*c)]);
            same_layout && same_years && mine.no_move == theirs.no_move
        }
        _ => false,
    };
    seasons
        && own.to_move().map(color) == target.to_move()
        && Color::ALL.iter().all(|c| own.season(*c) == target.season(color(*c)))
        && own
            .board()
            .cells()
            .all(|cell| own.stone(cell).map(color) == target.stone(symmetry.image(cell)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn an_index_finds_what_a_replay_finds(which in 0..RULES.len(), seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = || {
            let rules = *RULES[which].choose(&mut rng).expect("rules");
            random_game(rules, &mut rng)
        };
        let library = Library::new((0..30).map(|_| game()).collect());
        for wanted in (0..10).map(|_| game()).chain(library.games[..3].iter().cloned()) {
            let expected = library.by_definition(&wanted);
            for file in 0..library.files.len() {
                prop_assert_eq!(
                    &library.found(file, &wanted), &expected,
                    "{} {:?} in {}", wanted.rules(), wanted.plies(), file
                );
            }
        }
    }
}

#[test]
fn large_boards_have_keys_too() {
    let moves = "a1 s19 j10 k10 t20 aa27";
    for rules in ["53x53", "cylinder:40x30", "torus:30x30"] {
        let mut game = Game::new(rules.parse().expect("rules")).expect("a game");
        moves.split(' ').for_each(|mv| game.play(mv.parse().expect("a move")).expect("legal"));
        let library = Library::new(vec![game.clone()]);
        game.undo();
        for file in 0..4 {
            assert_eq!(library.found(file, &game).0, ["r0"], "{rules}");
        }
    }
}

#[test]
fn an_import_is_whole_or_nothing_and_games_count_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let [good, bad, path] = ["good.sgf", "bad.sgf", "index"].map(|name| folder.path().join(name));
    std::fs::write(&good, "(;SZ[3];B[a1])(;SZ[3];B[b2])(;SZ[3]AB[a1];W[b2])").expect("written");
    std::fs::write(&bad, "(;SZ[3];B[c3])(;SZ[3];B[z9])").expect("written");
    let mut index = Index::open(&path).expect("opens");
    let mut add = |files: &[&PathBuf], skip| {
        let files: Vec<PathBuf> = files.iter().map(|file| (*file).clone()).collect();
        let done = import(&mut index, &files, skip, 2, &mut Control::default());
        (done.map_err(|error| error.to_string()), index.len().expect("a number"))
    };
    let (done, count) = add(&[&good], false);
    let done = done.expect("imports");
    assert_eq!((done.added, done.moves, count), (2, 2, 2));
    assert_eq!(done.left_out, LeftOut { unusual: 1, bad: 0 });
    let (done, count) = add(&[&good], false);
    assert_eq!((done.expect("again").added, count), (0, 2));
    let (done, count) = add(&[&good, &bad], false);
    assert!(done.expect_err("bad").contains("bad.sgf, game 2: "));
    assert_eq!(count, 2, "nothing of it");
    let (done, count) = add(&[&bad, &good], true);
    assert_eq!(done.expect("skips").left_out, LeftOut { unusual: 1, bad: 1 });
    assert_eq!(count, 3);
    let stop = hexring_control::Stop::new();
    stop.raise();
    let stopped = import(&mut index, &[good], false, 2, &mut Control::of(&stop));
    assert!(matches!(stopped, Err(SourceError::Stopped)));
}

#[test]
fn filters_say_what_they_mean() {
    let text = "(;GM[11]SZ[3]PB[Ann]PW[bob]RE[B+]DT[2026-03-05];B[a1];W[b2])\
                (;GM[11]SZ[4]PB[Bob]PW[cid]RE[W+Resign]DT[2025-12-31];B[a1])\
                (;GM[11]SZ[3];B[c3];W[swap-sides];W[a1])";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sgf");
    std::fs::write(&file, text).expect("written");
    let admitted = |filter: &Filter| {
        let mut keys = Vec::new();
        let see = &mut |game: &GameView<'_>| {
            if filter.admits(game) {
                keys.push(game.key.trim_start_matches("games.sgf#").to_owned());
            }
        };
        open(&file, false, 1).expect("opens").visit(None, &Limit::none(), see).expect("readable");
        keys.join(" ")
    };
    let all = Filter::default;
    assert_eq!(admitted(&all()), "1 2 3");
    assert_eq!(admitted(&Filter { players: vec!["bob".into()], ..all() }), "1 2");
    assert_eq!(admitted(&Filter { players: vec!["BOB".into(), "an".into()], ..all() }), "1");
    let seats = hexring_game::ByColor { red: Some("bob".to_owned()), blue: None };
    assert_eq!(admitted(&Filter { seats, ..all() }), "2");
    let won = |winner: &str| Filter { winner: Some(winner.parse().expect("any")), ..all() };
    assert_eq!(admitted(&won("red")), "1");
    assert_eq!(admitted(&won("cid")), "2");
    assert_eq!(admitted(&won("none")), "3");
    assert_eq!(admitted(&Filter { board: "4x4".parse().ok(), ..all() }), "2");
    assert_eq!(admitted(&Filter { rules: "3x3".parse().ok(), ..all() }), "1");
    assert_eq!(admitted(&Filter { swap: Some(hexring_game::Swap::Sides), ..all() }), "3");
    let opening = |moves: &str| Filter { opening: moves.parse().expect("moves"), ..all() };
    assert_eq!(admitted(&opening("a1")), "1 2");
    assert_eq!(admitted(&opening("c3 swap")), "3");
    let long = |length: &str| Filter { length: length.parse().expect("a length"), ..all() };
    assert_eq!((admitted(&long("..2")), admitted(&long("3"))), ("1 2".into(), "3".into()));
    let since = |day: &str| Filter { since: day.parse().ok(), ..all() };
    let until = |day: &str| Filter { until: day.parse().ok(), ..all() };
    assert_eq!((admitted(&since("2026")), admitted(&until("2025"))), ("1".into(), "2".into()));
    assert_eq!(admitted(&until("2026-03-05")), "1 2");
    for bad in ["12..3", "x", "..y"] {
        assert!(bad.parse::<Length>().is_err(), "{bad}");
    }
    for bad in ["", "26-1-1", "2026-1", "yesterday"] {
        assert!(bad.parse::<Day>().is_err(), "{bad}");
    }
}
