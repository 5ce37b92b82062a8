//! Players against each other: rounds, shares, ratings.

use hexring_game::Color;

use super::document::{Block, Cell, Figure, Table, Tone};
use super::results::Results;
use super::verdict::{Count, Verdict};
use crate::contender::Contender;
use crate::experiment::Duels;
use crate::plot::{Bar, Scale, bars};
use crate::rows::Decider;
use crate::stats::{Decision, Interval, Share, Silence, Sprt, Strength};
use crate::tally::{CrossRow, Duel, Trial, crosstable};
use crate::terms::Terms;

pub(super) fn blocks(
    duels: &Duels,
    terms: Terms,
    part: usize,
    results: &Results,
    count: &mut Count,
) -> Vec<Block> {
    let played: Vec<Duel> =
        (0..duels.pairings.len()).map(|group| Duel::of(results.pairs(part, group))).collect();
    let mut blocks = vec![Block::Table(pairings(duels, &played, count))];
    if let Some(sprt) = duels.sprt {
        blocks.push(Block::Table(tests(duels, sprt, part, results)));
    }
    let cross = crosstable(duels.players.len(), &duels.pairings, &played, duels.anchor);
    if duels.players.len() > 2 {
        blocks.push(Block::Table(places(duels, &cross)));
    }
    let figure = match (&duels.pairings[..], &played[..]) {
        ([(one, other)], [duel]) if one != other => shares(&duels.players[*one].to_string(), duel),
        _ if duels.players.len() > 2 => Some(ratings(duels, &cross)),
        _ => None,
    };
    blocks.extend(figure.map(|figure| Block::figures(vec![figure])));
    blocks.extend(repeats(&played));
    blocks.extend(deciders(&played));
    blocks.extend(faults(duels, &played));
    let is_timed = terms.clock.is_some() || duels.players.iter().any(Contender::is_timed);
    blocks.extend(is_timed.then(|| Block::Table(paces(duels, &played))));
    blocks
}

/// What the test of each pairing says.
fn tests(duels: &Duels, sprt: Sprt, part: usize, results: &Results) -> Table {
    let Sprt { elo0, elo1, alpha, beta } = sprt;
    let caption = format!(
        "Wald's sequential test of {elo0:+} against {elo1:+} Elo, with a risk of {alpha} to see a \
         difference where there is none and of {beta} to see none where there is one. A pairing \
         ends with the first ratio that leaves the bounds."
    );
    let mut table =
        Table::new(&caption, &["player", "opponent", "LLR", "bounds", "pairs", "decision"]);
    let (low, high) = sprt.bounds();
    for (group, (one, other)) in duels.pairings.iter().enumerate() {
        let trial = Trial::of(sprt, &results.pairs(part, group));
        let (decision, tone) = match trial.decision {
            Some((Decision::H1, _)) => (format!("H1: at least {elo1:+} Elo"), Tone::Good),
            Some((Decision::H0, _)) => (format!("H0: at most {elo0:+} Elo"), Tone::Good),
            None => ("undecided".to_owned(), Tone::Open),
        };
        table.rows.push(vec![
            Cell::name(&duels.players[*one]),
            Cell::name(&duels.players[*other]),
            Cell::number(format!("{:.2}", trial.llr())),
            Cell::number(format!("{low:.2} to {high:.2}")),
            Cell::number(trial.taken),
            Cell { text: decision, tone },
        ]);
    }
    table
}

/// Everybody's points and rating, and what came of each pairing.
fn places(duels: &Duels, cross: &[CrossRow]) -> Table {
    let numbers: Vec<String> = (1..=cross.len()).map(|place| place.to_string()).collect();
    let mut head = vec!["place", "player", "points", "games", "rating", "±"];
    head.extend(numbers.iter().map(String::as_str));
    let around = match duels.anchor {
        Some(anchor) => format!("{} has {}", duels.players[anchor.player], anchor.points),
        None => "their mean is 0".to_owned(),
    };
    let caption = format!(
        "Points are games won, with a half for one without result; on the right those against each \
         place. Ratings are Bradley–Terry's in Elo points; {around}."
    );
    let mut table = Table::new(&caption, &head);
    for (place, row) in cross.iter().enumerate() {
        let mut cells = vec![
            Cell::number(place + 1),
            Cell::name(&duels.players[row.player]),
            Cell::number(row.points),
            Cell::number(row.games),
            Cell::number(format!("{:.0}", row.rating.points)),
            Cell::number(format!("{:.0}", row.rating.error)),
        ];
        let against = |met: &Option<(f64, u32)>| match met {
            Some((points, games)) => Cell::number(format!("{points} of {games}")),
            None => Cell::number("–"),
        };
        cells.extend(row.against.iter().map(against));
        table.rows.push(cells);
    }
    table
}

