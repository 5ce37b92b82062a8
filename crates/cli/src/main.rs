//! The binary `hexring`.

use std::process::ExitCode;

use hexring_players::Registry;

fn main() -> ExitCode {
    hexring::run(&Registry::standard())
}
