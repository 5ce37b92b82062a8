//! The legal actions of every game as bits.
//!
//! Drawing and checking actions needs no more than these, and those of a thousand games fit the
//! first cache, which the games themselves do not.

use hexring_players::dice::below;
use rand_xoshiro::Xoshiro256PlusPlus;

/// So many actions are tried before legal ones are counted: late in a game few are legal.
const TRIES: usize = 8;

/// How many words the actions of a game take.
pub(crate) fn words(actions: usize) -> usize {
    actions.div_ceil(64)
}

/// Whether an action is legal.
#[inline]
pub(crate) fn is_legal(legal: &[u64], action: u32) -> bool {
    legal[action as usize / 64] >> (action % 64) & 1 == 1
}

/// Says whether an action is legal.
#[inline]
pub(crate) fn set(legal: &mut [u64], action: usize, is_legal: bool) {
    let bit = 1 << (action % 64);
    let word = &mut legal[action / 64];
    *word = if is_legal { *word | bit } else { *word & !bit };
}

/// A legal action out of so many, each equally likely. There is one.
#[inline]
pub(crate) fn draw(legal: &[u64], actions: usize, dice: &mut Xoshiro256PlusPlus) -> u32 {
    for _ in 0..TRIES {
        let action = below(dice, actions) as u32;
        if is_legal(legal, action) {
            return action;
        }
    }
    draw_of_few(legal, actions, dice)
}

#[cold]
fn draw_of_few(legal: &[u64], actions: usize, dice: &mut Xoshiro256PlusPlus) -> u32 {
    let found: Vec<u32> = (0..actions as u32).filter(|action| is_legal(legal, *action)).collect();
    found[below(dice, found.len())]
}
