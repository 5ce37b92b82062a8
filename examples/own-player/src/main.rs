//! hexring with one player more.

use std::process::ExitCode;

use hexring_players::Registry;

fn main() -> ExitCode {
    let mut registry = Registry::standard();
    registry.add(own_player::entry()).expect("no other player has this name");
    hexring::run(&registry)
}
