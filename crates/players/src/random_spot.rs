//! `random-spot`: the move after which most fair-coin fills win (Peres et al.; Trevorah,
//! section 6.1).
//!
//! The fills are shared equally among the legal moves. What is left over goes to moves drawn by
//! lot, one fill each, and win rates are compared instead of counts: a move that got a fill more
//! has no advantage by that. With fewer fills than moves, moves without a fill are not chosen.

use hexring_control::Limit;
use hexring_game::{Color, Game, Move, Position, Rules, Site};
use hexring_playout::{Detail, Kind as Playouts, Request, Sampler};
use rand::Rng;
use rand::seq::SliceRandom;

use crate::dice::{best, dice};
use crate::player::{Better, Choice, ChooseError, Control, Player, ScoreMap, Unsupported, Work};
use crate::registry::{Entry, Kind, OptionInfo};

/// The registry's entry.
pub(crate) static ENTRY: Entry = Entry {
    name: "random-spot",
    summary: "the move after which most fair-coin fills win: optimal under random turns, in the limit",
    supports: "everything",
    options: &[OptionInfo {
        name: "fills",
        kind: Kind::Whole { min: 1, max: 1_000_000_000_000 },
        default: "1000",
        help: "fills for a move, shared equally among the legal moves",
    }],
    build: |spec, seed| {
        Box::new(RandomSpot { fills: spec.whole("fills").expect("it has a default"), seed })
    },
};

struct RandomSpot {
    fills: u64,
    seed: u64,
}

impl Player for RandomSpot {
    fn supports(&self, _: &Rules, _: Color) -> Result<(), Unsupported> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, control: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let mut rng = dice(self.seed, game);
        let mut moves: Vec<Site> = position.legal_sites().collect();
        moves.shuffle(&mut rng);
        let (each, over) = (self.fills / moves.len() as u64, self.fills % moves.len() as u64);
        let mut sampler = Sampler::new(position);
        let mut rates: Vec<(Site, f64)> = Vec::new();
        let mut fills = 0;
        for (index, &site) in moves.iter().enumerate() {
            let share = each + u64::from((index as u64) < over);
            if share == 0 || control.stopped() && !rates.is_empty() {
                break;
            }
            rates.push((site, rate(&mut sampler, position, site, share, rng.next_u64())));
            fills += share;
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

/// The share of fills that the player to move wins after a move.
fn rate(sampler: &mut Sampler, position: &Position, site: Site, playouts: u64, seed: u64) -> f64 {
    let color = position.to_move().expect("somebody is to move");
    let mut after = position.clone();
    after.play_site(site);
    sampler.reposition(&after);
    let request = Request { kind: Playouts::Fill, playouts, seed, detail: Detail::Wins };
    sampler.sample(&request, &Limit::none()).win_rate(color)
}
