//! The strategies for Red: theorems, printed games, and games that refute what is no theorem.

use std::collections::{HashMap, HashSet};

use hexring_game::{
    Board, Color, Game, Move, NoMove, Position, Rules, SeasonLayout, Seasons, Site, Topology,
    Turns, default_years,
};
use hexring_players::dice::below;
use hexring_players::{ChooseError, Control, Player, Spec, Strategy, decide, last_blue};
use proptest::prelude::{Strategy as Samples, *};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const SPECS: [&str; 6] = ["mirror", "shift", "shift:by=5", "three-rings", "bridge-rings", "k-path"];

fn strategy(spec: &str) -> Box<dyn Strategy> {
    spec.parse::<Spec>().expect("a spec").strategy().expect("a strategy")
}

fn start(rules: &str) -> Position {
    Position::new(rules.parse().expect("rules")).expect("rules that fit")
}

fn cylinder(cols: u8, rows: u8) -> Board {
    Board::new(Topology::Cylinder, cols, rows).expect("a small board")
}

/// Lets a player choose a move.
fn choose(player: &mut dyn Player, game: &Game) -> Result<Move, ChooseError> {
    let choice = decide(player, game, &mut Control::default())?;
    Ok(choice.mv)
}

/// Plays Red against random moves of Blue, with fair coins where they are due.
fn against_random(spec: &str, rules: Rules, seed: u64) -> Game {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut red = spec.parse::<Spec>().expect("a spec").build(seed).expect("it can be made");
    let mut game = Game::new(rules).expect("rules that fit");
    while game.ending().is_none() {
        if game.position().coin_due() {
            game.toss(Color::ALL[below(&mut rng, 2)]).expect("a coin is due");
            continue;
        }
        let mv = match game.position().to_move() {
            Some(Color::Red) => choose(&mut *red, &game).expect("a move"),
            _ => {
                let moves = game.position().legal_moves();
                moves[below(&mut rng, moves.len())]
            }
        };
        game.play(mv).expect("legal");
    }
    game
}

fn wins_every_game(spec: &str, cols: &[u8], games: u64) {
    for (&cols, rows) in cols.iter().flat_map(|cols| (1..=8).map(move |rows| (cols, rows))) {
        for seed in 0..games {
            let board = cylinder(cols, rows);
            let first = Color::ALL[seed as usize % 2];
            let game = against_random(spec, Rules { first, ..Rules::new(board) }, seed);
            assert_eq!(game.position().winner(), Some(Color::Red), "{board}, seed {seed}");
        }
    }
}

#[test]
fn mirror_never_loses_on_even_circumference() {
    wins_every_game("mirror", &[2, 4, 6, 8], 100);
}

#[test]
fn three_rings_never_loses_on_circumference_three() {
    wins_every_game("three-rings", &[3], 400);
}

/// A game that Blue wins against some choices of the strategy; none if there is no such game.
/// Tries every move of Blue and every candidate of the strategy.
struct Refuter<'a> {
    strategy: &'a dyn Strategy,
    seen: HashSet<(u64, Option<Site>)>,
    line: Vec<Site>,
}

impl Refuter<'_> {
    fn refutes(&mut self, position: &Position, last_blue: Option<Site>) -> bool {
        if let Some(winner) = position.winner() {
            return winner == Color::Blue;
        }
        let red = position.to_move() == Some(Color::Red);
        if !self.seen.insert((position.key(), last_blue.filter(|_| red))) {
            return false;
        }
        let sites: Vec<Site> = match red {
            true => self.strategy.candidates(position, last_blue).sites,
            false => position.legal_sites().collect(),
        };
        assert!(!sites.is_empty());
        sites.into_iter().any(|site| {
            let mut after = position.clone();
            after.play_site(site);
            self.line.push(site);
            let refuted = self.refutes(&after, if red { last_blue } else { Some(site) });
            if !refuted {
                self.line.pop();
            }
            refuted
        })
    }
}

/// A game that Blue wins against the strategy, if there is one.
fn refutation(spec: &str, rules: &str) -> Option<Vec<Site>> {
    let strategy = strategy(spec);
    let mut refuter = Refuter { strategy: &*strategy, seen: HashSet::new(), line: Vec::new() };
    refuter.refutes(&start(rules), None).then_some(refuter.line)
}

fn no_refutation(spec: &str, boards: &[&str]) {
    for board in boards {
        for first in ["red", "blue"] {
            let rules = format!("cylinder:{board} first={first}");
            assert_eq!(refutation(spec, &rules), None, "{spec} on {rules}");
        }
    }
}

#[test]
fn mirror_wins_against_everything_on_small_even_cylinders() {
    no_refutation("mirror", &["2x1", "2x2", "2x3", "2x4", "2x5", "4x1", "4x2", "4x3", "6x2"]);
}

#[test]
fn three_rings_wins_against_everything_on_small_cylinders_of_three() {
    no_refutation("three-rings", &["3x1", "3x2", "3x3", "3x4", "3x5"]);
}

