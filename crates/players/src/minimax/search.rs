//! The search itself.

use hexring_control::Limit;
use hexring_game::{Color, Move, Position, Site, Status};

use super::known::{INFINITY, Known, Window};
use crate::distance::{Outlook, Surveyor};

/// The greatest depth.
pub const MAX_DEPTH: u8 = 20;

/// One stone of distance, with a binary place for every coin on the way.
pub(super) const UNIT: i64 = 1 << MAX_DEPTH;

/// What a won game is worth, in stones: far more than any distance.
pub(super) const WIN: i64 = 1 << 30;

/// The search was told to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// A search on one board, with what it knows and its limit.
pub(super) struct Search {
    pub(super) surveyor: Surveyor,
    pub(super) known: Known,
    /// Positions that were evaluated.
    pub(super) positions: u64,
    limit: Limit,
}

impl Search {
    pub(super) fn new(position: &Position, limit: Limit) -> Self {
        let surveyor = Surveyor::new(position);
        Search { surveyor, known: Known::default(), positions: 0, limit }
    }

    /// The value of a position for a colour with some plies left.
    pub(super) fn value(
        &mut self,
        position: &Position,
        color: Color,
        depth: u8,
        window: Window,
    ) -> Result<i64, Stopped> {
        match (position.status(), position.to_move()) {
            (Status::Won(winner), _) => {
                let won = (WIN + i64::from(depth)) * UNIT;
                Ok(if winner == color { won } else { -won })
            }
            (Status::Discarded, _) => Ok(self.evaluate(position, color)),
            _ if depth == 0 => Ok(self.evaluate(position, color)),
            (_, None) => self.coin_value(position, color, depth, window),
            (_, Some(mover)) if mover == color => self.mover_value(position, depth, window),
            _ => Ok(-self.mover_value(position, depth, window.reversed())?),
        }
    }

    fn evaluate(&mut self, position: &Position, color: Color) -> i64 {
        self.positions += 1;
        let [own, opponent] = [color, !color].map(|color| {
            let distance = self.surveyor.distance(position, color);
            i64::from(distance.expect("nobody has won"))
        });
        (opponent - own) * UNIT
    }

    /// The average over both results of the coin.
    fn coin_value(
        &mut self,
        position: &Position,
        color: Color,
        depth: u8,
        window: Window,
    ) -> Result<i64, Stopped> {
        let tossed = |mover| {
            let mut after = position.clone();
            after.toss(mover).expect("a coin is due");
            after
        };
        let own = self.value(&tossed(color), color, depth, Window::FULL)?;
        let other = self.value(&tossed(!color), color, depth, window.beside(own))?;
        Ok((own + other) / 2)
    }

    /// The value for the player to move.
    fn mover_value(
        &mut self,
        position: &Position,
        depth: u8,
        window: Window,
    ) -> Result<i64, Stopped> {
        self.check()?;
        let key = position.key();
        if let Some(value) = self.known.value(key, depth, window) {
            return Ok(value);
        }
        let mut moves = self.moves(position);
        if moves.is_empty() {
            return self.pass_value(position, depth, window);
        }
        order(&mut moves, self.known.best(key).filter(|_| depth > 1));
        let (best, value) = match depth {
            1 => moves[0],
            _ => self.best_of(position, &moves, depth, window)?,
        };
        self.known.store(key, depth, window, value, best);
        Ok(value)
    }

    fn pass_value(
        &mut self,
        position: &Position,
        depth: u8,
        window: Window,
    ) -> Result<i64, Stopped> {
        let mover = position.to_move().expect("somebody is to move");
        let mut after = position.clone();
        after.play(Move::Pass).expect("there is no legal cell");
        self.value(&after, mover, depth - 1, window)
    }

    fn best_of(
        &mut self,
        position: &Position,
        moves: &[(Site, i64)],
        depth: u8,
        window: Window,
    ) -> Result<(Site, i64), Stopped> {
        let mut after = position.clone();
        let mut best = (moves[0].0, -INFINITY);
        for &(site, _) in moves {
            let alpha = window.alpha.max(best.1);
            let value =
                self.child(position, &mut after, site, depth, Window { alpha, ..window })?;
            if value > best.1 {
                best = (site, value);
            }
            if value >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// The mover's value of one of its moves; `after` is memory for the position behind it.
    pub(super) fn child(
        &mut self,
        position: &Position,
        after: &mut Position,
        site: Site,
        depth: u8,
        window: Window,
    ) -> Result<i64, Stopped> {
        let mover = position.to_move().expect("somebody is to move");
        after.clone_from(position);
        after.play_site(site);
        self.value(after, mover, depth - 1, window)
    }

    /// All legal cells with their values one ply ahead.
    pub(super) fn moves(&mut self, position: &Position) -> Vec<(Site, i64)> {
        let mover = position.to_move().expect("somebody is to move");
        let outlook = self.surveyor.outlook(position, mover).expect("nobody has won");
        let moves: Vec<_> =
            position.legal_sites().map(|site| (site, one_ply(&outlook, site))).collect();
        self.positions += moves.len() as u64;
        moves
    }

    fn check(&self) -> Result<(), Stopped> {
        if self.limit.is_over() { Err(Stopped) } else { Ok(()) }
    }
}

/// A move's value one ply ahead.
fn one_ply(outlook: &Outlook, site: Site) -> i64 {
    outlook.score(site).map_or(WIN, i64::from) * UNIT
}

/// Best first; moves of equal value as they are on the board, and before all the best move that
/// was found before.
pub(super) fn order(moves: &mut [(Site, i64)], first: Option<Site>) {
    moves.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
    if let Some(at) = moves.iter().position(|(site, _)| Some(*site) == first) {
        moves[..=at].rotate_right(1);
    }
}
