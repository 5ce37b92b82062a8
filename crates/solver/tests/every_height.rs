//! Rules for every height: found, checked, spoilt, and played against every reply.

use std::collections::{HashMap, HashSet};

use hexring_control::{Control, Limit};
use hexring_game::{Board, Cell, Color, Connectivity, Geometry, Topology};
use hexring_solver::{HeightError, HeightRule, HeightRuleFault, find_height_rule};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const MEMORY: usize = 1 << 30;

fn rule(columns: u8) -> HeightRule {
    let outcome = find_height_rule(columns, MEMORY, &mut Control::quiet(Limit::none()));
    outcome.expect("an answer").rule.expect("there is one")
}

/// A rule as its file says, played on real boards. It knows nothing of windows.
struct Player {
    columns: usize,
    answers: HashMap<String, String>,
}

/// What Red imagines, a letter for each cell of each ring.
type Imagined = Vec<Vec<u8>>;

/// A game in which the rule lost, or did not know what to do: Blue's last stone.
#[derive(Debug)]
struct Lost(#[expect(dead_code, reason = "it is printed")] Cell);

impl Player {
    fn new(rule: &HeightRule) -> Self {
        let text = rule.to_string();
        let lines = text.lines().skip(3).map(|line| line.split_once(',').expect("two windows"));
        let answers = lines.map(|(seen, made)| (seen.to_owned(), made.to_owned())).collect();
        Player { columns: rule.columns().into(), answers }
    }

    /// What becomes of the imagined rings after a blue stone.
    fn answer(&self, imagined: &Imagined, ring: usize, column: usize) -> Option<Imagined> {
        let turned = |ring: Option<usize>| match ring.and_then(|ring| imagined.get(ring)) {
            None => "#".repeat(self.columns),
            Some(cells) => (0..self.columns)
                .map(|at| char::from(cells[(at + column) % self.columns]))
                .collect(),
        };
        let near = [ring.checked_sub(1), Some(ring), Some(ring + 1)];
        let made = self.answers.get(&near.map(turned).join("/"))?;
        let mut after = imagined.clone();
        for (ring, made) in near.into_iter().zip(made.split('/')) {
            let Some(cells) = ring.and_then(|ring| after.get_mut(ring)) else { continue };
            for (at, letter) in made.bytes().enumerate() {
                cells[(at + column) % self.columns] = letter;
            }
        }
        Some(after)
    }

    /// Plays against everything that Blue can do on a board. Where the rule needs no stone Red has
    /// none, so it is even worse off than it could be.
    fn wins(&self, rows: u8) -> Result<usize, Lost> {
        let board = Board::new(Topology::Cylinder, self.columns as u8, rows).expect("a board");
        let geometry = Geometry::new(board);
        let empty = vec![vec![b'.'; self.columns]; rows.into()];
        let mut open = vec![(empty, vec![false; board.cell_count()])];
        let mut known: HashSet<(Imagined, Vec<bool>)> = HashSet::new();
        while let Some((imagined, blue)) = open.pop() {
            if !known.insert((imagined.clone(), blue.clone())) {
                continue;
            }
            for site in board.sites().filter(|site| !blue[site.index()]) {
                let cell = board.cell(site);
                let (ring, column) = (usize::from(cell.row), usize::from(cell.col));
                if imagined[ring][column] == b'R' {
                    continue;
                }
                let mut groups = Connectivity::new(&geometry);
                for stone in board.sites().filter(|stone| blue[stone.index()]) {
                    groups.place(&geometry, stone, Color::Blue);
                }
                if groups.would_win(&geometry, site, Color::Blue) {
                    return Err(Lost(cell));
                }
                let mut blue = blue.clone();
                blue[site.index()] = true;
                let mut after = imagined.clone();
                if after[ring][column] == b'.' {
                    after[ring][column] = b'B';
                    after = self.answer(&after, ring, column).ok_or(Lost(cell))?;
                }
                open.push((after, blue));
            }
        }
        Ok(known.len())
    }
}

#[test]
fn rules_are_found_and_win_against_every_reply() {
    for (columns, rows) in [(2, 1..=4), (3, 1..=3)] {
        let rule = rule(columns);
        let checked = rule.check(&Limit::none()).expect("it wins");
        assert!(checked.windows > 6 && checked.links > 2, "{checked:?}");
        assert_eq!(rule.to_string().parse().as_ref(), Ok(&rule));
        let player = Player::new(&rule);
        for rows in rows {
            assert!(player.wins(rows).expect("it wins") > 1, "{columns}x{rows}");
        }
    }
}

/// Whatever a rule is made of, what the check accepts wins real games.
#[test]
fn spoilt_rules_are_refused_or_win_all_the_same() {
    let good = rule(3).to_string();
    let lines: Vec<&str> = good.lines().collect();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(18);
    let (mut held, mut refused) = (0, 0);
    for _ in 0..150 {
        let mut spoilt: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let at = dice.random_range(3..spoilt.len());
        let (seen, made) = spoilt[at].split_once(',').expect("two windows");
        let (seen, made) = (seen.to_owned(), made.to_owned());
        let cell = dice.random_range(0..made.len());
        match (dice.random_range(0..3), &made[cell..=cell]) {
            (0, _) => drop(spoilt.remove(at)),
            // Red gives one more cell away,
            (1, ".") => {
                spoilt[at] = format!("{seen},{}B{}", &made[..cell], &made[cell + 1..]);
            }
            // or answers nothing.
            _ => spoilt[at] = format!("{seen},{seen}"),
        }
        let rule = (spoilt.join("\n") + "\n").parse::<HeightRule>();
        let rule = rule.expect("a rule all the same");
        match rule.check(&Limit::none()) {
            Ok(_) => {
                held += 1;
                let player = Player::new(&rule);
                (1..=3).for_each(|rows| assert!(player.wins(rows).is_ok(), "{}", spoilt[at]));
            }
            Err(_) => refused += 1,
        }
    }
    assert!(held > 0 && refused > 0, "{held} {refused}");
}

/// A rule that has an answer to everything and never takes a cell: Blue gets its ring.
#[test]
fn a_rule_that_does_nothing_lets_blue_close_a_ring() {
    let rings = |columns: u32| -> Vec<String> {
        let letter = |number: usize, column| char::from(b".RB"[number / 3usize.pow(column) % 3]);
        let ring = |number| (0..columns).map(|column| letter(number, column)).collect();
        (0..3usize.pow(columns)).map(ring).chain(["#".repeat(columns as usize)]).collect()
    };
    for columns in [1, 2, 3] {
        let rings = rings(columns);
        let mut text = format!("# hexring every height 1\n# columns {columns}\nseen,made of it\n");
        for above in &rings {
            for middle in rings.iter().filter(|ring| ring.starts_with('B')) {
                for below in &rings {
                    let window = [above.as_str(), middle, below].join("/");
                    text.push_str(&format!("{window},{window}\n"));
                }
            }
        }
        let fault = text.parse::<HeightRule>().expect("a rule").check(&Limit::none());
        assert!(matches!(fault, Err(HeightRuleFault::Ring(_))), "{columns}: {fault:?}");
    }
}

#[test]
fn what_is_no_rule_is_refused() {
    let good = rule(2).to_string();
    for (from, to) in [
        ("\n", "\r\n"),
        ("height 1", "height 2"),
        ("columns 2", "columns 16"),
        ("columns 2", "columns 0"),
        ("columns 2", "columns 02"),
        ("columns 2", "columns +2"),
        ("seen,", "seen "),
        ("B./##,", "B./##,,"),
        ("/BR/", "/RR/"),
        ("/BR/", "/B#/"),
        ("##/B.", "##/.B"),
    ] {
        let spoilt = good.replacen(from, to, 1);
        assert_ne!(spoilt, good, "{from} is not in\n{good}");
        assert!(spoilt.parse::<HeightRule>().is_err(), "{from} {to}");
    }
    let twice = format!("{good}{}\n", good.lines().last().expect("a line"));
    assert!(twice.parse::<HeightRule>().is_err());
    assert!(good.trim_end().parse::<HeightRule>().is_err(), "the end is missing");
    let none = "# hexring every height 1\n# columns 3\nseen,made of it\n";
    let fault = none.parse::<HeightRule>().expect("no line is wrong").check(&Limit::none());
    assert!(matches!(fault, Err(HeightRuleFault::Unknown(_))), "{fault:?}");
}

#[test]
fn a_search_has_bounds() {
    let find =
        |columns, memory| find_height_rule(columns, memory, &mut Control::quiet(Limit::none()));
    assert_eq!(find(1, MEMORY), Err(HeightError::Columns { columns: 1 }));
    assert_eq!(find(8, MEMORY), Err(HeightError::Columns { columns: 8 }));
    assert!(matches!(find(3, 1_000_000), Err(HeightError::Memory { .. })));
    let stopped = Limit::none().within(std::time::Duration::ZERO);
    let outcome = find_height_rule(3, MEMORY, &mut Control::quiet(stopped));
    assert!(matches!(outcome, Err(HeightError::Stopped { round: 1, .. })), "{outcome:?}");
}
