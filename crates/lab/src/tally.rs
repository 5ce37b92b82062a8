//! Counting games.

use std::collections::{BTreeMap, HashSet};

use hexring_game::{ByColor, Color};
use serde::{Serialize, Serializer};

use crate::rows::{Decider, GameRow};
use crate::stats::{Anchor, Decision, Moments, Pairs, Rating, Share, Sprt, ratings};

/// The half points, 0 to 4, of the player that was Red in the first game of a pair and Blue in
/// the second. A game without result is half a point for both.
pub fn pair_points(first: &GameRow, second: &GameRow) -> usize {
    half_points(first, Color::Red) + half_points(second, Color::Blue)
}

fn half_points(game: &GameRow, seat: Color) -> usize {
    match game.result.seat {
        Some(winner) if winner == seat => 2,
        Some(_) => 0,
        None => 1,
    }
}

/// Games of one setting, counted by colours.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games that Red won.
    pub red: u32,
    /// Games that Blue won.
    pub blue: u32,
    /// Games without result.
    pub discarded: u32,
    /// The number of moves in games with a result.
    pub moves: Moments,
    /// The number of red stones in games with a result.
    pub red_stones: Moments,
    /// Seconds a move, for each colour.
    pub pace: ByColor<Moments>,
    /// Losses for which the board was not the reason.
    pub faults: Vec<String>,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, game: &GameRow) {
        match game.result.winner {
            Some(Color::Red) => self.red += 1,
            Some(Color::Blue) => self.blue += 1,
            None => {
                self.discarded += 1;
                return;
            }
        }
        self.moves.add(f64::from(game.plies));
        self.red_stones.add(game.stones(Color::Red) as f64);
        for color in Color::ALL {
            let stones = game.stones(color).max(1) as f64;
            self.pace[color].add(game.seconds[color] / stones);
        }
        if !game.result.is_regular() {
            self.faults.push(game.result.reason.clone());
        }
    }

    /// Red's share of the games with a result.
    pub fn red_share(&self) -> Share {
        self.share(Color::Red)
    }

    /// A colour's share of the games with a result.
    pub fn share(&self, color: Color) -> Share {
        let won = if color == Color::Red { self.red } else { self.blue };
        Share::new(won, self.red + self.blue)
    }

    /// How many games there are.
    pub fn games(&self) -> u32 {
        self.red + self.blue + self.discarded
    }
}

impl<'a> FromIterator<&'a GameRow> for Tally {
    fn from_iter<I: IntoIterator<Item = &'a GameRow>>(games: I) -> Self {
        let mut tally = Tally::default();
        games.into_iter().for_each(|game| tally.add(game));
        tally
    }
}

/// Two players against each other, counted by players. A round is a pair of games.
#[derive(Clone, Debug, Default)]
pub struct Duel {
    /// Games that the first player won.
    pub won: u32,
    /// Games that it lost.
    pub lost: u32,
    /// Games without result.
    pub discarded: u32,
    /// Games that were the same, move by move, as one that was counted. They say nothing new, so
    /// they are not counted.
    pub repeated: u32,
    /// Its share of the games with a result, by the colour with which it began.
    pub with: ByColor<Share>,
    /// Complete pairs by their points for the first player.
    pub pairs: Pairs,
    /// The number of moves in games with a result.
    pub moves: Moments,
    /// Losses for which the board was not the reason, with who lost: true for the first player.
    pub faults: Vec<(bool, String)>,
    /// What decided the games.
    pub decided: BTreeMap<Decider, u32>,
    /// How long the first player and the second one thought.
    pub pace: [Pace; 2],
}

/// How long a player thought about its moves, in seconds. As JSON it is its mean and its longest
/// time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pace {
    /// Its moves.
    pub moves: Moments,
    /// The longest time.
    pub longest: f64,
}

impl Pace {
    fn add(&mut self, seconds: f64) {
        self.moves.add(seconds);
        self.longest = self.longest.max(seconds);
    }
}

impl Serialize for Pace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = [("mean", self.moves.mean()), ("longest", self.longest)];
        serializer.collect_map(fields)
    }
}

