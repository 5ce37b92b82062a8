//! All positions that a rule leads to, whatever Blue does; where it fails it is mended on the way.
//!
//! The fewer stones the sooner a position comes, and a walk ends with the number of blue stones at
//! which mending has failed often: so contradictions are found where they are short.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;

use hexring_control::Control;

use super::choices::{Choices, Fact, Step};
use super::scope::{Answer, Answers, View};
use super::stage::{Place, Stage, Turn};
use super::{RuleError, RuleProgress};
use crate::progress::{Stopped, go_on};
use crate::transpositions::WordHasher;

type Map<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;

/// A walk ends after the number of blue stones at which so many views had no answer left.
const ENOUGH: usize = 20;

/// About what a position or a view takes, with the tables around it.
pub(super) const BYTES: usize = 120;

/// What the rule does at a view.
#[derive(Clone, Copy, Debug)]
struct Habit {
    answer: Answer,
    /// The answers that have not failed anywhere.
    left: Answers,
}

/// The rule as it stands: an answer for each view that was met.
#[derive(Default)]
pub(super) struct Habits(Map<View, Habit>);

impl Habits {
    pub(super) fn answer(&self, view: View) -> Option<Answer> {
        self.0.get(&view).map(|habit| habit.answer)
    }

    /// Takes an answer that goes with others.
    pub(super) fn set(&mut self, view: View, answer: Answer) {
        if let Some(habit) = self.0.get_mut(&view) {
            habit.answer = answer;
        }
    }
}

/// A position and how it was reached.
#[derive(Clone, Copy)]
struct Node {
    place: Place,
    /// The number of the position before, Blue's stone, and Red's answer if it gave one.
    from: Option<(u32, u8, Option<Answer>)>,
}

/// What all walks work with.
pub(super) struct Ground<'a, 'c> {
    pub(super) stages: &'a mut [Stage],
    pub(super) choices: &'a mut Choices,
    pub(super) habits: &'a mut Habits,
    pub(super) control: &'a mut Control<'c, RuleProgress>,
    /// How many positions and views there may be together.
    pub(super) most: usize,
    pub(super) round: u64,
}

/// What a walk has seen.
#[derive(Default)]
pub(super) struct Walk {
    nodes: Vec<Node>,
    reached: HashSet<Place, BuildHasherDefault<WordHasher>>,
    /// The views that were met, and the turns at which their answer was chosen or had to change.
    met: Map<View, Vec<(u32, u8)>>,
    /// Whether an answer had to change, so that the rule is another one than at the start.
    pub(super) is_mended: bool,
    /// How often a view had no answer left that has not failed.
    stuck: usize,
}

impl Walk {
    /// Walks until the end, or as far as mending helps.
    pub(super) fn run(ground: &mut Ground<'_, '_>) -> Result<Walk, RuleError> {
        let mut walk = Walk::default();
        for start in ground.stages.iter().map(Stage::start) {
            walk.reach(Node { place: start, from: None });
        }
        let mut at = 0;
        while let Some(node) = walk.nodes.get(at).copied() {
            if walk.nodes.len() + walk.met.len() > ground.most {
                return Err(RuleError::Memory { positions: walk.nodes.len() });
            }
            for turn in ground.stages[usize::from(node.place.stage)].turns(node.place) {
                walk.answer(ground, at as u32, turn)?;
            }
            at += 1;
            let stones = |node: &Node| node.place.blue.count_ones();
            let is_last = walk.nodes.get(at).is_some_and(|next| stones(next) > stones(&node));
            if is_last && walk.stuck >= ENOUGH {
                break;
            }
        }
        Ok(walk)
    }

    /// How many positions were reached.
    pub(super) fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The views that were met.
    pub(super) fn views(&self) -> impl Iterator<Item = View> {
        self.met.keys().copied()
    }

    fn reach(&mut self, node: Node) {
        if self.reached.insert(node.place) {
            self.nodes.push(node);
        }
    }

