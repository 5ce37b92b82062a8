//! Which registers to use, chosen while the program runs.
//!
//! All kernels are written once, for any number of words side by side; [`Width`] says how many,
//! and [`crate::wide`] knows the instructions.

use std::fmt;

use crate::wide::{Available, Registers};

/// How many playouts travel in one register. The results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// Plain 64-bit words, on every CPU.
    W64,
    /// 128-bit registers (SSE2, WebAssembly).
    W128,
    /// 256-bit registers (AVX2).
    W256,
    /// 512-bit registers (AVX-512 with its population count).
    W512,
}

impl Width {
    /// All widths, narrow to wide.
    pub const ALL: [Width; 4] = [Width::W64, Width::W128, Width::W256, Width::W512];

    /// The widest that this CPU has.
    pub fn best() -> Width {
        let available = Width::ALL.into_iter().filter(|width| width.is_available());
        available.max().unwrap_or(Width::W64)
    }

    /// How many playouts travel together.
    pub fn lanes(self) -> usize {
        match self {
            Width::W64 => 64,
            Width::W128 => 128,
            Width::W256 => 256,
            Width::W512 => 512,
        }
    }

    /// Whether this CPU has it.
    pub fn is_available(self) -> bool {
        self.registers().is_some()
    }

    /// Registers of this width, if this CPU has them.
    pub(crate) fn registers(self) -> Option<Available> {
        match self {
            Width::W64 => Some(Available::Plain(Registers::PLAIN)),
            #[cfg(any(
                target_arch = "x86_64",
                all(target_arch = "wasm32", target_feature = "simd128")
            ))]
            Width::W128 => Some(Available::Pairs(Registers::PAIRS)),
            #[cfg(target_arch = "x86_64")]
            Width::W256 => Registers::<4>::detect().map(Available::Avx2),
            #[cfg(target_arch = "x86_64")]
            Width::W512 => Registers::<8>::detect().map(Available::Avx512),
            #[cfg(not(target_arch = "x86_64"))]
            _ => None,
        }
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Width::W64 => "64-bit words",
            Width::W128 => "128-bit registers",
            Width::W256 => "256-bit registers",
            Width::W512 => "512-bit registers",
        })
    }
}
