//! Given colourings instead of random ones: for tests, and to count all of them.

use hexring_game::ByColor;

use crate::boards::Boards;
use crate::goals::goals;
use crate::start::Start;
use crate::wide::{Available, Registers, Work};
use crate::word::Word;

/// Who has a path or ring in all colourings of a position's empty cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Colourings in which only Red has.
    pub red: u64,
    /// Colourings in which only Blue has.
    pub blue: u64,
    /// Colourings in which both have, which is possible on a torus only.
    pub both: u64,
}

/// Full boards that are given, 64 in each element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColoringWork<'a> {
    pub(crate) start: &'a Start,
    pub(crate) red: &'a [Vec<u64>],
}

impl Work for ColoringWork<'_> {
    type Output = Vec<ByColor<u64>>;

    #[inline(always)]
    fn run<const W: usize>(self, registers: Registers<W>) -> Vec<ByColor<u64>> {
        let sites = self.start.board.cell_count();
        assert!(self.red.iter().all(|words| words.len() == sites), "one word for every site");
        let mut boards = Boards::new(self.start, registers);
        let mut red = vec![Word::none(registers); self.start.spots.len()];
        let mut results = Vec::with_capacity(self.red.len());
        for group in self.red.chunks(W) {
            for (cell, spot) in red.iter_mut().zip(&self.start.spots) {
                let word = |i| group.get(i).map_or(0, |words: &Vec<u64>| words[spot.site.index()]);
                *cell = Word::from_fn(registers, word);
            }
            let ByColor { red, blue } = goals(self.start, &red, &mut boards);
            results.extend(
                (0..group.len()).map(|i| ByColor { red: red.words[i], blue: blue.words[i] }),
            );
        }
        results
    }
}

/// Looks at all colourings of the empty cells.
pub(crate) fn census(start: &Start, registers: Available) -> Census {
    assert!(start.spots.len() <= 40, "too many empty cells to look at all colourings");
    let colorings = 1u64 << start.spots.len();
    let last = colorings.min(64);
    let lanes = if last == 64 { u64::MAX } else { (1 << last) - 1 };
    let mut census = Census::default();
    let groups = colorings.div_ceil(64);
    for batch in (0..groups).step_by(64) {
        let batch = batch..groups.min(batch + 64);
        let red: Vec<Vec<u64>> = batch.map(|group| numbered(start, 64 * group)).collect();
        for ByColor { red, blue } in registers.run(ColoringWork { start, red: &red }) {
            census.red += u64::from((red & !blue & lanes).count_ones());
            census.blue += u64::from((blue & !red & lanes).count_ones());
            census.both += u64::from((red & blue & lanes).count_ones());
        }
    }
    census
}

/// The 64 colourings with the numbers from `first` on: cell `i` is red where digit `i` is 1.
fn numbered(start: &Start, first: u64) -> Vec<u64> {
    let mut words = vec![0; start.board.cell_count()];
    for (bit, spot) in start.spots.iter().enumerate() {
        words[spot.site.index()] = digits(first, bit);
    }
    words
}

/// One binary digit of the 64 numbers from `first` on, a multiple of 64.
fn digits(first: u64, bit: usize) -> u64 {
    const LOW: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    match LOW.get(bit) {
        Some(pattern) => *pattern,
        None => 0u64.wrapping_sub(first >> bit & 1),
    }
}
