//! The instructions for wide registers: the only unsafe code.
//!
//! The kernels are plain Rust over arrays of `W` 64-bit words. Left alone, the compiler sometimes
//! finds the registers in that and sometimes vectorises across cells instead, which is ten times
//! slower. So the few operations that the kernels are made of are spelled out here for arrays of
//! two words (SSE2, WebAssembly), four (AVX2) and eight (AVX-512); a single word takes the portable
//! loop.
//!
//! # Safety
//! The CPU may lack the instructions. All of them are methods of [`Registers`], a value without
//! size that only asking the CPU makes, or the compiler where all CPUs have them: who has one of
//! two, four or eight words may use them.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::{is_x86_feature_detected, x86_64 as x86};
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
use std::mem::transmute_copy;

/// The right to use registers of `W` words: this CPU has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Registers<const W: usize>(());

impl Registers<1> {
    /// Plain 64-bit words, which every CPU has.
    pub(crate) const PLAIN: Self = Registers(());
}

#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
impl Registers<2> {
    /// Registers of 128 bits, which everything has that this is compiled for.
    pub(crate) const PAIRS: Self = Registers(());
}

#[cfg(target_arch = "x86_64")]
impl Registers<4> {
    /// Registers of 256 bits, if the CPU has them.
    pub(crate) fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Registers(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Registers<8> {
    /// Registers of 512 bits with a population count, if the CPU has them.
    pub(crate) fn detect() -> Option<Self> {
        let has_all =
            is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vpopcntdq");
        has_all.then_some(Registers(()))
    }
}

/// Registers that this CPU has, of some width.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Available {
    /// 64 bits.
    Plain(Registers<1>),
    /// 128 bits.
    #[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
    Pairs(Registers<2>),
    /// 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2(Registers<4>),
    /// 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512(Registers<8>),
}

/// Something to do that is written for every width.
///
/// Whatever `run` calls in its hot loops must be `#[inline(always)]` or a [`Piece`]: only what is
/// inlined into the functions of this module is compiled for the wide registers.
pub(crate) trait Work {
    /// What comes of it.
    type Output;

    /// Does it with `W` words side by side.
    fn run<const W: usize>(self, registers: Registers<W>) -> Self::Output;
}

impl Available {
    /// Does the work with these registers.
    pub(crate) fn run<T: Work>(self, work: T) -> T::Output {
        match self {
            Available::Plain(registers) => work.run(registers),
            #[cfg(any(
                target_arch = "x86_64",
                all(target_arch = "wasm32", target_feature = "simd128")
            ))]
            Available::Pairs(registers) => work.run(registers),
            // SAFETY: there are such registers only where the CPU has the instructions.
            #[cfg(target_arch = "x86_64")]
            Available::Avx2(registers) => unsafe { with_avx2(work, registers) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Available::Avx512(registers) => unsafe { with_avx512(work, registers) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<T: Work>(work: T, registers: Registers<4>) -> T::Output {
    work.run(registers)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn with_avx512<T: Work>(work: T, registers: Registers<8>) -> T::Output {
    work.run(registers)
}

/// A large piece of work that is compiled for its registers on its own.
///
/// All that a [`Work`] inlines is one function, and the compiler takes more than twice as long for
/// a function of twice the size. A call costs nothing beside what these pieces do.
pub(crate) trait Piece<const W: usize> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run(self) -> Self::Output;
}

#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx2")]
fn piece_with_avx2<const W: usize, P: Piece<W>>(piece: P) -> P::Output {
    piece.run()
}

#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn piece_with_avx512<const W: usize, P: Piece<W>>(piece: P) -> P::Output {
    piece.run()
}

#[inline(never)]
fn piece_as_it_is<const W: usize, P: Piece<W>>(piece: P) -> P::Output {
    piece.run()
}

/// Operations on two words in a register that every CPU has.
#[cfg(target_arch = "x86_64")]
mod pair {
    pub(super) use std::arch::x86_64::{
        _mm_add_epi64 as add, _mm_and_si128 as and, _mm_or_si128 as or,
        _mm_sll_epi64 as shift_left, _mm_srl_epi64 as shift_right, _mm_xor_si128 as xor,
    };
}

/// The same in WebAssembly.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod pair {
    pub(super) use std::arch::wasm32::{
        i64x2_add as add, v128_and as and, v128_any_true as any, v128_or as or, v128_xor as xor,
    };
    use std::arch::wasm32::{i64x2_shl, u64x2_extract_lane, u64x2_shr, v128};

    #[inline(always)]
    pub(super) fn shift_left(a: v128, by: v128) -> v128 {
        i64x2_shl(a, u64x2_extract_lane::<0>(by) as u32)
    }

    #[inline(always)]
    pub(super) fn shift_right(a: v128, by: v128) -> v128 {
        u64x2_shr(a, u64x2_extract_lane::<0>(by) as u32)
    }
}

/// An operation on arrays of words: the names of its instructions, and what it does to a word.
macro_rules! operation {
    ($(#[$doc:meta])* $name:ident($($arg:ident),+), $avx2:ident, $avx512:ident, $plain:expr) => {
        $(#[$doc])*
        #[inline(always)]
        pub(crate) fn $name(self, $($arg: [u64; W]),+) -> [u64; W] {
            #[cfg(any(
                target_arch = "x86_64",
                all(target_arch = "wasm32", target_feature = "simd128")
            ))]
            if W == 2 {
                // SAFETY: the array is as large as the register.
                return unsafe { transmute_copy(&pair::$name($(transmute_copy(&$arg)),+)) };
            }
            #[cfg(target_arch = "x86_64")]
            match W {
                // SAFETY: the array is as large as the register, and `self` says that the CPU has
                // the instruction.
                4 => return unsafe { transmute_copy(&x86::$avx2($(transmute_copy(&$arg)),+)) },
                // SAFETY: as above.
                8 => return unsafe { transmute_copy(&x86::$avx512($(transmute_copy(&$arg)),+)) },
                _ => {}
            }
            let mut result = [0; W];
            for (i, word) in result.iter_mut().enumerate() {
                *word = ($plain)($($arg[i]),+);
            }
            result
        }
    };
}

