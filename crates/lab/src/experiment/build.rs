//! From fields to an experiment.

use std::collections::HashSet;

use hexring_game::{
    Board, BoardError, Color, LayoutPlan, Move, NoMove, Swap, Topology, Turns, Years, default_years,
};

use super::claims::claim;
use super::design::{gauntlet, ladder, round_robin};
use super::fields::{Fields, Outcome};
use super::published::{match_rows, round_rows};
use super::{
    Convergence, Design, Duels, Experiment, Line, MatchRow, Openings, Part, RoundRow, Stones,
    Sweep, Table, TableRow,
};
use crate::conditions::{Conditions, Opening, SeasonPlan};
use crate::contender::Contender;

/// Gives the text of a file beside the experiment.
pub(super) type Load<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// The most games of one setting, so that a slip of the pen does not fill the disk.
const MOST: u64 = 1_000_000;

pub(super) fn experiment(name: &str, fields: &Fields, load: Load) -> Outcome<Experiment> {
    let title = fields.text("title")?;
    let experiment = Experiment {
        name: name.to_owned(),
        title: fields.needed("title", title)?.value.to_owned(),
        source: fields.text_or_empty("source")?,
        about: fields.text_or_empty("about")?,
        seed: fields.whole("seed", 0, i64::MAX as u64)?.unwrap_or(1),
        parts: fields
            .tables("part")?
            .iter()
            .map(|part| read_part(part, load))
            .collect::<Outcome<_>>()?,
        claims: fields.tables("claim")?.iter().map(claim).collect::<Outcome<_>>()?,
    };
    fields.finish("an experiment")?;
    if experiment.parts.is_empty() {
        return Err(fields.fault("an experiment needs at least one part"));
    }
    let mut names = HashSet::new();
    for (part, at) in experiment.parts.iter().zip(fields.tables("part")?) {
        if !names.insert(&part.name) {
            return Err(at.fault(format!("two parts are named \"{}\"", part.name)));
        }
    }
    for (part, at) in experiment.parts.iter().zip(fields.tables("part")?) {
        check_stones(part, &experiment).map_err(|error| at.fault(error))?;
    }
    for (claim, at) in experiment.claims.iter().zip(fields.tables("claim")?) {
        let unknown = claim.parts().find(|name| !names.iter().any(|known| known == name));
        if let Some(name) = unknown {
            return Err(at.fault(format!("there is no part \"{name}\"")));
        }
    }
    Ok(experiment)
}

fn read_part(fields: &Fields, load: Load) -> Outcome<Part> {
    let name = fields.text("name")?;
    let name = fields.needed("name", name)?.value.to_owned();
    let kind = fields.text("kind")?;
    let kind = fields.needed("kind", kind)?;
    let design = match kind.value {
        "match" | "round-robin" | "gauntlet" | "ladder" => duels(fields, kind.value, load)?,
        "sweep" => sweep(fields)?,
        "table" => table(fields, load)?,
        "openings" => openings(fields)?,
        "convergence" => convergence(fields)?,
        "line" => line(fields)?,
        "stones" => stones(fields)?,
        other => {
            let kinds = "match, round-robin, gauntlet, ladder, sweep, table, openings, convergence, \
                         line or stones";
            return kind.map(|_| Err(format!("unknown kind \"{other}\": expected {kinds}")));
        }
    };
    let part = Part {
        title: fields.text("title")?.map_or_else(|| name.clone(), |at| at.value.to_owned()),
        name,
        about: fields.text_or_empty("about")?,
        conditions: conditions(fields)?,
        quick: fields.whole("quick", 1, MOST)?.unwrap_or(2) as u32,
        design,
    };
    fields.finish(&format!("a {}", kind.value))?;
    Ok(part)
}

fn conditions(fields: &Fields) -> Outcome<Conditions> {
    Ok(Conditions {
        turns: fields.parsed::<Turns>("turns")?.unwrap_or_default(),
        swap: fields.parsed::<Swap>("swap")?.unwrap_or_default(),
        seasons: seasons(fields)?,
    })
}