/// What decided the games, where it was not always the board.
fn deciders(played: &[Duel]) -> Option<Block> {
    let mut sums = std::collections::BTreeMap::<Decider, u32>::new();
    for (decider, games) in played.iter().flat_map(|duel| &duel.decided) {
        *sums.entry(*decider).or_default() += games;
    }
    let words: Vec<String> =
        sums.iter().map(|(decider, games)| format!("{decider} {games}")).collect();
    let is_plain = sums.keys().all(|decider| *decider == Decider::Board);
    (!is_plain).then(|| Block::text(&format!("Games were decided by: {}.", words.join(", "))))
}

/// How long the players thought, and how often for too long.
fn paces(duels: &Duels, played: &[Duel]) -> Table {
    let head = ["player", "opponent", "seconds a move", "longest", "lost on time"];
    let mut table = Table::new("The time of each player in each pairing.", &head);
    for ((one, other), duel) in duels.pairings.iter().zip(played) {
        for (pace, (own, opponent)) in duel.pace.iter().zip([(one, other), (other, one)]) {
            let is_first = own == one;
            let late =
                duel.faults.iter().filter(|(first, why)| *first == is_first && why == "time");
            table.rows.push(vec![
                Cell::name(&duels.players[*own]),
                Cell::name(&duels.players[*opponent]),
                Cell::number(format!("{:.3}", pace.moves.mean())),
                Cell::number(format!("{:.3}", pace.longest)),
                Cell::number(late.count()),
            ]);
        }
    }
    table
}

fn pairings(duels: &Duels, played: &[Duel], count: &mut Count) -> Table {
    let mut head = vec![
        "player",
        "opponent",
        "rounds won – drawn – lost",
        "games won",
        "share",
        "95 %",
        "Elo",
        "moves",
    ];
    if !duels.published.is_empty() {
        head.extend(["published rounds", "verdict"]);
    }
    if duels.target.is_some() {
        head.extend(["wanted", "verdict"]);
    }
    let mut table =
        Table::new("Rounds are two games with colours exchanged, won only if both are.", &head);
    for ((one, other), duel) in duels.pairings.iter().zip(played) {
        let names = [duels.players[*one].to_string(), duels.players[*other].to_string()];
        let mut row = row(&names, duel);
        if !duels.published.is_empty() {
            row.extend(published(duels, &names, duel, count));
        }
        if let Some((low, high)) = duels.target {
            row.extend(wanted(duel.share(), low, high));
        }
        table.rows.push(row);
    }
    table
}

fn row(names: &[String; 2], duel: &Duel) -> Vec<Cell> {
    let [won, drawn, lost] = duel.rounds();
    let interval = duel.share().interval();
    vec![
        Cell::name(&names[0]),
        Cell::name(&names[1]),
        Cell::number(format!("{won} – {drawn} – {lost}")),
        Cell::number(format!("{} of {}", duel.won, duel.won + duel.lost)),
        Cell::number(format!("{:.0} %", 100.0 * duel.share().rate())),
        Cell::number(format!("{:.0} to {:.0}", 100.0 * interval.low, 100.0 * interval.high)),
        Cell::number(elo(duel.pairs.strength())),
        Cell::number(format!("{:.1} ± {:.1}", duel.moves.mean(), duel.moves.deviation())),
    ]
}

/// The difference in a few signs; what cannot be told is not.
pub(super) fn elo(strength: Strength) -> String {
    match strength {
        // Adding zero turns a negative zero into a positive one.
        Strength::Difference { points, error, .. } => {
            format!("{:+.0} ± {error:.0}", points.round() + 0.0)
        }
        Strength::Beyond { points } if points > 0.0 => format!("above {points:+.0}"),
        Strength::Beyond { points } => format!("below {points:+.0}"),
        Strength::Nothing { reason: Silence::TooFew | Silence::TooWide } => "too few".to_owned(),
        Strength::Nothing { reason: Silence::AllSplit } => "all split".to_owned(),
    }
}

/// Games that were not counted because they repeat others.
pub(super) fn repeats(played: &[Duel]) -> Option<Block> {
    let (repeated, all) = played.iter().fold((0, 0), |(repeated, all), duel| {
        (repeated + duel.repeated, all + duel.won + duel.lost + duel.discarded + duel.repeated)
    });
    let text = format!(
        "{repeated} of {all} games are the same, move by move, as another one of their pairing. \
         They are not counted: such games say nothing new."
    );
    (repeated > 0).then(|| Block::text(&text))
}