    /// Lets the rule answer a blue stone.
    fn answer(
        &mut self,
        ground: &mut Ground<'_, '_>,
        at: u32,
        turn: Turn,
    ) -> Result<(), RuleError> {
        go_on(ground.control.limit())?;
        let (round, facts) = (ground.round, ground.choices.facts.len());
        let (positions, views) = (self.nodes.len(), self.met.len());
        ground.control.report(|| RuleProgress { round, positions, views, facts });
        let stage = &mut ground.stages[usize::from(turn.place.stage)];
        if stage.has_to_pass(turn) {
            let place = stage.after(turn, None).expect("a pass wins no game");
            self.reach(Node { place, from: Some((at, turn.stone, None)) });
            return Ok(());
        }
        let view = stage.view(turn);
        self.met.entry(view).or_default();
        let answer = match ground.habits.answer(view) {
            Some(answer) if self.suits(stage, turn, answer, ground.control)? => answer,
            _ => self.mend(ground, at, turn, view)?,
        };
        let stage = &ground.stages[usize::from(turn.place.stage)];
        let cell = stage.cell(turn, answer);
        if let Some(place) = stage.after(turn, cell) {
            self.reach(Node { place, from: Some((at, turn.stone, Some(answer))) });
        }
        Ok(())
    }

    /// Whether an answer keeps the game won.
    fn suits(
        &self,
        stage: &mut Stage,
        turn: Turn,
        answer: Answer,
        control: &Control<'_, RuleProgress>,
    ) -> Result<bool, Stopped> {
        let Some(cell) = stage.cell(turn, answer) else { return Ok(false) };
        match stage.after(turn, Some(cell)) {
            None => Ok(true),
            // What was reached before is won.
            Some(place) => Ok(self.reached.contains(&place) || stage.is_won(place, control)?),
        }
    }

    /// A new answer for a view: one that has not failed anywhere, if there is one. As soon as a view
    /// makes trouble twice, all that is known of it becomes facts.
    fn mend(
        &mut self,
        ground: &mut Ground<'_, '_>,
        at: u32,
        turn: Turn,
        view: View,
    ) -> Result<Answer, RuleError> {
        let stage = &mut ground.stages[usize::from(turn.place.stage)];
        let old = ground.habits.0.get(&view).copied();
        let left = old.map_or(Answers::MAX, |habit| habit.left & !(1 << habit.answer));
        let mut found = None;
        for answer in stage.by_promise(turn, left) {
            if stage.wins(turn, answer, ground.control)? {
                found = Some(answer);
                break;
            }
        }
        let witnesses = self.met.entry(view).or_default();
        let is_new = witnesses.is_empty() && !ground.choices.speak_of(view);
        witnesses.push((at, turn.stone));
        self.is_mended |= old.is_some();
        if let Some(answer) = found.filter(|_| is_new) {
            ground.habits.0.insert(view, Habit { answer, left });
            return Ok(answer);
        }
        for (at, stone) in witnesses.clone() {
            let place = self.nodes[at as usize].place;
            let fact = fact(ground, Turn { place, stone })?;
            let way = self.way(ground, at)?;
            ground.choices.add(&way, fact);
        }
        let winning = fact(ground, turn)?.winning;
        let is_stuck = left & winning == 0;
        self.stuck += usize::from(is_stuck);
        let left = if is_stuck { winning } else { left & winning };
        let answer = found.unwrap_or(winning.trailing_zeros() as Answer);
        ground.habits.0.insert(view, Habit { answer, left });
        Ok(answer)
    }

    /// The steps from the empty board to a position, each with the position after it.
    fn way(&self, ground: &mut Ground<'_, '_>, at: u32) -> Result<Vec<(Step, Place)>, RuleError> {
        let mut way = Vec::new();
        let mut node = self.nodes[at as usize];
        while let Some((before, stone, answer)) = node.from {
            let place = self.nodes[before as usize].place;
            let step = match answer {
                Some(answer) => Step::Answer(fact(ground, Turn { place, stone })?, answer),
                None => Step::Pass(place),
            };
            way.push((step, node.place));
            node = self.nodes[before as usize];
        }
        Ok(way)
    }
}

/// What Red has to do at a turn.
fn fact(ground: &mut Ground<'_, '_>, turn: Turn) -> Result<Fact, Stopped> {
    let stage = &mut ground.stages[usize::from(turn.place.stage)];
    Ok(Fact { turn, view: stage.view(turn), winning: stage.winning(turn, ground.control)? })
}
