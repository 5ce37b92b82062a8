//! The player `neural`: tactics, limits, repetition, and play from proven positions.

use std::time::{Duration, Instant};

use hexring_control::{Limit, Stop};
use hexring_game::{Cell, Color, Game, Move, Position, Rules, Setup};
use hexring_network::{Evaluator, Network};
use hexring_players::{Choice, Control, Player, Spec, decide};
use hexring_solver::random_turn_value;

fn player(spec: &str) -> Box<dyn Player> {
    spec.parse::<Spec>().expect("a spec").build(1).expect("it can be made")
}

fn choose(spec: &str, game: &Game) -> Choice {
    decide(player(spec).as_mut(), game, &mut Control::default()).expect("supported")
}

fn game(rules: &str, moves: &str) -> Game {
    let mut game = Game::new(rules.parse().expect("rules")).expect("rules");
    for mv in moves.split_whitespace() {
        game.play(mv.parse().expect("a move")).expect("legal");
    }
    game
}

fn setup(board: &str, red: &str, blue: &str, to_move: Color) -> Game {
    let mut setup = Setup::new(Rules::new(board.parse().expect("a board")));
    for (color, cells) in [(Color::Red, red), (Color::Blue, blue)] {
        setup.stones[color] = cells.split(' ').map(|cell| cell.parse().expect("a cell")).collect();
    }
    setup.to_move = Some(to_move);
    Game::from_setup(&setup).expect("a position")
}

/// Who wins with best play, by trying everything.
fn winner(position: &Position) -> Color {
    let Some(mover) = position.to_move() else {
        return position.winner().expect("somebody has won");
    };
    let wins = |site| {
        let mut after = position.clone();
        after.play_site(site);
        winner(&after) == mover
    };
    if position.legal_sites().any(wins) { mover } else { !mover }
}

#[test]
fn a_win_in_one_is_found_and_proven() {
    let cases = [
        ("plane:5x5", "c1 c2 c3 c4", "a1 a2 a3 a4", Color::Red),
        ("plane:5x5", "b1 b5 e1 e2", "a3 b3 c3 d3", Color::Blue),
        ("cylinder:4x4", "a1 a2 d1 c1", "a3 b3 c3 d4", Color::Blue),
        ("torus:4x4", "a1 a2 a3 c1", "b2 c3 d1 d2", Color::Red),
    ];
    for (board, red, blue, mover) in cases {
        let game = setup(board, red, blue, mover);
        let wins = |mv: &Move| {
            let mut after = game.clone();
            after.play(*mv).is_ok() && after.position().winner() == Some(mover)
        };
        assert!(game.position().legal_moves().iter().any(wins), "{board} has a win in one");
        let choice = choose("neural:sims=1", &game);
        assert!(wins(&choice.mv), "{board}: {}", choice.mv);
        assert_eq!(choice.value, Some(1.0));
    }
}

/// One cell away from losing, the search plays there: every other move is proven lost.
#[test]
fn a_threat_is_blocked() {
    let game = setup("plane:6x6", "c1 c2 c3 c4 c5", "b6 a2 d5 e2 f4", Color::Blue);
    let choice = choose("neural:sims=60", &game);
    assert_eq!(choice.mv.to_string(), "c6");
}

/// From positions that are won by proof, the player wins against every defence that it meets.
#[test]
fn proven_positions_are_won() {
    for board in ["plane:3x3", "cylinder:3x3", "cylinder:2x4", "torus:3x3"] {
        let start = Game::new(board.parse().expect("rules")).expect("rules");
        let strong = winner(start.position());
        for seed in 0..4 {
            let mut game = start.clone();
            let mut defender =
                "random".parse::<Spec>().expect("a spec").build(seed).expect("it can be made");
            let mut attacker = player("neural:sims=200");
            while let Some(mover) = game.position().to_move() {
                let turn = if mover == strong { &mut attacker } else { &mut defender };
                let choice = decide(turn.as_mut(), &game, &mut Control::default());
                let choice = choice.expect("a move");
                game.play(choice.mv).expect("legal");
            }
            assert_eq!(game.position().winner(), Some(strong), "{board}");
        }
    }
}

