//! A player with every choice of its options.

use hexring_players::Spec;

use super::Variant;
use super::values::Variation;
use crate::contender::Contender;

/// The most variants of a player.
const MOST: usize = 10_000;

/// The player with each choice of the options: all of them, or the first values together, the second
/// ones together, and so on.
pub(super) fn variants(
    player: &Spec,
    Variation(options): &Variation,
    paired: bool,
) -> Result<Vec<Variant>, String> {
    if let Some((option, _)) = options.iter().find(|(_, values)| values.is_empty()) {
        return Err(format!("{option} has no values: expected at least one"));
    }
    let lengths: Vec<usize> = options.iter().map(|(_, values)| values.len()).collect();
    let choices = if paired { pairs(&lengths)? } else { products(&lengths)? };
    let variant = |chosen: Vec<usize>| {
        let mut spec = player.clone();
        for ((option, values), at) in options.iter().zip(&chosen) {
            spec = spec.with(option, &values[*at]).map_err(|error| error.to_string())?;
        }
        Ok(Variant { player: Contender::Player(spec), chosen })
    };
    choices.into_iter().map(variant).collect()
}

fn pairs(lengths: &[usize]) -> Result<Vec<Vec<usize>>, String> {
    let count = lengths.first().copied().unwrap_or(1);
    if let Some(other) = lengths.iter().find(|length| **length != count) {
        return Err(format!("paired lists of {count} and {other} values: expected equal lengths"));
    }
    Ok((0..count).map(|at| vec![at; lengths.len()]).collect())
}

/// All choices, the last option first to change.
fn products(lengths: &[usize]) -> Result<Vec<Vec<usize>>, String> {
    let count = lengths.iter().try_fold(1_usize, |count, length| count.checked_mul(*length));
    if count.is_none_or(|count| count > MOST) {
        return Err(format!("more than {MOST} variants of a player"));
    }
    let grow = |choices: Vec<Vec<usize>>, length: &usize| {
        let longer = |choice: Vec<usize>| (0..*length).map(move |at| [&choice[..], &[at]].concat());
        choices.into_iter().flat_map(longer).collect()
    };
    Ok(lengths.iter().fold(vec![Vec::new()], grow))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(vary: &[(&str, &[&str])], paired: bool) -> Result<Vec<String>, String> {
        let texts = |values: &[&str]| values.iter().map(ToString::to_string).collect();
        let vary = vary.iter().map(|(option, values)| (option.to_string(), texts(values)));
        let player = hexring_players::Registry::standard().parse("mcts").expect("a player");
        let variants = variants(&player, &Variation(vary.collect()), paired)?;
        Ok(variants.iter().map(|variant| variant.player.to_string()).collect())
    }

    #[test]
    fn all_choices_or_pairs() {
        let vary: &[(&str, &[&str])] = &[("playouts", &["10", "20"]), ("rave", &["0", "5"])];
        let all = names(vary, false).expect("variants");
        assert_eq!(all.len(), 4);
        assert!(all[1].contains("playouts=10") && all[1].contains("rave=5"), "{all:?}");
        assert_eq!(names(vary, true).expect("pairs"), [all[0].as_str(), all[3].as_str()]);
        assert_eq!(names(&[], false), Ok(vec!["mcts".to_owned()]));
    }

    #[test]
    fn what_cannot_vary_is_said() {
        let fault = |vary: &[(&str, &[&str])], paired| names(vary, paired).expect_err("a fault");
        assert!(fault(&[("playots", &["1"])], false).contains("playots"));
        assert!(fault(&[("playouts", &[])], false).contains("no values"));
        let unequal: &[(&str, &[&str])] = &[("playouts", &["1", "2"]), ("rave", &["1"])];
        assert!(fault(unequal, true).contains("2 and 1"));
    }
}
