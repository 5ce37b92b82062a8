//! The experiments that come with the program: all can be read and laid out, every published
//! number is compared with something, and the ladder is the one that is offered to people.

use std::path::{Path, PathBuf};

use hexring_game::Turns;
use hexring_lab::Laboratory;
use hexring_lab::experiment::{Design, Experiment};
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

/// The lines of a published table, without its heading.
fn published(file: &str) -> usize {
    let path = folder().join("published").join(file);
    std::fs::read_to_string(path).expect(file).lines().skip(1).count()
}

#[test]
fn every_published_row_has_a_place() {
    let kuncarova = read("kuncarova");
    let rows = kuncarova.parts.iter().map(|part| match &part.design {
        Design::Table(table) => table.rows.len(),
        _ => 0,
    });
    assert_eq!(rows.sum::<usize>(), published("kuncarova_agents.csv"));
    // One more claim of ours asks why one of the source's does not hold.
    assert_eq!(read("broek").claims.len(), published("broek_claims.csv") + 1);
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
    let mut steps: Vec<(String, String)> = Vec::new();
    for part in ladder.parts.iter().filter(|part| part.name.starts_with("steps")) {
        let Design::Duels(duels) = &part.design else { panic!("{} is no ladder", part.name) };
        let name = |at: usize| duels.players[at].to_string();
        steps.extend(duels.pairings.iter().map(|(upper, lower)| (name(*lower), name(*upper))));
    }
    let name = |level: &Level| level.player(Turns::Alternate).to_string();
    let wanted = LEVELS.windows(2).map(|pair| (name(&pair[0]), name(&pair[1])));
    assert_eq!(steps, wanted.collect::<Vec<_>>());
}