/// On small boards the search finds the winning moves, and what it calls certain is true.
#[test]
fn proofs_are_right() {
    for board in ["plane:3x3", "plane:3x2", "cylinder:3x2", "cylinder:2x3", "torus:3x2"] {
        for opening in ["", "a1", "b2", "a2"] {
            let mut game = game(board, opening);
            let Some(mover) = game.position().to_move() else { continue };
            let is_won = winner(game.position()) == mover;
            let choice = choose("neural:sims=100000", &game);
            let value = choice.value.expect("a value");
            assert!(value.fract() > 0.0 || (value == 1.0) == is_won, "{board} after {opening}");
            game.play(choice.mv).expect("legal");
            assert_eq!(winner(game.position()) == mover, is_won, "{board} after {opening}");
        }
    }
}

/// Narrowing down a node may leave lost moves only, which proves it.
#[test]
fn narrowed_nodes_are_proven() {
    let game = game("torus:4x3 first=blue", "c2 d2 c3 b3");
    let is_won = winner(game.position()) == Color::Blue;
    for after in 1..=4 {
        let choice = choose(&format!("neural:sims=200,connections={after}"), &game);
        let value = choice.value.expect("a value");
        assert!(value.fract() > 0.0 || (value == 1.0) == is_won, "{value} after {after} visits");
        let mut next = game.clone();
        next.play(choice.mv).expect("legal");
        assert_eq!(winner(next.position()) == Color::Blue, is_won, "{}", choice.mv);
    }
}

#[test]
fn the_bare_policy_is_one_evaluation() {
    let choice = choose("neural:sims=0", &game("plane:5x5", ""));
    assert_eq!((choice.mv.to_string().as_str(), choice.work.count), ("c3", 1));
    let names: Vec<&str> = choice.maps.iter().map(|map| map.name).collect();
    assert_eq!(names, ["policy"]);
    let sum: f64 = choice.maps[0].scores.iter().map(|(_, share)| share).sum();
    assert!((sum - 1.0).abs() < 1e-5, "{sum}");
}

#[test]
fn a_search_shows_its_thoughts() {
    let choice = choose("neural:sims=100,connections=0", &game("cylinder:5x5", "a1 c3"));
    let names: Vec<&str> = choice.maps.iter().map(|map| map.name).collect();
    assert_eq!(names, ["policy", "visits", "win rate"]);
    let visits: f64 = choice.maps[1].scores.iter().map(|(_, visits)| visits).sum();
    assert!(visits + 1.0 == choice.work.count as f64, "{visits} visits");
    let mut after = game("cylinder:5x5", "a1 c3");
    for mv in &choice.line {
        after.play(*mv).expect("the line is legal");
    }
}

/// For an analysis: a map with one cell says nothing of the others.
#[test]
fn alternatives_are_looked_at_too() {
    let game = game("plane:9x9", "c7 e5");
    let visits = |spec: &str| -> Vec<f64> {
        let choice = choose(spec, &game);
        let map = choice.maps.iter().find(|map| map.name == "visits").expect("a map of visits");
        map.scores.iter().map(|(_, visits)| *visits).collect()
    };
    let often = |visits: &[f64]| visits.iter().filter(|visits| **visits >= 3.0).count();
    let (plain, broad) = (visits("neural:sims=200"), visits("neural:sims=200,alternatives=12"));
    assert!(often(&plain) < 12, "{plain:?}");
    assert!(often(&broad) >= 12, "{broad:?}");
    let most = broad.iter().copied().fold(0.0, f64::max);
    assert!(most > 60.0, "most visits are still for the best move: {broad:?}");
}

#[test]
fn neither_threads_nor_repetition_change_the_thoughts() {
    let game = game("torus:6x6", "a1 c3 d5");
    let thoughts = |threads: u32| {
        let spec = format!("neural:sims=80,batch=16,alternatives=5,threads={threads}");
        let choice = choose(&spec, &game);
        (choice.mv, choice.value, choice.line, choice.maps)
    };
    let first = thoughts(1);
    assert!([1, 2, 3, 7].iter().all(|threads| thoughts(*threads) == first));
}

