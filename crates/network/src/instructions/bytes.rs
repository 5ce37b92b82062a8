//! Instructions that multiply bytes.
//!
//! # Safety
//! As in the module above: who has a token may use its instructions.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64 as x86;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use std::arch::wasm32 as wasm;

#[cfg(target_arch = "x86_64")]
use super::tiles::{SIDE, Tiles};
#[cfg(target_arch = "x86_64")]
use super::{Avx2, Vnni};
use super::{Instructions, Lanes, Portable, lanes};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::{Relaxed, Simd128};

/// Lanes that multiply bytes too.
pub(crate) trait ByteLanes: Lanes {
    /// Four numbers of a cell, as they lie in memory.
    type Cell: Copy;
    /// How many bytes of memory one number of a cell takes.
    const SIZE: usize;
    /// Four numbers for each lane.
    type Fours: Copy;
    /// Sums of their products.
    type Sums: Copy;
    /// Where the weights of a lane lie among those of all lanes.
    fn place(lane: usize, weight: usize) -> usize {
        4 * lane + weight
    }
    /// The numbers of a row.
    fn cells(self, row: &[u8]) -> &[Self::Cell];
    /// Nothing in all lanes.
    fn zero(self) -> Self::Sums;
    /// Four numbers, from 0 to 127, in all lanes.
    fn splat_cell(self, cell: &Self::Cell) -> Self::Fours;
    /// Four bytes from −127 to 127 for each lane, in their [places](Self::place), from the front
    /// of a slice.
    fn load_bytes(self, bytes: &[i8]) -> Self::Fours;
    /// In each lane `sum` and the products of the four bytes.
    fn plus_products(self, sum: Self::Sums, cell: Self::Fours, weights: Self::Fours) -> Self::Sums;
    /// The sums as numbers.
    fn to_numbers(self, sums: Self::Sums) -> Self::Vector;
    /// Numbers from 0 to 127, rounded, to the front of a row.
    fn store_rounded(self, vector: Self::Vector, bytes: &mut [u8]);
}

/// Some work that is written for all instructions for bytes.
pub(crate) trait ByteWork {
    /// Does it with these lanes and tiles of so many rows.
    fn run<L: ByteLanes, const ROWS: usize>(self, lanes: L);
}

/// Instructions for bytes that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bytes {
    /// A thousand sums of 64 products at a time; for what is no matrix the next ones.
    #[cfg(target_arch = "x86_64")]
    Tiles(Tiles),
    /// Sixteen sums of four products at a time.
    #[cfg(target_arch = "x86_64")]
    Vnni(Vnni),
    /// Eight.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// Four.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Relaxed(Relaxed),
    /// Four sums of two products.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Simd128),
    /// Whatever the compiler makes of four.
    Portable(Portable),
}

impl Bytes {
    /// Those that go with some instructions, the best first.
    pub(crate) fn beside(instructions: Instructions) -> impl Iterator<Item = Bytes> {
        let all = match instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => {
                [Tiles::detect().map(Bytes::Tiles), Vnni::detect().map(Bytes::Vnni)]
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(lanes) => [Some(Bytes::Avx2(lanes)), None],
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128(lanes) => {
                [Relaxed::detect().map(Bytes::Relaxed), Some(Bytes::Simd128(lanes))]
            }
            Instructions::Portable(lanes) => [Some(Bytes::Portable(lanes)), None],
        };
        all.into_iter().flatten()
    }

