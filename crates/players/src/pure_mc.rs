//! `pure-mc`: the move with the best win rate in random playouts (Broek 2023, Pure Monte-Carlo).
//!
//! Every legal move gets the same number of playouts from the position after it, with alternating
//! moves and the opponent first; with `share=true` it is the number for all moves together, which
//! are shared out evenly. Under random turns a playout is a fair-coin fill. Playouts know no
//! seasons: after the move they fill the board.

use hexring_game::{Game, Move, Site};
use hexring_playout::{Detail, Request, Sampler};
use rand::Rng;

use crate::dice::{best, dice};
use crate::entry::Entry;
use crate::mcts::kind;
use crate::option::Handle;
use crate::player::{Better, Choice, ChooseError, Control, Player, ScoreMap, Work};
use crate::sample;

const PLAYOUTS: Handle<u64> =
    Handle::whole("playouts", 1, 1_000_000_000, 500, "playouts for each legal move");

const SHARE: Handle<bool> =
    Handle::flag("share", false, "the playouts are for all moves together, not for each");

/// The player as lists know it.
pub(crate) fn entry() -> Entry {
    let summary = "the move with the best win rate in random playouts";
    Entry::new("pure-mc", summary, |settings, seed| {
        let (playouts, share) = (settings.get(&PLAYOUTS), settings.get(&SHARE));
        Ok(Box::new(PureMc { playouts, share, seed }))
    })
    .with_options([PLAYOUTS.info(), SHARE.info()])
}

struct PureMc {
    playouts: u64,
    share: bool,
    seed: u64,
}

impl PureMc {
    /// How many playouts each of some moves gets.
    fn playouts_each(&self, moves: usize) -> u64 {
        if self.share { (self.playouts / moves.max(1) as u64).max(1) } else { self.playouts }
    }
}

impl Player for PureMc {
    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let color = position.to_move().expect("somebody is to move");
        let mut rng = dice(self.seed, game);
        let mut sampler = Sampler::new(position);
        let mut rates: Vec<(Site, f64)> = Vec::new();
        let mut work = Work { count: 0, unit: "playouts" };
        let playouts = self.playouts_each(position.legal_sites().count());
        for site in position.legal_sites() {
            // A search that is stopped chooses among the moves it has looked at.
            if control.is_over() && !rates.is_empty() {
                break;
            }
            let mut after = position.clone();
            after.play_site(site);
            sampler.reposition(&after);
            let seed = rng.next_u64();
            let request = Request { kind: kind(&after), playouts, seed, detail: Detail::Wins };
            let tally = sample::some(&sampler, &request, control.limit());
            rates.push((site, tally.win_rate(color)));
            work.count += tally.playouts;
        }
        let site = best(&mut rng, rates.iter().copied()).expect("there is a legal cell");
        let rate = |site| rates.iter().find(|(at, _)| *at == site).map(|(_, rate)| *rate);
        Ok(Choice {
            value: rate(site),
            maps: vec![ScoreMap::new("win rate", Better::Higher, position, rate)],
            work,
            ..Choice::new(Move::Place(position.board().cell(site)))
        })
    }
}
