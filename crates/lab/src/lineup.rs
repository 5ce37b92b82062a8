//! Who is to play, looked at before the first game begins.

use std::collections::HashSet;

use hexring_game::Color;
use thiserror::Error;

use crate::contender::{Absent, CannotPlay};
use crate::job::{Job, Task};

/// Why somebody cannot take part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unfit {
    /// The player does not know the rules.
    #[error(transparent)]
    Unsupported(#[from] CannotPlay),
    /// Somebody is not there: a file or a program is missing.
    #[error(transparent)]
    Absent(#[from] Absent),
}

/// Whether everybody knows the rules that it is to play by; nobody is made for it.
pub fn know_their_rules(jobs: &[Job]) -> Result<(), CannotPlay> {
    // The first pair of every group is enough: the others differ in what is drawn only.
    for job in jobs.iter().filter(|job| job.number < 2) {
        let Task::Game(task) = &job.task else { continue };
        for color in Color::ALL {
            task.players[color].supports(&task.rules, color)?;
        }
    }
    Ok(())
}

/// Whether everybody can play what it is asked to, before the first game begins.
pub(crate) fn check(todo: &[&Job]) -> Result<(), Unfit> {
    let (mut seen, mut tried) = (HashSet::new(), HashSet::new());
    for job in todo {
        let Task::Game(task) = &job.task else { continue };
        for color in Color::ALL {
            let contender = &task.players[color];
            // One game of every group is enough: the others differ in what is drawn only.
            if !seen.insert((contender.to_string(), color, job.part, job.group)) {
                continue;
            }
            contender.supports(&task.rules, color)?;
            if tried.insert((contender.to_string(), task.rules.board)) {
                contender.try_start(&task.rules)?;
            }
        }
    }
    Ok(())
}
