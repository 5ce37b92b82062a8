//! Strategies for Red: rules that answer Blue's last move.
//!
//! A strategy is a list of rules, and the first that applies decides. Most rules leave a choice,
//! so a strategy is a function from a position and Blue's last move to a *set* of cells. A claim
//! such as "this strategy wins whatever Blue does" is about every cell of every set, and that is
//! why the sets are open to all here: the [player](crate::follower) picks from
//! them at random, a proof tries them all.
//!
//! ```
//! use hexring_game::{Position, Rules};
//! use hexring_players::Spec;
//! let mut position = Position::new("cylinder:4x2 first=blue".parse::<Rules>()?)?;
//! position.play("a1".parse()?)?;
//! let last_blue = position.board().site("a1".parse()?);
//! let strategy = "mirror".parse::<Spec>()?.strategy().expect("mirror is a strategy");
//! let answer = strategy.candidates(&position, last_blue);
//! assert_eq!(strategy.rules()[usize::from(answer.rule)], "half way around in Blue's ring");
//! assert_eq!(position.board().cell(answer.sites[0]).to_string(), "c1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use hexring_game::{Board, Color, Game, Move, Ply, Position, Site, Swap};

/// What a strategy allows in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// The rule that applies: its index in [`Strategy::rules`].
    pub rule: u8,
    /// The cells that the rule leaves to choose from, row by row. Never empty where there is a
    /// legal cell.
    pub sites: Vec<Site>,
}

/// A strategy for Red on a board whose rows are rings.
pub trait Strategy: Send + Sync {
    /// The rules in words, in the order in which they are tried. The first one is for a game in
    /// which Blue has not moved.
    fn rules(&self) -> &'static [&'static str];

    /// Whether the rules mean something on this board.
    fn plays(&self, board: Board) -> bool {
        board.topology().wraps_columns()
    }

    /// What the strategy allows, with Red to move and Blue's last stone on `last_blue`. All cells
    /// are legal.
    fn candidates(&self, position: &Position, last_blue: Option<Site>) -> Candidates;

    /// The red stones that a move is joined with, in the sense of the rules, the move among them;
    /// for whoever asks why. Blue's last stone is on `last_blue`.
    fn joined(&self, _: &Position, _last_blue: Site, site: Site) -> Vec<Site> {
        vec![site]
    }

    /// The cell that each cell is paired with, for a strategy that answers on the partner of
    /// Blue's last stone whenever that is free.
    fn partner(&self, _: Board, _: Site) -> Option<Site> {
        None
    }
}

/// The candidates of the first rule that has some. `cells` says for each rule, beginning with
/// number 1, which cells it asks for; the last rule must take any legal cell.
pub(crate) fn first_applicable(
    rules: &[&str],
    mut cells: impl FnMut(usize) -> Vec<Site>,
) -> Candidates {
    let answers = (1..rules.len()).map(|number| (number, cells(number)));
    let answer = answers.into_iter().find(|(_, sites)| !sites.is_empty());
    let (number, sites) = answer.unwrap_or_default();
    Candidates { rule: number as u8, sites }
}

/// Any legal cell, by the rule with this number.
pub(crate) fn anywhere(rule: u8, position: &Position) -> Candidates {
    Candidates { rule, sites: position.legal_sites().collect() }
}

/// A rule in plain words, for a position in which Blue has played in ring `ring` of so many: `j`,
/// `j-1`, `j+2` become numbers of rings.
pub(crate) fn in_words(rule: &str, ring: u8, rings: u8) -> String {
    let number = |word: &str| {
        let offset = word.strip_prefix('j')?;
        let offset: i16 = if offset.is_empty() { 0 } else { offset.parse().ok()? };
        // Beyond the ends everything counts as red, and needs no words.
        Some((i16::from(ring) + offset).clamp(1, i16::from(rings)).to_string())
    };
    let in_word = |word: &str| {
        let bare = word.trim_end_matches([',', ':']);
        number(bare).map_or(word.to_owned(), |number| number + &word[bare.len()..])
    };
    let words: Vec<String> = rule.split(' ').map(in_word).collect();
    format!("Blue played in ring {ring}: {}", words.join(" "))
}

/// Where Blue's last move put a stone that is still there. Red may have moved several times since
/// under random turns; stones that a game began with are nobody's move.
pub fn last_blue(game: &Game) -> Option<Site> {
    let board = game.rules().board;
    let plies = game.plies();
    let last = plies.iter().rposition(|ply| match ply {
        Ply { color, mv: Move::Place(_) } => *color == Color::Blue,
        Ply { mv: Move::Swap, .. } => game.rules().swap == Swap::Pieces,
        Ply { mv: Move::Pass, .. } => false,
    })?;
    match plies[last] {
        Ply { mv: Move::Place(cell), .. } => board.site(cell),
        // The swapped stone is the answer to the first move, mirrored; Red's swap takes Blue's
        // only stone away.
        Ply { color: Color::Blue, .. } => match plies.first()?.mv {
            Move::Place(cell) => board.site(cell.transposed()),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(rules: &str, plies: &str) -> Option<String> {
        let mut game = Game::new(rules.parse().unwrap()).unwrap();
        for ply in plies.split_whitespace() {
            let (color, mv) = ply.split_once(':').unwrap();
            game.play_ply(Ply { color: color.parse().unwrap(), mv: mv.parse().unwrap() }).unwrap();
        }
        last_blue(&game).map(|site| game.rules().board.cell(site).to_string())
    }

    #[test]
    fn rules_are_told_with_the_numbers_of_rings() {
        let told = "Blue played in ring 3: connect rings 1 to 5";
        assert_eq!(in_words("connect rings j-2 to j+2", 3, 9), told);
        let told = "Blue played in ring 4: in ring 3: a bridge to 2, room for one to 4";
        assert_eq!(in_words("in ring j-1: a bridge to j-2, room for one to j+1", 4, 4), told);
        let told = "Blue played in ring 1: join Blue's ring";
        assert_eq!(in_words("join Blue's ring", 1, 1), told);
    }

    #[test]
    fn the_last_blue_stone_is_found() {
        let b2 = Some("b2".to_owned());
        assert_eq!(after("cylinder:3x3", ""), None);
        assert_eq!(after("cylinder:3x3", "red:a1"), None);
        assert_eq!(after("cylinder:3x3", "red:a1 blue:b2"), b2);
        assert_eq!(after("cylinder:3x3 turns=random", "blue:b2 red:a1 red:a2"), b2);
        assert_eq!(after("cylinder:3x3 swap=sides", "red:a1 blue:swap blue:b2"), b2);
        assert_eq!(after("cylinder:3x3 swap=sides first=blue", "blue:b2 red:swap"), b2);
        assert_eq!(after("torus:3x3 swap=pieces", "red:a3 blue:swap"), Some("c1".to_owned()));
        assert_eq!(after("torus:3x3 swap=pieces first=blue", "blue:a3 red:swap"), None);
        let seasons = "cylinder:3x2 seasons=112/111 years=12/12";
        assert_eq!(after(seasons, "red:a1 blue:b1 red:c1 blue:pass"), Some("b1".to_owned()));
    }
}
