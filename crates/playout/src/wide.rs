//! The instructions for wide registers: the only unsafe code.
//!
//! The kernels are plain Rust over arrays of `W` 64-bit words. Left alone, the compiler sometimes
//! finds the registers in that and sometimes vectorises across cells instead, which is ten times
//! slower. So the few operations that the kernels are made of are spelled out here for arrays of
//! four words (AVX2) and eight (AVX-512); all others take the portable loop.
//!
//! # Safety
//! Arrays of four and eight words are handled with instructions that the CPU may lack. They occur
//! only in work that [`run`] has started, after asking [`Width::is_available`].
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64 as x86;
#[cfg(target_arch = "x86_64")]
use std::mem::transmute_copy;

use crate::width::{Width, Work};

/// Does the work with registers of the given width.
pub(crate) fn run<T: Work>(width: Width, work: T) -> T::Output {
    assert!(width.is_available(), "the CPU has no {width}");
    match width {
        Width::W64 => work.run::<1>(),
        // SAFETY: the assertion has found the CPU to have the instructions.
        #[cfg(target_arch = "x86_64")]
        Width::W256 => unsafe { with_avx2(work) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Width::W512 => unsafe { with_avx512(work) },
        #[cfg(not(target_arch = "x86_64"))]
        _ => work.run::<1>(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<T: Work>(work: T) -> T::Output {
    work.run::<4>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn with_avx512<T: Work>(work: T) -> T::Output {
    work.run::<8>()
}

/// An operation on arrays of words: the names of its instructions, and what it does to a word.
macro_rules! operation {
    ($(#[$doc:meta])* $name:ident($($arg:ident),+), $avx2:ident, $avx512:ident, $plain:expr) => {
        $(#[$doc])*
        #[inline(always)]
        pub(crate) fn $name<const W: usize>($($arg: [u64; W]),+) -> [u64; W] {
            #[cfg(target_arch = "x86_64")]
            match W {
                // SAFETY: the array is as large as the register, and work in words of this
                // number runs only where the CPU has the instruction (see above).
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
    /// Word by word shift to the left.
    shift_left(a, by), _mm256_sllv_epi64, _mm512_sllv_epi64, |a: u64, by: u64| a << by
);
operation!(
    /// Word by word shift to the right.
    shift_right(a, by), _mm256_srlv_epi64, _mm512_srlv_epi64, |a: u64, by: u64| a >> by
);

/// Lane by lane, what at least two of three say: one instruction where there is one.
#[inline(always)]
pub(crate) fn majority<const W: usize>(a: [u64; W], b: [u64; W], c: [u64; W]) -> [u64; W] {
    #[cfg(target_arch = "x86_64")]
    if W == 8 {
        // SAFETY: as in `operation!`. 0xe8 is the truth table of the majority.
        return unsafe {
            let [a, b, c] = [transmute_copy(&a), transmute_copy(&b), transmute_copy(&c)];
            transmute_copy(&x86::_mm512_ternarylogic_epi64::<0xe8>(a, b, c))
        };
    }
    or(and(a, b), and(c, or(a, b)))
}

/// Word by word, how many bits are set.
#[inline(always)]
pub(crate) fn count_ones<const W: usize>(words: [u64; W]) -> [u64; W] {
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
pub(crate) fn is_zero<const W: usize>(words: [u64; W]) -> bool {
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
