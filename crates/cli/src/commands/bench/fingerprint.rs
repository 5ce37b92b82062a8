//! One number for what all players do on fixed positions with fixed seeds.

use anyhow::Result;
use hexring_game::{Color, Game, Rules};
use hexring_players::{Control, Registry, decide};

/// Positions of every kind: topologies, turn rules, seasons, a rectangle.
const POSITIONS: [(&str, &str); 6] = [
    ("plane:7x7", "red d4 blue c3"),
    ("plane:5x6 first=blue", "blue b3 red d2 blue c4"),
    ("cylinder:5x6 first=blue", "blue c3"),
    ("torus:5x5", "red c3 blue a1 red e5"),
    ("cylinder:6x4 turns=random", "red b2 red c3 blue f1"),
    ("plane:5x5 seasons=12312/31231/23123/12312/31231 years=123/231", "red a1 blue e1"),
];

/// The fingerprint: a hash of every move and its work.
pub(super) fn fingerprint() -> Result<u64> {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for (rules, moves) in POSITIONS {
        let mut game = Game::new(rules.parse::<Rules>()?)?;
        for pair in moves.split(' ').collect::<Vec<_>>().chunks(2) {
            game.play_out_of_turn(hexring_game::Ply {
                color: pair[0].parse()?,
                mv: pair[1].parse()?,
            })?;
        }
        for color in Color::ALL {
            let mut game = game.clone();
            game.set_to_move(color);
            add_all_players(&mut hash, &game, color)?;
        }
    }
    Ok(hash.0)
}

fn add_all_players(hash: &mut Hash, game: &Game, color: Color) -> Result<()> {
    let registry = Registry::standard();
    for entry in registry.entries().filter(|entry| !entry.is_human()) {
        let spec = registry.parse(entry.name())?;
        if spec.is_timed() || spec.supports(game.rules(), color).is_err() {
            continue;
        }
        let choice = decide(spec.build(1)?.as_mut(), game, &mut Control::default())?;
        hash.add(&format!("{} {} {}", entry.name(), choice.mv, choice.work.count));
    }
    Ok(())
}

/// Fowler, Noll and Vo's hash 1a: the same on every machine and in every version of Rust.
struct Hash(u64);

impl Hash {
    fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
