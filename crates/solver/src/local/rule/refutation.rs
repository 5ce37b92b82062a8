//! Why there is no rule: positions that no choice of answers gets along with.

use std::collections::{HashMap, HashSet};
use std::fmt;

use hexring_game::{Board, Cell};

use super::choices::Fact;
use super::scope::{Answer, Answers, View};
use super::stage::{Place, Stage};

/// A blue stone in a position that the rule may lead to, and the answers that keep the game won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// The board.
    pub board: Board,
    /// The position before the stone: rings from top to bottom, such as `R...B/.....`.
    pub rings: String,
    /// Blue's stone.
    pub stone: Cell,
    /// What Red sees after it.
    pub view: String,
    /// Where Red may answer.
    pub answers: Vec<Cell>,
}

impl fmt::Display for Obligation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answers: Vec<String> = self.answers.iter().map(Cell::to_string).collect();
        write!(f, "{}  {}: {}", self.rings, self.stone, answers.join(" "))
    }
}

/// Obligations that contradict each other: whatever a rule answers, it comes to one that it does not
/// meet. None of them can be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The obligations, those with the fewest stones first.
    pub obligations: Vec<Obligation>,
    /// Whether a plain search over the views has confirmed it. Beyond a number of steps it is not
    /// tried to the end.
    pub is_confirmed: bool,
}

/// How many steps the plain search may take.
const MOST_STEPS: u64 = 20_000_000;

impl Refutation {
    pub(super) fn new(stages: &[Stage], mut facts: Vec<Fact>) -> Self {
        facts.sort_by_key(|fact| {
            let Place { stage, red, blue } = fact.turn.place;
            (stage, blue.count_ones(), fact.view, red, blue, fact.turn.stone)
        });
        let obligations = facts.iter().map(|fact| obligation(stages, fact)).collect();
        Refutation { obligations, is_confirmed: Plain::new(stages, &facts).confirms() }
    }
}

fn obligation(stages: &[Stage], fact: &Fact) -> Obligation {
    let turn = fact.turn;
    let stage = &stages[usize::from(turn.place.stage)];
    let board = stage.board();
    let cell = |number: u8| Cell { col: number % board.cols(), row: number / board.cols() };
    let letter = |number: u8| match (turn.place.red >> number & 1, turn.place.blue >> number & 1) {
        (1, _) => 'R',
        (_, 1) => 'B',
        _ => '.',
    };
    let ring = |row: u8| -> String {
        (0..board.cols()).map(|col| letter(row * board.cols() + col)).collect()
    };
    let answers = answers(fact.winning).filter_map(|answer| stage.cell(turn, answer));
    Obligation {
        board,
        rings: (0..board.rows()).map(ring).collect::<Vec<_>>().join("/"),
        stone: cell(turn.stone),
        view: stage.scope().text(fact.view),
        answers: answers.map(cell).collect(),
    }
}

fn answers(set: Answers) -> impl Iterator<Item = Answer> {
    (0..Answers::BITS as Answer).filter(move |answer| set >> answer & 1 == 1)
}

/// The second way to the same end: tries all answers to one view after the other.
struct Plain<'a> {
    stages: &'a [Stage],
    facts: &'a [Fact],
    chosen: HashMap<View, Answer>,
    steps: u64,
}

impl<'a> Plain<'a> {
    fn new(stages: &'a [Stage], facts: &'a [Fact]) -> Self {
        Plain { stages, facts, chosen: HashMap::new(), steps: 0 }
    }

    fn confirms(&mut self) -> bool {
        self.is_hopeless()
    }

    /// Whether no choice for the remaining views gets along with all facts.
    fn is_hopeless(&mut self) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        let reached = self.reached();
        let bound = self.facts.iter().filter(|fact| reached.contains(&fact.turn.place));
        let fails = |fact: &&Fact| {
            self.chosen.get(&fact.view).is_some_and(|answer| fact.winning >> answer & 1 == 0)
        };
        if bound.clone().any(|fact| fails(&fact)) {
            return true;
        }
        let open = bound.filter(|fact| !self.chosen.contains_key(&fact.view));
        let Some(fact) = open.min_by_key(|fact| fact.winning.count_ones()) else { return false };
        let (view, winning) = (fact.view, fact.winning);
        answers(winning).all(|answer| {
            self.chosen.insert(view, answer);
            let is_hopeless = self.is_hopeless();
            self.chosen.remove(&view);
            is_hopeless
        })
    }

    /// The positions that the answers chosen so far lead to, by the turns that there are facts of.
    fn reached(&self) -> HashSet<Place> {
        let mut reached: HashSet<Place> = self.stages.iter().map(Stage::start).collect();
        // Facts with fewer stones come first, so once is enough.
        for fact in self.facts {
            let stage = &self.stages[usize::from(fact.turn.place.stage)];
            let Some(answer) = self.chosen.get(&fact.view) else { continue };
            if !reached.contains(&fact.turn.place) {
                continue;
            }
            if let Some(cell) = stage.cell(fact.turn, *answer) {
                reached.extend(stage.after(fact.turn, Some(cell)));
            }
        }
        reached
    }
}