/// Plays a refutation again by the rules.
fn check_refutation(spec: &str, rules: &str, line: &[Site]) {
    let (strategy, mut position, mut blue) = (strategy(spec), start(rules), None);
    for &site in line {
        if position.to_move() == Some(Color::Red) {
            assert!(strategy.candidates(&position, blue).sites.contains(&site));
        } else {
            blue = Some(site);
        }
        let cell = position.board().cell(site);
        position.play(Move::Place(cell)).expect("legal");
    }
    assert_eq!(position.winner(), Some(Color::Blue));
}

#[test]
fn shift_and_three_rings_can_be_refuted_on_circumference_five() {
    for spec in ["shift:by=2", "three-rings"] {
        let rules = "cylinder:5x5 first=blue";
        let line = refutation(spec, rules).expect("Blue can win");
        check_refutation(spec, rules, &line);
    }
}

/// Whether Blue can force a win within so many blue moves against every choice of a strategy.
struct Forcer<'a> {
    strategy: &'a dyn Strategy,
    known: HashMap<(u64, u32), bool>,
}

impl Forcer<'_> {
    /// With Blue to move.
    fn forces(&mut self, position: &Position, moves: u32) -> bool {
        if moves == 0 {
            return false;
        }
        if let Some(&known) = self.known.get(&(position.key(), moves)) {
            return known;
        }
        let sites: Vec<Site> = position.legal_sites().collect();
        let forces = sites.into_iter().any(|site| {
            let mut after = position.clone();
            after.play_site(site);
            match after.winner() {
                Some(winner) => winner == Color::Blue,
                None => moves > 1 && self.beats_every_answer(&after, site, moves - 1),
            }
        });
        self.known.insert((position.key(), moves), forces);
        forces
    }

    fn beats_every_answer(&mut self, position: &Position, blue: Site, moves: u32) -> bool {
        let answers = self.strategy.candidates(position, Some(blue)).sites;
        answers.into_iter().all(|answer| {
            let mut after = position.clone();
            after.play_site(answer);
            after.winner().is_none() && self.forces(&after, moves)
        })
    }
}

/// Hees' figure 21 wins in six moves on five columns, with both "anywhere" answers harmless.
#[test]
fn shift_loses_in_six_moves_whatever_it_chooses() {
    let strategy = strategy("shift:by=2");
    for board in ["5x3", "5x4", "5x5"] {
        let start = start(&format!("cylinder:{board} first=blue"));
        let mut forcer = Forcer { strategy: &*strategy, known: HashMap::new() };
        assert!(!forcer.forces(&start, 5) && forcer.forces(&start, 6), "{board}");
    }
}

#[test]
fn the_printed_game_against_three_rings_replays() {
    let text = include_str!("data/hees-5.1.txt");
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut game = Game::new(lines.next().unwrap().parse().unwrap()).unwrap();
    let (strategy, board) = (strategy("three-rings"), game.rules().board);
    for line in lines {
        assert_eq!(game.ending(), None, "{line}");
        let words: Vec<&str> = line.split_whitespace().collect();
        game.play(words[0].parse().unwrap()).unwrap();
        let [_, rule, red] = words[..] else { continue };
        let answer = strategy.candidates(game.position(), last_blue(&game));
        assert_eq!(answer.rule.to_string(), rule, "{line}");
        assert!(answer.sites.contains(&board.site(red.parse().unwrap()).unwrap()), "{line}");
        game.play(red.parse().unwrap()).unwrap();
    }
    assert_eq!(game.position().winner(), Some(Color::Blue));
    assert_eq!(game.plies().iter().filter(|ply| ply.color == Color::Blue).count(), 9);
}

/// Hees' section 5.3: Red wins on five columns and up to five rings by bridges and long bridges.
#[test]
fn k_path_wins_on_short_cylinders_of_five() {
    no_refutation("k-path", &["5x1", "5x2"]);
    for (rows, seed) in (3..=5).flat_map(|rows| (0..20).map(move |seed| (rows, seed))) {
        let first = Color::ALL[seed as usize % 2];
        let board = cylinder(5, rows);
        let game = against_random("k-path", Rules { first, ..Rules::new(board) }, seed);
        assert_eq!(game.position().winner(), Some(Color::Red), "{board}, seed {seed}");
    }
}

/// No rule of a list is there in vain: random games bring up each of them.
#[test]
fn every_rule_comes_up() {
    for spec in ["mirror", "shift", "three-rings", "bridge-rings", "k-path"] {
        let strategy = strategy(spec);
        let mut seen = vec![0; strategy.rules().len()];
        for seed in 0..90 {
            let board = ["cylinder:6x8", "cylinder:6x12", "torus:6x6"][seed as usize % 3];
            let game = against_random(spec, board.parse().unwrap(), seed);
            let mut replay = Game::new(game.rules().clone()).unwrap();
            for ply in game.plies() {
                if ply.color == Color::Red {
                    let answer = strategy.candidates(replay.position(), last_blue(&replay));
                    seen[usize::from(answer.rule)] += 1;
                }
                replay.play(ply.mv).unwrap();
            }
        }
        assert!(!seen.contains(&0), "{spec}: {seen:?}");
    }
}

