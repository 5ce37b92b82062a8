//! From a design to jobs. Whatever is drawn for a pair of games comes from the pair's seed, so
//! that both games have the same season layout and opening.

use hexring_game::{Board, ByColor, Color, Rules, RulesError};
use hexring_players::dice::derive;
use hexring_players::{Spec, SpecError, Unsupported};
use thiserror::Error;

use super::{
    Convergence, Design, Duels, Exact, Experiment, Grid, Line, Openings, Part, Sweep, Table,
};
use crate::contender::Contender;
use crate::job::{GameTask, Job, LineTask, LookTask, Place, SolveTask, Task};
use crate::opening::{OpeningError, Round, Start};

/// Why there are no jobs.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("part {part}: {fault}")]
pub struct JobsError {
    /// The name of the part that cannot be laid out.
    pub part: String,
    /// Why not.
    pub fault: JobFault,
}

/// Why a part cannot be laid out.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum JobFault {
    /// Its rules do not fit together.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// An opening cannot be drawn.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A player does not have the option that is to change.
    #[error(transparent)]
    Option(#[from] SpecError),
    /// A player cannot be asked what it is to be asked.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

impl Experiment {
    /// Everything that is to be done. The jobs of a quick experiment are some of those of the full
    /// one, with the same keys, so a quick run is a beginning.
    pub fn jobs(&self, quick: bool) -> Result<Vec<Job>, JobsError> {
        let mut jobs = Vec::new();
        for (index, part) in self.parts.iter().enumerate() {
            let mut maker = Maker { part, index, seed: self.seed, quick, jobs: &mut jobs };
            maker.make().map_err(|fault| JobsError { part: part.name.clone(), fault })?;
        }
        Ok(jobs)
    }

    /// The names of the parts.
    pub fn part_names(&self) -> Vec<String> {
        self.parts.iter().map(|part| part.name.clone()).collect()
    }
}

struct Maker<'a> {
    part: &'a Part,
    index: usize,
    seed: u64,
    quick: bool,
    jobs: &'a mut Vec<Job>,
}

