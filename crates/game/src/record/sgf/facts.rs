//! What the root says about the game, and what has to be guessed about its rules.

use super::read::{Reader, SwapWord};
use super::syntax::{RawNode, RawProperty, unescape};
use super::{Located, SgfFault};
use crate::board::{Board, Topology};
use crate::color::Color;
use crate::record::{Action, Edit, ParseViewError, Property};
use crate::rules::{Rules, Swap};

impl Reader {
    /// Names, event, date and so on.
    pub(super) fn info(&mut self, root: &RawNode) -> Result<(), Located> {
        for property in &root.properties {
            let text: Vec<String> = property.values.iter().map(|value| unescape(value)).collect();
            let text = text.join("\n");
            let info = &mut self.record.info;
            match property.name.as_str() {
                "PB" => info.players.red = text,
                "PW" => info.players.blue = text,
                "EV" => info.event = text,
                "DT" => info.date = text,
                "RE" => info.result = text,
                "GC" => info.comment = text,
                "HRSOURCE" => info.application = text,
                "AP" if !text.starts_with("hexring:") && info.application.is_empty() => {
                    info.application = text;
                }
                "RU" if text.parse::<Rules>().is_err() => self.foreign_rules(property)?,
                "HRVIEW" => {
                    let view = text.parse().map_err(|error: ParseViewError| Located {
                        offset: property.offset,
                        fault: error.into(),
                    });
                    self.record.view = view?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Keeps what another program says about the rules.
    fn foreign_rules(&mut self, property: &RawProperty) -> Result<(), Located> {
        let kept = Property::new("HRRULES", property.values.clone())
            .map_err(|error| Located { offset: property.offset, fault: error.into() })?;
        let root = self.record.root();
        self.record.node_mut(root).properties.push(kept);
        Ok(())
    }

    /// Whoever makes the first move is the first player, unless stones or a turn were set before.
    pub(super) fn first_player(&mut self) {
        for id in self.record.main_line() {
            let node = self.record.node(id);
            if node.edit != Edit::default() {
                return;
            }
            if let Some(Action::Play(ply)) = &node.action {
                self.record.rules.first = ply.color;
                return;
            }
        }
    }

    /// Finds the swap rule from the swaps, or compares them with it.
    pub(super) fn settle_swaps(&mut self) -> Result<(), Located> {
        let mut settled = (self.is_known && self.record.rules.swap != Swap::None)
            .then(|| format!("swap={}", self.record.rules.swap));
        for swap in std::mem::take(&mut self.swaps) {
            let meant = self.meant(&swap);
            match &settled {
                None if self.is_known => {}
                None => {
                    self.record.rules.swap = meant;
                    settled = Some(format!("an earlier {}", swap.word));
                }
                Some(_) if self.record.rules.swap == meant => {}
                Some(earlier) => {
                    let (found, expected) = (swap.word, earlier.clone());
                    let fault = SgfFault::SwapConflict { found, expected };
                    return Err(Located { offset: swap.offset, fault });
                }
            }
        }
        Ok(())
    }

    fn meant(&self, swap: &SwapWord) -> Swap {
        match swap.word.as_str() {
            "swap-sides" => Swap::Sides,
            "swap-pieces" if self.is_known => Swap::Pieces,
            "swap-pieces" => self.dialect.swap_pieces,
            _ if self.record.rules.swap != Swap::None => self.record.rules.swap,
            _ if self.moves_again(swap) || !mirrors(self.record.rules.board) => Swap::Sides,
            _ => Swap::Pieces,
        }
    }

    /// Whether the colour that swapped also makes the next move.
    fn moves_again(&self, swap: &SwapWord) -> bool {
        let mover = |id| self.record.node(id).action.as_ref().map(Action::color);
        let next: Option<Color> =
            self.record.children(swap.node).first().and_then(|child| mover(*child));
        next.is_some() && next == mover(swap.node)
    }
}

/// Whether pieces can be swapped on the board.
fn mirrors(board: Board) -> bool {
    board.is_square() && board.topology() != Topology::Cylinder
}
