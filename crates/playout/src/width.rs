//! Which registers to use, chosen while the program runs.
//!
//! All kernels are written once, for any number of words side by side; [`Width`] says how many,
//! and [`crate::wide`] knows the instructions.

use std::fmt;

use crate::wide;

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
        let width = if self.is_available() { self } else { Width::W64 };
        wide::run(width, work)
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
/// the functions of [`crate::wide`] is compiled for the wide registers.
pub(crate) trait Work {
    /// What comes of it.
    type Output;

    /// Does it with `W` words side by side.
    fn run<const W: usize>(self) -> Self::Output;
}
