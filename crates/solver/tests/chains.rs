//! Chains say what playing out every move says, of positions that are written down otherwise.

#![allow(clippy::unwrap_used)]

use std::collections::{HashMap, HashSet};

use hexring_control::{Control, Limit};
use hexring_game::{Board, Color, Geometry, Position, Setup, Site};
use hexring_solver::{
    Chain, ChainAnswers, Face, Family, Node, Options, PlainSearch, Solver, Stack, Wanted, check,
    symmetries,
};

fn family(text: &str) -> Vec<Chain> {
    text.parse::<Family>().unwrap().chains().to_vec()
}

fn stack(text: &str) -> Stack {
    family(text)[0].stack().unwrap()
}

/// Who wins, by the solver.
fn solved(stack: &Stack, solver: &mut Solver) -> Color {
    let position = stack.position();
    let over = position.winner();
    over.unwrap_or_else(|| solver.solve(&position, Wanted::Winner).unwrap().winner.unwrap())
}

#[test]
fn chains_are_laid_out_as_they_are_written() {
    for (text, rings) in [
        ("T 1 T", "RBBBB/...../RBBBB"),
        ("P@4 2 Q@1", "RBBBR/...../...../BRRRB"),
        // The ring behind S* joins its stone with the end, above and below.
        ("S* 1 S*@2", "BRBBB/R.BB./...../B.R.B/BBRBB"),
        ("S 1 S", "BBRRR/R.BB./...../R.BB./BRRRB"),
        // Between gaps a ring is a ring.
        ("E 1 Z@1 1 Z' 2 E", "...../.R.B./...../R..B./...../....."),
        ("R.B 1 RBB", "BRB/R.B/.../RBB"),
        ("RB./BBR 1 RBB/RRR", "RBB/RB./.../RBB/RRR"),
    ] {
        assert_eq!(stack(text).to_string(), rings, "{text}");
        assert_eq!(rings.parse::<Stack>().unwrap(), stack(text));
    }
}

#[test]
fn families_vary_the_last_column_first() {
    let texts = |text: &str| family(text).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        texts("P,T 1..2 S*@1..2"),
        [
            "P 1 S*@1", "P 1 S*@2", "T 1 S*@1", "T 1 S*@2", "P 2 S*@1", "P 2 S*@2", "T 2 S*@1",
            "T 2 S*@2"
        ]
    );
    assert_eq!(family("S* 1 Z,Z'@0..4 1 S*@0..4").len(), 50);
    let [chain] = &family("P@2 1 S*@3")[..] else { panic!("one chain") };
    assert_eq!(chain.last_column(), 3);
    assert_eq!(chain.with_last_in_column_0().to_string(), "P@2 1 S*");
}

