use crate::word::Word;

#[inline(always)]
pub(crate) fn reduce<const W: usize>(cols: usize, rows: usize, cells: &mut [Word<W>]) -> Word<W> {
    let stride = cols + 1;
    for size in (1..cols + rows - 1).rev() {
        for row in 0..rows.min(size) {
            let width = cols.min(size - row);
            let (here, below) = cells[row * stride..].split_at_mut(stride);
            for c in 0..width {
                here[c] = Word::majority(here[c], here[c + 1], below[c]);
            }
        }
    }
    cells[0]
}
