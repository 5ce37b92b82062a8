//! `heuristic`: the move after which the opponent is as far behind as possible.
//!
//! For every legal move: opponent's [distance](crate::distance) − own distance after it, the
//! largest is best, ties by the dice (Kunčarová 2024, section 4.2.2). A move that wins beats all
//! others. Under seasons the legal cells are masked and the distances know nothing of seasons;
//! under random turns the score is the same, since it does not ask who moves next.

use hexring_game::{Game, Move, Position, Site};

use crate::dice::{best, dice};
use crate::distance::{Outlook, Surveyor};
use crate::entry::Entry;
use crate::player::{Better, Choice, ChooseError, Control, Player, ScoreMap, Work};

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    Entry::new("heuristic", "opponent's distance minus own distance after the move", |_, seed| {
        Ok(Box::new(Heuristic { seed }))
    })
}

struct Heuristic {
    seed: u64,
}

impl Player for Heuristic {
    fn choose(&mut self, game: &Game, _: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let outlook = outlook(position);
        let scored = position.legal_sites().map(|site| (site, score(position, &outlook, site)));
        let site = best(&mut dice(self.seed, game), scored).expect("there is a legal cell");
        let mut choice = Choice::new(Move::Place(position.board().cell(site)));
        choice.maps = maps(position, &outlook);
        choice.work = Work { count: position.legal_sites().count() as u64, unit: "positions" };
        Ok(choice)
    }
}

/// The outlook of the player to move.
pub(crate) fn outlook(position: &Position) -> Outlook {
    let color = position.to_move().expect("called when somebody is to move");
    let outlook = Surveyor::new(position).outlook(position, color);
    outlook.expect("the game is not decided")
}

/// A move's score. A win scores more than any other move can: the number of cells.
pub(crate) fn score(position: &Position, outlook: &Outlook, site: Site) -> i32 {
    outlook.score(site).unwrap_or(position.board().cell_count() as i32)
}

/// Scores and distances after every legal move.
pub(crate) fn maps(position: &Position, outlook: &Outlook) -> Vec<ScoreMap> {
    let legal: Vec<Site> = position.legal_sites().collect();
    let is_legal = |site: &Site| legal.binary_search(site).is_ok();
    let map = |name, better, number: &dyn Fn(Site) -> Option<f64>| {
        ScoreMap::new(name, better, position, |site| is_legal(&site).then(|| number(site))?)
    };
    vec![
        map("score", Better::Higher, &|site| Some(score(position, outlook, site).into())),
        map("own distance", Better::Lower, &|site| Some(outlook.own(site).into())),
        map("opponent distance", Better::Higher, &|site| outlook.opponent(site).map(Into::into)),
    ]
}
