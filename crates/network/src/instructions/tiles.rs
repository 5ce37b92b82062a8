//! Matrix tiles (AMX): products of whole matrices of bytes in one instruction.
//!
//! The processor has eight tiles of sixteen rows of 64 bytes. Four hold sums, 32 rows of 32; two
//! are filled with rows of cells and two with weights at a time, so that each is used twice.
//!
//! # Safety
//! Only asking the processor and the system makes a [`Tiles`], and only a [`Tiles`] makes a
//! [`Configured`], which stays on its thread.

use std::arch::asm;
use std::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};
use std::marker::PhantomData;
use std::sync::OnceLock;

use super::{DEPTH, Vnni};

/// Rows of cells and columns of weights in a product.
pub(crate) const SIDE: usize = 32;

/// The sums of a product: a row for each cell.
pub(crate) type Sums = [[i32; SIDE]; SIDE];

/// Some work with tiles.
pub(crate) trait TileWork {
    /// Does it. Whatever it calls in its hot loops must be `#[inline(always)]`.
    fn run(self, tiles: &Configured, lanes: Vnni);
}

/// The right to use tiles, and the registers that go with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tiles {
    pub(crate) vnni: Vnni,
}

/// Tiles of this thread that are set up, until this is dropped.
pub(crate) struct Configured(PhantomData<*const ()>);

/// How the tiles are set up, as the processor reads it.
#[repr(C, align(64))]
struct Shape {
    palette: u8,
    start: u8,
    reserved: [u8; 14],
    bytes_a_row: [u16; 16],
    rows: [u8; 16],
}

const SHAPE: Shape = {
    let mut shape =
        Shape { palette: 1, start: 0, reserved: [0; 14], bytes_a_row: [0; 16], rows: [0; 16] };
    let mut tile = 0;
    while tile < 8 {
        shape.bytes_a_row[tile] = 64;
        shape.rows[tile] = 16;
        tile += 1;
    }
    shape
};

impl Tiles {
    /// If this processor has them and the system lets this program use them.
    pub(super) fn detect() -> Option<Self> {
        static MAY: OnceLock<bool> = OnceLock::new();
        let vnni = Vnni::detect()?;
        MAY.get_or_init(|| has_tiles() && is_permitted()).then_some(Tiles { vnni })
    }

    /// Does some work.
    pub(crate) fn run(self, work: impl TileWork) {
        // SAFETY: `self` is there only where the processor has the registers.
        unsafe { with_tiles(work, &self.configure(), self.vnni) };
    }

    /// Sets them up for products.
    fn configure(self) -> Configured {
        let shape = std::ptr::from_ref(&SHAPE);
        // SAFETY: `self` says that the processor has the instruction and the system permits it.
        unsafe { asm!("ldtilecfg [{}]", in(reg) shape, options(nostack, readonly)) };
        Configured(PhantomData)
    }
}

#[target_feature(enable = "avx512f,avx512vnni")]
fn with_tiles(work: impl TileWork, tiles: &Configured, lanes: Vnni) {
    work.run(tiles, lanes);
}

impl Drop for Configured {
    fn drop(&mut self) {
        // SAFETY: whoever made `self` had the right to.
        unsafe { asm!("tilerelease", options(nostack, nomem)) };
    }
}