/// A megabyte holds some 250 positions of this board.
#[test]
fn a_full_tree_does_not_end_the_search() {
    let game = game("plane:11x11", "a10 f6");
    let spec = "neural:sims=1000,connections=0";
    let choice = choose(&format!("{spec},memory=1"), &game);
    assert_eq!(choice.work.count, 1001);
    let free = choose(spec, &game);
    let (value, other) = (choice.value.expect("a value"), free.value.expect("a value"));
    assert!((value - other).abs() < 0.05, "{value} in little memory, {other} in much");
    let same = choose(&format!("{spec},memory=1,threads=2"), &game);
    assert!(same.maps == choice.maps && same.line == choice.line, "threads change nothing");
}

#[test]
fn a_temperature_varies_the_moves() {
    let game = game("plane:7x7", "");
    let first = |seed: u64, temperature: &str| {
        let spec = format!("neural:sims=0,temperature={temperature}");
        let mut player = spec.parse::<Spec>().expect("a spec").build(seed).expect("it can be made");
        decide(player.as_mut(), &game, &mut Control::default()).expect("a move").mv
    };
    let moves = |temperature| (0..12).map(|seed| first(seed, temperature)).collect::<Vec<_>>();
    let (cold, hot) = (moves("0"), moves("5"));
    assert!(cold.iter().all(|mv| *mv == cold[0]));
    assert!(hot.iter().any(|mv| *mv != hot[0]));
    assert_eq!(hot, moves("5"));
}

#[test]
fn a_raised_flag_ends_the_search_and_reports_come_in_between() {
    let game = game("plane:9x9", "e5");
    let (stop, mut reports) = (Stop::new(), 0);
    let started = Instant::now();
    let mut report = |choice: &Choice| {
        assert!(game.position().is_legal(choice.mv));
        reports += 1;
        stop.raise();
    };
    let mut player = player("neural:sims=1000000");
    decide(player.as_mut(), &game, &mut Control::new(Limit::of(&stop), &mut report))
        .expect("a move");
    assert_eq!(reports, 1);
    assert!(started.elapsed() < Duration::from_secs(60));
}

/// With a time, the tree of the last move is where the next search begins.
#[test]
fn the_tree_is_kept_between_moves_under_a_time_limit() {
    let mut game = game("plane:6x6", "");
    let mut player = player("neural:sims=200,time=100s");
    let stop = Stop::new();
    let mut next =
        |game: &Game| decide(player.as_mut(), game, &mut Control::of(&stop)).expect("a move");
    let first = next(&game);
    first.line[..2].iter().for_each(|mv| game.play(*mv).expect("the line is legal"));
    stop.raise();
    let second = next(&game);
    assert_eq!(second.work.count, 1, "it was stopped at once");
    assert!(second.maps.iter().any(|map| map.name == "visits"), "nothing was kept");
}

#[test]
fn swaps_are_by_value() {
    let strong = choose("neural:sims=16", &game("plane:7x7 swap=pieces", "d4"));
    assert_eq!(strong.mv, Move::Swap);
    let weak = choose("neural:sims=16", &game("plane:7x7 swap=pieces", "a1"));
    assert_ne!(weak.mv, Move::Swap);
    let opening = choose("neural:sims=16", &game("plane:7x7 swap=pieces", ""));
    assert_ne!(opening.mv.to_string(), "d4", "it would be taken");
    assert_eq!(opening.maps[0].scores.len(), 49);
}

/// With a book nothing is searched while the book knows the position; elsewhere all is as without.
#[test]
fn a_book_is_played_from() {
    let spec = "neural:book=true,sims=16";
    let first = choose(spec, &game("plane:7x7", ""));
    assert_eq!(first.maps[0].name, "book");
    assert_eq!(first.maps[0].scores.len(), 49);
    assert_eq!((first.value, first.work.unit), (Some(1.0), "replies in the book"));
    let swapped = choose(spec, &game("plane:7x7 swap=pieces", "d4"));
    assert_eq!(swapped.mv, Move::Swap);
    let kept = choose(spec, &game("plane:7x7 swap=sides", "a1"));
    assert_ne!(kept.mv, Move::Swap);
    assert_eq!(kept.work.unit, "replies in the book");
    for (rules, moves) in [("plane:7x7", "a1 a2"), ("plane:6x7", ""), ("torus:7x7", "a1")] {
        let game = game(rules, moves);
        assert_eq!(choose(spec, &game).maps, choose("neural:sims=16", &game).maps, "{rules}");
    }
}

