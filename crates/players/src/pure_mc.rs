//! `pure-mc`: the move with the best win rate in random playouts (Broek 2023, Pure Monte-Carlo).
//!
//! Every legal move gets the same number of playouts from the position after it, with alternating
//! moves and the opponent first. Under random turns a playout is a fair-coin fill. Playouts know no
//! seasons: after the move they fill the board.

use hexring_control::Limit;
use hexring_game::{Color, Game, Move, Rules, Site};
use hexring_playout::{Detail, Request, Sampler};
use rand::Rng;

use crate::dice::{best, dice};
use crate::mcts::kind;
use crate::player::{Better, Choice, ChooseError, Control, Player, ScoreMap, Unsupported, Work};
use crate::registry::{Entry, Kind, OptionInfo};

/// The registry's entry.
pub(crate) static ENTRY: Entry = Entry {
    name: "pure-mc",
    summary: "the move with the best win rate in random playouts",
    supports: "everything",
    options: &[OptionInfo {
        name: "playouts",
        kind: Kind::Whole { min: 1, max: 1_000_000_000 },
        default: "500",
        help: "playouts for each legal move",
    }],
    build: |spec, seed| {
        Box::new(PureMc { playouts: spec.whole("playouts").expect("it has a default"), seed })
    },
};

struct PureMc {
    playouts: u64,
    seed: u64,
}

impl Player for PureMc {
    fn supports(&self, _: &Rules, _: Color) -> Result<(), Unsupported> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let color = position.to_move().expect("somebody is to move");
        let mut rng = dice(self.seed, game);
        let mut sampler = Sampler::new(position);
        let mut rates: Vec<(Site, f64)> = Vec::new();
        for site in position.legal_sites() {
            // A search that is stopped chooses among the moves it has looked at.
            if control.stopped() && !rates.is_empty() {
                break;
            }
            let mut after = position.clone();
            after.play_site(site);
            sampler.reposition(&after);
            let (playouts, seed) = (self.playouts, rng.next_u64());
            let request = Request { kind: kind(&after), playouts, seed, detail: Detail::Wins };
            rates.push((site, sampler.sample(&request, &Limit::none()).win_rate(color)));
        }
        let site = best(&mut rng, rates.iter().copied()).expect("there is a legal cell");
        let rate = |site| rates.iter().find(|(at, _)| *at == site).map(|(_, rate)| *rate);
        Ok(Choice {
            value: rate(site),
            maps: vec![ScoreMap::new("win rate", Better::Higher, position, rate)],
            work: Work { count: self.playouts * rates.len() as u64, unit: "playouts" },
            ..Choice::new(Move::Place(position.board().cell(site)))
        })
    }
}
