//! One position without looking ahead: is it decided, and if not, which moves are left?
//!
//! The answer comes with a *proof set*: the empty cells that the winner's strategy needs. The
//! winner wins whatever the opponent has outside of it, which has two uses. A move of the loser
//! outside the set does not help, so one refuted move may refute most others; and the sets of the
//! children make the set of the parent (Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck,
//! *Solving 7×7 Hex: virtual connections and game-state reduction*, 2003).
//!
//! | what | why it is sound |
//! |---|---|
//! | cells captured by the winner are its stones | they are in the set, and it answers inside each pair |
//! | cells captured by the loser, dead cells | they are given to the loser, which can only help it |
//! | a full connection of the goal | its carrier is the set |
//! | a slanted ring on a torus that is complete in time | as many barriers belong to the set as keep the opponent's ring away until then |
//! | the opponent's threats leave a must-play region | a move outside it does not meet some threat |

use hexring_control::Limit;
use hexring_game::Color;

use crate::bits::Bits;
use crate::connections::{Connections, Kind, Until};
use crate::distance::{barriers, stones_needed};
use crate::grid::Grid;
use crate::groups::{Completion, Groups};
use crate::inferior::Patterns;
use crate::ordering::Ordering;
use crate::progress::Stopped;
use crate::state::State;

/// What is known about a position without looking ahead.
pub(crate) enum Judgement<const W: usize> {
    /// Somebody wins.
    Decided(Verdict<W>),
    /// The player to move has these moves. If all of them lose, the opponent's proof set is
    /// `refutation` and those of the moves.
    Open { moves: Bits<W>, refutation: Bits<W> },
}

/// Whose connections are looked for. That takes most of the time, and may not be worth it where it
/// is nearly certain who wins: connections of the loser decide nothing, and those of the winner can
/// be found after its move as well as before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sought {
    /// Those of both players.
    Both,
    /// Those of the player who is not to move.
    Opponents,
    /// Nobody's.
    Nobodys,
}

/// Who wins, and what the winner needs for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict<const W: usize> {
    pub(crate) winner: Color,
    pub(crate) proof: Bits<W>,
    /// The winner's move, where it is to move.
    pub(crate) best: Option<u8>,
}

/// The engines of one board and their memory.
pub(crate) struct Analyst<const W: usize> {
    pub(crate) patterns: Patterns,
    groups: [Groups; 2],
    connections: [Connections<W>; 2],
    ordering: Ordering,
}

impl<const W: usize> Analyst<W> {
    pub(crate) fn new(grid: &Grid<W>) -> Self {
        Analyst {
            patterns: Patterns::new(),
            groups: [Groups::new(grid.cells), Groups::new(grid.cells)],
            connections: Color::ALL.map(|color| Connections::new(grid, color)),
            ordering: Ordering::new(grid.cells),
        }
    }

    /// Judges a position in which dead and captured cells are filled in.
    pub(crate) fn judge(
        &mut self,
        grid: &Grid<W>,
        state: &State<W>,
        sought: Sought,
        limit: &Limit,
    ) -> Result<Judgement<W>, Stopped> {
        if let Some(verdict) = self.decided(grid, state, sought, limit)? {
            return Ok(Judgement::Decided(verdict));
        }
        let (moves, refutation) = match sought {
            Sought::Both | Sought::Opponents => self.must_play(grid, state, limit)?,
            Sought::Nobodys => (state.empty(grid), Bits::EMPTY),
        };
        Ok(Judgement::Open { moves, refutation })
    }

    /// The moves, the most promising first.
    pub(crate) fn order(&mut self, grid: &Grid<W>, state: &State<W>, moves: Bits<W>) -> Vec<u8> {
        self.ordering.order(grid, state, moves, &self.patterns)
    }

    /// Who wins such a position, if that can be seen.
    pub(crate) fn decided(
        &mut self,
        grid: &Grid<W>,
        state: &State<W>,
        sought: Sought,
        limit: &Limit,
    ) -> Result<Option<Verdict<W>>, Stopped> {
        let mover = state.to_move;
        for color in [!mover, mover] {
            self.groups[color.index()].build(grid, color, state.own(color));
            let proof = match self.groups[color.index()].completion {
                Completion::Open => continue,
                Completion::Slanted => guard(grid, state, color, 1, Bits::EMPTY, limit)?,
                Completion::Decisive => Bits::EMPTY,
            };
            return Ok(Some(Verdict { winner: color, proof, best: None }));
        }
        if let Some(verdict) = self.connected(grid, state, sought, limit)? {
            return Ok(Some(verdict));
        }
        Ok(state.empty(grid).is_empty().then(|| self.count_out(grid, state)))
    }

