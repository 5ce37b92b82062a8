//! The processor's registers, as wide as it has them: the only unsafe code.
//!
//! The operations are spelled out, since compilers find the registers in plain loops on some days
//! only.
//!
//! # Safety
//! The processor may lack the instructions. All of them are methods of tokens ([`Avx512`], [`Vnni`],
//! [`Avx2`], [`Tiles`](tiles::Tiles)), which only asking the processor makes: who has one may use
//! them.
#![allow(unsafe_code)]

mod bytes;
mod lines;
#[cfg(target_arch = "x86_64")]
pub(crate) mod tiles;

#[cfg(target_arch = "x86_64")]
use std::arch::{is_x86_feature_detected, x86_64 as x86};

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use std::{arch::wasm32 as wasm, hint::black_box};

pub(crate) use bytes::{ByteLanes, ByteWork, Bytes};
pub(crate) use lines::Lines;

/// How many vectors of outputs a tile may have, the best first: with three, its rows of sums fill
/// the registers.
#[cfg(not(target_arch = "wasm32"))]
const VECTORS: [usize; 2] = [3, 2];
/// Browsers need some of the registers for themselves.
#[cfg(target_arch = "wasm32")]
const VECTORS: [usize; 2] = [2, 3];

/// Inputs in one step of a product in matrix tiles.
pub(crate) const DEPTH: usize = 64;

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

    /// What people call them.
    pub(crate) fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => "AVX-512",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => "AVX2",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128(_) => "WebAssembly",
            Instructions::Portable(_) => "portable",
        }
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
use lanes;

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

/// Registers of 128 bits in WebAssembly, where a browser that has none of them refuses the whole
/// program.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Simd128;

/// The lanes of a register in WebAssembly.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
macro_rules! wasm_lanes {
    ($token:ident) => {
        impl Lanes for $token {
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
            fn plus_product(
                self,
                sum: Self::Vector,
                a: Self::Vector,
                b: Self::Vector,
            ) -> Self::Vector {
                wasm::f32x4_add(sum, wasm::f32x4_mul(a, b))
            }
        }
    };
}
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
wasm_lanes!(Simd128);
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
wasm_lanes!(Relaxed);

/// The same registers in a browser that also has products of bytes.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Relaxed(());

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Relaxed {
    /// A browser that lacks the instruction refuses the whole program, so whoever loads it there
    /// puts another one in its place. So it is tried.
    fn detect() -> Option<Self> {
        let (ones, twos) = (wasm::i8x16_splat(1), wasm::i8x16_splat(2));
        let sums = bytes::dot(black_box(twos), black_box(ones), wasm::i32x4_splat(3));
        (wasm::i32x4_extract_lane::<0>(sums) == 3 + 4 * 2).then_some(Relaxed(()))
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
