//! Players against each other: rounds, shares, ratings.

use hexring_game::Color;

use super::document::{Block, Cell, Figure, Table, Tone};
use super::results::Results;
use super::verdict::{Count, Verdict};
use crate::experiment::Duels;
use crate::plot::{Bar, Scale, bars};
use crate::stats::{Interval, Share, Silence, Strength};
use crate::tally::{Duel, rate};

pub(super) fn blocks(
    duels: &Duels,
    part: usize,
    results: &Results,
    count: &mut Count,
) -> Vec<Block> {
    let played: Vec<Duel> =
        (0..duels.pairings.len()).map(|group| Duel::of(results.pairs(part, group))).collect();
    let mut blocks = vec![Block::Table(pairings(duels, &played, count))];
    let figure = match (&duels.pairings[..], &played[..]) {
        ([(one, other)], [duel]) if one != other => shares(&duels.players[*one].to_string(), duel),
        _ if duels.players.len() > 2 => Some(ratings(duels, &played)),
        _ => None,
    };
    blocks.extend(figure.map(|figure| Block::figures(vec![figure])));
    blocks.extend(repeats(&played));
    blocks.extend(faults(duels, &played));
    blocks
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

fn ratings(duels: &Duels, played: &[Duel]) -> Figure {
    let ratings = rate(duels.players.len(), &duels.pairings, played);
    let mut items: Vec<Bar> = duels
        .players
        .iter()
        .zip(&ratings)
        .map(|(player, rating)| {
            let error = if rating.error.is_finite() { rating.error } else { 0.0 };
            Bar {
                name: player.to_string(),
                value: rating.points,
                interval: Interval { low: rating.points - error, high: rating.points + error },
                label: format!("{:+.0}", rating.points),
            }
        })
        .collect();
    items.sort_by(|one, other| other.value.total_cmp(&one.value));
    let scale = Scale { unit: "Elo", least: Interval { low: 0.0, high: 0.0 }, even: 0.0 };
    let caption = "Bradley–Terry ratings in Elo points around their mean, with 95 % intervals.";
    Figure { caption: caption.to_owned(), svg: bars(&items, scale) }
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
