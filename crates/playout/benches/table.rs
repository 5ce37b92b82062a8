//! The table of speeds in the README: `cargo bench -p hexring-playout --bench table`.

use std::time::Duration;

use hexring_game::{Color, Position, Rules};
use hexring_playout::{Kind, Width, measure};

fn main() {
    println!("| board | playouts | scalar | 64-bit | 256-bit | 512-bit | gain |");
    println!("|---|---|---|---|---|---|---|");
    for (name, kind) in
        [("fills", Kind::Fill), ("alternating", Kind::Alternating { first: Color::Red })]
    {
        for board in ["plane:11x11", "cylinder:11x11", "torus:11x11", "plane:19x19"] {
            let position = Position::new(board.parse::<Rules>().expect("a board")).expect("legal");
            let speed = |width| measure(&position, kind, width, Duration::from_secs(1));
            let speeds = Width::ALL.map(speed);
            let best = speeds.iter().map(|s| s.scalar).fold(0.0, f64::max);
            let cells = speeds.map(|s| format!("{:.1}", s.sliced / 1e6)).join(" | ");
            let gain = speeds[2].sliced / best;
            println!("| {board} | {name} | {:.2} | {cells} | {gain:.0} |", best / 1e6);
        }
    }
}
