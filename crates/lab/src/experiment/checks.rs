//! Whether the parts and claims of an experiment fit together.

use super::claims::Check;
use super::place::{Fault, Place};
use super::vary::Varied;
use super::{Design, Experiment, Stones};

/// Whether the parts are there and fit together; `origins` are their places in the file.
pub(super) fn parts(
    experiment: &Experiment,
    origins: impl IntoIterator<Item = usize>,
    here: &Place,
) -> Result<(), Fault> {
    if experiment.parts.is_empty() {
        return Err(here.fault("an experiment needs at least one part"));
    }
    for ((index, part), origin) in experiment.parts.iter().enumerate().zip(origins) {
        let here = here.key("part").item(origin);
        if experiment.parts[..index].iter().any(|earlier| earlier.name == part.name) {
            return Err(here.key("name").fault(format!("two parts are named \"{}\"", part.name)));
        }
        if let Design::Stones(asked) = &part.design {
            stones(asked, experiment, &here.key("sweeps"))?;
        }
    }
    Ok(())
}

/// Whether the sweeps whose stones are compared are there and fit together.
fn stones(asked: &Stones, experiment: &Experiment, here: &Place) -> Result<(), Fault> {
    let find = |at: usize| {
        let name = &asked.sweeps[at];
        let found = experiment.sweep(name).map(|(_, sweep)| sweep);
        found.ok_or_else(|| here.item(at).fault(format!("there is no sweep \"{name}\"")))
    };
    let (one, other) = (find(0)?, find(1)?);
    if one.boards == other.boards && one.firsts == other.firsts {
        return Ok(());
    }
    let [one, other] = &asked.sweeps;
    Err(here.fault(format!("{one} and {other} have different boards or first players")))
}

/// Whether claims have checks, and look at parts that are there.
pub(super) fn claims(experiment: &Experiment, here: &Place) -> Result<(), Fault> {
    for (index, claim) in experiment.claims.iter().enumerate() {
        let here = here.key("claim").item(index);
        if claim.checks.is_empty() {
            return Err(here.fault("a claim needs at least one check"));
        }
        for (index, asked) in claim.checks.iter().enumerate() {
            check(asked, experiment, &here.key("check").item(index))?;
        }
    }
    Ok(())
}

fn check(asked: &Check, experiment: &Experiment, here: &Place) -> Result<(), Fault> {
    if asked.relation().is_none() {
        return Err(here.fault("a check needs one of above, below, or about with within"));
    }
    let value = experiment.varied.as_ref().and_then(|varied| varied.values.first());
    let is_known = |name: &str| {
        let played = value.and_then(|value| experiment.part(&Varied::name(name, value)));
        experiment.part(name).or(played).is_some()
    };
    match asked.selections().find(|selection| !is_known(&selection.part)) {
        Some(unknown) => Err(here.fault(format!("there is no part \"{}\"", unknown.part))),
        None => Ok(()),
    }
}
