//! How long it takes to put many games into an index, and to find a position in it:
//!
//! ```sh
//! cargo bench -p hexring-lab --bench explorer -- 1000000
//! ```

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use hexring_control::{Control, Limit};
use hexring_game::{Color, Game, Position, Rules, Site};
use hexring_lab::explorer::{Findings, Index, Query, import};
use hexring_lab::machine;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// How many games are played without a number; enough to see that it works.
const FEW: u64 = 2000;

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo adds an option of its own.
    let number = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let count: u64 = number.unwrap_or(FEW);
    let folder = tempfile::tempdir()?;
    let (file, index) = (folder.path().join("games.sgf"), folder.path().join("games.index"));
    let started = Instant::now();
    write_games(&"11x11".parse()?, count, &file)?;
    let (bytes, seconds) = (file.metadata()?.len() as f64 / 1e6, started.elapsed().as_secs_f64());
    println!("{count} random games on 11x11 as SGF: {bytes:.0} MB in {seconds:.1} s");
    let started = Instant::now();
    let done = import(
        &mut Index::open(&index)?,
        &[file],
        false,
        machine::threads(),
        &mut Control::default(),
    )?;
    let (bytes, seconds) = (index.metadata()?.len() as f64 / 1e6, started.elapsed().as_secs_f64());
    let rate = done.moves as f64 / seconds / 1e6;
    println!(
        "{} moves imported in {seconds:.1} s, {rate:.2} million a second: {bytes:.0} MB",
        done.moves
    );
    for moves in ["", "f6", "f6 g5", "f6 g5 e7", "f6 g5 e7 d8"] {
        search(&index, moves)?;
    }
    Ok(())
}

/// Finds a position in an index that is opened for it.
fn search(index: &Path, moves: &str) -> Result<(), Box<dyn Error>> {
    let mut game = Game::new("11x11".parse()?)?;
    for mv in moves.split_whitespace() {
        game.play(mv.parse()?)?;
    }
    let started = Instant::now();
    let (mut query, mut findings) = (Query::new(&game), Findings::default());
    let address = Some(query.address());
    Index::read(index)?.visit(address, &Limit::none(), &mut |game| {
        if let Some(hit) = query.find(game) {
            findings.add(game, &hit.followed(game));
        }
    })?;
    let millis = 1e3 * started.elapsed().as_secs_f64();
    let (games, moves_played) = (findings.outcome().games, findings.continuations().len());
    println!("after \"{moves}\": {games} games, {moves_played} continuations, {millis:.1} ms");
    Ok(())
}

fn write_games(rules: &Rules, count: u64, file: &Path) -> Result<(), Box<dyn Error>> {
    let start = Position::new(rules.clone())?;
    let mut sites: Vec<Site> = start.board().sites().collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut out = BufWriter::new(File::create(file)?);
    for _ in 0..count {
        sites.shuffle(&mut rng);
        write_game(&start, &sites, &mut out)?;
    }
    Ok(out.flush()?)
}

/// A game in which the players go through the sites in their order.
fn write_game(start: &Position, sites: &[Site], out: &mut impl Write) -> std::io::Result<()> {
    let (mut position, mut moves) = (start.clone(), String::new());
    for site in sites {
        let Some(color) = position.to_move() else { break };
        let letter = if color == Color::Red { 'B' } else { 'W' };
        moves.push_str(&format!(";{letter}[{}]", position.board().cell(*site)));
        position.play_site(*site);
    }
    writeln!(out, "(;GM[11]FF[4]SZ[11]PB[random]PW[random]{moves})")
}