impl Configured {
    /// Multiplies rows of cells (`stride` bytes from one to the next) with weights: for each four
    /// inputs those of [`SIDE`] outputs, one after the other. So many steps of [`DEPTH`] inputs.
    ///
    /// # Panics
    /// If a slice is too short.
    pub(crate) fn product(
        &self,
        cells: &[u8],
        stride: usize,
        weights: &[i8],
        steps: usize,
        sums: &mut Sums,
    ) {
        assert!(steps * DEPTH <= stride && SIDE * stride <= cells.len(), "rows of cells");
        assert!(steps > 0 && steps * DEPTH * SIDE <= weights.len(), "weights");
        let upper = sums.as_mut_ptr();
        // SAFETY: the tiles are set up, for sixteen rows of 64 bytes each. Rows of cells begin
        // below `SIDE · stride` and are read for `steps · 64` bytes, no more than the stride.
        // Weights have rows of `SIDE · 4` bytes, sixteen for a step. `sums` has rows of the same
        // length.
        unsafe {
            asm!(
                "tilezero tmm0",
                "tilezero tmm1",
                "tilezero tmm2",
                "tilezero tmm3",
                "2:",
                "tileloadd tmm4, [{low} + {stride}*1]",
                "tileloadd tmm6, [{weights} + {row}*1]",
                "tdpbusd tmm0, tmm4, tmm6",
                "prefetcht0 [{weights} + 2048]",
                "prefetcht0 [{weights} + 2112]",
                "prefetcht0 [{weights} + 2176]",
                "prefetcht0 [{weights} + 2240]",
                "prefetcht0 [{weights} + 2304]",
                "prefetcht0 [{weights} + 2368]",
                "prefetcht0 [{weights} + 2432]",
                "prefetcht0 [{weights} + 2496]",
                "tileloadd tmm7, [{weights} + {row}*1 + 64]",
                "tdpbusd tmm1, tmm4, tmm7",
                "prefetcht0 [{weights} + 2560]",
                "prefetcht0 [{weights} + 2624]",
                "prefetcht0 [{weights} + 2688]",
                "prefetcht0 [{weights} + 2752]",
                "prefetcht0 [{weights} + 2816]",
                "prefetcht0 [{weights} + 2880]",
                "prefetcht0 [{weights} + 2944]",
                "prefetcht0 [{weights} + 3008]",
                "tileloadd tmm5, [{high} + {stride}*1]",
                "tdpbusd tmm2, tmm5, tmm6",
                "prefetcht0 [{weights} + 3072]",
                "prefetcht0 [{weights} + 3136]",
                "prefetcht0 [{weights} + 3200]",
                "prefetcht0 [{weights} + 3264]",
                "prefetcht0 [{weights} + 3328]",
                "prefetcht0 [{weights} + 3392]",
                "prefetcht0 [{weights} + 3456]",
                "prefetcht0 [{weights} + 3520]",
                "tdpbusd tmm3, tmm5, tmm7",
                "prefetcht0 [{weights} + 3584]",
                "prefetcht0 [{weights} + 3648]",
                "prefetcht0 [{weights} + 3712]",
                "prefetcht0 [{weights} + 3776]",
                "prefetcht0 [{weights} + 3840]",
                "prefetcht0 [{weights} + 3904]",
                "prefetcht0 [{weights} + 3968]",
                "prefetcht0 [{weights} + 4032]",
                "add {low}, 64",
                "add {high}, 64",
                "add {weights}, 2048",
                "dec {steps}",
                "jnz 2b",
                "tilestored [{upper} + {row}*1], tmm0",
                "tilestored [{upper} + {row}*1 + 64], tmm1",
                "tilestored [{lower} + {row}*1], tmm2",
                "tilestored [{lower} + {row}*1 + 64], tmm3",
                low = inout(reg) cells.as_ptr() => _,
                high = inout(reg) cells[SIDE / 2 * stride..].as_ptr() => _,
                stride = in(reg) stride,
                weights = inout(reg) weights.as_ptr() => _,
                row = in(reg) 4 * SIDE,
                steps = inout(reg) steps => _,
                upper = in(reg) upper,
                lower = in(reg) upper.add(SIDE / 2),
                options(nostack),
            );
        }
    }
}

/// Whether the processor has tiles that multiply bytes, and the system keeps them for each thread.
fn has_tiles() -> bool {
    const TILE: u32 = 1 << 24;
    const INT8: u32 = 1 << 25;
    const SAVES: u32 = 1 << 27;
    const KEPT: u64 = 0b11 << 17;
    let has_bits = __cpuid(0).eax >= 7 && {
        let both = TILE | INT8;
        __cpuid_count(7, 0).edx & both == both && __cpuid(1).ecx & SAVES != 0
    };
    // SAFETY: the bit says that the system has switched the instruction on.
    has_bits && unsafe { _xgetbv(0) } & KEPT == KEPT
}

/// Asks Linux for the memory that it takes to keep them.
#[cfg(target_os = "linux")]
fn is_permitted() -> bool {
    const ARCH_PRCTL: isize = 158;
    const REQUEST: usize = 0x1023;
    const TILE_DATA: usize = 18;
    let answer: isize;
    // SAFETY: this question changes nothing but what this program may use.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") ARCH_PRCTL => answer,
            in("rdi") REQUEST,
            in("rsi") TILE_DATA,
            out("rcx") _,
            out("r11") _,
            options(nostack),
        );
    }
    answer == 0
}

/// Other systems are not asked.
#[cfg(not(target_os = "linux"))]
fn is_permitted() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_the_definition() {
        // Without tiles there is nothing to compare.
        let Some(tiles) = Tiles::detect() else { return };
        let steps = 3;
        let stride = steps * DEPTH + 64;
        let cells: Vec<u8> = (0..SIDE * stride).map(|i| (i * 31 % 128) as u8).collect();
        let weights: Vec<i8> =
            (0..steps * DEPTH * SIDE).map(|i| (i * 57 % 255) as u8 as i8).collect();
        let mut sums = [[7; SIDE]; SIDE];
        let configured = tiles.configure();
        configured.product(&cells, stride, &weights, steps, &mut sums);
        for (row, sums) in sums.iter().enumerate() {
            for (column, found) in sums.iter().enumerate() {
                let product = |input: usize| {
                    let weight = weights[input / 4 * 4 * SIDE + column * 4 + input % 4];
                    i32::from(cells[row * stride + input]) * i32::from(weight)
                };
                assert_eq!(*found, (0..steps * DEPTH).map(product).sum::<i32>());
            }
        }
    }
}