/// A first move that may be taken over is about as even as any, and not always the same.
#[test]
fn first_moves_of_a_book_are_even_and_differ() {
    let game = game("plane:7x7 swap=pieces", "");
    let spec: Spec = "neural:book=true".parse().expect("a spec");
    let first = |seed| {
        let mut player = spec.build(seed).expect("it can be made");
        decide(player.as_mut(), &game, &mut Control::default()).expect("supported")
    };
    let all: Vec<Choice> = (0..20).map(first).collect();
    let even = |choice: &Choice| choice.value.expect("a value");
    let best = all.iter().map(even).fold(0.0, f64::max);
    assert!(all.iter().all(|choice| even(choice) >= best - 0.021 && even(choice) <= 0.5));
    assert!(all.iter().any(|choice| choice.mv != all[0].mv));
}

/// The solver's table of 7×7 (docs/tables) has these first moves as the winning ones.
#[test]
fn a_swap_map_agrees_with_what_is_solved() {
    let winning =
        "g1 c2 e2 f2 g2 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 g4 b5 c5 d5 e5 f5 a6 b6 c6 e6 a7";
    let map = &choose("neural:book=true", &game("plane:7x7", "")).maps[0];
    let good = map.scores.iter().filter(|(_, value)| *value > 0.5);
    let good: Vec<String> = good.map(|(cell, _)| cell.to_string()).collect();
    assert_eq!(good.join(" "), winning);
}

#[test]
fn a_bad_network_is_named() {
    let spec: Spec = "neural:network=no-such-file".parse().expect("a spec");
    let text = spec.build(1).err().expect("no network").to_string();
    assert!(text.starts_with("neural is not ready: cannot read network no-such-file"), "{text}");
}

/// Where a coin decides who moves, the cell between two halves of a path is pivotal for both.
#[test]
fn random_turns_are_played_by_pivotal_cells() {
    let mut game = game("plane:3x3 turns=random", "");
    for (color, cell) in [(Color::Red, "b1"), (Color::Blue, "a2"), (Color::Red, "b3")] {
        let mv = cell.parse().expect("a move");
        game.play_ply(hexring_game::Ply { color, mv }).expect("legal");
    }
    for color in Color::ALL {
        let mut game = game.clone();
        game.toss(color).expect("a coin is due");
        let choice = choose("neural:sims=20", &game);
        assert_eq!(choice.mv.to_string(), "b2", "for {color}");
        assert_eq!(choice.maps[0].name, "pivotal");
    }
    // On a torus the order of the moves counts; the tree is searched there.
    let mut torus = Game::new("torus:3x3 turns=random".parse().expect("rules")).expect("rules");
    torus.toss(Color::Blue).expect("a coin is due");
    assert!(choose("neural:sims=2", &torus).value.is_some());
}

/// Where a coin decides, the value of a move is the chance after it, on the torus too, where only a
/// tree finds it.
#[test]
fn values_under_random_turns_are_chances() {
    for rules in ["plane:3x3", "cylinder:3x3", "torus:3x3"] {
        let mut errors = Vec::new();
        for moves in ["a1 b2 c3", "b1 b2", "a3 c2 b1 a1", "c1 a2 b3 c3"] {
            let mut game =
                Game::new(format!("{rules} turns=random").parse().expect("rules")).expect("a game");
            for (mv, color) in moves.split(' ').zip([Color::Red, Color::Blue].into_iter().cycle()) {
                game.toss(color).expect("a coin is due");
                game.play(mv.parse().expect("a move")).expect("legal");
            }
            game.toss(Color::Red).expect("a coin is due");
            let choice = choose("neural", &game);
            game.play(choice.mv).expect("legal");
            let exact = match game.position().winner() {
                Some(winner) => f64::from(u8::from(winner == Color::Red)),
                None => {
                    let exact = random_turn_value(game.position(), &Limit::none());
                    exact.expect("small enough").red.probability()
                }
            };
            errors.push((choice.value.expect("a value") - exact).abs());
        }
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        assert!(mean < 0.01, "{rules}: values are {errors:?} off");
    }
}

