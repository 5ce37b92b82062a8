//! Counting games.

use std::collections::HashSet;

use hexring_game::{ByColor, Color};

use crate::rows::GameRow;
use crate::stats::{Moments, Pairs, Rating, Share, ratings};

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
}

impl Duel {
    /// Counts pairs of games: in the first of each the first player is Red. A game that repeats
    /// an earlier one is not counted, nor is a pair of which both games do.
    pub fn of<'a>(pairs: impl IntoIterator<Item = [Option<&'a GameRow>; 2]>) -> Self {
        let mut duel = Duel::default();
        let mut seen = Seen::default();
        for pair in pairs {
            let fresh = seen.look(pair);
            for ((game, seat), fresh) in pair.into_iter().zip(Color::ALL).zip(fresh) {
                match game {
                    Some(game) if fresh => duel.add(game, seat),
                    Some(_) => duel.repeated += 1,
                    None => {}
                }
            }
            if let ([Some(first), Some(second)], true) = (pair, fresh.contains(&true)) {
                duel.pairs.add(pair_points(first, second));
            }
        }
        duel
    }

    fn add(&mut self, game: &GameRow, seat: Color) {
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

/// The ratings of players from their pairings. One imagined drawn game for every two players that
/// met keeps the rating of a player that won everything finite.
pub fn rate(players: usize, pairings: &[(usize, usize)], duels: &[Duel]) -> Vec<Rating> {
    let mut wins = vec![vec![0.0; players]; players];
    for ((one, other), duel) in pairings.iter().zip(duels).filter(|((one, other), _)| one != other)
    {
        wins[*one][*other] += f64::from(duel.won);
        wins[*other][*one] += f64::from(duel.lost);
    }
    ratings(&wins, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::GameResult;

    fn game(seat: Option<Color>, moves: &str) -> GameRow {
        GameRow {
            key: String::new(),
            part: String::new(),
            number: 0,
            rules: "3x3".to_owned(),
            players: ByColor::default(),
            seed: 1,
            opening: 0,
            moves: moves.to_owned(),
            plies: 9,
            result: GameResult { winner: seat, seat, reason: "path".to_owned() },
            seconds: ByColor::default(),
            values: String::new(),
            millis: String::new(),
            program: String::new(),
            finished: String::new(),
        }
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
