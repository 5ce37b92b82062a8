//! Looks for a rule for every height.
//!
//! A SAT solver chooses: there is a variable for each window (it may come up) and for each thing that
//! Red can make of a sight. Clauses say that something is made of every sight, that what follows from
//! allowed windows is allowed, and that doomed windows are not. They are far too many to write down.
//! So each round takes the last choice, follows it from the empty cylinders on, and adds the clauses
//! that it meets on the way, until a choice breaks none or no choice is left.
//!
//! Mirror images are answered by mirror images, which halves the work.

use std::collections::{BTreeMap, HashMap, HashSet};

use batsat::{Lit, Solver, SolverInterface, Var, lbool};
use hexring_control::Control;
use thiserror::Error;

use super::allowed::{Allowed, Consequence, EMPTY};
use super::doomed::{Doomed, least};
use super::ring::{Circle, Window};
use super::rule::HeightRule;
use crate::sat::{self, Until};

/// A round ends when it has met so many clauses that its choice breaks.
const ENOUGH: usize = 400;

/// About what a window takes, with its clauses.
const BYTES: usize = 4000;

/// So many windows of which is known whether Blue closes a ring take as much.
const DOOMED: usize = 40;

/// The columns that a search may be asked for.
pub const HEIGHT_SEARCH_COLUMNS: std::ops::RangeInclusive<u8> = 2..=7;

/// How the search is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeightProgress {
    /// Which round it is, from 1.
    pub round: u64,
    /// Windows that the round's choice has led to so far.
    pub windows: usize,
    /// Windows met in all rounds, up to rotations and mirror images.
    pub known: usize,
    /// Clauses of what follows from what.
    pub clauses: usize,
}

/// What was found, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeightOutcome {
    /// A rule for every height, if there is one that answers mirror images alike and gives away
    /// cells of the rings of Blue's stone and of its answer alone.
    pub rule: Option<HeightRule>,
    /// Rounds.
    pub rounds: u64,
    /// Windows met in all rounds, up to rotations and mirror images.
    pub known: usize,
    /// Clauses of what follows from what.
    pub clauses: usize,
}

/// Why nothing was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeightError {
    /// Too few or too many columns.
    #[error(
        "{columns} columns: a rule for every height is looked for with {} to {}",
        HEIGHT_SEARCH_COLUMNS.start(),
        HEIGHT_SEARCH_COLUMNS.end()
    )]
    Columns {
        /// The columns.
        columns: u8,
    },
    /// More windows than there is memory for.
    #[error("{windows} windows were met and there is no memory for more: no answer")]
    Memory {
        /// Windows met.
        windows: usize,
    },
    /// Somebody has stopped the search, or its time is over.
    #[error("stopped in round {round} after {windows} windows: no answer yet")]
    Stopped {
        /// The round.
        round: u64,
        /// Windows met, up to rotations and mirror images.
        windows: usize,
    },
}

/// Looks for a rule by which Red wins cylinders of so many columns and every height, with Blue first.
/// About so many bytes are used.
pub fn find_height_rule(
    columns: u8,
    memory: usize,
    control: &mut Control<'_, HeightProgress>,
) -> Result<HeightOutcome, HeightError> {
    if !HEIGHT_SEARCH_COLUMNS.contains(&columns) {
        return Err(HeightError::Columns { columns });
    }
    let circle = Circle { columns };
    let mut search = Search {
        circle,
        doomed: Doomed::new(circle, memory / BYTES * DOOMED, control.limit()),
        solver: sat::solver(control.limit()),
        allowed: HashMap::new(),
        made: HashMap::new(),
        clauses: HashSet::new(),
        most: memory / BYTES,
    };
    for window in EMPTY {
        let is_allowed = search.allowed(window);
        search.solver.add_clause_reuse(&mut vec![is_allowed]);
    }
    for round in 1.. {
        let is_chosen = match search.solver.solve_limited(&[]) {
            answer if answer == lbool::TRUE => true,
            answer if answer == lbool::FALSE => false,
            _ => return Err(HeightError::Stopped { round, windows: search.allowed.len() }),
        };
        let followed = if is_chosen { search.follow(round, control)? } else { Followed::default() };
        if !is_chosen || followed.broken == 0 {
            let rule = is_chosen.then(|| {
                let rule = HeightRule { circle, answers: followed.answers };
                // What is wrong with a rule is for its check to find.
                rule.clone().trimmed(control.limit()).unwrap_or(rule)
            });
            return Ok(HeightOutcome {
                rule,
                rounds: round,
                known: search.allowed.len(),
                clauses: search.clauses.len(),
            });
        }
    }
    unreachable!("rounds do not end by themselves")
}