/// A lost player gives up where that is asked for, and only there.
#[test]
fn hopeless_games_are_resigned() {
    let lost = setup("plane:5x5", "b1 b2 c3 b4", "a1 e2 d5", Color::Blue);
    for (spec, resigns) in [("resign=0.05", true), ("resign=0", false), ("sims=50", false)] {
        let choice = choose(&format!("neural:{spec}"), &lost);
        assert_eq!(choice.resigns, resigns, "{spec} at {:?}", choice.value);
        let mut game = lost.clone();
        choice.play(&mut game).expect("legal");
        let expected = resigns.then(|| "red wins: blue resigned".to_owned());
        assert_eq!(game.ending().map(|ending| ending.to_string()), expected, "{spec}");
    }
    let won = setup("plane:5x5", "b1 b2 c3 b4", "a1 e2 d5", Color::Red);
    assert!(!choose("neural:resign=0.5", &won).resigns);
    // Even first moves are even, whatever the threshold.
    assert!(!choose("neural:sims=1,resign=0.5", &game("plane:3x3 swap=pieces", "")).resigns);
}

/// One player with all networks, in turn: each time as if it had played no other game.
#[test]
fn every_game_is_played_with_its_network() {
    let mut player = player("neural:sims=4");
    let seasons = "plane:5x5 seasons=12121/21212/12121/12212/12121 years=12/21";
    for rules in ["plane:5x5", seasons, "plane:16x16", seasons, "plane:5x5", "torus:19x12"] {
        let game = game(rules, "b2 c4");
        let choice = decide(player.as_mut(), &game, &mut Control::default()).expect("supported");
        assert_eq!(choice.maps, choose("neural:sims=4", &game).maps, "{rules}");
    }
}

#[test]
fn boards_beyond_training_are_played_with_a_warning() {
    let large = game("plane:40x40", "");
    let choice = choose("neural:sims=0", &large);
    let note = choice.note.expect("a warning");
    assert!(note.starts_with("plane:40x40 is larger than all boards"), "{note}");
    assert_eq!(choose("neural:sims=0", &game("plane:11x11", "")).note, None);
    let caution = |spec: &str| player(spec).caution(large.rules());
    assert_eq!(caution("level:n=10"), caution("neural"), "levels pass it on");
    assert_eq!(caution("random"), None);
}

/// A search for the swap ends when the flag is raised, as any other does.
#[test]
fn the_question_of_a_swap_can_be_interrupted() {
    let game = game("plane:9x9 swap=pieces", "e5");
    for spec in ["neural:sims=1000000", "neural:time=3600s", "mcts:time=3600s"] {
        let stop = Stop::new();
        let started = Instant::now();
        let mut report = |_: &Choice| stop.raise();
        let mut player = player(spec);
        let choice =
            decide(player.as_mut(), &game, &mut Control::new(Limit::of(&stop), &mut report));
        assert!(game.position().is_legal(choice.expect("a move").mv), "{spec}");
        assert!(started.elapsed() < Duration::from_secs(60), "{spec}");
    }
}

/// Whether a swap is asked about and refused or not, the same question has the same answer.
#[test]
fn the_tree_of_the_swap_is_used_once() {
    let game = game("plane:7x7 swap=pieces", "a1");
    let mut player = player("neural:sims=40");
    let mut next = || {
        let choice = decide(player.as_mut(), &game, &mut Control::default());
        let choice = choice.expect("a move");
        (choice.mv, choice.value, choice.maps)
    };
    let first = next();
    let visits: f64 = first.2[1].scores.iter().map(|(_, visits)| visits).sum();
    assert_eq!((first.2[1].name, visits), ("visits", 40.0), "both halves count");
    assert_eq!(first, next());
}

/// Virtual connections prove a win that is many stones away, and only true ones.
#[test]
fn far_wins_are_proven_by_connections() {
    // Red has an unbroken chain of bridges from top to bottom, and Blue is to move.
    let game = setup("plane:9x9", "e2 d4 c6 b8", "h2 h3 h4 h5", Color::Red);
    let choice = choose("neural:sims=4", &game);
    assert_eq!(choice.value, Some(1.0), "{}", choice.mv);
    let without = choose("neural:sims=4,connections=0", &game);
    assert!(without.value < Some(1.0), "four simulations alone prove nothing");
}

