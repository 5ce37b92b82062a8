//! The binary `hexring`.

use std::process::ExitCode;

use hexring_players::Registry;
use mimalloc::MiMalloc;

/// Gives back what nobody uses any more. A server makes a thread for every search, and the system's
/// allocator keeps a part of what each of them once had (docs/notes/server.md has the figures).
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    hexring::run(&Registry::standard())
}
