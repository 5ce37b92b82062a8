//! How each connection was made, so that it can be written into a proof.

use crate::grid::Shift;

/// One step of the construction.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// The points touch; `y` lies in the shifted copy.
    Touch { x: u8, y: u8, shift: Shift },
    /// Two connections that share the point `via`.
    And { left: u32, right: u32, via: u8 },
    /// Semi connections that have no cell in common.
    Or(Box<[u32]>),
}

impl Origin {
    /// The point that joins two connections.
    pub(crate) fn via(&self) -> Option<u8> {
        match self {
            Origin::And { via, .. } => Some(*via),
            _ => None,
        }
    }
}

/// All steps of one construction, by number.
#[derive(Default)]
pub(crate) struct Origins(Vec<Origin>);

impl Origins {
    pub(crate) fn push(&mut self, origin: Origin) -> u32 {
        self.0.push(origin);
        (self.0.len() - 1) as u32
    }

    pub(crate) fn get(&self, number: u32) -> &Origin {
        &self.0[number as usize]
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