/// Seasons cut connections: only cells of the season are played, and nothing is called certain
/// that is not.
#[test]
fn seasons_are_kept() {
    let game = game("plane:4x4 seasons=1212/2121/1212/2121 years=12/21", "");
    let choice = choose("neural:sims=60", &game);
    assert!(game.position().is_legal(choice.mv), "{}", choice.mv);
    let legal = game.position().legal_moves();
    let shown = choice.maps.iter().flat_map(|map| &map.scores);
    assert!(
        shown.clone().count() > 0
            && shown.clone().all(|(cell, _)| legal.contains(&Move::Place(*cell)))
    );
}

/// A network of the second format, with random weights.
fn taught() -> String {
    let folder = env!("CARGO_MANIFEST_DIR");
    format!("neural:network={folder}/../network/tests/data/format-2.safetensors")
}

const SEASONS: &str = "seasons=1212/2121/1212 years=12/21";

#[test]
fn every_rule_is_played_with_a_network_that_knows_it() {
    for board in ["plane:4x3", "cylinder:4x3", "torus:4x3"] {
        for rules in [board.to_owned(), format!("{board} {SEASONS}")] {
            for turns in ["alternate", "random"] {
                let rules = format!("{rules} turns={turns}");
                let mut game = game(&rules, "");
                let mut players = [player(&format!("{},sims=20", taught())), player("random")];
                while game.ending().is_none() {
                    if game.position().coin_due() {
                        let red = game.plies().len().is_multiple_of(3);
                        game.toss(if red { Color::Red } else { Color::Blue }).expect("it is due");
                    }
                    let at = game.plies().len() % 2;
                    let choice = decide(players[at].as_mut(), &game, &mut Control::default());
                    choice.expect("a move").play(&mut game).expect(&rules);
                }
                assert!(game.position().winner().is_some(), "{rules}");
            }
        }
    }
}

/// Where the coin decides, a move is worth the chance after it, for either player.
#[test]
fn a_network_that_knows_random_turns_looks_one_move_ahead() {
    let file = taught().split_once('=').expect("a file").1.to_owned();
    let mut evaluator = Evaluator::new(Network::load(file).expect("a network").into());
    for rules in ["torus:4x3 turns=random".to_owned(), format!("plane:4x3 {SEASONS} turns=random")]
    {
        for color in Color::ALL {
            let mut game = game(&rules, "");
            game.toss(color).expect("a coin is due");
            let choice = choose(&format!("{},sims=1000", taught()), &game);
            let mut value = |cell: Cell| {
                let mut after = game.position().clone();
                after.play(Move::Place(cell)).expect("legal");
                let red = f64::from(evaluator.evaluate(&[&after])[0].value());
                if color == Color::Red { red } else { 1.0 - red }
            };
            let expected: Vec<(Cell, f64)> =
                game.position().legal_cells().map(|cell| (cell, value(cell))).collect();
            assert_eq!((choice.maps[0].name, &choice.maps[0].scores), ("win rate", &expected));
            let most = expected.iter().map(|(_, value)| *value).fold(0.0, f64::max);
            assert_eq!(choice.value, Some(most), "{rules} {color}");
            assert!(expected.contains(&(cell_of(choice.mv), most)), "{rules} {color}");
            let bare = choose(&format!("{},sims=0", taught()), &game);
            let policy = bare.maps.iter().find(|map| map.name == "policy").expect("a policy");
            // On an empty torus all cells are alike.
            let most = policy.scores.iter().map(|(_, logit)| *logit).fold(f64::MIN, f64::max);
            assert!(policy.scores.contains(&(cell_of(bare.mv), most)), "{rules} {color}");
        }
    }
}

fn cell_of(mv: Move) -> Cell {
    match mv {
        Move::Place(cell) => cell,
        other => panic!("{other} is no stone"),
    }
}

#[test]
fn numbers_of_32_bits_may_be_asked_for() {
    let game = game("plane:5x5", "b2");
    let [bytes, full] =
        ["bytes", "full"].map(|word| choose(&format!("neural:sims=0,precision={word}"), &game));
    assert_eq!(choose("neural:sims=0", &game).maps, bytes.maps);
    assert_ne!(bytes.maps, full.maps);
    for (a, b) in bytes.maps[0].scores.iter().zip(&full.maps[0].scores) {
        assert!((a.1 - b.1).abs() < 0.05, "{a:?} {b:?}");
    }
}