impl<const W: usize> Registers<W> {
    /// Does a piece of work out of line.
    #[inline(always)]
    pub(crate) fn apart<P: Piece<W>>(self, piece: P) -> P::Output {
        #[cfg(target_arch = "x86_64")]
        match W {
            // SAFETY: `self` says that the CPU has the instructions.
            4 => return unsafe { piece_with_avx2(piece) },
            // SAFETY: as above.
            8 => return unsafe { piece_with_avx512(piece) },
            _ => {}
        }
        piece_as_it_is(piece)
    }

    operation!(
        /// Lane by lane AND.
        and(a, b), _mm256_and_si256, _mm512_and_si512, |a: u64, b: u64| a & b
    );
    operation!(
        /// Lane by lane OR.
        or(a, b), _mm256_or_si256, _mm512_or_si512, |a: u64, b: u64| a | b
    );
    operation!(
        /// Lane by lane XOR.
        xor(a, b), _mm256_xor_si256, _mm512_xor_si512, |a: u64, b: u64| a ^ b
    );
    operation!(
        /// Word by word sum.
        add(a, b), _mm256_add_epi64, _mm512_add_epi64, |a: u64, b: u64| a.wrapping_add(b)
    );
    operation!(
        /// Word by word shift to the left, all by the same.
        shift_left(a, by), _mm256_sllv_epi64, _mm512_sllv_epi64, |a: u64, by: u64| a << by
    );
    operation!(
        /// Word by word shift to the right, all by the same.
        shift_right(a, by), _mm256_srlv_epi64, _mm512_srlv_epi64, |a: u64, by: u64| a >> by
    );

    /// Lane by lane, what at least two of three say: one instruction where there is one.
    #[inline(always)]
    pub(crate) fn majority(self, a: [u64; W], b: [u64; W], c: [u64; W]) -> [u64; W] {
        #[cfg(target_arch = "x86_64")]
        if W == 8 {
            // SAFETY: as in `operation!`. 0xe8 is the truth table of the majority.
            return unsafe {
                let [a, b, c] = [transmute_copy(&a), transmute_copy(&b), transmute_copy(&c)];
                transmute_copy(&x86::_mm512_ternarylogic_epi64::<0xe8>(a, b, c))
            };
        }
        self.or(self.and(a, b), self.and(c, self.or(a, b)))
    }

    /// Word by word, how many bits are set.
    #[inline(always)]
    pub(crate) fn count_ones(self, words: [u64; W]) -> [u64; W] {
        #[cfg(target_arch = "x86_64")]
        if W == 8 {
            // SAFETY: as in `operation!`.
            return unsafe { transmute_copy(&x86::_mm512_popcnt_epi64(transmute_copy(&words))) };
        }
        let mut result = [0; W];
        for (i, count) in result.iter_mut().enumerate() {
            *count = u64::from(words[i].count_ones());
        }
        result
    }

    /// Whether no bit is set.
    #[inline(always)]
    pub(crate) fn is_zero(self, words: [u64; W]) -> bool {
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if W == 2 {
            // SAFETY: as in `operation!`.
            return !pair::any(unsafe { transmute_copy(&words) });
        }
        #[cfg(target_arch = "x86_64")]
        match W {
            // SAFETY: as in `operation!`.
            4 => unsafe {
                let register = transmute_copy(&words);
                return x86::_mm256_testz_si256(register, register) == 1;
            },
            // SAFETY: as in `operation!`.
            8 => unsafe {
                let register = transmute_copy(&words);
                return x86::_mm512_test_epi64_mask(register, register) == 0;
            },
            _ => {}
        }
        words.iter().all(|word| *word == 0)
    }
}
