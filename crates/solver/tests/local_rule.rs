//! Rules without memory: those found win, and where none is found there is none.

use hexring_control::{Control, Limit, Stop};
use hexring_game::{Board, Cell, Color, Position, Rules, Setup, Site};
use hexring_solver::{
    LocalRule, LocalRuleFault, Obligation, Refutation, RuleError, find_rule, plain_local_winner,
};

const MEMORY: usize = 1 << 26;

fn boards(columns: u8, rows: &[u8]) -> Vec<Board> {
    rows.iter().map(|rows| format!("cylinder:{columns}x{rows}").parse().expect("valid")).collect()
}

fn find(columns: u8, rows: &[u8], seen: u8, within: u8) -> Result<LocalRule, Refutation> {
    let outcome = find_rule(&boards(columns, rows), seen, within, MEMORY, &mut Control::default());
    outcome.expect("there is memory").found
}

/// All rules are found by trying them: an answer for each view as it is met.
///
/// A rule wins if all turns that it leads to are answered, and no blue ring comes about.
struct AllRules {
    board: Board,
    seen: i16,
    within: i16,
}

type Stones = Vec<Option<Color>>;
type Choice = Vec<(Vec<Option<Option<Color>>>, (i16, u8))>;

impl AllRules {
    fn exists(columns: u8, rows: u8, seen: i16, within: i16) -> bool {
        let board = boards(columns, &[rows])[0];
        let empty = vec![None; board.cell_count()];
        AllRules { board, seen, within }.wins(&[empty], &mut Vec::new())
    }

    fn near(&self, stone: Cell, ring: i16, column: u8) -> Option<usize> {
        let row = u8::try_from(i16::from(stone.row) + ring).ok()?;
        let col = (stone.col + column) % self.board.cols();
        self.board.site(Cell { col, row }).map(Site::index)
    }

    fn winner(&self, stones: &Stones) -> Option<Color> {
        let mut setup = Setup::new(Rules::new(self.board));
        for (site, stone) in self.board.sites().zip(stones) {
            if let Some(color) = stone {
                setup.stones[*color].push(self.board.cell(site));
            }
        }
        setup.to_move = Some(Color::Blue);
        Position::from_setup(&setup).expect("stones").winner()
    }

    /// Whether a choice for the other views wins from all of these positions, Blue to move. The
    /// first turn without an answer is where choices differ.
    fn wins(&self, starts: &[Stones], chosen: &mut Choice) -> bool {
        let mut seen: Vec<Stones> = starts.to_vec();
        let mut at = 0;
        while at < seen.len() {
            let stones = seen[at].clone();
            at += 1;
            for site in self.board.sites().filter(|site| stones[site.index()].is_none()) {
                let mut after = stones.clone();
                after[site.index()] = Some(Color::Blue);
                if self.winner(&after) == Some(Color::Blue) {
                    return false;
                }
                let stone = self.board.cell(site);
                let columns = self.board.cols();
                let cells = |rings: i16| {
                    (-rings..=rings).flat_map(move |ring| (0..columns).map(move |c| (ring, c)))
                };
                let free: Vec<_> = cells(self.within)
                    .filter_map(|(ring, c)| Some(((ring, c), self.near(stone, ring, c)?)))
                    .filter(|(_, cell)| after[*cell].is_none())
                    .collect();
                if !free.is_empty() {
                    let view: Vec<_> = cells(self.seen)
                        .map(|(ring, c)| self.near(stone, ring, c).map(|cell| after[cell]))
                        .collect();
                    let known = chosen.iter().find(|(known, _)| *known == view);
                    let Some((_, answer)) = known.cloned() else {
                        return cells(self.within).any(|answer| {
                            chosen.push((view.clone(), answer));
                            let wins = self.wins(starts, chosen);
                            chosen.pop();
                            wins
                        });
                    };
                    let Some((_, cell)) = free.iter().find(|(near, _)| *near == answer) else {
                        return false;
                    };
                    after[*cell] = Some(Color::Red);
                    if self.winner(&after) == Some(Color::Red) {
                        continue;
                    }
                }
                if !seen.contains(&after) {
                    seen.push(after);
                }
            }
        }
        true
    }
}

#[test]
fn trying_all_rules_finds_one_where_the_search_does() {
    let cases = [
        (2, 2, 0, 0),
        (2, 3, 0, 1),
        (2, 3, 1, 1),
        (3, 1, 0, 0),
        (3, 2, 0, 0),
        (3, 2, 0, 1),
        (3, 2, 1, 1),
        (4, 1, 0, 0),
        (4, 2, 0, 0),
        (5, 1, 0, 0),
    ];
    let (mut with, mut without) = (0, 0);
    for (columns, rows, seen, within) in cases {
        let exists = AllRules::exists(columns, rows, seen.into(), within.into());
        assert_eq!(
            find(columns, &[rows], seen, within).is_ok(),
            exists,
            "{columns}x{rows}, seen {seen}, within {within}"
        );
        *(if exists { &mut with } else { &mut without }) += 1;
    }
    assert!(with > 3 && without > 0, "{with} {without}");
}