fn seasons(fields: &Fields) -> Outcome<Option<SeasonPlan>> {
    let count = fields.whole("seasons", 1, 9)?;
    let layout = fields.text("season-layout")?;
    let years = fields.text("season-years")?;
    let no_move = fields.parsed::<NoMove>("no-move")?;
    let Some(count) = count else {
        let stray = layout.is_some() || years.is_some() || no_move.is_some();
        return if stray {
            Err(fields.fault("season-layout, season-years and no-move need seasons"))
        } else {
            Ok(None)
        };
    };
    let layout = layout.map(|at| at.map(str::parse::<LayoutPlan>)).transpose()?.unwrap_or_default();
    let years = match years {
        None => default_years(count as u8).map_err(|error| fields.fault(error))?,
        Some(at) => at.map(|text| {
            let years: Years =
                text.parse().map_err(|error: hexring_game::SeasonError| error.to_string())?;
            let found = years.red.count();
            let fits = u64::from(found) == count;
            if fits {
                Ok(years)
            } else {
                Err(format!("{found} seasons in the years, {count} in all"))
            }
        })?,
    };
    Ok(Some(SeasonPlan { layout, years, no_move: no_move.unwrap_or_default() }))
}

/// Whether the parts of the rules fit together.
fn fit(fields: &Fields, board: Board, first: Color) -> Outcome<()> {
    conditions(fields)?.rules(board, first, 1).map(|_| ()).map_err(|error| fields.fault(error))
}

fn board(fields: &Fields) -> Outcome<(Board, Color)> {
    let board = fields.parsed("board")?;
    let board = fields.needed("board", board)?;
    let first = fields.parsed("first")?.unwrap_or(Color::Red);
    fit(fields, board, first)?;
    Ok((board, first))
}

fn count(fields: &Fields, key: &'static str, default: u64) -> Outcome<u32> {
    Ok(fields.whole(key, 1, MOST)?.unwrap_or(default) as u32)
}

fn duels(fields: &Fields, kind: &str, load: Load) -> Outcome<Design> {
    let players: Vec<Contender> = fields.parsed_list("players")?;
    let with_self = kind == "round-robin" && fields.flag("self-play")?;
    let few = players.len() < 2 || kind == "match" && players.len() != 2;
    if few && !(with_self && players.len() == 1) {
        let wanted = if kind == "match" { "two players" } else { "two or more players" };
        return Err(fields.fault(format!("a {kind} needs {wanted}, not {}", players.len())));
    }
    let (board, first) = board(fields)?;
    let pairings = match kind {
        "gauntlet" => gauntlet(players.len()),
        "ladder" => ladder(players.len()),
        _ => round_robin(players.len(), with_self),
    };
    let rounds = count(fields, "rounds", 10)?;
    let opening = opening(fields)?;
    let target = match (kind, fields.number("target-low")?, fields.number("target-high")?) {
        ("ladder", Some(low), Some(high)) => Some((low, high)),
        ("ladder", None, None) | (_, None, None) => None,
        _ => return Err(fields.fault("target-low and target-high belong together, in a ladder")),
    };
    let published = published_rounds(fields, load)?;
    Ok(Design::Duels(Duels { players, pairings, board, first, rounds, opening, published, target }))
}

fn opening(fields: &Fields) -> Outcome<Opening> {
    let stones = fields.whole("opening-stones", 0, 100)?;
    let lines = fields.texts("opening-moves")?;
    match (stones, lines.is_empty()) {
        (Some(_), false) => {
            Err(fields.fault("opening-stones and opening-moves exclude each other"))
        }
        (Some(stones), true) => Ok(Opening::Random(stones as u32)),
        (None, true) => Ok(Opening::Empty),
        (None, false) => {
            let lines = lines.into_iter().map(|at| at.map(read_moves)).collect::<Outcome<_>>()?;
            Ok(Opening::Book(lines))
        }
    }
}

/// Moves, separated by spaces.
fn read_moves(text: &str) -> Result<Vec<Move>, hexring_game::ParseMoveError> {
    text.split_whitespace().map(str::parse).collect()
}