#[test]
fn windows_are_parts_with_other_ends() {
    let [chain] = &family("S* 1 Z@1 2 Z'@2 3 P@3")[..] else { panic!("one chain") };
    let texts = |gaps, seen_as: Option<&str>| {
        let face = seen_as.map(|face| face.parse::<Face>().unwrap());
        chain.windows(gaps, face.as_ref()).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(texts(2, None), ["S* 1 Z@1 2 Z'@2", "Z@1 2 Z'@2 3 P@3"]);
    assert_eq!(texts(2, Some("S*")), ["S* 1 Z@1 2 S*@2", "S*@1 2 Z'@2 3 P@3"]);
    assert_eq!(texts(1, Some("T")), ["S* 1 T@1", "T@1 2 T@2", "T@2 3 P@3"]);
    assert_eq!(texts(3, Some("T")), ["S* 1 Z@1 2 Z'@2 3 P@3"]);
    assert!(texts(4, None).is_empty());
}

#[test]
fn bad_chains_are_refused_with_what_was_expected() {
    for (text, expected) in [
        ("P", "bad chain \"P\""),
        ("P 1", "bad chain \"P 1\""),
        ("P 1 X", "bad ring \"X\""),
        ("P one T", "bad number \"one\""),
        ("P 3..1 T", "bad number \"3..1\""),
        ("P 1 T@5", "column 5 of T is out of range: expected 0 to 4"),
        ("P 1 RBB", "RRBBB and RBB differ in length"),
        ("P 1 E 1 P", "E stands between two gaps"),
        ("P 1 S 1 P", "S stands between two gaps"),
        ("E 3 E", "has no columns"),
        ("P 60 P", "out of range"),
        ("P 0..200 P,T,Q@0..4 0..200 P,T,Q@0..4 1 P@0..4", "are too many"),
    ] {
        let fault = text.parse::<Family>().unwrap_err().to_string();
        assert!(fault.contains(expected), "{text}: {fault}");
    }
}

/// The position as the rules describe it.
fn setup_text(setup: &Setup, board: Board) -> String {
    let stone = |cell| {
        let of = |color| setup.stones[color].contains(&cell);
        if of(Color::Red) {
            'R'
        } else if of(Color::Blue) {
            'B'
        } else {
            '.'
        }
    };
    let rows: Vec<_> = board.cells().map(stone).collect();
    let rows = rows.chunks(usize::from(board.cols())).map(|row| row.iter().collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

/// What is merged is what the geometry says is the same, no more and no less: the images by the
/// maps of the board have one canonical form, and every stack of that form is one of them.
#[test]
fn merged_chains_are_images_of_each_other() {
    let mut merged = HashMap::<Stack, HashSet<String>>::new();
    for chain in family("S* 1 Z,Z'@0..4 1 P,S*@0..4") {
        let stack = chain.stack().unwrap();
        let position = stack.position();
        let board = position.board();
        let setup = position.to_setup();
        let images: HashSet<String> = symmetries(board)
            .iter()
            .filter(|symmetry| !symmetry.exchanges_colors)
            .map(|symmetry| {
                let mut image = setup.clone();
                for color in Color::ALL {
                    let cells = image.stones[color].iter().map(|cell| {
                        let from = board.site(*cell).unwrap().index();
                        board.cells().nth(usize::from(symmetry.map[from])).unwrap()
                    });
                    image.stones[color] = cells.collect();
                }
                setup_text(&image, board)
            })
            .collect();
        assert!(images.contains(&stack.to_string()));
        for image in &images {
            assert_eq!(image.parse::<Stack>().unwrap().canonical(), stack.canonical());
        }
        let same = merged.entry(stack.canonical()).or_insert_with(|| images.clone());
        assert_eq!(*same, images, "{chain}");
    }
    assert!(merged.len() < 100 && merged.values().any(|images| images.len() == 20));
}

/// Merged chains have the same winner, each solved for itself, by two programs.
#[test]
fn merged_chains_have_one_winner() {
    let mut winners = HashMap::<Stack, Color>::new();
    let mut count = [0; 2];
    for chain in family("R.B,RBB,.RR 1 R.B,RBB@0..2 1 R.B,RBB@0..2") {
        let stack = chain.stack().unwrap();
        // A solver each: nothing is taken over from the image.
        let winner = solved(&stack, &mut Solver::new(Options::default()).unwrap());
        assert_eq!(*winners.entry(stack.canonical()).or_insert(winner), winner, "{chain}");
        assert_eq!(PlainSearch::new().value(&stack.position()), Some(winner), "{chain}");
        count[winner.index()] += 1;
    }
    assert!(count.iter().all(|count| *count > 5), "{count:?}");
}

/// A game on cells alone, without edges: Red joins the red cells of the first ring with those of the
/// last. It is how the faces of a single gap are meant.
struct GapGame {
    geometry: Geometry,
    from: Vec<Site>,
    to: Vec<Site>,
}

impl GapGame {
    fn red_wins(&self, cells: &mut Vec<Option<Color>>, to_move: Color) -> bool {
        let free: Vec<usize> = (0..cells.len()).filter(|site| cells[*site].is_none()).collect();
        if free.is_empty() {
            return self.is_joined(cells);
        }
        let mut red_can = to_move == Color::Blue;
        for site in free {
            cells[site] = Some(to_move);
            let wins = self.red_wins(cells, !to_move);
            cells[site] = None;
            if wins != red_can {
                red_can = wins;
                break;
            }
        }
        red_can
    }

    fn is_joined(&self, cells: &[Option<Color>]) -> bool {
        let mut reached: Vec<Site> = self.from.clone();
        let mut next = 0;
        while let Some(site) = reached.get(next).copied() {
            next += 1;
            for link in self.geometry.links(site) {
                if cells[link.to.index()] == Some(Color::Red) && !reached.contains(&link.to) {
                    reached.push(link.to);
                }
            }
        }
        self.to.iter().any(|site| reached.contains(site))
    }
}

/// The rings behind the faces give and take nothing: the winner is that of the game without them.
#[test]
fn faces_lend_their_free_cells_and_nothing_else() {
    let mut count = [0; 2];
    let mut solver = Solver::new(Options::default()).unwrap();
    let faces = ["RBBB", "R.BB", "R..B", "RRBB", "BR.R", "R.RB"];
    for (upper, lower) in faces.iter().flat_map(|upper| faces.iter().map(move |f| (upper, f))) {
        for chain in family(&format!("{upper} 1 {lower}@0..3")) {
            let column = chain.to_string().split('@').nth(1).map_or(0, |c| c.parse().unwrap());
            let board: Board = "cylinder:4x3".parse().unwrap();
            let turned: Vec<char> = lower.chars().cycle().skip(4 - column).take(4).collect();
            let text: Vec<char> = upper.chars().chain("....".chars()).chain(turned).collect();
            let color = |letter: &char| match letter {
                'R' => Some(Color::Red),
                'B' => Some(Color::Blue),
                _ => None,
            };
            let mut cells: Vec<_> = text.iter().map(color).collect();
            let red_of = |row: usize| {
                let sites = board.sites().filter(|site| site.index() / 4 == row);
                sites.filter(|site| cells[site.index()] == Some(Color::Red)).collect::<Vec<_>>()
            };
            let (from, to) = (red_of(0), red_of(2));
            let game = GapGame { geometry: Geometry::new(board), from, to };
            let wins = game.red_wins(&mut cells, Color::Blue);
            let winner = solved(&chain.stack().unwrap(), &mut solver);
            assert_eq!(winner == Color::Red, wins, "{chain}");
            count[winner.index()] += 1;
        }
    }
    assert!(count.iter().all(|count| *count > 20), "{count:?}");
}

#[test]
fn answers_are_kept_and_read_again() {
    let mut solver = Solver::new(Options::default()).unwrap();
    let (mut answers, mut file) = (ChainAnswers::default(), ChainAnswers::header());
    let mut solve = |answers: &mut ChainAnswers, file: &mut String, text: &str| {
        let on_row = |row: String| file.push_str(&row);
        let mut control = Control::default();
        let answer = answers.solve(&stack(text), &mut solver, None, &mut control, on_row);
        answer.unwrap().unwrap()
    };
    let won = solve(&mut answers, &mut file, "P 1 P@3");
    let lost = solve(&mut answers, &mut file, "P 1 P@1");
    assert_eq!((won.winner, lost.winner), (Color::Red, Color::Blue));
    // A mirror image is known, and so is what was read.
    let mut read = ChainAnswers::read(&file).unwrap();
    for answers in [&mut answers, &mut read] {
        let lines = file.lines().count();
        assert_eq!(solve(answers, &mut file, "P@2 1 P"), won);
        assert_eq!(answers.get(&stack("P@4 1 P")), Some(lost));
        assert_eq!(file.lines().count(), lines);
    }
    for (text, expected) in [
        ("", "no answers about chains"),
        ("rings,winner,positions\n", "no answers about chains"),
        (
            "# hexring chains 1\nrings,winner,positions\nRB/..,red,1\nRB,green,1\n",
            "line 4: bad answer",
        ),
        ("# hexring chains 1\nrings,winner,positions\nRB/.,red,1\n", "line 3: bad answer"),
    ] {
        let fault = ChainAnswers::read(text).unwrap_err().to_string();
        assert!(fault.contains(expected), "{fault}");
    }
}

/// The committed answers: each once, in the form that its images share; and some of them proven.
#[test]
fn committed_answers_hold() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tables/chains.csv");
    let text = std::fs::read_to_string(path).unwrap();
    let answers = ChainAnswers::read(&text).unwrap();
    let rings = text.lines().skip(2).map(|row| row.split(',').next().unwrap());
    let stacks: Vec<Stack> = rings.map(|rings| rings.parse().unwrap()).collect();
    assert!(stacks.iter().all(|stack| stack.canonical() == *stack));
    assert_eq!(stacks.iter().collect::<HashSet<_>>().len(), stacks.len());
    let mut proven = [0; 2];
    // All of them take minutes in a release build: `prove_chains` among the examples.
    for stack in stacks.iter().step_by(7) {
        let answer = answers.get(stack).unwrap();
        if !(1..=40).contains(&answer.positions) {
            continue;
        }
        let mut solver = Solver::new(Options::default()).unwrap();
        let proof = solver.prove(&stack.position(), &mut Control::default()).unwrap();
        assert_eq!(check(&proof, &Limit::none()).unwrap().winner, answer.winner, "{stack}");
        proven[answer.winner.index()] += 1;
    }
    assert!(proven.iter().all(|count| *count > 10), "{proven:?}");
}

/// Cells that Red has captured are a step each. Followed move by move, in every ring for itself, they
/// would make more steps than a proof can have.
#[test]
fn a_chain_of_five_rings_has_a_short_proof() {
    let rings = "...../...RB/...../...RB/...../...RB/...../..RB./...../...RB/.....";
    let chain: Stack = rings.parse().unwrap();
    let mut solver = Solver::new(Options::default()).unwrap();
    let proof = solver.prove(&chain.position(), &mut Control::default()).unwrap();
    assert!(proof.nodes.iter().any(|node| matches!(node, Node::Captured(..))));
    assert_eq!(check(&proof, &Limit::none()).unwrap().winner, Color::Red);
}

/// A chain that takes too long is left open, and nothing is kept of it.
#[test]
fn a_chain_without_time_is_open() {
    let mut solver = Solver::new(Options::default()).unwrap();
    let mut answers = ChainAnswers::default();
    let time = Some(std::time::Duration::ZERO);
    let long = stack("P 4 P");
    let on_row = |row: String| panic!("{row}");
    let found = answers.solve(&long, &mut solver, time, &mut Control::default(), on_row);
    assert_eq!(found, Ok(None));
    assert_eq!(answers.get(&long), None);
}

/// A position that is written as a chain is the same position as on the command line.
#[test]
fn a_stack_is_its_position() {
    let position: Position = stack("T 2 P").position();
    let setup = position.to_setup();
    assert_eq!(position.to_move(), Some(Color::Blue));
    assert_eq!(setup_text(&setup, position.board()), "RBBBB/...../...../RRBBB");
}
