//! Claims of a source, read from the file.

use hexring_game::Color;

use super::fields::{Fields, Outcome};
use super::{Check, Claim, Measure, Relation, Selection, Side};

impl Claim {
    /// The parts that its comparisons look at.
    pub(super) fn parts(&self) -> impl Iterator<Item = &str> {
        self.checks.iter().flat_map(|check| {
            let right = match &check.right {
                Side::Results(selection) => Some(selection.part.as_str()),
                Side::Number(_) => None,
            };
            [Some(check.left.part.as_str()), right].into_iter().flatten()
        })
    }
}

pub(super) fn claim(fields: &Fields) -> Outcome<Claim> {
    let text = fields.text("text")?;
    let claim = Claim {
        place: fields.text_or_empty("place")?,
        text: fields.needed("text", text)?.value.to_owned(),
        checks: fields.tables("check")?.iter().map(check).collect::<Outcome<_>>()?,
    };
    fields.finish("a claim")?;
    if claim.checks.is_empty() {
        return Err(fields.fault("a claim needs at least one check"));
    }
    Ok(claim)
}

/// `left` is `above`, `below` or `about` `right`, where each is a selection or a number.
fn check(fields: &Fields) -> Outcome<Check> {
    let left = fields.table("left")?;
    let left = selection(&fields.needed("left", left)?)?;
    let sides = [("above", Relation::Above), ("below", Relation::Below)];
    let mut found = Vec::new();
    for (key, relation) in sides {
        found.extend(side(fields, key)?.map(|right| (relation, right)));
    }
    let within = fields.number("within")?;
    match (side(fields, "about")?, within) {
        (Some(right), Some(within)) => found.push((Relation::Within(within), right)),
        (None, None) => {}
        _ => return Err(fields.fault("about and within belong together")),
    }
    fields.finish("a check")?;
    match found.pop() {
        Some((relation, right)) if found.is_empty() => Ok(Check { left, relation, right }),
        _ => Err(fields.fault("a check needs one of above, below or about")),
    }
}

fn side(fields: &Fields, key: &'static str) -> Outcome<Option<Side>> {
    match fields.number(key) {
        Ok(number) => Ok(number.map(Side::Number)),
        Err(_) => {
            let table = fields.table(key)?;
            table.map(|table| selection(&table).map(Side::Results)).transpose()
        }
    }
}

fn selection(fields: &Fields) -> Outcome<Selection> {
    let part = fields.text("part")?;
    let measure = match fields.text("measure")? {
        None => Measure::RedShare,
        Some(at) => at.map(|word| match word {
            "red-share" => Ok(Measure::RedShare),
            "first-share" => Ok(Measure::FirstShare),
            "red-stones" => Ok(Measure::RedStones),
            _ => Err(format!(
                "unknown measure \"{word}\": expected red-share, first-share or red-stones"
            )),
        })?,
    };
    let selection = Selection {
        part: fields.needed("part", part)?.value.to_owned(),
        measure,
        width: range(fields, "width")?,
        height: range(fields, "height")?,
        taller: taller(fields)?,
        first: fields.parsed::<Color>("first")?,
    };
    fields.finish("a selection")?;
    Ok(selection)
}

/// One size, or from and to.
fn range(fields: &Fields, key: &'static str) -> Outcome<(u8, u8)> {
    match fields.wholes(key, 1, 53)?.as_slice() {
        [] => Ok((1, 53)),
        [only] => Ok((*only as u8, *only as u8)),
        [from, to] => Ok((*from as u8, *to as u8)),
        _ => Err(fields.fault(format!("{key} is one size, or from and to"))),
    }
}

/// By how many rows at least or at most a board is taller than wide.
fn taller(fields: &Fields) -> Outcome<(i16, i16)> {
    let bound =
        |key| -> Outcome<Option<i16>> { Ok(fields.number(key)?.map(|number| number as i16)) };
    let (least, most) = (bound("taller-by")?, bound("taller-by-at-most")?);
    Ok((least.unwrap_or(i16::MIN), most.unwrap_or(i16::MAX)))
}