struct Search {
    circle: Circle,
    doomed: Doomed,
    solver: Solver<Until>,
    /// By the least image of a window: that it may come up.
    allowed: HashMap<Window, Var>,
    /// By the lesser image of a sight: what Red can make of it, the best guess first.
    made: HashMap<Window, Vec<(Window, Var)>>,
    /// The clauses of what follows from what.
    clauses: HashSet<Vec<Lit>>,
    most: usize,
}

/// What a choice has led to.
#[derive(Default)]
struct Followed {
    answers: BTreeMap<Window, Window>,
    /// How many clauses the choice breaks.
    broken: usize,
}

impl Search {
    /// That a window may come up.
    fn allowed(&mut self, window: Window) -> Lit {
        let window = least(self.circle, window);
        if let Some(var) = self.allowed.get(&window) {
            return Lit::new(*var, true);
        }
        let is_allowed = Lit::new(self.solver.new_var(lbool::FALSE, true), true);
        self.allowed.insert(window, is_allowed.var());
        if self.doomed.is(window) {
            self.solver.add_clause_reuse(&mut vec![!is_allowed]);
        }
        is_allowed
    }

    /// What Red makes of a sight, as the last choice says, and that it does so. Nothing if the choice
    /// says nothing.
    fn choice(&mut self, window: Window, seen: Window) -> Option<(Window, Lit)> {
        let circle = self.circle;
        let is_greater = circle.mirrored(seen) < seen;
        let image = |window| if is_greater { circle.mirrored(window) } else { window };
        if !self.made.contains_key(&image(seen)) {
            self.open(image(window), image(seen));
        }
        let ways = &self.made[&image(seen)];
        let is = |var: Var, value| self.solver.value_var(var) == value;
        let is_new = ways.iter().all(|(_, var)| is(*var, lbool::UNDEF));
        let chosen = ways.iter().find(|(_, var)| is(*var, lbool::TRUE));
        let (made, var) = chosen.or_else(|| ways.first().filter(|_| is_new))?;
        Some((image(*made), Lit::new(*var, true)))
    }

    /// Lists what Red can make of a sight. What gives most away comes first: it leaves the fewest
    /// windows to come.
    fn open(&mut self, window: Window, seen: Window) {
        let mut ways = self.ways(seen);
        ways.retain(|made| !self.doomed.is(*made));
        let left =
            |made: &Window| made.iter().map(|r| self.circle.free(*r).count_ones()).sum::<u32>();
        let is_known = |made: &Window| self.allowed.contains_key(&least(self.circle, *made));
        ways.sort_by_cached_key(|made| (left(made), !is_known(made)));
        let mut clause = vec![!self.allowed(window)];
        let mut vars = Vec::with_capacity(ways.len());
        for made in ways {
            let guess = if vars.is_empty() { lbool::TRUE } else { lbool::FALSE };
            let var = self.solver.new_var(guess, true);
            clause.push(Lit::new(var, true));
            vars.push((made, var));
        }
        self.solver.add_clause_reuse(&mut clause);
        self.made.insert(seen, vars);
    }