#[test]
fn rules_that_are_found_win_against_every_reply() {
    let cases: [(u8, &[u8], u8); 6] = [
        (3, &[2, 3, 4, 5], 1),
        (4, &[1, 2, 3], 0),
        (5, &[1], 0),
        (5, &[2, 3], 1),
        (7, &[2], 1),
        (6, &[2], 0),
    ];
    for (columns, rows, seen) in cases {
        let rule = find(columns, rows, seen, 1).expect("there is a rule");
        let rule: LocalRule = rule.to_string().parse().expect("it reads what it writes");
        for board in boards(columns, rows) {
            let played = rule.check(board, MEMORY, &Limit::none());
            assert!(played.is_ok_and(|positions| positions > 0), "{board}");
        }
    }
}

/// What a refutation says of a position is what the rules alone say.
fn agrees_with_the_rules(one: &Obligation) {
    let Obligation { board, rings, stone, answers, .. } = one;
    let with = |answer: Option<Cell>| {
        let mut setup = Setup::new(format!("{board} first=blue").parse().expect("valid rules"));
        for (cell, letter) in board.cells().zip(rings.replace('/', "").chars()) {
            match letter {
                'R' => setup.stones[Color::Red].push(cell),
                'B' => setup.stones[Color::Blue].push(cell),
                _ => {}
            }
        }
        setup.stones[Color::Blue].push(*stone);
        setup.stones[Color::Red].extend(answer);
        setup.to_move = Some(Color::Blue);
        Position::from_setup(&setup)
    };
    let free: Vec<Cell> = with(None).expect("valid").legal_cells().collect();
    for cell in free.into_iter().filter(|cell| cell.row.abs_diff(stone.row) <= 1) {
        let after = with(Some(cell)).expect("valid");
        let winner = after.winner().unwrap_or_else(|| plain_local_winner(&after, 1));
        assert_eq!(winner == Color::Red, answers.contains(&cell), "{one}: {cell}");
    }
}

#[test]
fn five_columns_need_to_see_more_than_one_ring() {
    for (columns, rows) in [(3, 2), (3, 3), (5, 2), (5, 3)] {
        let refutation = find(columns, &[rows], 0, 1).expect_err("no rule");
        assert!(refutation.is_confirmed, "{columns}x{rows}");
        if usize::from(columns * rows) <= 10 {
            refutation.obligations.iter().for_each(agrees_with_the_rules);
        }
    }
}

#[test]
fn a_rule_that_is_spoilt_fails() {
    let rule = find(3, &[3], 1, 1).expect("there is a rule");
    let board = boards(3, &[3])[0];
    let faults = rule.answers.keys().map(|view| {
        let (mut without, mut other) = (rule.clone(), rule.clone());
        without.answers.remove(view);
        other.answers.insert(view.clone(), (0, 0));
        [without, other].map(|rule| rule.check(board, MEMORY, &Limit::none()))
    });
    for [without, other] in faults {
        assert!(matches!(without, Err(LocalRuleFault::Unknown { .. })), "{without:?}");
        assert!(matches!(other, Err(LocalRuleFault::Taken { .. })), "{other:?}");
    }
    let lost = LocalRule {
        answers: rule.answers.keys().map(|view| (view.clone(), (0, 1))).collect(),
        ..rule
    };
    let fault = lost.check(board, MEMORY, &Limit::none()).expect_err("it fails");
    assert!(fault.is_answer(), "{fault}");
    assert_eq!(lost.check(board, 0, &Limit::none()), Err(LocalRuleFault::Memory(0)));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let ask = |boards: &[Board], seen, within, memory| {
        find_rule(boards, seen, within, memory, &mut Control::default()).expect_err("refused")
    };
    let plane: Board = "plane:3x3".parse().expect("valid");
    assert_eq!(ask(&[], 1, 1, MEMORY), RuleError::NoBoard);
    assert_eq!(ask(&[plane], 1, 1, MEMORY), RuleError::Topology(plane));
    let mixed = [boards(3, &[2]), boards(4, &[2])].concat();
    assert!(matches!(ask(&mixed, 1, 1, MEMORY), RuleError::Columns { .. }));
    assert!(matches!(ask(&boards(5, &[13]), 1, 1, MEMORY), RuleError::TooLarge(_)));
    assert!(matches!(ask(&boards(3, &[3]), 0, 0, MEMORY), RuleError::BlueWins { .. }));
    assert!(matches!(ask(&boards(5, &[5]), 1, 1, 2_000_000), RuleError::Memory { .. }));
    let stop = Stop::new();
    stop.raise();
    let stopped = find_rule(&boards(5, &[4]), 1, 1, MEMORY, &mut Control::of(&stop));
    assert_eq!(stopped, Err(RuleError::Stopped));
}