fn any_ring_rules() -> impl Samples<Value = Rules> {
    let topology = prop::sample::select(vec![Topology::Cylinder, Topology::Torus]);
    (topology, 1u8..=7, 1u8..=7, any::<bool>(), any::<bool>(), 0u8..=3, any::<u64>()).prop_map(
        |(topology, cols, rows, blue_first, random, seasons, seed)| {
            let board = Board::new(topology, cols, rows).expect("small");
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let seasons = (seasons > 0).then(|| Seasons {
                layout: SeasonLayout::random(board, seasons, &mut rng).expect("in range"),
                years: default_years(seasons).expect("in range"),
                no_move: NoMove::Pass,
            });
            Rules {
                first: if blue_first { Color::Blue } else { Color::Red },
                turns: if random { Turns::Random } else { Turns::Alternate },
                seasons,
                ..Rules::new(board)
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Tiny boards, tori, seasons and random turns included.
    #[test]
    fn every_strategy_plays_legal_games_to_the_end(rules in any_ring_rules(), seed: u64) {
        for spec in SPECS {
            if spec == "mirror" && rules.board.cols() % 2 == 1 {
                continue;
            }
            let game = against_random(spec, rules.clone(), seed);
            prop_assert!(game.ending().is_some());
            prop_assert_eq!(against_random(spec, rules.clone(), seed), game);
        }
    }
}

#[test]
fn what_cannot_be_played_is_refused_with_what_can() {
    let refusal = |spec: &str, rules: &str, color| {
        let spec: Spec = spec.parse().unwrap();
        spec.supports(&rules.parse().unwrap(), color).unwrap_err().to_string()
    };
    for spec in SPECS {
        assert!(refusal(spec, "4x4", Color::Red).contains("it plays red on cylinders and tori"));
        assert!(refusal(spec, "torus:4x4", Color::Blue).contains("it plays red"), "{spec}");
        let swap = refusal(spec, "cylinder:4x4 swap=sides", Color::Red);
        assert!(swap.contains("where Blue may not swap sides"), "{swap}");
    }
    assert_eq!(
        refusal("mirror", "cylinder:5x4", Color::Red),
        "mirror cannot play red under cylinder:5x4: it plays red on cylinders and tori of even \
         circumference where Blue may not swap sides"
    );
}

#[test]
fn the_map_shows_the_candidates_by_rule() {
    let mut game = Game::new("cylinder:5x5 first=blue".parse().unwrap()).unwrap();
    game.play("c3".parse().unwrap()).unwrap();
    let mut player = "three-rings".parse::<Spec>().unwrap().build(1).expect("it can be made");
    let choice = decide(&mut *player, &game, &mut Control::default()).unwrap();
    let cells: Vec<String> = choice.maps[0].scores.iter().map(|(c, _)| c.to_string()).collect();
    assert_eq!((choice.maps[0].name, cells.join(" ").as_str()), ("rule", "a3 b3 d3 e3"));
    assert!(choice.maps[0].scores.iter().all(|(_, rule)| *rule == 4.0));
}

/// The rule that fired and the cells that it speaks of, after these moves with Blue first.
fn reason(spec: &str, rules: &str, moves: &str) -> (String, String) {
    let mut game =
        Game::new(format!("{rules} first=blue").parse().expect("as written")).expect("as written");
    for mv in moves.split_whitespace() {
        game.play(mv.parse().expect("as written")).expect("as written");
    }
    let mut player = spec.parse::<Spec>().expect("as written").build(1).expect("it can be made");
    let choice = decide(&mut *player, &game, &mut Control::default()).expect("as written");
    let reason = choice.reason.expect("strategies say why");
    let cells: Vec<String> = reason.cells.iter().map(ToString::to_string).collect();
    (reason.text, cells.join(" "))
}

#[test]
fn strategies_say_which_rule_fired_and_where() {
    let half = "Blue played in ring 2: half way around in Blue's ring";
    assert_eq!(reason("mirror", "cylinder:4x3", "b2"), (half.to_owned(), "b2 d2".to_owned()));
    // c1 touches c2 and b2; Red has b3, so one stone joins the rings 1 to 3 through b2 and b1.
    let join = "Blue played in ring 2: join Blue's ring with the rings above and below";
    let (text, cells) = reason("three-rings", "cylinder:3x3", "a3 b3 a1 c1 a2");
    assert_eq!(text, join);
    assert!(cells.contains("a2") && cells.contains("b3") && cells.contains("c1"), "{cells}");
    // The stones on d6 and c8 are joined again through c7.
    let moves = "b2 d6 a2 c8 d7";
    let defend = "Blue played in ring 7: defend the sub-board that Blue has played in";
    assert_eq!(
        reason("k-path", "cylinder:5x15", moves),
        (defend.to_owned(), "d6 c7 d7 c8".to_owned())
    );
    let complete = "Blue played in ring 7: complete a bridge that Blue has broken";
    assert_eq!(reason("bridge-rings", "cylinder:5x15", moves).0, complete);
}
