//! Many chains in one text.

use std::ops::RangeInclusive;
use std::str::FromStr;

use super::ChainError;
use super::chain::{Chain, Placed};
use super::face::Face;

/// The most chains of one family.
pub(super) const MOST_CHAINS: usize = 1_000_000;

/// Chains that differ in distances, faces and columns: `S* 1..2 Z,Z'@0..4 1 S*@0..4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family(Vec<Chain>);

impl FromStr for Family {
    type Err = ChainError;

    /// Faces with numbers of empty rings between them. A number may be a range, a face may be
    /// several, with commas between them, and `@` gives its column or a range of columns.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() < 3 || words.len().is_multiple_of(2) {
            return Err(ChainError::Form(text.to_owned()));
        }
        let faces = words.iter().step_by(2).map(|word| places(word));
        let gaps = words.iter().skip(1).step_by(2).map(|word| Ok(range(word)?.collect()));
        let faces: Vec<Vec<Placed>> = faces.collect::<Result<_, _>>()?;
        let gaps: Vec<Vec<u8>> = gaps.collect::<Result<_, ChainError>>()?;
        let choices = faces.iter().map(Vec::len).chain(gaps.iter().map(Vec::len));
        let count = choices.fold(1usize, usize::saturating_mul);
        if count > MOST_CHAINS {
            return Err(ChainError::TooMany(count));
        }
        let mut chains = Vec::new();
        for gaps in each(&gaps) {
            chains.extend(each(&faces).into_iter().map(|faces| Chain::new(faces, gaps.clone())));
        }
        // What is wrong with one of them is said before any work.
        chains.iter().try_for_each(|chain| chain.stack().map(|_| ()))?;
        Ok(Family(chains))
    }
}

impl Family {
    /// The chains, the columns of the last face first.
    pub fn chains(&self) -> &[Chain] {
        &self.0
    }
}

/// The faces that a word stands for.
fn places(word: &str) -> Result<Vec<Placed>, ChainError> {
    let (names, columns) = word.split_once('@').unwrap_or((word, "0"));
    let mut placed = Vec::new();
    for name in names.split(',') {
        let face: Face = name.parse()?;
        for column in range(columns)?.map(usize::from) {
            if let Some(cols) = face.cols().filter(|cols| column >= *cols) {
                return Err(ChainError::Column { column, face: face.to_string(), cols });
            }
            placed.push(Placed { face: face.clone(), column });
        }
    }
    Ok(placed)
}

/// A number, or all from one to another.
fn range(text: &str) -> Result<RangeInclusive<u8>, ChainError> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let ends = least.parse().ok().zip(most.parse().ok());
    let ends = ends.filter(|(least, most)| least <= most);
    ends.map(|(least, most)| least..=most).ok_or_else(|| ChainError::Number(text.to_owned()))
}

/// All ways to choose one of each, the last varying first.
fn each<T: Clone>(choices: &[Vec<T>]) -> Vec<Vec<T>> {
    choices.iter().fold(vec![Vec::new()], |begun, choice| {
        let longer = |begun: &Vec<T>| -> Vec<Vec<T>> {
            choice
                .iter()
                .map(|next| [begun.as_slice(), std::slice::from_ref(next)].concat())
                .collect()
        };
        begun.iter().flat_map(longer).collect()
    })
}