impl Duel {
    /// Counts pairs of games: in the first of each the first player is Red. A game that repeats
    /// an earlier one is not counted, nor is a pair of which both games do.
    pub fn of<'a>(pairs: impl IntoIterator<Item = [Option<&'a GameRow>; 2]>) -> Self {
        let mut duel = Duel::default();
        let mut seen = Seen::default();
        pairs.into_iter().for_each(|pair| duel.count(pair, &mut seen));
        duel
    }

    /// Counts one pair, after those that were seen.
    pub(crate) fn count(&mut self, pair: [Option<&GameRow>; 2], seen: &mut Seen) {
        let fresh = seen.look(pair);
        for ((game, seat), fresh) in pair.into_iter().zip(Color::ALL).zip(fresh) {
            match game {
                Some(game) if fresh => self.add(game, seat),
                Some(_) => self.repeated += 1,
                None => {}
            }
        }
        if let ([Some(first), Some(second)], true) = (pair, fresh.contains(&true)) {
            self.pairs.add(pair_points(first, second));
        }
    }

    fn add(&mut self, game: &GameRow, seat: Color) {
        *self.decided.entry(game.result.decided_by()).or_default() += 1;
        for (own, seconds) in game.times() {
            self.pace[usize::from(own != seat)].add(seconds);
        }
        match game.result.seat {
            Some(winner) if winner == seat => self.won += 1,
            Some(_) => self.lost += 1,
            None => {
                self.discarded += 1;
                return;
            }
        }
        let is_won = game.result.seat == Some(seat);
        self.with[seat] = self.with[seat] + Share::new(u8::from(is_won), 1);
        self.moves.add(f64::from(game.plies));
        if !game.result.is_regular() {
            self.faults.push((game.result.seat != Some(seat), game.result.reason.clone()));
        }
    }

    /// The first player's share of the games with a result.
    pub fn share(&self) -> Share {
        Share::new(self.won, self.won + self.lost)
    }

    /// Rounds won, drawn and lost: won only if both games are, as in Trevorah.
    pub fn rounds(&self) -> [u64; 3] {
        let [lost, half, one, more, won] = self.pairs.0;
        [won, half + one + more, lost]
    }
}

/// The games that were seen, by who was Red, rules and moves.
#[derive(Debug, Default)]
pub(crate) struct Seen(HashSet<(usize, String, String)>);

impl Seen {
    /// Which games of a pair have not been seen before.
    pub(crate) fn look(&mut self, pair: [Option<&GameRow>; 2]) -> [bool; 2] {
        std::array::from_fn(|half| {
            pair[half]
                .is_some_and(|game| self.0.insert((half, game.rules.clone(), game.moves.clone())))
        })
    }
}

/// A test that takes the pairs of a match in their order, until it says something.
#[derive(Debug)]
pub(crate) struct Trial {
    pub(crate) sprt: Sprt,
    /// The pairs so far; those that repeat an earlier one are not in it.
    pub(crate) pairs: Pairs,
    /// How many pairs were taken, with those that repeat an earlier one.
    pub(crate) taken: usize,
    /// What it said, and after how many pairs.
    pub(crate) decision: Option<(Decision, usize)>,
    seen: Seen,
}

impl Trial {
    pub(crate) fn new(sprt: Sprt) -> Self {
        let (pairs, seen) = (Pairs::default(), Seen::default());
        Trial { sprt, pairs, taken: 0, decision: None, seen }
    }

    /// Takes the next pair.
    pub(crate) fn take(&mut self, first: &GameRow, second: &GameRow) {
        if self.seen.look([Some(first), Some(second)]).contains(&true) {
            self.pairs.add(pair_points(first, second));
        }
        self.taken += 1;
        self.decision = self.sprt.decide(self.pairs).map(|decision| (decision, self.taken));
    }

    /// The test of pairs that are there, up to the first gap.
    pub(crate) fn of(sprt: Sprt, pairs: &[[Option<&GameRow>; 2]]) -> Self {
        let mut trial = Trial::new(sprt);
        for pair in pairs {
            let ([Some(first), Some(second)], None) = (pair, trial.decision) else { break };
            trial.take(first, second);
        }
        trial
    }

    /// The log likelihood ratio so far.
    pub(crate) fn llr(&self) -> f64 {
        self.sprt.llr(self.pairs)
    }
}

/// A player's row in the table of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrossRow {
    /// Its place in the list of players.
    pub player: usize,
    /// Its points: one for a game that it won, a half for one without result.
    pub points: f64,
    /// How many games it played.
    pub games: u32,
    /// Its rating.
    pub rating: Rating,
    /// Its points and the number of games against each player, in the order of the table; none for
    /// players that it did not meet.
    pub against: Vec<Option<(f64, u32)>>,
}

/// A tournament as a table, the highest rating first. Games of a player against itself are not in
/// it.
pub fn crosstable(
    players: usize,
    pairings: &[(usize, usize)],
    duels: &[Duel],
    anchor: Option<Anchor>,
) -> Vec<CrossRow> {
    let ratings = rate(players, pairings, duels, anchor);
    let mut order: Vec<usize> = (0..players).collect();
    order.sort_by(|a, b| ratings[*b].points.total_cmp(&ratings[*a].points));
    let mut points = vec![vec![None::<(f64, u32)>; players]; players];
    for ((one, other), duel) in met(pairings, duels) {
        let games = duel.won + duel.lost + duel.discarded;
        for (own, opponent, won) in [(*one, *other, duel.won), (*other, *one, duel.lost)] {
            let (sum, count) = points[own][opponent].unwrap_or_default();
            let won = f64::from(won) + f64::from(duel.discarded) / 2.0;
            points[own][opponent] = Some((sum + won, count + games));
        }
    }
    let row = |player: &usize| {
        let against: Vec<_> = order.iter().map(|opponent| points[*player][*opponent]).collect();
        CrossRow {
            player: *player,
            points: against.iter().flatten().map(|(points, _)| points).sum(),
            games: against.iter().flatten().map(|(_, games)| games).sum(),
            rating: ratings[*player],
            against,
        }
    };
    order.iter().map(row).collect()
}

