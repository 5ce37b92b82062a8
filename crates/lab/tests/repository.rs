//! The experiments that come with the program: all can be read and laid out, every published
//! number is compared with something, and the ladder is the one that is offered to people.

use std::path::{Path, PathBuf};

use hexring_game::Turns;
use hexring_lab::experiment::{Design, Experiment};
use hexring_lab::{Job, Laboratory, Task};
use hexring_players::dice::derive;
use hexring_players::level::{LEVELS, Level};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments")
}

fn laboratory() -> Laboratory {
    Laboratory::new(folder(), "nowhere")
}

fn read(name: &str) -> Experiment {
    laboratory().experiment(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_experiment_can_be_laid_out() {
    let names = laboratory().names().expect("the folder is there");
    assert!(names.len() >= 5, "{names:?}");
    for name in names {
        let (quick, full) = (read(&name).jobs(true), read(&name).jobs(false));
        let (quick, full) = (quick.expect(&name).len(), full.expect(&name).len());
        assert!(0 < quick && quick < full, "{name}: {quick} of {full}");
    }
}

/// Everything that a job's result depends on, and where it is counted.
fn describe(job: &Job) -> String {
    let Job { key, part, group, number, seed, task } = job;
    let task = match task {
        Task::Game(task) => {
            let (red, blue) = (&task.players.red, &task.players.blue);
            format!("{} {red} {blue} {}", task.rules, task.opening)
        }
        Task::Solve(task) => task.rules.to_string(),
        Task::Look(task) => format!("{} {}", task.rules, task.player),
        Task::Line(task) => {
            let plies: Vec<String> = task.plies.iter().map(ToString::to_string).collect();
            let (player, color, tries) = (&task.player, task.color, task.tries);
            format!("{} {player} {color} {tries} {}", task.rules, plies.join(" "))
        }
    };
    // What follows the label is a hash of the same things and of the players' behaviour.
    let label = key.rsplit_once('#').expect("a label and a hash").0;
    format!("{part} {group} {number} {seed} {label} {task}")
}

/// Games are repeated only while labels and seeds stay what they are.
#[test]
fn jobs_stay_what_they_are() {
    let known = [
        ("broek", true, 7048, 0x5465_b454_fc09_b96c),
        ("broek", false, 352_400, 0x91cf_a8b2_3d0d_26ea),
        ("hees", true, 194, 0xedaa_d2e3_034a_6ecc),
        ("hees", false, 4802, 0xbf1a_2ea2_0de3_03d6),
        ("kuncarova", true, 109, 0xfb57_45f6_f4c5_0f77),
        ("kuncarova", false, 6110, 0x08f6_f955_ce21_8a69),
        ("kuncarova-again", true, 11, 0x61b0_9199_1729_6bf5),
        ("kuncarova-again", false, 1400, 0xbc2e_476d_eb2d_7c76),
        ("ladder", true, 122, 0xffa4_53a3_952b_7389),
        ("ladder", false, 5572, 0x0427_e377_15e5_9bf7),
        ("network", true, 6, 0xdc61_f7ab_ce2b_707a),
        ("network", false, 304, 0x4778_24cf_3ac5_babb),
        ("trevorah", true, 423, 0xc287_4290_4833_d7ef),
        ("trevorah", false, 12565, 0x7315_0f48_ca86_4fda),
    ];
    for (name, quick, count, digest) in known {
        let jobs = read(name).jobs(quick).expect(name);
        let found = jobs.iter().fold(0, |digest, job| derive(digest, &describe(job)));
        assert_eq!((jobs.len(), found), (count, digest), "{name}, quick: {quick}");
    }
}

/// More games than were published are asked for by both numbers together.
#[test]
fn a_published_table_may_be_played_twice() {
    let count = |games, times| {
        let mut experiment = read("kuncarova");
        for part in &mut experiment.parts {
            if let Design::Table(table) = &mut part.design {
                (table.games, table.times) = (games, times);
            }
        }
        experiment.jobs(false).expect("jobs").len()
    };
    let published = count(1000, 1);
    assert_eq!(count(1000, 2), 2 * published);
    assert!(count(100, 2) < 2 * published, "so many of a row at most");
}

/// The lines of a published table, without its heading.
fn published(file: &str) -> usize {
    let path = folder().join("published").join(file);
    std::fs::read_to_string(path).expect(file).lines().skip(1).count()
}

#[test]
fn what_is_played_again_was_published() {
    let lines = |file: &str| {
        let path = folder().join("published").join(file);
        let text = std::fs::read_to_string(path).expect(file);
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let all = lines("kuncarova_agents.csv");
    assert!(lines("kuncarova_again.csv").iter().all(|line| all.contains(line)));
}

#[test]
fn every_published_row_has_a_place() {
    let kuncarova = read("kuncarova");
    let rows = kuncarova.parts.iter().map(|part| match &part.design {
        Design::Table(table) => table.rows.len(),
        _ => 0,
    });
    assert_eq!(rows.sum::<usize>(), published("kuncarova_agents.csv"));
    // Three more are ours: all playouts shared, stronger players on the torus, and paths joined.
    assert_eq!(read("broek").claims.len(), published("broek_claims.csv") + 3);
    let mut rounds = 0;
    for part in read("trevorah").parts {
        let Design::Duels(duels) = part.design else { continue };
        rounds += duels.published.len();
        let known = |name: &String| duels.players.iter().any(|player| player.to_string() == *name);
        for row in &duels.published {
            assert!(known(&row.player) && known(&row.opponent), "{row:?} is never played");
        }
    }
    assert_eq!(rounds, published("trevorah_round_robin.csv"));
}

#[test]
fn the_ladder_has_the_levels_that_people_play() {
    let ladder = read("ladder");
    let parts: Vec<_> = ladder.parts.iter().filter(|part| part.name != "random-turns").collect();
    assert_eq!(parts.len(), 5, "one for each kind of board");
    for part in parts {
        let Design::Duels(duels) = &part.design else { panic!("{} is no ladder", part.name) };
        let name = |at: usize| duels.players[at].to_string();
        let steps = duels.pairings.iter().map(|(upper, lower)| (name(*lower), name(*upper)));
        let name = |level: &Level| level.player(duels.board, Turns::Alternate).to_string();
        let wanted = LEVELS.windows(2).map(|pair| (name(&pair[0]), name(&pair[1])));
        assert_eq!(steps.collect::<Vec<_>>(), wanted.collect::<Vec<_>>(), "{}", part.name);
    }
}