    /// All that Red can make of a sight: it takes an empty cell, if there is one, and gives away some
    /// of the ring of Blue's stone; also some of the ring of its answer, if that has stones already.
    fn ways(&self, seen: Window) -> Vec<Window> {
        let mut ways = Vec::new();
        for (ring, stones) in seen.iter().enumerate() {
            for column in self.circle.each(self.circle.free(*stones)) {
                let mut taken = seen;
                taken[ring] = stones.with_red(1 << column);
                let has_stones = taken[ring].red.count_ones() + taken[ring].blue.count_ones() > 1;
                let other = match ring != 1 && has_stones {
                    true => self.circle.free(taken[ring]),
                    false => 0,
                };
                for given in subsets(self.circle.free(taken[1])) {
                    for more in subsets(other) {
                        let mut made = taken;
                        made[1] = made[1].with_blue(given);
                        made[ring] = made[ring].with_blue(more);
                        ways.push(made);
                    }
                }
            }
        }
        if ways.is_empty() {
            ways.push(seen);
        }
        ways
    }

    /// Follows the last choice from the empty cylinders on, and adds the clauses on the way.
    fn follow(
        &mut self,
        round: u64,
        control: &mut Control<'_, HeightProgress>,
    ) -> Result<Followed, HeightError> {
        let mut reached = Allowed::new(self.circle);
        EMPTY.into_iter().for_each(|window| self.reach(&mut reached, window));
        let mut chosen: HashMap<Window, Option<(Window, Lit)>> = HashMap::new();
        let mut broken = 0;
        let mut before = 0;
        while before < reached.order.len() && broken < ENOUGH {
            before = reached.order.len();
            let mut at = 0;
            while let Some(window) = reached.order.get(at).copied().filter(|_| broken < ENOUGH) {
                at += 1;
                if self.circle.free(window[1]) & 1 == 0 {
                    continue;
                }
                self.go_on(round, reached.order.len(), control)?;
                let seen = [window[0], window[1].with_blue(1), window[2]];
                let choice = match chosen.get(&seen) {
                    Some(choice) => *choice,
                    None => {
                        let choice = self.choice(window, seen);
                        broken += usize::from(choice.is_none());
                        *chosen.entry(seen).or_insert(choice)
                    }
                };
                let Some((made, is_made)) = choice else { continue };
                for follows in reached.after(window, made) {
                    if !reached.contains(follows.window) {
                        broken += usize::from(self.is_broken(&follows, is_made));
                        if !self.doomed.is(follows.window) {
                            self.reach(&mut reached, follows.window);
                        }
                    }
                }
            }
        }
        // What was said of doomed windows is true only if nothing has ended.
        self.go_on(round, reached.order.len(), control)?;
        let answers = chosen.into_iter().filter_map(|(seen, choice)| Some((seen, choice?.0)));
        Ok(Followed { answers: answers.collect(), broken })
    }

    fn reach(&self, reached: &mut Allowed, window: Window) {
        reached.add(window);
        reached.add(self.circle.mirrored(window));
    }

    /// Adds the clause of what follows. Whether the choice breaks it.
    fn is_broken(&mut self, follows: &Consequence, is_made: Lit) -> bool {
        let mut clause: Vec<Lit> = follows.before.iter().map(|it| !self.allowed(*it)).collect();
        clause.push(!is_made);
        let is_allowed = self.allowed(follows.window);
        clause.push(is_allowed);
        clause.sort_unstable();
        clause.dedup();
        if self.clauses.insert(clause.clone()) {
            self.solver.add_clause_reuse(&mut clause);
        }
        let is_doomed = self.doomed.is(follows.window);
        is_doomed || self.solver.value_var(is_allowed.var()) == lbool::FALSE
    }

    fn go_on(
        &self,
        round: u64,
        windows: usize,
        control: &mut Control<'_, HeightProgress>,
    ) -> Result<(), HeightError> {
        let (known, clauses) = (self.allowed.len(), self.clauses.len());
        control.report(|| HeightProgress { round, windows, known, clauses });
        match () {
            () if known + self.doomed.len() / DOOMED > self.most => {
                Err(HeightError::Memory { windows: known })
            }
            () if control.limit().is_over() => Err(HeightError::Stopped { round, windows: known }),
            () => Ok(()),
        }
    }
}

/// All subsets of a set, the whole first.
fn subsets(set: u16) -> impl Iterator<Item = u16> {
    std::iter::successors(Some(set), move |subset| match subset {
        0 => None,
        subset => Some((subset - 1) & set),
    })
}
