//! Sweeps that are played several times, each time with another value of one option.
//!
//! A file names the option and its values once (`[vary]`), and the players of its sweeps have the
//! option in braces: `pure-mc:playouts={playouts}`. Every such sweep becomes one part a value, and
//! so does a count of stones in such sweeps. A claim about one of them is judged for every value.

use super::file::{DesignFile, ExperimentFile, PartFile};
use super::place::{Fault, Place};

/// An option with the values that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Varied {
    /// The name.
    pub option: String,
    /// The values, in order.
    pub values: Vec<String>,
}

impl Varied {
    /// The name of a part that is played with a value.
    pub fn name(part: &str, value: &str) -> String {
        format!("{part}@{value}")
    }

    /// The part with the value put in.
    fn put(&self, part: &PartFile, value: &str) -> PartFile {
        let Varied { option, .. } = self;
        let braces = format!("{{{option}}}");
        let mut part = part.clone();
        match &mut part.design {
            DesignFile::Sweep(sweep) => {
                for player in [&mut sweep.red, &mut sweep.blue] {
                    *player = player.replace(&braces, value);
                }
            }
            DesignFile::Stones(stones) => {
                stones.sweeps = stones.sweeps.each_ref().map(|sweep| Varied::name(sweep, value));
            }
            _ => {}
        }
        let title = part.title.as_ref().unwrap_or(&part.name);
        part.title = Some(format!("{title}, {option} {value}"));
        part.name = Varied::name(&part.name, value);
        part
    }
}

impl ExperimentFile {
    /// What varies, if anything does.
    pub(super) fn varied(&self, here: &Place) -> Result<Option<Varied>, Fault> {
        match self.vary.0.as_slice() {
            [] => Ok(None),
            [(_, values)] if values.is_empty() => {
                Err(here.key("vary").fault("an option that varies needs values"))
            }
            [(option, values)] => {
                Ok(Some(Varied { option: option.clone(), values: values.clone() }))
            }
            more => {
                let found = more.len();
                Err(here.key("vary").fault(format!("{found} options vary, expected one")))
            }
        }
    }

    /// All parts with the place in the file that each comes from.
    pub(super) fn laid_out(&self, varied: Option<&Varied>) -> Vec<(usize, PartFile)> {
        let mut parts = Vec::new();
        for (index, part) in self.parts.iter().enumerate() {
            match varied.filter(|varied| self.varies(part, &varied.option)) {
                None => parts.push((index, part.clone())),
                Some(varied) => {
                    let with = |value: &String| (index, varied.put(part, value));
                    parts.extend(varied.values.iter().map(with));
                }
            }
        }
        parts
    }

    /// Whether a part depends on an option.
    fn varies(&self, part: &PartFile, option: &str) -> bool {
        let braces = format!("{{{option}}}");
        match &part.design {
            DesignFile::Sweep(sweep) => {
                [&sweep.red, &sweep.blue].iter().any(|p| p.contains(&braces))
            }
            DesignFile::Stones(stones) => {
                let is_named = |part: &&PartFile| stones.sweeps.contains(&part.name);
                let mut sweeps = self.parts.iter().filter(is_named);
                sweeps.any(|part| {
                    matches!(part.design, DesignFile::Sweep(_)) && self.varies(part, option)
                })
            }
            _ => false,
        }
    }
}
