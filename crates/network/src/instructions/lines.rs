//! Memory that begins where a line of the cache does: a register that is filled from two lines takes
//! twice as long.

/// Bytes, filled up to whole lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines(Vec<Line>);

#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line([u8; LENGTH]);

const LENGTH: usize = 64;

impl Lines {
    /// At least so many bytes, new ones zero.
    pub(crate) fn resize(&mut self, bytes: usize) {
        self.0.resize(bytes.div_ceil(LENGTH), Line([0; LENGTH]));
    }

    /// All bytes, to be written.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: a line is nothing but its bytes.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() * LENGTH) }
    }

    /// All bytes, with a sign.
    pub(crate) fn signed(&self) -> &[i8] {
        // SAFETY: as above; a byte with a sign is a byte.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() * LENGTH) }
    }
}
