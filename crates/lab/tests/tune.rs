//! Tuning finds an optimum that was planted, and goes on where it was stopped.

#![allow(clippy::unwrap_used)]

use hexring_control::{Control as WorkControl, Limit};
use hexring_game::{Game, LayoutPlan};
use hexring_lab::tune::{Step, Tuning};
use hexring_lab::{Opening, Options, Store};
use hexring_players::dice::dice;
use hexring_players::option::Handle;
use hexring_players::{Choice, ChooseError, Control, Entry, Player, Program, Registry};
use rand::Rng;

const X: Handle<f64> = Handle::real("x", 0.0, 10.0, 1.0, "best at 7");
const Y: Handle<f64> = Handle::real("y", 0.0, 10.0, 9.0, "best at 3");

/// Plays well more often the nearer its options are to the best ones.
struct Planted {
    skill: f64,
    strong: Box<dyn Player>,
    weak: Box<dyn Player>,
    seed: u64,
}

impl Player for Planted {
    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let drawn = dice(self.seed, game).next_u64() as f64 / u64::MAX as f64;
        let player = if drawn < self.skill { &mut self.strong } else { &mut self.weak };
        player.choose(game, control)
    }
}

fn registry() -> Registry {
    let mut registry = Registry::standard();
    let entry = Entry::new("planted", "best at x=7, y=3", |settings, seed| {
        let off = (settings.get(&X) - 7.0).powi(2) + (settings.get(&Y) - 3.0).powi(2);
        let player = |name: &str| Registry::standard().parse(name).unwrap().build(seed);
        let (strong, weak) = (player("heuristic")?, player("random")?);
        Ok(Box::new(Planted { skill: (-off / 30.0).exp(), strong, weak, seed }))
    });
    registry.add(entry.with_options([X.info(), Y.info()])).unwrap();
    registry
}

fn tuning(steps: u32) -> Tuning {
    Tuning {
        player: registry().parse("planted").unwrap(),
        knobs: ["x=0..10", "y=0..10"].map(|text| text.parse().unwrap()).to_vec(),
        rules: "5x5".parse().unwrap(),
        layout: LayoutPlan::default(),
        opening: Opening::Empty,
        steps,
        pairs: 8,
        seed: 3,
    }
}

fn run(tuning: &Tuning, store: &mut Store, threads: usize) -> Vec<Step> {
    let program = Program::LIBRARY;
    let options = Options { threads, tests: Vec::new(), command: String::new(), program };
    let mut control = WorkControl::quiet(Limit::none());
    tuning.run(store, &options, &mut control, |_| {}).unwrap()
}

/// From a bad start: 80 steps of 8 pairs, 1,280 games.
#[test]
fn a_planted_optimum_is_found() {
    let steps = run(&tuning(80), &mut Store::in_memory().unwrap(), 2);
    let [x, y] = steps.last().unwrap().values[..] else { panic!("two options") };
    assert!((x - 7.0).abs() < 1.5 && (y - 3.0).abs() < 1.5, "found x={x:.2}, y={y:.2}");
}

/// A stopped tuning has its games, so that only the rest is played, with the same result.
#[test]
fn a_tuning_goes_on_whatever_the_number_of_threads() {
    let whole = run(&tuning(6), &mut Store::in_memory().unwrap(), 1);
    let mut store = Store::in_memory().unwrap();
    let stopped = hexring_control::Stop::new();
    let limit = Limit::of(&stopped);
    let program = Program::LIBRARY;
    let options = Options { threads: 3, tests: Vec::new(), command: String::new(), program };
    let mut control = WorkControl::quiet(limit);
    let mut seen = 0;
    let begun = tuning(6).run(&mut store, &options, &mut control, |_| {
        seen += 1;
        if seen == 3 {
            stopped.raise();
        }
    });
    assert_eq!(begun.unwrap(), whole[..3]);
    let games = store.keys().unwrap().len();
    assert_eq!(run(&tuning(6), &mut store, 2), whole);
    assert!(games >= 3 * 16 && store.keys().unwrap().len() == 6 * 16);
}

#[test]
fn what_cannot_be_tuned_is_said() {
    for (knob, expected) in [("z=0..1", "no option \"z\""), ("x=0..20", "expected")] {
        let tuning = Tuning { knobs: vec![knob.parse().unwrap()], ..tuning(1) };
        let options = Options {
            threads: 1,
            tests: Vec::new(),
            command: String::new(),
            program: Program::LIBRARY,
        };
        let mut control = WorkControl::quiet(Limit::none());
        let mut store = Store::in_memory().unwrap();
        let error = tuning.run(&mut store, &options, &mut control, |_| {}).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