fn published_rounds(fields: &Fields, load: Load) -> Outcome<Vec<RoundRow>> {
    let file = fields.text("published")?;
    let rules = fields.text("published-rules")?;
    match (file, rules) {
        (None, None) => Ok(Vec::new()),
        (Some(file), Some(rules)) => {
            let mut rows = file.map(|file| {
                round_rows(&load(file)?, rules.value).map_err(|error| format!("{file} {error}"))
            })?;
            // Published names that stand for something else here are compared with that.
            let stand_ins = stand_ins(fields)?;
            for name in rows.iter_mut().flat_map(|row| [&mut row.player, &mut row.opponent]) {
                if let Some(found) = stand_ins.iter().find(|known| known.published == *name) {
                    name.clone_from(&found.ours);
                }
            }
            Ok(rows)
        }
        (Some(file), None) => file.map(|_| Err("published needs published-rules")),
        (None, Some(_)) => Err(fields.fault("published-rules needs published")),
    }
}

fn sweep(fields: &Fields) -> Outcome<Design> {
    let (red, blue) = (fields.parsed("red")?, fields.parsed("blue")?);
    let (red, blue) = (fields.needed("red", red)?, fields.needed("blue", blue)?);
    let topology = fields.parsed::<Topology>("topology")?.unwrap_or(Topology::Plane);
    let (widths, heights) = (fields.wholes("widths", 1, 53)?, fields.wholes("heights", 1, 53)?);
    if widths.is_empty() || heights.is_empty() {
        return Err(fields.fault("a sweep needs widths and heights"));
    }
    let mut firsts: Vec<Color> = fields.parsed_list("first")?;
    if firsts.is_empty() {
        firsts = Color::ALL.to_vec();
    }
    let mut boards = Vec::new();
    for height in &heights {
        for width in &widths {
            let board = Board::new(topology, *width as u8, *height as u8);
            let board = board.map_err(|error| fields.fault(error))?;
            fit(fields, board, firsts[0])?;
            boards.push(board);
        }
    }
    Ok(Design::Sweep(Sweep { red, blue, boards, firsts, games: count(fields, "games", 100)? }))
}

fn table(fields: &Fields, load: Load) -> Outcome<Design> {
    let file = fields.text("published")?;
    let file = fields.needed("published", file)?;
    let name = file.value;
    let published =
        file.map(|name| match_rows(&load(name)?).map_err(|error| format!("{name} {error}")))?;
    let stand_ins = stand_ins(fields)?;
    let boards: Vec<&str> = fields.texts("boards")?.into_iter().map(|at| at.value).collect();
    let wanted = |row: &MatchRow| boards.is_empty() || boards.contains(&row.board.as_str());
    let rows: Vec<TableRow> = published
        .into_iter()
        .filter(wanted)
        .map(|row| {
            table_row(row, &stand_ins).map_err(|error| fields.fault(format!("{name}: {error}")))
        })
        .collect::<Outcome<_>>()?;
    if rows.is_empty() {
        return Err(fields.fault(format!("no row of {name} fits")));
    }
    Ok(Design::Table(Table { rows, games: count(fields, "games", 100)? }))
}

/// A published row with the players that stand for the published ones.
fn table_row(published: MatchRow, stand_ins: &[StandIn]) -> Result<TableRow, String> {
    let ours = published.players.each_ref().map(|player| {
        let stand_in = stand_ins.iter().find(|stand_in| stand_in.fits(player, &published.board));
        stand_in.map_or(player.as_str(), |stand_in| &stand_in.ours)
    });
    let changed = published.players.iter().zip(ours).filter(|(theirs, ours)| theirs != ours);
    let note: Vec<String> = changed.map(|(theirs, ours)| format!("{ours} for {theirs}")).collect();
    let read = |text: &str| text.parse::<Contender>().map_err(|error| error.to_string());
    Ok(TableRow {
        board: published.board.parse().map_err(|error: BoardError| error.to_string())?,
        red: read(ours[0])?,
        blue: read(ours[1])?,
        note: note.join(", "),
        published,
    })
}

