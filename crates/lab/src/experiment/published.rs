//! Published numbers, as the sources print them.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::StandIn;

/// A match as Kunčarová prints it; the first player moves first.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRow {
    /// The board.
    pub board: String,
    /// The players.
    pub players: [String; 2],
    /// Games won by each.
    pub wins: [u32; 2],
    /// The mean number of moves.
    pub moves: f64,
}

/// Rounds as Trevorah prints them.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundRow {
    /// The player.
    pub player: String,
    /// The opponent.
    pub opponent: String,
    /// Rounds won, drawn and lost.
    pub rounds: [u32; 3],
}

/// The players that stand for published ones.
pub(super) struct StandIns<'a>(pub(super) &'a [StandIn]);

impl<'a> StandIns<'a> {
    /// Who stands for a published player, which may depend on the board.
    pub(super) fn ours<'b>(&self, player: &'b str, board: Option<&str>) -> &'b str
    where
        'a: 'b,
    {
        let fits = |own: &String| board.is_none_or(|board| own == board);
        let meant =
            |known: &&StandIn| known.published == player && known.board.as_ref().is_none_or(fits);
        self.0.iter().find(meant).map_or(player, |known| known.ours.as_str())
    }
}

/// A line of `board,player1,player2,wins1,wins2,games,avg_moves`.
#[derive(Deserialize)]
struct MatchLine {
    board: String,
    player1: String,
    player2: String,
    wins1: u32,
    wins2: u32,
    avg_moves: f64,
}

/// A line of `rules,board,player,opponent,rounds_won,rounds_drawn,rounds_lost`.
#[derive(Deserialize)]
struct RoundLine {
    rules: String,
    player: String,
    opponent: String,
    rounds_won: u32,
    rounds_drawn: u32,
    rounds_lost: u32,
}

/// Reads a table of matches.
pub(super) fn match_rows(text: &str) -> Result<Vec<MatchRow>, csv::Error> {
    let row = |line: MatchLine| MatchRow {
        board: line.board,
        players: [line.player1, line.player2],
        wins: [line.wins1, line.wins2],
        moves: line.avg_moves,
    };
    Ok(lines(text)?.into_iter().map(row).collect())
}

/// Reads the rows of a table of rounds that have the wanted rules.
pub(super) fn round_rows(text: &str, rules: &str) -> Result<Vec<RoundRow>, csv::Error> {
    let row = |line: RoundLine| RoundRow {
        player: line.player,
        opponent: line.opponent,
        rounds: [line.rounds_won, line.rounds_drawn, line.rounds_lost],
    };
    let wanted = |line: &RoundLine| line.rules == rules;
    Ok(lines(text)?.into_iter().filter(wanted).map(row).collect())
}

/// The lines after the heading, by its names.
fn lines<T: DeserializeOwned>(text: &str) -> Result<Vec<T>, csv::Error> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    reader.deserialize().collect()
}