/// The published rounds of a pairing, compared by the share of games (a round won is two games, a
/// drawn one is one), and those of a player against itself by the share of draws.
fn published(duels: &Duels, names: &[String; 2], duel: &Duel, count: &mut Count) -> [Cell; 2] {
    let found =
        duels.published.iter().find(|row| row.player == names[0] && row.opponent == names[1]);
    let Some(found) = found else {
        return [Cell::number("–"), Verdict::NotComparable("not published".to_owned()).cell()];
    };
    let [won, drawn, lost] = found.rounds;
    let verdict = match names[0] == names[1] {
        // A player wins half of the games against itself; what says something is how often a round
        // is drawn, that is, how much the colour decides.
        true => {
            let [our_won, our_drawn, our_lost] = duel.rounds();
            let draws = Share::new(our_drawn as u32, (our_won + our_drawn + our_lost) as u32);
            Verdict::of(Share::new(drawn, won + drawn + lost), draws)
        }
        false => {
            let theirs = Share::new(2 * won + drawn, 2 * (won + drawn + lost));
            Verdict::of(theirs, duel.share())
        }
    };
    [Cell::number(format!("{won} – {drawn} – {lost}")), count.add(verdict).cell()]
}

/// Whether a share is where it is wanted.
fn wanted(share: Share, low: f64, high: f64) -> [Cell; 2] {
    let interval = share.interval();
    let (text, tone) = match share.rate() {
        rate if (low..=high).contains(&rate) => ("as wanted", Tone::Good),
        _ if interval.low <= high && interval.high >= low => ("not sure", Tone::Open),
        rate if rate < low => ("too close", Tone::Bad),
        _ => ("too far apart", Tone::Bad),
    };
    let wanted = format!("{:.0} to {:.0} %", 100.0 * low, 100.0 * high);
    [Cell::number(wanted), Cell { text: text.to_owned(), tone }]
}

/// What a player won against its only opponent, with either colour and in all games.
fn shares(player: &str, duel: &Duel) -> Option<Figure> {
    let all = [
        (format!("{player} as Red"), duel.with[Color::Red]),
        (format!("{player} as Blue"), duel.with[Color::Blue]),
        ("all games".to_owned(), duel.share()),
    ];
    let played = all.into_iter().filter(|(_, share)| share.trials > 0.0);
    let items: Vec<Bar> = played.map(|(name, share)| Bar::of_share(name, share)).collect();
    let caption = format!("The share of the games that {player} won, with 95 % intervals.");
    (!items.is_empty()).then(|| Figure { caption, svg: bars(&items, Scale::SHARES) })
}

fn ratings(duels: &Duels, cross: &[CrossRow]) -> Figure {
    let bar = |row: &CrossRow| {
        let rating = row.rating;
        let error = if rating.error.is_finite() { rating.error } else { 0.0 };
        let label = match duels.anchor {
            Some(_) => format!("{:.0}", rating.points),
            None => format!("{:+.0}", rating.points),
        };
        Bar {
            name: duels.players[row.player].to_string(),
            value: rating.points,
            interval: Interval { low: rating.points - error, high: rating.points + error },
            label,
        }
    };
    let items: Vec<Bar> = cross.iter().map(bar).collect();
    let even = duels.anchor.map_or(0.0, |anchor| anchor.points);
    let scale = Scale { unit: "Elo", least: Interval { low: even, high: even }, even };
    let around = match duels.anchor {
        Some(anchor) => format!("around {}", duels.players[anchor.player]),
        None => "around their mean".to_owned(),
    };
    let caption = format!("Bradley–Terry ratings in Elo points {around}, with 95 % intervals.");
    Figure { caption, svg: bars(&items, scale) }
}

/// Games that were lost otherwise than on the board.
fn faults(duels: &Duels, played: &[Duel]) -> Option<Block> {
    let mut table =
        Table::new("Games that the board did not decide.", &["loser", "reason", "games"]);
    let mut seen: Vec<(String, &str, usize)> = Vec::new();
    for ((one, other), duel) in duels.pairings.iter().zip(played) {
        for (first, reason) in &duel.faults {
            let loser = duels.players[if *first { *one } else { *other }].to_string();
            match seen.iter_mut().find(|(name, known, _)| *name == loser && known == reason) {
                Some((_, _, games)) => *games += 1,
                None => seen.push((loser, reason, 1)),
            }
        }
    }
    let row = |(loser, reason, games): (String, &str, usize)| {
        vec![Cell::text(loser), Cell::text(reason), Cell::number(games)]
    };
    table.rows = seen.into_iter().map(row).collect();
    (!table.rows.is_empty()).then_some(Block::Table(table))
}
