//! Hashes that are the same tomorrow: they are written into files.

/// A well-mixed word for every number: the finalizer of splitmix64.
#[inline]
pub(super) fn mix(number: u64) -> u64 {
    let mut word = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// A hash of some texts and where one ends and the next begins.
pub(super) fn of<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    texts.into_iter().fold(0, |hash, text| {
        let hash = mix(hash ^ text.len() as u64);
        text.chunks(8).fold(hash, |hash, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            mix(hash ^ u64::from_le_bytes(word))
        })
    })
}
