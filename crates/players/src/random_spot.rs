//! `random-spot`: the move after which most fair-coin fills win (Peres et al.; Trevorah,
//! section 6.1).
//!
//! The fills are shared equally among the legal moves. What is left over goes to moves drawn by
//! lot, one fill each, and win rates are compared instead of counts: a move that got a fill more
//! has no advantage by that. With fewer fills than moves, moves without a fill are not chosen.
//!
//! The source's listing (E.5) gives every move as many fills as a cell of the whole board would get,
//! whatever is legal: `share=area`.

use hexring_game::{Game, Move, Site};
use hexring_playout::{Detail, Kind, Request, Sampler};
use rand::Rng;
use rand::seq::SliceRandom;

use crate::dice::{best, dice};
use crate::entry::Entry;
use crate::option::{Handle, Word};
use crate::player::{Better, Choice, ChooseError, Control, Player, ScoreMap, Work};
use crate::sample;

pub(crate) const FILLS: Handle<u64> = Handle::whole(
    "fills",
    1,
    1_000_000_000_000,
    1000,
    "fills for a move, shared equally among the legal moves",
);

/// How the fills are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sharing {
    /// Among the legal moves.
    Legal,
    /// As if among all cells of the board; what is not used is not made.
    Area,
}

impl Word for Sharing {
    const WORDS: &'static [&'static str] = &["legal", "area"];
    const MEANINGS: &'static [Self] = &[Sharing::Legal, Sharing::Area];
}

const SHARE: Handle<Sharing> = Handle::word(
    "share",
    "who gets the fills: the legal moves, or each cell of the board its part, as in the source",
);

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    let summary =
        "the move after which most fair-coin fills win: optimal under random turns, in the limit";
    Entry::new("random-spot", summary, |settings, seed| {
        let (fills, sharing) = (settings.get(&FILLS), settings.get(&SHARE));
        Ok(Box::new(RandomSpot { fills, sharing, seed }))
    })
    .with_options([FILLS.info(), SHARE.info()])
}

struct RandomSpot {
    fills: u64,
    sharing: Sharing,
    seed: u64,
}

impl RandomSpot {
    /// How many fills each move has, and how many moves have one more.
    fn shares(&self, moves: usize, cells: usize) -> (u64, u64) {
        match self.sharing {
            Sharing::Legal => (self.fills / moves as u64, self.fills % moves as u64),
            // One at least, so that something is known of every move.
            Sharing::Area => ((self.fills / cells as u64).max(1), 0),
        }
    }
}

impl Player for RandomSpot {
    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let color = position.to_move().expect("somebody is to move");
        let mut rng = dice(self.seed, game);
        let mut moves: Vec<Site> = position.legal_sites().collect();
        moves.shuffle(&mut rng);
        let (each, over) = self.shares(moves.len(), position.board().cell_count());
        let mut sampler = Sampler::new(position);
        let mut rates: Vec<(Site, f64)> = Vec::new();
        let mut fills = 0;
        for (index, &site) in moves.iter().enumerate() {
            let share = each + u64::from((index as u64) < over);
            if share == 0 || control.is_over() && !rates.is_empty() {
                break;
            }
            let request = Request {
                kind: Kind::Fill,
                playouts: share,
                seed: rng.next_u64(),
                detail: Detail::Wins,
            };
            let mut after = position.clone();
            after.play_site(site);
            sampler.reposition(&after);
            let tally = sample::some(&sampler, &request, control.limit());
            rates.push((site, tally.win_rate(color)));
            fills += tally.playouts;
        }
        let site = best(&mut rng, rates.iter().copied()).expect("there is a legal cell");
        let rate = |site| rates.iter().find(|(at, _)| *at == site).map(|(_, rate)| *rate);
        Ok(Choice {
            value: rate(site),
            maps: vec![ScoreMap::new("win rate", Better::Higher, position, rate)],
            work: Work { count: fills, unit: "fills" },
            ..Choice::new(Move::Place(position.board().cell(site)))
        })
    }
}