/// A player that stands for a published one that cannot be repeated as it was.
struct StandIn {
    published: String,
    board: Option<String>,
    ours: String,
}

impl StandIn {
    fn fits(&self, player: &str, board: &str) -> bool {
        self.published == player && self.board.as_ref().is_none_or(|own| own == board)
    }
}

fn stand_ins(fields: &Fields) -> Outcome<Vec<StandIn>> {
    let read = |table: &Fields| {
        let (published, ours) = (table.text("published")?, table.text("ours")?);
        let ours = table.needed("ours", ours)?;
        let text = ours.value.to_owned();
        ours.map(str::parse::<Contender>)?;
        let stand_in = StandIn {
            published: table.needed("published", published)?.value.to_owned(),
            board: table.text("board")?.map(|at| at.value.to_owned()),
            ours: text,
        };
        table.finish("a stand-in")?;
        Ok(stand_in)
    };
    fields.tables("stand-in")?.iter().map(read).collect()
}

fn openings(fields: &Fields) -> Outcome<Design> {
    let (board, _) = board(fields)?;
    let players = fields.parsed_list("players")?;
    some(fields, "players", &players)?;
    Ok(Design::Openings(Openings { players, board, samples: count(fields, "samples", 1)? }))
}

fn convergence(fields: &Fields) -> Outcome<Design> {
    let (board, _) = board(fields)?;
    let players = fields.parsed_list("players")?;
    some(fields, "players", &players)?;
    let option = fields.text("option")?;
    let values = fields.wholes("values", 1, u64::MAX)?;
    some(fields, "values", &values)?;
    let reference = fields.whole("reference", 1, u64::MAX)?;
    Ok(Design::Convergence(Convergence {
        players,
        option: fields.needed("option", option)?.value.to_owned(),
        values,
        reference: fields.needed("reference", reference)?,
        board,
        samples: count(fields, "samples", 20)?,
    }))
}

fn some<T>(fields: &Fields, key: &str, items: &[T]) -> Outcome<()> {
    if items.is_empty() { Err(fields.fault(format!("{key} is missing"))) } else { Ok(()) }
}

fn stones(fields: &Fields) -> Outcome<Design> {
    let names: Vec<String> =
        fields.texts("sweeps")?.into_iter().map(|at| at.value.to_owned()).collect();
    match names.try_into() {
        Ok(sweeps) => Ok(Design::Stones(Stones { sweeps })),
        Err(names) => Err(fields.fault(format!("sweeps names two sweeps, not {}", names.len()))),
    }
}

/// Whether the sweeps whose stones are compared are there and fit together.
fn check_stones(part: &Part, experiment: &Experiment) -> Result<(), String> {
    let Design::Stones(stones) = &part.design else { return Ok(()) };
    let find = |name: &String| {
        let found = experiment.sweep(name).map(|(_, sweep)| sweep);
        found.ok_or_else(|| format!("there is no sweep \"{name}\""))
    };
    let [one, other] = [find(&stones.sweeps[0])?, find(&stones.sweeps[1])?];
    if one.boards == other.boards && one.firsts == other.firsts {
        Ok(())
    } else {
        let [one, other] = &stones.sweeps;
        Err(format!("{one} and {other} have different boards or first players"))
    }
}

fn line(fields: &Fields) -> Outcome<Design> {
    let (board, first) = board(fields)?;
    let (player, color) = (fields.parsed("player")?, fields.parsed("color")?);
    let moves = fields.text("moves")?;
    let moves = fields.needed("moves", moves)?.map(read_moves)?;
    let mut mover = first;
    let plies = moves.into_iter().map(|mv| {
        let ply = hexring_game::Ply { color: mover, mv };
        mover = !mover;
        ply
    });
    Ok(Design::Line(Line {
        board,
        first,
        plies: plies.collect(),
        player: fields.needed("player", player)?,
        color: fields.needed("color", color)?,
        tries: count(fields, "tries", 200)?,
    }))
}
