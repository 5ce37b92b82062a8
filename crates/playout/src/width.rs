//! Which registers to use, chosen while the program runs.
//!
//! The kernels are plain Rust over arrays of 64-bit words. Compiled as part of a function that may
//! use AVX2 or AVX-512 the compiler turns those arrays into registers, so this module is the only
//! place that knows instruction sets, and the only one with unsafe code.

use std::fmt;

/// How many playouts travel in one register. The results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// Plain 64-bit words, on every CPU.
    W64,
    /// 256-bit registers (AVX2).
    W256,
    /// 512-bit registers (AVX-512 with its population count).
    W512,
}

impl Width {
    /// All widths, narrow to wide.
    pub const ALL: [Width; 3] = [Width::W64, Width::W256, Width::W512];

    /// The widest that this CPU has.
    pub fn best() -> Width {
        let available = Width::ALL.into_iter().filter(|width| width.is_available());
        available.max().unwrap_or(Width::W64)
    }

    /// How many playouts travel together.
    pub fn lanes(self) -> usize {
        match self {
            Width::W64 => 64,
            Width::W256 => 256,
            Width::W512 => 512,
        }
    }

    /// Whether this CPU has it.
    pub fn is_available(self) -> bool {
        match self {
            Width::W64 => true,
            #[cfg(target_arch = "x86_64")]
            Width::W256 => std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Width::W512 => {
                std::arch::is_x86_feature_detected!("avx512f")
                    && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// Does the work with registers of this width, or with 64-bit words where the CPU lacks them.
    pub(crate) fn run<T: Work>(self, work: T) -> T::Output {
        if !self.is_available() {
            return work.run::<1>();
        }
        #[cfg(target_arch = "x86_64")]
        {
            wide::run(self, work)
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            work.run::<1>()
        }
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Width::W64 => "64-bit words",
            Width::W256 => "256-bit registers",
            Width::W512 => "512-bit registers",
        })
    }
}

/// Something to do that is written for every width.
///
/// Whatever `run` calls in its hot loops must be `#[inline(always)]`: only what is inlined into
/// the functions below is compiled for the wide registers.
pub(crate) trait Work {
    /// What comes of it.
    type Output;

    /// Does it with `W` words side by side.
    fn run<const W: usize>(self) -> Self::Output;
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod wide {
    use super::{Width, Work};

    /// The caller has asked [`Width::is_available`].
    pub(super) fn run<T: Work>(width: Width, work: T) -> T::Output {
        assert!(width.is_available(), "the CPU has no {width}");
        match width {
            Width::W64 => work.run::<1>(),
            // SAFETY: the assertion has found the CPU to have the instructions.
            Width::W256 => unsafe { with_avx2(work) },
            // SAFETY: the assertion has found the CPU to have the instructions.
            Width::W512 => unsafe { with_avx512(work) },
        }
    }

    #[target_feature(enable = "avx2")]
    fn with_avx2<T: Work>(work: T) -> T::Output {
        work.run::<4>()
    }

    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    fn with_avx512<T: Work>(work: T) -> T::Output {
        work.run::<8>()
    }
}