    /// What people call them.
    pub(crate) fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Bytes::Tiles(_) => "matrix tiles, bytes",
            #[cfg(target_arch = "x86_64")]
            Bytes::Vnni(_) => "AVX-512, bytes",
            #[cfg(target_arch = "x86_64")]
            Bytes::Avx2(_) => "AVX2, bytes",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Bytes::Relaxed(_) => "relaxed WebAssembly, bytes",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Bytes::Simd128(_) => "WebAssembly, bytes",
            Bytes::Portable(_) => "portable, bytes",
        }
    }

    /// Those for rows of a length, with the outputs in a tile if others would take so many: matrix
    /// tiles take rows that they fill.
    pub(crate) fn fitting(self, width: usize, columns: usize) -> (Bytes, usize) {
        debug_assert!(width.is_multiple_of(columns), "rows are filled up to whole tiles");
        match self {
            #[cfg(target_arch = "x86_64")]
            Bytes::Tiles(_) if width.is_multiple_of(SIDE) => (self, SIDE),
            #[cfg(target_arch = "x86_64")]
            Bytes::Tiles(Tiles { vnni }) => (Bytes::Vnni(vnni), columns),
            _ => (self, columns),
        }
    }

    /// Does some work.
    pub(crate) fn run(self, work: impl ByteWork) {
        match self {
            // SAFETY: the value is there only where the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Bytes::Vnni(lanes) | Bytes::Tiles(Tiles { vnni: lanes }) => unsafe {
                bytes_with_vnni(work, lanes);
            },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Bytes::Avx2(lanes) => unsafe { bytes_with_avx2(work, lanes) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Bytes::Relaxed(lanes) => bytes_with_relaxed(work, lanes),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Bytes::Simd128(lanes) => work.run::<_, 4>(lanes),
            Bytes::Portable(lanes) => work.run::<_, 4>(lanes),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vnni")]
fn bytes_with_vnni(work: impl ByteWork, lanes: Vnni) {
    work.run::<_, 8>(lanes);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn bytes_with_avx2(work: impl ByteWork, lanes: Avx2) {
    work.run::<_, 4>(lanes);
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[target_feature(enable = "relaxed-simd")]
fn bytes_with_relaxed(work: impl ByteWork, lanes: Relaxed) {
    work.run::<_, 4>(lanes);
}

/// Sums of four products of bytes. Browsers may differ in what they make of bytes of the second
/// beyond 127, and of two products that together leave sixteen bits.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[target_feature(enable = "relaxed-simd")]
#[inline]
pub(super) fn dot(weights: wasm::v128, cell: wasm::v128, sum: wasm::v128) -> wasm::v128 {
    wasm::i32x4_relaxed_dot_i8x16_i7x16_add(weights, cell, sum)
}

#[cfg(target_arch = "x86_64")]
impl Vnni {
    /// The first sums of a slice.
    #[inline(always)]
    pub(crate) fn load_sums(self, sums: &[i32]) -> x86::__m512i {
        // SAFETY: `self` says that the processor has the instruction, and the slice is at least as
        // long as the register.
        unsafe { x86::_mm512_loadu_si512(sums[..16].as_ptr().cast()) }
    }
}

lanes!(
    Vnni,
    __m512,
    16,
    _mm512_set1_ps,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_add_ps,
    _mm512_mul_ps,
    _mm512_max_ps,
    _mm512_fmadd_ps
);

#[cfg(target_arch = "x86_64")]
impl ByteLanes for Vnni {
    type Cell = [u8; 4];
    const SIZE: usize = 1;
    type Fours = x86::__m512i;
    type Sums = x86::__m512i;

    #[inline(always)]
    fn cells(self, row: &[u8]) -> &[[u8; 4]] {
        row.as_chunks().0
    }

    #[inline(always)]
    fn zero(self) -> Self::Sums {
        // SAFETY: as above.
        unsafe { x86::_mm512_setzero_si512() }
    }

    #[inline(always)]
    fn splat_cell(self, cell: &[u8; 4]) -> Self::Fours {
        // SAFETY: as above.
        unsafe { x86::_mm512_set1_epi32(i32::from_le_bytes(*cell)) }
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[i8]) -> Self::Fours {
        // SAFETY: as above, and the slice is at least as long as the register.
        unsafe { x86::_mm512_loadu_si512(bytes[..64].as_ptr().cast()) }
    }

    #[inline(always)]
    fn plus_products(self, sum: Self::Sums, cell: Self::Fours, weights: Self::Fours) -> Self::Sums {
        // SAFETY: `self` says that the processor has the instruction.
        unsafe { x86::_mm512_dpbusd_epi32(sum, cell, weights) }
    }

    #[inline(always)]
    fn to_numbers(self, sums: Self::Sums) -> Self::Vector {
        // SAFETY: as above.
        unsafe { x86::_mm512_cvtepi32_ps(sums) }
    }

    #[inline(always)]
    fn store_rounded(self, vector: Self::Vector, bytes: &mut [u8]) {
        // SAFETY: as above, and the slice is as long as sixteen bytes.
        unsafe {
            let rounded = x86::_mm512_cvtepi32_epi8(x86::_mm512_cvtps_epi32(vector));
            x86::_mm_storeu_si128(bytes[..16].as_mut_ptr().cast(), rounded);
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl ByteLanes for Avx2 {
    type Cell = [u8; 4];
    const SIZE: usize = 1;
    type Fours = x86::__m256i;
    type Sums = x86::__m256i;

    #[inline(always)]
    fn cells(self, row: &[u8]) -> &[[u8; 4]] {
        row.as_chunks().0
    }

    #[inline(always)]
    fn zero(self) -> Self::Sums {
        // SAFETY: as above.
        unsafe { x86::_mm256_setzero_si256() }
    }

    #[inline(always)]
    fn splat_cell(self, cell: &[u8; 4]) -> Self::Fours {
        // SAFETY: as above.
        unsafe { x86::_mm256_set1_epi32(i32::from_le_bytes(*cell)) }
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[i8]) -> Self::Fours {
        // SAFETY: as above, and the slice is at least as long as the register.
        unsafe { x86::_mm256_loadu_si256(bytes[..32].as_ptr().cast()) }
    }

    #[inline(always)]
    fn plus_products(self, sum: Self::Sums, cell: Self::Fours, weights: Self::Fours) -> Self::Sums {
        // SAFETY: `self` says that the processor has the instructions. Two products of such bytes
        // fit sixteen bits.
        unsafe {
            let pairs = x86::_mm256_maddubs_epi16(cell, weights);
            let fours = x86::_mm256_madd_epi16(pairs, x86::_mm256_set1_epi16(1));
            x86::_mm256_add_epi32(sum, fours)
        }
    }

    #[inline(always)]
    fn to_numbers(self, sums: Self::Sums) -> Self::Vector {
        // SAFETY: `self` says that the processor has the instruction.
        unsafe { x86::_mm256_cvtepi32_ps(sums) }
    }

    #[inline(always)]
    fn store_rounded(self, vector: Self::Vector, bytes: &mut [u8]) {
        // SAFETY: as above. The packing works on either half of the register by itself, so that the
        // bytes end up at the front of both.
        unsafe {
            let whole = x86::_mm256_cvtps_epi32(vector);
            let pairs = x86::_mm256_packs_epi32(whole, whole);
            let packed = x86::_mm256_packus_epi16(pairs, pairs);
            let (low, high) =
                (x86::_mm256_extract_epi32::<0>(packed), x86::_mm256_extract_epi32::<4>(packed));
            bytes[..4].copy_from_slice(&low.to_le_bytes());
            bytes[4..8].copy_from_slice(&high.to_le_bytes());
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl ByteLanes for Relaxed {
    type Cell = [u8; 4];
    const SIZE: usize = 1;
    type Fours = wasm::v128;
    type Sums = wasm::v128;

    #[inline(always)]
    fn cells(self, row: &[u8]) -> &[[u8; 4]] {
        row.as_chunks().0
    }

    #[inline(always)]
    fn zero(self) -> Self::Sums {
        wasm::i32x4_splat(0)
    }

    #[inline(always)]
    fn splat_cell(self, cell: &[u8; 4]) -> Self::Fours {
        // SAFETY: it reads the four bytes.
        unsafe { wasm::v128_load32_splat(cell.as_ptr().cast()) }
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[i8]) -> Self::Fours {
        // SAFETY: the slice is at least as long as the register.
        unsafe { wasm::v128_load(bytes[..16].as_ptr().cast()) }
    }

    // All browsers agree: cells are up to 127, and two products of such bytes fit sixteen bits.
    #[inline(always)]
    fn plus_products(self, sum: Self::Sums, cell: Self::Fours, weights: Self::Fours) -> Self::Sums {
        dot(weights, cell, sum)
    }

    #[inline(always)]
    fn to_numbers(self, sums: Self::Sums) -> Self::Vector {
        wasm::f32x4_convert_i32x4(sums)
    }

    #[inline(always)]
    fn store_rounded(self, vector: Self::Vector, bytes: &mut [u8]) {
        let whole = wasm::i32x4_trunc_sat_f32x4(wasm::f32x4_nearest(vector));
        let pairs = wasm::i16x8_narrow_i32x4(whole, whole);
        let packed = wasm::u8x16_narrow_i16x8(pairs, pairs);
        bytes[..4].copy_from_slice(&wasm::i32x4_extract_lane::<0>(packed).to_le_bytes());
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl ByteLanes for Simd128 {
    // There is one instruction for the products of pairs of sixteen bits and their sum, and none
    // for bytes. Cells lie in memory as it wants them; weights are widened as they are loaded.
    type Cell = [u8; 8];
    const SIZE: usize = 2;
    /// The first two of each lane, and the last two.
    type Fours = [wasm::v128; 2];
    type Sums = wasm::v128;

    /// The first two weights of all lanes, then the last two.
    fn place(lane: usize, weight: usize) -> usize {
        weight / 2 * 8 + 2 * lane + weight % 2
    }

    #[inline(always)]
    fn cells(self, row: &[u8]) -> &[[u8; 8]] {
        row.as_chunks().0
    }

    #[inline(always)]
    fn zero(self) -> Self::Sums {
        wasm::i32x4_splat(0)
    }

    #[inline(always)]
    fn splat_cell(self, cell: &[u8; 8]) -> Self::Fours {
        // SAFETY: each reads four bytes of the eight. (From a number that was loaded once both would
        // take three instructions more.)
        unsafe {
            [
                wasm::v128_load32_splat(cell.as_ptr().cast()),
                wasm::v128_load32_splat(cell[4..].as_ptr().cast()),
            ]
        }
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[i8]) -> Self::Fours {
        let bytes = &bytes[..16];
        // SAFETY: each reads eight bytes of the sixteen.
        unsafe {
            [
                wasm::i16x8_load_extend_i8x8(bytes.as_ptr()),
                wasm::i16x8_load_extend_i8x8(bytes[8..].as_ptr()),
            ]
        }
    }

    #[inline(always)]
    fn plus_products(self, sum: Self::Sums, cell: Self::Fours, weights: Self::Fours) -> Self::Sums {
        let first = wasm::i32x4_dot_i16x8(cell[0], weights[0]);
        let last = wasm::i32x4_dot_i16x8(cell[1], weights[1]);
        wasm::i32x4_add(wasm::i32x4_add(sum, first), last)
    }

    #[inline(always)]
    fn to_numbers(self, sums: Self::Sums) -> Self::Vector {
        wasm::f32x4_convert_i32x4(sums)
    }

    #[inline(always)]
    fn store_rounded(self, vector: Self::Vector, bytes: &mut [u8]) {
        let whole = wasm::i32x4_trunc_sat_f32x4(wasm::f32x4_nearest(vector));
        let pairs = wasm::i16x8_narrow_i32x4(whole, whole);
        bytes[..8].copy_from_slice(&wasm::i64x2_extract_lane::<0>(pairs).to_le_bytes());
    }
}

impl ByteLanes for Portable {
    type Cell = [u8; 4];
    const SIZE: usize = 1;
    type Fours = [[i8; 4]; 4];
    type Sums = [i32; 4];

    #[inline(always)]
    fn cells(self, row: &[u8]) -> &[[u8; 4]] {
        row.as_chunks().0
    }

    #[inline(always)]
    fn zero(self) -> [i32; 4] {
        [0; 4]
    }

    #[inline(always)]
    fn splat_cell(self, cell: &[u8; 4]) -> Self::Fours {
        [cell.map(u8::cast_signed); 4]
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[i8]) -> Self::Fours {
        std::array::from_fn(|lane| std::array::from_fn(|byte| bytes[4 * lane + byte]))
    }

    #[inline(always)]
    fn plus_products(self, sum: [i32; 4], cell: Self::Fours, weights: Self::Fours) -> [i32; 4] {
        // Sixteen bits are wide enough for a product, and compilers have instructions for them.
        let product = |lane: usize, byte: usize| {
            i32::from(i16::from(cell[lane][byte]) * i16::from(weights[lane][byte]))
        };
        std::array::from_fn(|lane| sum[lane] + (0..4).map(|byte| product(lane, byte)).sum::<i32>())
    }

    #[inline(always)]
    fn to_numbers(self, sums: [i32; 4]) -> [f32; 4] {
        sums.map(|sum| sum as f32)
    }

    #[inline(always)]
    fn store_rounded(self, vector: [f32; 4], bytes: &mut [u8]) {
        let rounded = vector.map(|number| number.round_ties_even() as u8);
        bytes[..4].copy_from_slice(&rounded);
    }
}
