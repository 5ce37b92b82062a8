//! Counts the memory that is in use, so that an input that takes too much is noticed.
#![allow(
    unsafe_code,
    reason = "an allocator is unsafe by its nature; this one hands on and counts"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Beyond this many bytes nothing is given any more, and the program ends.
const CEILING: usize = 8 << 30;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every call is handed on to the system's allocator as it is, or refused.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(used, Relaxed);
        if used > CEILING {
            USED.fetch_sub(layout.size(), Relaxed);
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps to the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the memory came from the system's allocator, by `alloc` above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The bytes in use now; the peak is counted from here.
pub(crate) fn mark() -> usize {
    let used = USED.load(Relaxed);
    PEAK.store(used, Relaxed);
    used
}

/// The most bytes that were in use since the mark.
pub(crate) fn peak() -> usize {
    PEAK.load(Relaxed)
}
