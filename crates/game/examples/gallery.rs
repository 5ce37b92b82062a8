//! Draws a gallery of boards into a folder: `cargo run --example gallery -- FOLDER`.
//!
//! The README's pictures are made with it.

use std::error::Error;
use std::fs;
use std::path::Path;

use hexring_game::draw::{
    Layout, Scene, ScoreMap, ScoreText, SvgStyle, TextStyle, Theme, svg, text,
};
use hexring_game::{Board, Cell, Game, Move, Rotation, Rules};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// A finished game, Red's first.
const GAME: &str = "c2 e6 d4 f6 g3 c8 g6 g5 d6 h5 d7 d8 e7 e8 f7 d5 e5 f8 g7 g8 h7 h8 i7 i8 j7 j8 k7 k8 b8 b9 a10 a9";

/// Blue closes a ring on a cylinder, across the seam.
const RING: &str = "c1 c4 c2 d4 d3 a5 b4 e4 e3 b5 a4 e5";

/// Red's spiral winds once around a torus in both directions.
const SPIRAL: &str = "a1 d1 b1 e2 b2 a4 c2 c5 c3 f2 d3 b5 d4 d6 e4 f3 e5 a3 f5 c6 a6 e1 f6";

/// A game of three seasons.
const SEASONS: &str = "7x7 seasons=1322131/2131323/3213212/1323121/2112333/3231212/1323131";

fn main() -> Outcome<()> {
    let folder = std::env::args().nth(1).ok_or("expected a folder to draw into")?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
        for (name, scene, style) in pictures()? {
            let path = folder.join(format!("{name}-{theme}.svg"));
            fs::write(path, svg(&scene, &SvgStyle { theme, ..style })?)?;
        }
    }
    fs::write(folder.join("gallery.txt"), texts()?)?;
    Ok(())
}

fn play(rules: &str, moves: &str) -> Outcome<Game> {
    let mut game = Game::new(rules.parse::<Rules>()?)?;
    for word in moves.split_whitespace() {
        game.play(word.parse::<Move>()?)?;
    }
    Ok(game)
}

fn pictures() -> Outcome<Vec<(&'static str, Scene, SvgStyle)>> {
    let flat = SvgStyle::default();
    let annulus = SvgStyle { layout: Layout::Annulus, ..flat };
    let diamond = SvgStyle { layout: Layout::Flat(Rotation::DIAMOND), ..flat };
    let plane = Scene::of_game(&play("11x11", GAME)?);
    let ring = Scene::of_game(&play("cylinder:5x7", RING)?);
    let spiral = Scene::of_game(&play("torus:6x6", SPIRAL)?);
    let seasons = Scene::of_game(&play(SEASONS, "c5 e3 c4 d3 d4 c3")?);
    Ok(vec![
        ("plane", plane.clone(), flat),
        ("diamond", plane, diamond),
        ("cylinder-strip", ring.clone(), flat),
        ("cylinder-annulus", ring, annulus),
        ("annulus-12", Scene::of_game(&play("cylinder:12x5", "a1 f3 c2 g3 c4 h2")?), annulus),
        ("torus-tiling", spiral, SvgStyle { copies: 3, ..flat }),
        ("seasons", seasons, flat),
        ("heat", heat_map()?, flat),
        ("one-cell", Scene::of_game(&play("1x1", "a1")?), flat),
        ("one-cell-annulus", Scene::of_game(&play("cylinder:1x1 first=blue", "a1")?), annulus),
    ])
}

/// An opening with a map that prefers the centre and the neighbourhood of the stones.
fn heat_map() -> Outcome<Scene> {
    let mut scene = Scene::of_game(&play("11x11", "c2 f6 h5 e8")?);
    let board: Board = scene.board();
    let center = Cell::new(6, 5);
    let warmth = |cell: Cell| {
        let dx = f64::from(cell.col) - f64::from(center.col);
        let dy = f64::from(cell.row) - f64::from(center.row);
        let square = dx * dx + dx * dy + dy * dy;
        scene.stone(cell).is_none().then(|| (-square / 14.0).exp())
    };
    scene.scores = Some(ScoreMap::new("policy", board, warmth));
    Ok(scene)
}

fn texts() -> Outcome<String> {
    let plain = TextStyle::default();
    let copies = TextStyle { copies: 3, ..plain };
    let numbers = TextStyle { scores: ScoreText::Numbers, numbers: true, ..plain };
    let drawings = [
        text(&Scene::of_game(&play("11x11", GAME)?), &plain),
        text(&Scene::of_game(&play("cylinder:5x7", RING)?), &copies),
        text(&Scene::of_game(&play("torus:6x6", SPIRAL)?), &copies),
        text(&Scene::of_game(&play(SEASONS, "c5 e3 c4 d3 d4 c3")?), &plain),
        text(&heat_map()?, &plain),
        text(&heat_map()?, &numbers),
        text(&Scene::of_game(&play("torus:6x6", SPIRAL)?), &TextStyle { color: true, ..copies }),
    ];
    Ok(drawings.join("\n"))
}
