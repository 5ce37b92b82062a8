//! Published numbers, as the sources print them.

use thiserror::Error;

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

/// A table that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: expected {expected}")]
pub(super) struct TableError {
    line: usize,
    expected: &'static str,
}

/// Reads `board,player1,player2,wins1,wins2,games,avg_moves`.
pub(super) fn match_rows(text: &str) -> Result<Vec<MatchRow>, TableError> {
    read(text, "board,player1,player2,wins1,wins2,games,avg_moves", |f| {
        let [board, one, other, wins1, wins2, _, moves] = f.try_into().ok()?;
        Some(MatchRow {
            board: str::to_owned(board),
            players: [str::to_owned(one), str::to_owned(other)],
            wins: [str::parse(wins1).ok()?, str::parse(wins2).ok()?],
            moves: str::parse(moves).ok()?,
        })
    })
}

/// Reads the rows of `rules,board,player,opponent,rounds_won,rounds_drawn,rounds_lost` that have
/// the wanted rules.
pub(super) fn round_rows(text: &str, rules: &str) -> Result<Vec<RoundRow>, TableError> {
    let expected = "rules,board,player,opponent,rounds_won,rounds_drawn,rounds_lost";
    let rows = read(text, expected, |f| {
        let [of, _, player, opponent, won, drawn, lost] = f.try_into().ok()?;
        let rounds = [str::parse(won).ok()?, str::parse(drawn).ok()?, str::parse(lost).ok()?];
        let (player, opponent) = (str::to_owned(player), str::to_owned(opponent));
        Some((str::to_owned(of), RoundRow { player, opponent, rounds }))
    })?;
    Ok(rows.into_iter().filter(|(of, _)| of == rules).map(|(_, row)| row).collect())
}

/// The rows after the heading.
fn read<T>(
    text: &str,
    expected: &'static str,
    row: impl Fn(&[&str]) -> Option<T>,
) -> Result<Vec<T>, TableError> {
    let lines = text.lines().enumerate().skip(1).filter(|(_, line)| !line.trim().is_empty());
    let read = |(index, line): (usize, &str)| {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        row(&fields).ok_or(TableError { line: index + 1, expected })
    };
    lines.map(read).collect()
}