/// The pairings of two different players.
fn met<'a>(
    pairings: &'a [(usize, usize)],
    duels: &'a [Duel],
) -> impl Iterator<Item = (&'a (usize, usize), &'a Duel)> {
    pairings.iter().zip(duels).filter(|((one, other), _)| one != other)
}

/// The ratings of players from their pairings, around their mean or an anchor. One imagined drawn
/// game for every two players that met keeps the rating of a player that won everything finite.
pub fn rate(
    players: usize,
    pairings: &[(usize, usize)],
    duels: &[Duel],
    anchor: Option<Anchor>,
) -> Vec<Rating> {
    let mut wins = vec![vec![0.0; players]; players];
    for ((one, other), duel) in met(pairings, duels) {
        wins[*one][*other] += f64::from(duel.won);
        wins[*other][*one] += f64::from(duel.lost);
    }
    ratings(&wins, 1.0, anchor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::GameResult;

    fn game(seat: Option<Color>, moves: &str) -> GameRow {
        GameRow {
            rules: "3x3".to_owned(),
            moves: moves.to_owned(),
            plies: 9,
            result: GameResult { winner: seat, seat, reason: "path".to_owned() },
            ..GameRow::default()
        }
    }

    #[test]
    fn time_is_booked_on_the_player_whatever_its_colour() {
        let game = GameRow {
            rules: "plane:3x3 swap=sides".to_owned(),
            moves: "red a1 blue swap blue b2 red c3".to_owned(),
            opening: 1,
            millis: "100.00,200.00,400.00,5000.00".to_owned(),
            result: GameResult {
                winner: Some(Color::Blue),
                seat: Some(Color::Red),
                reason: "time".to_owned(),
            },
            ..GameRow::default()
        };
        // Who began as Blue took the red stone over, and in the end thought too long as Red.
        let blue = |seconds| (Color::Blue, seconds);
        assert_eq!(game.times(), [blue(0.1), (Color::Red, 0.2), blue(0.4), blue(5.0)]);
        let duel = Duel::of([[Some(&game), None]]);
        assert_eq!((duel.pace[0].longest, duel.pace[1].longest), (0.2, 5.0));
        assert!((duel.pace[1].moves.mean() - 5.5 / 3.0).abs() < 1e-12);
        assert_eq!(duel.decided, BTreeMap::from([(Decider::Time, 1)]));
        assert_eq!(duel.faults, [(false, "time".to_owned())]);
    }

    #[test]
    fn a_crosstable_counts_every_game_once() {
        let red = game(Some(Color::Red), "1");
        let blue = game(Some(Color::Blue), "2");
        let none = game(None, "3");
        let duels = [
            Duel::of([[Some(&red), Some(&blue)]]),
            Duel::of([[Some(&red), Some(&none)]]),
            Duel::of([[Some(&red), Some(&red)]]),
        ];
        let anchor = Some(Anchor { player: 2, points: 1500.0 });
        let table = crosstable(3, &[(0, 1), (2, 1), (1, 1)], &duels, anchor);
        let order: Vec<usize> = table.iter().map(|row| row.player).collect();
        assert_eq!(order, [0, 2, 1]);
        assert_eq!((table[0].points, table[0].games), (2.0, 2));
        assert_eq!(table[0].against, [None, None, Some((2.0, 2))]);
        assert_eq!(table[2].against, [Some((0.0, 2)), Some((0.5, 2)), None]);
        assert_eq!(table[1].rating, Rating { points: 1500.0, error: 0.0 });
    }

    #[test]
    fn games_are_counted_for_the_player_and_by_its_colour() {
        let red = |moves| game(Some(Color::Red), moves);
        let blue = |moves| game(Some(Color::Blue), moves);
        let duel = Duel::of([
            [Some(&red("1")), Some(&blue("1"))],
            [Some(&blue("2")), Some(&blue("2"))],
            [Some(&red("3")), Some(&game(None, "3"))],
            [Some(&red("4")), None],
        ]);
        assert_eq!((duel.won, duel.lost, duel.discarded), (5, 1, 1));
        assert_eq!(duel.with, ByColor { red: Share::new(3, 4), blue: Share::new(2, 2) });
        assert_eq!(duel.pairs.0.iter().sum::<u64>(), 3, "an open pair is no pair");
    }

    #[test]
    fn games_that_repeat_each_other_count_once() {
        let (first, second) = (game(Some(Color::Red), "1"), game(Some(Color::Blue), "2"));
        let other = game(Some(Color::Red), "3");
        let twenty = std::iter::repeat_n([Some(&first), Some(&second)], 20);
        let duel = Duel::of(twenty.chain([[Some(&first), Some(&other)]]));
        assert_eq!((duel.won, duel.lost, duel.repeated), (2, 1, 39));
        assert_eq!(duel.pairs.0, [0, 0, 1, 0, 1], "half a pair is new in the last");
    }
}