    /// Whether virtual connections decide.
    fn connected(
        &mut self,
        grid: &Grid<W>,
        state: &State<W>,
        sought: Sought,
        limit: &Limit,
    ) -> Result<Option<Verdict<W>>, Stopped> {
        if sought == Sought::Both
            && let Some(verdict) = self.mover_connected(grid, state, limit)?
        {
            return Ok(Some(verdict));
        }
        match sought {
            Sought::Both | Sought::Opponents => self.opponent_connected(grid, state, limit),
            Sought::Nobodys => Ok(None),
        }
    }

    /// Whether those of the player to move do.
    fn mover_connected(
        &mut self,
        grid: &Grid<W>,
        state: &State<W>,
        limit: &Limit,
    ) -> Result<Option<Verdict<W>>, Stopped> {
        let winner = state.to_move;
        self.connect(grid, state, winner, Until::Semi, limit)?;
        for kind in KINDS {
            let found = self.connections[winner.index()].found(kind);
            let (carrier, is_threat, best) = match (found.threats.first(), found.full) {
                (Some(threat), _) => (threat.carrier, true, Some(threat.key)),
                (None, Some((carrier, _))) => (carrier, false, carrier.iter().next()),
                (None, None) => continue,
            };
            let proof = self.needed(grid, state, winner, (kind, carrier, is_threat), limit)?;
            return Ok(Some(Verdict { winner, proof, best }));
        }
        Ok(None)
    }

    /// Whether those of its opponent do.
    fn opponent_connected(
        &mut self,
        grid: &Grid<W>,
        state: &State<W>,
        limit: &Limit,
    ) -> Result<Option<Verdict<W>>, Stopped> {
        let winner = !state.to_move;
        self.connect(grid, state, winner, Until::Full, limit)?;
        for kind in KINDS {
            if let Some((carrier, _)) = self.connections[winner.index()].found(kind).full {
                let proof = self.needed(grid, state, winner, (kind, carrier, false), limit)?;
                return Ok(Some(Verdict { winner, proof, best: None }));
            }
        }
        Ok(None)
    }

    fn connect(
        &mut self,
        grid: &Grid<W>,
        state: &State<W>,
        color: Color,
        until: Until,
        limit: &Limit,
    ) -> Result<(), Stopped> {
        let groups = &self.groups[color.index()];
        let usable = (state.empty(grid), state.own(color));
        let patience = match grid.both_may_win() {
            true => Some(stones_needed(grid, state, !color, limit)?),
            false => None,
        };
        self.connections[color.index()].build(grid, usable, groups, until, patience, limit)
    }

    /// The moves that meet all of the opponent's threats, and what those threats need. Only right
    /// after the opponent's connections were looked for and did not decide.
    pub(crate) fn must_play(
        &self,
        grid: &Grid<W>,
        state: &State<W>,
        limit: &Limit,
    ) -> Result<(Bits<W>, Bits<W>), Stopped> {
        let (mut must_play, mut refutation) = (state.empty(grid), Bits::EMPTY);
        let opponent = !state.to_move;
        for kind in KINDS {
            for threat in &self.connections[opponent.index()].found(kind).threats {
                if !must_play.is_within(threat.carrier) {
                    must_play &= threat.carrier;
                    let connection = (kind, threat.carrier, true);
                    refutation |= self.needed(grid, state, opponent, connection, limit)?;
                }
            }
        }
        Ok((must_play, refutation))
    }

    /// The proof set of a connection. Where it has to be there before the opponent's ring, the
    /// cells belong to it that keep that ring away for long enough.
    fn needed(
        &self,
        grid: &Grid<W>,
        state: &State<W>,
        color: Color,
        (kind, carrier, is_threat): (Kind, Bits<W>, bool),
        limit: &Limit,
    ) -> Result<Bits<W>, Stopped> {
        Ok(match kind {
            Kind::Pure => carrier,
            Kind::Any => {
                let stones = self.connections[color.index()].time_for(carrier, is_threat);
                carrier | guard(grid, state, color, stones, carrier, limit)?
            }
        })
    }

    /// The winner of a board on which only dead cells are empty: they may be of any colour.
    fn count_out(&mut self, grid: &Grid<W>, state: &State<W>) -> Verdict<W> {
        let red = state.own(Color::Red) | state.dead;
        self.groups[0].build(grid, Color::Red, red);
        let wins = self.groups[0].completion != Completion::Open;
        let winner = if wins { Color::Red } else { Color::Blue };
        Verdict { winner, proof: grid.all, best: None }
    }
}

const KINDS: [Kind; 2] = [Kind::Pure, Kind::Any];

/// What makes sure that the colour's opponent needs so many stones for its ring, beside the cells
/// that are free to use; the whole board, if nothing less does.
fn guard<const W: usize>(
    grid: &Grid<W>,
    state: &State<W>,
    color: Color,
    stones: usize,
    free: Bits<W>,
    limit: &Limit,
) -> Result<Bits<W>, Stopped> {
    Ok(barriers(grid, state, !color, stones, free, limit)?.unwrap_or(grid.all))
}
