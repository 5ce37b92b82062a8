//! Which answers go together: a SAT solver chooses them.
//!
//! A fact says: if this position is reached, Red has to answer this blue stone in one of these
//! cells. There is a variable for each position that facts speak of (it is reached) and for each
//! answer to a view (the rule gives it), and at most one answer for each view. So a rule that wins
//! satisfies all facts, and if no choice does, there is no rule.

use std::collections::{BTreeMap, HashMap, HashSet};

use batsat::{Lit, Solver, SolverInterface, Var, lbool};
use hexring_control::Limit;

use super::scope::{Answer, Answers, View};
use super::stage::{Place, Turn};
use crate::progress::Stopped;
use crate::sat::{self, Until};

/// What Red has to do in a position, should the rule lead there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub(super) turn: Turn,
    pub(super) view: View,
    /// The answers that keep the game won.
    pub(super) winning: Answers,
}

/// A step on the way to a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Red answers; what it might have answered instead is in the fact.
    Answer(Fact, Answer),
    /// No cell nearby is free.
    Pass(Place),
}

/// The facts known so far, as clauses.
pub(super) struct Choices {
    solver: Solver<Until>,
    reached: HashMap<Place, Var>,
    /// In order, because the SAT solver's choice depends on the order of its clauses.
    given: BTreeMap<View, BTreeMap<Answer, Var>>,
    known: HashMap<Turn, Var>,
    links: HashSet<(Place, Turn)>,
    /// Each fact with a variable that switches it on, so that a contradiction names its facts.
    pub(super) facts: Vec<(Fact, Var)>,
}

/// What the facts leave.
pub(super) enum Choice {
    /// An answer for each view that facts speak of and that the choice leads to.
    Answers(Vec<(View, Answer)>),
    /// Nothing.
    Contradiction,
}

impl Choices {
    pub(super) fn new(limit: &Limit) -> Self {
        Choices {
            solver: sat::solver(limit),
            reached: HashMap::new(),
            given: BTreeMap::new(),
            known: HashMap::new(),
            links: HashSet::new(),
            facts: Vec::new(),
        }
    }

    /// Whether facts speak of a view.
    pub(super) fn speak_of(&self, view: View) -> bool {
        self.given.contains_key(&view)
    }

    /// Adds a fact and the way to its position, with the facts on the way.
    pub(super) fn add(&mut self, way: &[(Step, Place)], fact: Fact) {
        for (step, next) in way {
            match step {
                Step::Pass(place) => {
                    let clause = [!self.reached(*place), self.reached(*next)];
                    self.clause(&clause);
                }
                Step::Answer(fact, answer) => {
                    let switch = self.add_one(*fact);
                    if self.links.insert((*next, fact.turn)) {
                        let place = self.reached(fact.turn.place);
                        let (given, next) = (self.given(fact.view, *answer), self.reached(*next));
                        self.clause(&[!switch, !place, !given, next]);
                    }
                }
            }
        }
        self.add_one(fact);
    }

    /// The switch of a fact, which is added if it is new.
    fn add_one(&mut self, fact: Fact) -> Lit {
        if let Some(var) = self.known.get(&fact.turn) {
            return Lit::new(*var, true);
        }
        let switch = Lit::new(self.solver.new_var(lbool::TRUE, true), true);
        self.known.insert(fact.turn, switch.var());
        let mut clause = vec![!switch, !self.reached(fact.turn.place)];
        let answers = (0..Answers::BITS as Answer).filter(|answer| fact.winning >> answer & 1 == 1);
        clause.extend(answers.map(|answer| self.given(fact.view, answer)));
        self.clause(&clause);
        self.facts.push((fact, switch.var()));
        switch
    }

    fn clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause_reuse(&mut clause.to_vec());
    }

    /// That a position is reached; an empty board always is.
    fn reached(&mut self, place: Place) -> Lit {
        if let Some(var) = self.reached.get(&place) {
            return Lit::new(*var, true);
        }
        let literal = Lit::new(self.solver.new_var(lbool::FALSE, true), true);
        self.reached.insert(place, literal.var());
        if place.blue == 0 {
            self.clause(&[literal]);
        }
        literal
    }

    /// That the rule gives an answer, and no other.
    fn given(&mut self, view: View, answer: Answer) -> Lit {
        let answers = self.given.entry(view).or_default();
        if let Some(var) = answers.get(&answer) {
            return Lit::new(*var, true);
        }
        let literal = Lit::new(self.solver.new_var(lbool::FALSE, true), true);
        let others: Vec<Lit> = answers.values().map(|var| Lit::new(*var, false)).collect();
        answers.insert(answer, literal.var());
        others.into_iter().for_each(|other| self.clause(&[!literal, other]));
        literal
    }

    /// A choice that keeps as much of a rule as seems possible: what is in the way is let go.
    pub(super) fn choose(
        &mut self,
        rule: impl Fn(View) -> Option<Answer>,
    ) -> Result<Choice, Stopped> {
        let kept = self.given.iter().filter_map(|(view, answers)| answers.get(&rule(*view)?));
        let mut kept: Vec<Lit> = kept.map(|var| Lit::new(*var, true)).collect();
        // Those that facts have spoken of for longest come first.
        kept.sort_unstable_by_key(Lit::idx);
        let facts = self.switches(0..self.facts.len());
        while !self.is_consistent(&[facts.as_slice(), &kept].concat())? {
            let before = kept.len();
            kept.retain(|literal| !self.solver.unsat_core_contains_var(literal.var()));
            if kept.len() == before {
                return Ok(Choice::Contradiction);
            }
        }
        let is_given = |var: &Var| self.solver.value_var(*var) == lbool::TRUE;
        let chosen = self.given.iter().filter_map(|(view, answers)| {
            let given = answers.iter().find(|(_, var)| is_given(var));
            given.map(|(answer, _)| (*view, *answer))
        });
        Ok(Choice::Answers(chosen.collect()))
    }

    /// Facts that contradict each other, none of which can be left out.
    pub(super) fn contradiction(&mut self) -> Result<Vec<Fact>, Stopped> {
        let mut core: Vec<usize> = (0..self.facts.len()).collect();
        let mut needed = 0;
        while needed < core.len() {
            let without = core.iter().copied().filter(|fact| *fact != core[needed]);
            let without = self.switches(without);
            if self.is_consistent(&without)? {
                needed += 1;
            } else {
                core.retain(|fact| self.solver.unsat_core_contains_var(self.facts[*fact].1));
            }
        }
        Ok(core.into_iter().map(|fact| self.facts[fact].0).collect())
    }

    fn switches(&self, facts: impl IntoIterator<Item = usize>) -> Vec<Lit> {
        facts.into_iter().map(|fact| Lit::new(self.facts[fact].1, true)).collect()
    }

    fn is_consistent(&mut self, assumed: &[Lit]) -> Result<bool, Stopped> {
        match self.solver.solve_limited(assumed) {
            answer if answer == lbool::TRUE => Ok(true),
            answer if answer == lbool::FALSE => Ok(false),
            _ => Err(Stopped),
        }
    }
}
