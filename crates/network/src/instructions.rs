//! The processor's registers, as wide as it has them: the only unsafe code.
//!
//! The operations are spelled out, since compilers find the registers in plain loops on some days
//! only.
//!
//! # Safety
//! The processor may lack the instructions. All of them are methods of [`Avx512`] and [`Avx2`],
//! values without size that only asking the processor makes: who has one may use them.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::{is_x86_feature_detected, x86_64 as x86};

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use std::arch::wasm32 as wasm;

/// How many vectors of outputs a tile may have, the best first: with three, its rows of sums fill
/// the registers.
const VECTORS: [usize; 2] = [3, 2];

/// The right to use certain instructions, which handle several numbers together.
pub(crate) trait Lanes: Copy {
    /// Numbers that are handled together.
    type Vector: Copy;
    /// How many.
    const COUNT: usize;
    /// One number in all lanes.
    fn splat(self, number: f32) -> Self::Vector;
    /// The first numbers of a slice.
    fn load(self, numbers: &[f32]) -> Self::Vector;
    /// To the front of a slice.
    fn store(self, vector: Self::Vector, numbers: &mut [f32]);
    /// The sums.
    fn sum(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The products.
    fn product(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The larger ones.
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `sum + a · b`, rounded once where the processor can do that.
    fn plus_product(self, sum: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector;
}

/// Lanes that multiply bytes too.
pub(crate) trait ByteLanes: Lanes {
    /// Four bytes for each lane.
    type Fours: Copy;
    /// Sums of their products.
    type Sums: Copy;
    /// Nothing in all lanes.
    fn zero(self) -> Self::Sums;
    /// Four bytes, from 0 to 127, in all lanes.
    fn splat_bytes(self, bytes: [u8; 4]) -> Self::Fours;
    /// Four bytes from −127 to 127 for each lane, from the front of a slice.
    fn load_bytes(self, bytes: &[i8]) -> Self::Fours;
    /// In each lane `sum` and the products of the four bytes.
    fn plus_products(self, sum: Self::Sums, cell: Self::Fours, weights: Self::Fours) -> Self::Sums;
    /// The sums as numbers.
    fn to_numbers(self, sums: Self::Sums) -> Self::Vector;
    /// Numbers from 0 to 127, rounded, to the front of a slice.
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
    /// Sixteen sums of four products at a time.
    #[cfg(target_arch = "x86_64")]
    Vnni(Vnni),
    /// Eight.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// Four.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Simd128),
    /// Whatever the compiler makes of four.
    Portable(Portable),
}

impl Bytes {
    /// Those that go with some instructions, if the processor has any.
    pub(crate) fn beside(instructions: Instructions) -> Option<Bytes> {
        match instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => Vnni::detect().map(Bytes::Vnni),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(lanes) => Some(Bytes::Avx2(lanes)),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128(lanes) => Some(Bytes::Simd128(lanes)),
            Instructions::Portable(lanes) => Some(Bytes::Portable(lanes)),
        }
    }

    /// Does some work.
    pub(crate) fn run(self, work: impl ByteWork) {
        match self {
            // SAFETY: the value is there only where the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Bytes::Vnni(lanes) => unsafe { bytes_with_vnni(work, lanes) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Bytes::Avx2(lanes) => unsafe { bytes_with_avx2(work, lanes) },
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

/// Some work that is written for all instructions.
///
/// Whatever `run` calls in its hot loops must be `#[inline(always)]`: only what is inlined into
/// the functions of this module is compiled for the wide registers.
pub(crate) trait Work {
    /// Does it with these lanes and tiles of so many rows.
    fn run<L: Lanes, const ROWS: usize>(self, lanes: L);
}

/// Instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instructions {
    /// Sixteen numbers at a time.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// Eight.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// Four.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Simd128),
    /// Whatever the compiler makes of four.
    Portable(Portable),
}

impl Instructions {
    /// All that this processor has, the best first.
    pub(crate) fn available() -> impl Iterator<Item = Instructions> {
        let all = [
            #[cfg(target_arch = "x86_64")]
            Avx512::detect().map(Instructions::Avx512),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().map(Instructions::Avx2),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Some(Instructions::Simd128(Simd128)),
            Some(Instructions::Portable(Portable)),
        ];
        all.into_iter().flatten()
    }

    /// The best that this processor has.
    pub(crate) fn best() -> Instructions {
        Instructions::available().next().expect("the portable ones are always there")
    }

    /// Outputs in a tile of a layer with so many: as with them fewest are added to fill up the last
    /// tile.
    pub(crate) fn columns(self, outputs: usize) -> usize {
        let lanes = match self {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => Avx512::COUNT,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => Avx2::COUNT,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128(_) => Simd128::COUNT,
            Instructions::Portable(_) => Portable::COUNT,
        };
        let tiles = VECTORS.map(|vectors| vectors * lanes);
        let best = tiles.into_iter().min_by_key(|columns| outputs.next_multiple_of(*columns));
        best.expect("there is a choice")
    }

    /// So many outputs, filled up to whole tiles.
    pub(crate) fn width(self, outputs: usize) -> usize {
        outputs.next_multiple_of(self.columns(outputs))
    }

    /// Cells in a tile.
    pub(crate) fn rows(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => 8,
            _ => 4,
        }
    }

    /// Does some work.
    pub(crate) fn run(self, work: impl Work) {
        match self {
            // SAFETY: the value is there only where the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(lanes) => unsafe { with_avx512(work, lanes) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(lanes) => unsafe { with_avx2(work, lanes) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128(lanes) => work.run::<_, 4>(lanes),
            Instructions::Portable(lanes) => work.run::<_, 4>(lanes),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn with_avx512(work: impl Work, lanes: Avx512) {
    work.run::<_, 8>(lanes);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_avx2(work: impl Work, lanes: Avx2) {
    work.run::<_, 4>(lanes);
}

/// Registers of 512 bits: this processor has them.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx512f").then_some(Avx512(()))
    }
}

/// Registers of 512 bits and products of bytes: this processor has them.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vnni(());

#[cfg(target_arch = "x86_64")]
impl Vnni {
    fn detect() -> Option<Self> {
        let has_both =
            is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vnni");
        has_both.then_some(Vnni(()))
    }
}

/// Registers of 256 bits and fused products: this processor has them.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    fn detect() -> Option<Self> {
        let has_both = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        has_both.then_some(Avx2(()))
    }
}

/// The lanes of a register: its type, how many there are and the names of its instructions.
macro_rules! lanes {
    ($token:ident, $register:ident, $count:literal, $splat:ident, $load:ident, $store:ident, $add:ident, $mul:ident, $max:ident, $fma:ident) => {
        #[cfg(target_arch = "x86_64")]
        impl Lanes for $token {
            type Vector = x86::$register;
            const COUNT: usize = $count;
            #[inline(always)]
            fn splat(self, number: f32) -> Self::Vector {
                // SAFETY: `self` says that the processor has the instruction.
                unsafe { x86::$splat(number) }
            }
            #[inline(always)]
            fn load(self, numbers: &[f32]) -> Self::Vector {
                // SAFETY: as above, and the slice is at least as long as the register.
                unsafe { x86::$load(numbers[..$count].as_ptr()) }
            }
            #[inline(always)]
            fn store(self, vector: Self::Vector, numbers: &mut [f32]) {
                // SAFETY: as above, and the slice is at least as long as the register.
                unsafe { x86::$store(numbers[..$count].as_mut_ptr(), vector) }
            }
            #[inline(always)]
            fn sum(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
                // SAFETY: `self` says that the processor has the instruction.
                unsafe { x86::$add(a, b) }
            }
            #[inline(always)]
            fn product(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
                // SAFETY: as above.
                unsafe { x86::$mul(a, b) }
            }
            #[inline(always)]
            fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
                // SAFETY: as above.
                unsafe { x86::$max(a, b) }
            }
            #[inline(always)]
            fn plus_product(
                self,
                sum: Self::Vector,
                a: Self::Vector,
                b: Self::Vector,
            ) -> Self::Vector {
                // SAFETY: as above.
                unsafe { x86::$fma(a, b, sum) }
            }
        }
    };
}

lanes!(
    Avx512,
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
lanes!(
    Avx2,
    __m256,
    8,
    _mm256_set1_ps,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_add_ps,
    _mm256_mul_ps,
    _mm256_max_ps,
    _mm256_fmadd_ps
);

#[cfg(target_arch = "x86_64")]
impl ByteLanes for Vnni {
    type Fours = x86::__m512i;
    type Sums = x86::__m512i;

    #[inline(always)]
    fn zero(self) -> Self::Sums {
        // SAFETY: as above.
        unsafe { x86::_mm512_setzero_si512() }
    }

    #[inline(always)]
    fn splat_bytes(self, bytes: [u8; 4]) -> Self::Fours {
        // SAFETY: as above.
        unsafe { x86::_mm512_set1_epi32(i32::from_le_bytes(bytes)) }
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
    type Fours = x86::__m256i;
    type Sums = x86::__m256i;

    #[inline(always)]
    fn zero(self) -> Self::Sums {
        // SAFETY: as above.
        unsafe { x86::_mm256_setzero_si256() }
    }

    #[inline(always)]
    fn splat_bytes(self, bytes: [u8; 4]) -> Self::Fours {
        // SAFETY: as above.
        unsafe { x86::_mm256_set1_epi32(i32::from_le_bytes(bytes)) }
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

/// Registers of 128 bits in WebAssembly, where a browser that has none of them refuses the whole
/// program.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Simd128;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Lanes for Simd128 {
    type Vector = wasm::v128;
    const COUNT: usize = 4;

    #[inline(always)]
    fn splat(self, number: f32) -> Self::Vector {
        wasm::f32x4_splat(number)
    }

    #[inline(always)]
    fn load(self, numbers: &[f32]) -> Self::Vector {
        // SAFETY: the slice is at least as long as the register.
        unsafe { wasm::v128_load(numbers[..4].as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, vector: Self::Vector, numbers: &mut [f32]) {
        // SAFETY: the slice is at least as long as the register.
        unsafe { wasm::v128_store(numbers[..4].as_mut_ptr().cast(), vector) }
    }

    #[inline(always)]
    fn sum(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        wasm::f32x4_add(a, b)
    }

    #[inline(always)]
    fn product(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        wasm::f32x4_mul(a, b)
    }

    // The one of the two instructions that processors have: no number here is none.
    #[inline(always)]
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        wasm::f32x4_pmax(a, b)
    }

    #[inline(always)]
    fn plus_product(self, sum: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        wasm::f32x4_add(sum, wasm::f32x4_mul(a, b))
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl ByteLanes for Simd128 {
    type Fours = wasm::v128;
    /// Of each lane the first two products and the last two, apart: two lanes in a register.
    type Sums = [wasm::v128; 2];

    #[inline(always)]
    fn zero(self) -> Self::Sums {
        [wasm::i32x4_splat(0); 2]
    }

    #[inline(always)]
    fn splat_bytes(self, bytes: [u8; 4]) -> Self::Fours {
        wasm::i32x4_splat(i32::from_le_bytes(bytes))
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[i8]) -> Self::Fours {
        // SAFETY: the slice is at least as long as the register.
        unsafe { wasm::v128_load(bytes[..16].as_ptr().cast()) }
    }

    #[inline(always)]
    fn plus_products(
        self,
        [low, high]: Self::Sums,
        cell: Self::Fours,
        weights: Self::Fours,
    ) -> Self::Sums {
        // The bytes of cells have no sign either when they are taken to have one.
        let first = wasm::i16x8_extmul_low_i8x16(cell, weights);
        let last = wasm::i16x8_extmul_high_i8x16(cell, weights);
        [
            wasm::i32x4_add(low, wasm::i32x4_extadd_pairwise_i16x8(first)),
            wasm::i32x4_add(high, wasm::i32x4_extadd_pairwise_i16x8(last)),
        ]
    }

    #[inline(always)]
    fn to_numbers(self, [low, high]: Self::Sums) -> Self::Vector {
        let even = wasm::i32x4_shuffle::<0, 2, 4, 6>(low, high);
        let odd = wasm::i32x4_shuffle::<1, 3, 5, 7>(low, high);
        wasm::f32x4_convert_i32x4(wasm::i32x4_add(even, odd))
    }

    #[inline(always)]
    fn store_rounded(self, vector: Self::Vector, bytes: &mut [u8]) {
        let whole = wasm::i32x4_trunc_sat_f32x4(wasm::f32x4_nearest(vector));
        let pairs = wasm::i16x8_narrow_i32x4(whole, whole);
        let packed = wasm::u8x16_narrow_i16x8(pairs, pairs);
        bytes[..4].copy_from_slice(&wasm::i32x4_extract_lane::<0>(packed).to_le_bytes());
    }
}

/// Arrays, which every processor can handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Portable;

impl Lanes for Portable {
    type Vector = [f32; 4];
    const COUNT: usize = 4;

    #[inline(always)]
    fn splat(self, number: f32) -> [f32; 4] {
        [number; 4]
    }

    #[inline(always)]
    fn load(self, numbers: &[f32]) -> [f32; 4] {
        std::array::from_fn(|lane| numbers[lane])
    }

    #[inline(always)]
    fn store(self, vector: [f32; 4], numbers: &mut [f32]) {
        numbers[..4].copy_from_slice(&vector);
    }

    #[inline(always)]
    fn sum(self, a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|lane| a[lane] + b[lane])
    }

    #[inline(always)]
    fn product(self, a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|lane| a[lane] * b[lane])
    }

    #[inline(always)]
    fn max(self, a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|lane| a[lane].max(b[lane]))
    }

    // Not fused: processors without the instruction would call a function for it.
    #[inline(always)]
    fn plus_product(self, sum: [f32; 4], a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|lane| sum[lane] + a[lane] * b[lane])
    }
}

impl ByteLanes for Portable {
    type Fours = [[i8; 4]; 4];
    type Sums = [i32; 4];

    #[inline(always)]
    fn zero(self) -> [i32; 4] {
        [0; 4]
    }

    #[inline(always)]
    fn splat_bytes(self, bytes: [u8; 4]) -> Self::Fours {
        [bytes.map(u8::cast_signed); 4]
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
