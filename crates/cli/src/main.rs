//! The binary `hexring`.

use std::process::ExitCode;

use hexring_players::Registry;
use mimalloc::MiMalloc;

/// Gives back what nobody uses any more. A server makes a thread for every search, and the common
/// allocators keep a part of what each of them once had: hundreds of megabytes after a busy hour.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    hexring::run(&Registry::standard())
}