impl Maker<'_> {
    fn make(&mut self) -> Result<(), JobFault> {
        match &self.part.design {
            Design::Duels(duels) => self.duels(duels),
            Design::Sweep(sweep) => self.sweep(sweep),
            Design::Grid(grid) => self.grid(grid),
            Design::Table(table) => self.table(table),
            Design::Openings(openings) => self.openings(openings),
            Design::Convergence(convergence) => self.convergence(convergence),
            Design::Line(line) => self.line(line),
            Design::Exact(exact) => self.exact(exact),
            Design::Stones(_) => Ok(()),
        }
    }

    /// As many as are wanted, or as many as a quick run makes.
    fn count(&self, full: u32) -> u32 {
        if self.quick { full.min(self.part.quick) } else { full }
    }

    fn rules(&self, board: Board, first: Color, seed: u64) -> Result<Rules, JobFault> {
        Ok(self.part.conditions.rules(board, first, seed)?)
    }

    fn push(&mut self, group: usize, number: u32, label: &str, seed: u64, task: Task) {
        let at = Place { part: self.index, group, number };
        self.jobs.push(Job::new(label, at, seed, task));
    }

    fn duels(&mut self, duels: &Duels) -> Result<(), JobFault> {
        for (group, (one, other)) in duels.pairings.iter().enumerate() {
            let players = [&duels.players[*one], &duels.players[*other]];
            for round in 0..self.count(duels.rounds) {
                self.round(duels, group, players, round)?;
            }
        }
        Ok(())
    }

    /// Two games with colours exchanged.
    fn round(
        &mut self,
        duels: &Duels,
        group: usize,
        [one, other]: [&Contender; 2],
        round: u32,
    ) -> Result<(), JobFault> {
        let about = self.about(&duels.board.to_string(), duels.first);
        let opening = duels.opening.describe();
        let label = format!("{about}|{opening}|{one}|{other}|{round}");
        let seed = derive(self.seed, &label);
        let rules = self.rules(duels.board, duels.first, seed)?;
        // All pairings of a part meet the same openings in the same order.
        let order = derive(self.seed, &format!("{about}|openings"));
        let opening = duels.opening.start(&rules, Round { number: round, seed, order })?;
        for (half, (red, blue)) in [(one, other), (other, one)].into_iter().enumerate() {
            let players = ByColor { red: red.clone(), blue: blue.clone() };
            let (rules, opening, terms) = (rules.clone(), opening.clone(), self.part.terms);
            let task = GameTask { rules, players, opening, terms };
            let (label, number) = (format!("{label}|{half}"), 2 * round + half as u32);
            self.push(group, number, &label, derive(seed, &half.to_string()), Task::Game(task));
        }
        Ok(())
    }

    /// The part of a key that says where and how it is played.
    fn about(&self, board: &str, first: Color) -> String {
        let mut conditions = vec![self.part.conditions.describe(), self.part.terms.describe()];
        conditions.retain(|words| !words.is_empty());
        format!("{}|{board}|{}|{first}", self.part.name, conditions.join(", "))
    }

    fn sweep(&mut self, sweep: &Sweep) -> Result<(), JobFault> {
        let settings = sweep.boards.iter().flat_map(|b| sweep.firsts.iter().map(move |f| (*b, *f)));
        for (group, (board, first)) in settings.enumerate() {
            let players = ByColor { red: sweep.red.clone(), blue: sweep.blue.clone() };
            self.games(group, board, first, &players, sweep.games)?;
        }
        Ok(())
    }

    /// Every setting of a grid is a pairing of its own, under the rules of its place.
    fn grid(&mut self, grid: &Grid) -> Result<(), JobFault> {
        for (group, (place, variant, opponent)) in grid.settings().enumerate() {
            let part = Part { conditions: place.conditions.clone(), ..self.part.clone() };
            let duels = Duels {
                players: vec![variant.player.clone(), opponent.clone()],
                pairings: vec![(0, 1)],
                board: place.board,
                first: grid.first,
                rounds: grid.rounds,
                opening: grid.opening.clone(),
                published: Vec::new(),
                target: None,
                sprt: None,
                anchor: None,
            };
            let (index, seed, quick) = (self.index, self.seed, self.quick);
            let mut maker = Maker { part: &part, index, seed, quick, jobs: self.jobs };
            for round in 0..maker.count(duels.rounds) {
                maker.round(&duels, group, [&variant.player, opponent], round)?;
            }
        }
        Ok(())
    }

    fn table(&mut self, table: &Table) -> Result<(), JobFault> {
        for (group, row) in table.rows.iter().enumerate() {
            let [one, other] = row.players.clone();
            let mut players = ByColor { red: one.clone(), blue: one };
            players[!table.first] = other;
            let published: u32 = row.published.wins.iter().sum();
            let games = table.games.min(published.saturating_mul(table.times));
            self.games(group, row.board, table.first, &players, games)?;
        }
        Ok(())
    }

    /// Single games of one setting. Two groups with the same setting share their games, which
    /// happens where two published rows are the same players here.
    fn games(
        &mut self,
        group: usize,
        board: Board,
        first: Color,
        players: &ByColor<Contender>,
        games: u32,
    ) -> Result<(), JobFault> {
        let about = self.about(&board.to_string(), first);
        for number in 0..self.count(games) {
            let label = format!("{about}|{}|{}|{number}", players.red, players.blue);
            let seed = derive(self.seed, &label);
            let rules = self.rules(board, first, seed)?;
            let (players, terms) = (players.clone(), self.part.terms);
            let task = GameTask { rules, players, opening: Start::Moves(Vec::new()), terms };
            self.push(group, number, &label, seed, Task::Game(task));
        }
        Ok(())
    }

    fn openings(&mut self, openings: &Openings) -> Result<(), JobFault> {
        for (group, player) in openings.players.iter().enumerate() {
            self.looks(group, openings.board, player, self.count(openings.samples))?;
        }
        Ok(())
    }

    /// The players with every value of the option, the reference last.
    fn convergence(&mut self, convergence: &Convergence) -> Result<(), JobFault> {
        let values = convergence.values.iter().chain([&convergence.reference]);
        let settings = convergence.players.iter().flat_map(|p| values.clone().map(move |v| (p, v)));
        for (group, (player, value)) in settings.enumerate() {
            let player = player.with(&convergence.option, &value.to_string())?;
            let reference = *value == convergence.reference;
            let samples = if reference { 1 } else { self.count(convergence.samples) };
            self.looks(group, convergence.board, &player, samples)?;
        }
        Ok(())
    }

    fn looks(
        &mut self,
        group: usize,
        board: Board,
        player: &Spec,
        samples: u32,
    ) -> Result<(), JobFault> {
        let about = self.about(&board.to_string(), Color::Red);
        for number in 0..samples {
            let label = format!("{about}|{player}|{number}");
            let seed = derive(self.seed, &label);
            let rules = self.rules(board, Color::Red, seed)?;
            player.supports(&rules, Color::Red)?;
            let task = LookTask { rules, player: player.clone() };
            self.push(group, number, &label, seed, Task::Look(task));
        }
        Ok(())
    }

    /// What is drawn depends on the board and the number alone, so that calendars are compared on
    /// the same layouts.
    fn exact(&mut self, exact: &Exact) -> Result<(), JobFault> {
        for (group, place) in exact.places.iter().enumerate() {
            for number in 0..self.count(exact.samples) {
                let seed = derive(self.seed, &format!("{}|{number}", place.board));
                let rules = place.conditions.rules(place.board, exact.first, seed)?;
                let label = format!("{}|{place}|{}|{number}", self.part.name, exact.first);
                self.push(group, number, &label, seed, Task::Solve(SolveTask { rules }));
            }
        }
        Ok(())
    }

    fn line(&mut self, line: &Line) -> Result<(), JobFault> {
        let about = self.about(&line.board.to_string(), line.first);
        let moves: Vec<String> = line.plies.iter().map(ToString::to_string).collect();
        let label = format!("{about}|{}|{}|{}", line.player, moves.join(" "), line.tries);
        let seed = derive(self.seed, &label);
        let rules = self.rules(line.board, line.first, seed)?;
        line.player.supports(&rules, line.color)?;
        let task = LineTask {
            rules,
            player: line.player.clone(),
            color: line.color,
            plies: line.plies.clone(),
            tries: line.tries,
        };
        self.push(0, 0, &label, seed, Task::Line(task));
        Ok(())
    }
}
