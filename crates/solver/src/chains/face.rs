//! Rings with stones as the gaps beside them see them.

use std::fmt;
use std::str::FromStr;

use super::ChainError;
use super::rings::{Ring, Stack};

/// The names of faces of five columns. A star says that at the end of a chain the free cells belong
/// to its gap alone, which is so for every single ring. The free cells of `S` hold its stone from
/// outside: Blue on one of them is answered by Red on the other.
const NAMES: [(&str, &str); 12] = [
    ("T", "RBBBB"),
    ("P", "RRBBB"),
    ("Q", "RRRBB"),
    ("H", "R.BBB"),
    ("S*", "R.BB."),
    ("S", "R.BB./BRRRB"),
    ("Z", "R.B.."),
    ("Z*", "R.B.."),
    ("F", "R...."),
    ("F*", "R...."),
    ("Pf", "RR.BB"),
    ("Pf*", "RR.BB"),
];

/// A ring with stones, and at the end of a chain what is behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// As it was written.
    name: String,
    /// From the gap outwards, as they lie below a gap; none for the end of the cylinder.
    rings: Option<Stack>,
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl FromStr for Face {
    type Err = ChainError;

    /// `E`, a name, or rings from the gap outwards with `/` between them. An apostrophe at its end
    /// says that it is mirrored.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.to_owned();
        let (plain, is_mirrored) = match text.strip_suffix('\'') {
            Some(plain) => (plain, true),
            None => (text, false),
        };
        if plain == "E" {
            return Ok(Face { name, rings: None });
        }
        let named = NAMES.iter().find(|(name, _)| *name == plain);
        let rings: Stack = named.map_or(plain, |(_, rings)| rings).parse()?;
        Ok(Face { name, rings: Some(if is_mirrored { rings.mirrored() } else { rings }) })
    }
}

impl Face {
    /// The single ring that it is between two gaps.
    pub(super) fn between(&self) -> Result<&Ring, ChainError> {
        match self.rings.as_ref().map(Stack::rings) {
            Some([ring]) => Ok(ring),
            _ => Err(ChainError::OnlyAtEnds(self.name.clone())),
        }
    }

    /// The rings below the last gap of a chain, and with free cells in a single ring one more, which
    /// holds its red stones to the end of the cylinder and is blue elsewhere. A stone of that ring
    /// touches the red stone above it and one cell beside that stone, so it gives nothing to a free
    /// cell that the stone does not give.
    pub(super) fn below(&self) -> Result<Option<Stack>, ChainError> {
        let Some(stack) = &self.rings else { return Ok(None) };
        match stack.rings() {
            [ring] if ring.has_free_cells() => {
                Stack::new(vec![ring.clone(), ring.closed()]).map(Some)
            }
            _ => Ok(Some(stack.clone())),
        }
    }

    /// How many columns it has; none for the end of the cylinder.
    pub(super) fn cols(&self) -> Option<usize> {
        self.rings.as_ref().and_then(|stack| stack.rings().first()).map(Ring::cols)
    }
}
