//! Random games to the end as JSON lines, for programs that want to check their rules against
//! ours: `cargo run -q -p hexring-game --example random_games -- 300 1` (how many, seed).

use hexring_game::{Board, Color, Game, Move, Rules, Topology};
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

fn below(rng: &mut impl Rng, bound: usize) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}

fn random_game(rng: &mut impl Rng) -> Result<Game, Box<dyn std::error::Error>> {
    let topology = Topology::ALL[below(rng, 3)];
    let (cols, rows) = (1 + below(rng, 9) as u8, 1 + below(rng, 9) as u8);
    let first = Color::ALL[below(rng, 2)];
    let rules = Rules { first, ..Rules::new(Board::new(topology, cols, rows)?) };
    let mut game = Game::new(rules)?;
    while game.ending().is_none() {
        let cells: Vec<_> = game.position().legal_cells().collect();
        game.play(Move::Place(cells[below(rng, cells.len())]))?;
    }
    Ok(game)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| arguments.next().map_or(Ok(default), |text| text.parse::<u64>());
    let (count, seed) = (number(300)?, number(1)?);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..count {
        let game = random_game(&mut rng)?;
        let moves: Vec<String> = game.plies().iter().map(|ply| ply.mv.to_string()).collect();
        let line = serde_json::json!({
            "board": game.rules().board,
            "first": game.rules().first,
            "moves": moves.join(" "),
            "winner": game.position().winner(),
        });
        println!("{line}");
    }
    Ok(())
}
