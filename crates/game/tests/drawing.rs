//! Drawings: pictures under snapshot, and what must hold for the drawing of any board.

use std::collections::BTreeMap;

use hexring_game::draw::{
    DrawError, Layout, Scene, ScoreMap, ScoreText, SvgStyle, TextStyle, Theme, svg, text,
};
use hexring_game::{
    Board, ByColor, Cell, Certificate, Color, Connectivity, Game, Geometry, Move, Rotation, Rules,
    Topology, Winding,
};
use proptest::prelude::*;

const PLAIN: TextStyle =
    TextStyle { color: false, copies: 0, numbers: false, scores: ScoreText::Digits, legend: true };

fn play(rules: &str, moves: &str) -> Game {
    let mut game = Game::new(rules.parse::<Rules>().expect(rules)).expect(rules);
    for word in moves.split_whitespace() {
        game.play(word.parse::<Move>().expect(word)).expect(word);
    }
    game
}

fn scene(rules: &str, moves: &str) -> Scene {
    Scene::of_game(&play(rules, moves))
}

fn draw_svg(scene: &Scene, style: &SvgStyle) -> String {
    svg(scene, style).expect("this layout fits this board")
}

/// A game of random legal moves to its end.
fn random_game(board: Board, seed: u64) -> Game {
    let mut game = Game::new(Rules::new(board)).expect("classic rules");
    let mut state = seed.wrapping_mul(2) + 1;
    while game.ending().is_none() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moves = game.position().legal_moves();
        game.play(moves[(state >> 33) as usize % moves.len()]).expect("legal");
    }
    game
}

fn boards() -> impl Strategy<Value = Board> {
    let size = || prop_oneof![4 => 1..=8u8, 1 => 9..=53u8];
    let topology = prop::sample::select(Topology::ALL.to_vec());
    (topology, size(), size())
        .prop_map(|(topology, cols, rows)| Board::new(topology, cols, rows).expect("in range"))
}

fn styles() -> impl Strategy<Value = SvgStyle> {
    (1..=12u8, 0..=4u8, any::<[bool; 4]>()).prop_map(|(hour, copies, [a, b, c, d])| SvgStyle {
        layout: Layout::Flat(Rotation::new(hour).expect("an hour")),
        copies,
        theme: Theme::Auto,
        coordinates: a,
        numbers: b,
        scores: c,
        background: d,
    })
}

/// Opening tags of a well-formed document, in order, with their attributes.
///
/// # Panics
/// If tags do not match, attributes are not quoted or given twice, or a bare `<` or `&` stands in
/// the text.
fn parse_xml(document: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let (mut open, mut elements) = (Vec::new(), Vec::new());
    let mut rest = document;
    while let Some(start) = rest.find('<') {
        check_text(&rest[..start]);
        let end = rest.find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "closing tag");
            continue;
        }
        let (name, attributes) = parse_tag(tag.trim_end_matches('/'));
        if !tag.ends_with('/') {
            open.push(name.clone());
        }
        elements.push((name, attributes));
        assert!(!open.is_empty() || rest.trim().is_empty(), "one root");
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "open tags at the end: {open:?}");
    elements
}

fn parse_tag(tag: &str) -> (String, BTreeMap<String, String>) {
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    let mut attributes = BTreeMap::new();
    while !rest.is_empty() {
        let (key, after) = rest.split_once("=\"").expect("a quoted attribute");
        let (value, after) = after.split_once('"').expect("an attribute ends");
        check_text(value);
        assert!(key.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-'), "attribute {key}");
        assert!(attributes.insert(key.to_owned(), value.to_owned()).is_none(), "{key} twice");
        rest = after.trim_start();
    }
    (name.to_owned(), attributes)
}

fn check_text(text: &str) {
    for (at, _) in text.match_indices('&') {
        let entity = text[at..].split_once(';').map(|(entity, _)| entity);
        assert!(["&amp", "&lt", "&gt", "&quot", "&#39"].contains(&entity.unwrap_or_default()));
    }
}

/// The lines of the winning walks: of the board itself, or of its copies.
fn walk_lines(document: &str, copies: bool) -> Vec<Vec<(f64, f64)>> {
    let elements = parse_xml(document);
    let mut in_copy = false;
    let mut lines = Vec::new();
    for (_, attributes) in &elements {
        match attributes.get("class").map(String::as_str) {
            Some("walk") => in_copy = false,
            Some("walk copy") => in_copy = true,
            Some("core") if in_copy == copies => {
                let data = attributes["d"].split('M').filter(|line| !line.is_empty());
                lines.extend(data.map(|line| line.split('L').map(point).collect::<Vec<_>>()));
            }
            _ => {}
        }
    }
    lines
}

fn point(text: &str) -> (f64, f64) {
    let (x, y) = text.split_once(' ').expect("two coordinates");
    (x.parse().expect("x"), y.parse().expect("y"))
}

fn length(line: &[(f64, f64)]) -> f64 {
    line.windows(2).map(|pair| (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1)).sum()
}

#[test]
fn text_of_planes() {
    let drawings = [
        text(&scene("1x1", ""), &PLAIN),
        text(&scene("1x1", "a1"), &PLAIN),
        text(&scene("5x1", "b1"), &PLAIN),
        text(&scene("1x4", "a2 a3"), &PLAIN),
        text(&scene("4x3", "b2 a2 c1 d1 b3"), &PLAIN),
        text(&scene("4x3", "b2 a2 c1 d1 b3"), &TextStyle { numbers: true, ..PLAIN }),
    ];
    insta::assert_snapshot!(drawings.join("\n"));
}

#[test]
fn text_across_the_seam() {
    let copies = TextStyle { copies: 2, ..PLAIN };
    let ring = scene("cylinder:5x7", "c1 c4 c2 d4 d3 a5 b4 e4 e3 b5 a4 e5");
    let spiral = "a1 c1 a2 d1 b2 b3 c2 d2 c3 a4 d3 b4 d4";
    let drawings = [
        text(&ring, &PLAIN),
        text(&ring, &copies),
        text(
            &scene("cylinder:5x3", "c1 c2 a2 d2 b2 e2 d1 a3 e1 b3 b1 e3"),
            &TextStyle { copies: 1, legend: false, ..PLAIN },
        ),
        text(&scene("cylinder:1x2 first=blue", "a1"), &copies),
        text(&scene("torus:4x4", spiral), &copies),
    ];
    insta::assert_snapshot!(drawings.join("\n"));
}

#[test]
fn text_of_seasons_scores_and_labels() {
    let seasons = "4x4 seasons=1231/2312/3123/1231 years=123/231";
    let mut labelled = scene("3x3", "b2");
    labelled.labels.insert("a3".parse().expect("a cell"), "A".to_owned());
    let numbers = TextStyle { scores: ScoreText::Numbers, ..PLAIN };
    let drawings = [
        text(&scene(seasons, "a1 b1"), &PLAIN),
        text(&with_scores(scene("4x3", "b2 c2")), &PLAIN),
        text(&with_scores(scene("4x3", "b2 c2")), &numbers),
        text(&labelled, &PLAIN),
    ];
    insta::assert_snapshot!(drawings.join("\n"));
}

#[test]
fn text_in_colour() {
    let style = TextStyle { color: true, copies: 1, ..PLAIN };
    let drawing = text(&scene("cylinder:2x3", "a1 a2 a3 b2"), &style);
    insta::assert_snapshot!(drawing.replace('\x1b', "ESC"));
}

fn with_scores(mut scene: Scene) -> Scene {
    let empty = |cell| scene.stone(cell).is_none();
    let value = |cell: Cell| f64::from(cell.col) / 3.0 * f64::from(cell.row) / 2.0;
    let map = ScoreMap::new("win rate", scene.board(), |cell| empty(cell).then(|| value(cell)));
    scene.scores = Some(map);
    scene
}

#[test]
fn svg_of_small_boards() {
    let flat = SvgStyle { theme: Theme::Light, copies: 1, ..SvgStyle::default() };
    let annulus = SvgStyle { layout: Layout::Annulus, theme: Theme::Dark, ..flat };
    let diamond = SvgStyle { layout: Layout::Flat(Rotation::DIAMOND), theme: Theme::Auto, ..flat };
    let ring = scene("cylinder:2x3", "a1 a2 a3 b2");
    insta::assert_snapshot!("svg_one_cell", draw_svg(&scene("1x1", "a1"), &flat));
    insta::assert_snapshot!("svg_strip", draw_svg(&ring, &flat));
    insta::assert_snapshot!("svg_annulus", draw_svg(&ring, &annulus));
    insta::assert_snapshot!("svg_torus", draw_svg(&scene("torus:2x2", "a1 b1 a2"), &flat));
    let scores = with_scores(scene("3x2 seasons=123/231 years=123/231", "a1 b1"));
    insta::assert_snapshot!("svg_scores", draw_svg(&scores, &diamond));
}

#[test]
fn annulus_needs_a_cylinder() {
    let style = SvgStyle { layout: Layout::Annulus, ..SvgStyle::default() };
    for board in ["3x3", "torus:3x3"] {
        let board: Board = board.parse().expect("a board");
        let error = svg(&Scene::of_game(&random_game(board, 1)), &style).expect_err("no cylinder");
        assert_eq!(error, DrawError::NoAnnulus(board));
        assert!(error.to_string().contains(&board.to_string()), "{error}");
    }
}

#[test]
fn layouts_and_themes_are_words() {
    for layout in (1..=12).map(|hour| format!("r{hour}").parse::<Layout>().expect("a rotation")) {
        assert_eq!(layout.to_string().parse(), Ok(layout));
    }
    assert_eq!("annulus".parse(), Ok(Layout::Annulus));
    assert_eq!("diamond".parse::<Layout>(), "r9".parse());
    for theme in [Theme::Auto, Theme::Light, Theme::Dark] {
        assert_eq!(theme.to_string().parse(), Ok(theme));
    }
    for word in ["round", "r", "r+3", "r1x", ""] {
        let error = word.parse::<Layout>().expect_err(word).to_string();
        assert!(error.contains(&format!("\"{word}\"")), "{error}");
    }
    assert!("r13".parse::<Layout>().expect_err("an hour").to_string().contains("1 to 12"));
    assert!("pink".parse::<Theme>().expect_err("a theme").to_string().contains("\"pink\""));
}

#[test]
fn a_swap_of_pieces_takes_the_number_along() {
    let pieces = scene("4x4 swap=pieces", "b3 swap a1");
    let numbers = [("c2", 2), ("a1", 3)].map(|(cell, n)| (cell.parse().expect("a cell"), n));
    assert_eq!(pieces.numbers, BTreeMap::from(numbers));
    let sides = scene("4x4 swap=sides", "b3 swap a1");
    let numbers = [("b3", 1), ("a1", 3)].map(|(cell, n)| (cell.parse().expect("a cell"), n));
    assert_eq!(sides.numbers, BTreeMap::from(numbers));
}

#[test]
fn both_rings_of_a_torus_can_be_drawn() {
    let board: Board = "torus:2x2".parse().expect("a board");
    let of = |names: [&str; 2]| names.map(|name| name.parse().expect("a cell")).to_vec();
    let stones = ByColor { red: of(["a1", "b2"]), blue: of(["b1", "a2"]) };
    let geometry = Geometry::new(board);
    let mut connectivity = Connectivity::new(&geometry);
    let mut scene = Scene::of_stones(board, &stones);
    for color in Color::ALL {
        for cell in &stones[color] {
            connectivity.place(&geometry, board.site(*cell).expect("on the board"), color);
        }
        scene.certificates.extend(Certificate::find(&geometry, &connectivity, color));
    }
    assert!(scene.certificates.iter().map(|certificate| certificate.color).eq(Color::ALL));
    parse_xml(&draw_svg(&scene, &SvgStyle::default()));
    insta::assert_snapshot!(text(&scene, &TextStyle { copies: 1, ..PLAIN }));
}

#[test]
fn words_are_escaped_and_marks_outside_are_not_drawn() {
    let mut scene = scene("3x3", "b2");
    scene.title = Some("a < b & \"c\"".to_owned());
    scene.labels.insert(Cell::new(0, 0), "<&>".to_owned());
    scene.labels.insert(Cell::new(40, 40), "out".to_owned());
    scene.last = Some(Cell::new(50, 50));
    let document = draw_svg(&scene, &SvgStyle::default());
    parse_xml(&document);
    assert!(document.contains(">&lt;&amp;&gt;</text>") && !document.contains("out</text>"));
    assert!(text(&scene, &PLAIN).contains("<&>"));
}

#[test]
fn the_largest_boards_are_drawn() {
    for topology in Topology::ALL {
        for (cols, rows) in [(53, 53), (53, 1), (1, 53)] {
            let board = Board::new(topology, cols, rows).expect("in range");
            let scene = Scene::of_game(&random_game(board, 3));
            parse_xml(&draw_svg(&scene, &SvgStyle::default()));
            check_alignment(board);
            if topology == Topology::Cylinder {
                let style = SvgStyle { layout: Layout::Annulus, ..SvgStyle::default() };
                parse_xml(&draw_svg(&scene, &style));
            }
        }
    }
}

/// On an empty board all cells are dots, two characters apart, and every row is shifted by one
/// against the row above and the column names.
fn check_alignment(board: Board) {
    let scene = Scene::of_stones(board, &ByColor::default());
    let drawing = text(&scene, &TextStyle { legend: false, ..PLAIN });
    let lines: Vec<&str> = drawing.lines().collect();
    let columns = |line: &str, found: &dyn Fn(char) -> bool| -> Vec<usize> {
        line.char_indices().filter(|(_, c)| found(*c)).map(|(at, _)| at).collect()
    };
    let rows: Vec<Vec<usize>> = lines
        .iter()
        .map(|line| columns(line, &|c| c == '.'))
        .filter(|row| !row.is_empty())
        .collect();
    assert_eq!(rows.len(), usize::from(board.rows()), "{board}");
    for (index, row) in rows.iter().enumerate() {
        let expected = (0..usize::from(board.cols())).map(|col| rows[0][0] + index + 2 * col);
        assert!(row.iter().copied().eq(expected), "{board}: row {}\n{drawing}", index + 1);
    }
    let names = |line: &str| columns(line, &|c: char| c.is_ascii_lowercase());
    let top = usize::from(board.cols() > 26);
    let first: Vec<usize> = rows[0].iter().map(|at| at - 1).collect();
    assert_eq!(names(lines[top]), first, "{board}\n{drawing}");
    let last: Vec<usize> = rows[rows.len() - 1].iter().map(|at| at + 1).collect();
    assert_eq!(names(lines[lines.len() - 1]), last, "{board}\n{drawing}");
}

fn without_escapes(text: &str) -> String {
    let mut out = String::new();
    for (index, part) in text.split("\x1b[").enumerate() {
        out += if index == 0 { part } else { part.split_once('m').expect("an escape ends").1 };
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_cell_is_drawn_once_and_copies_repeat_it(
        board in boards(), seed: u64, style in styles()
    ) {
        let scene = Scene::of_game(&random_game(board, seed));
        let document = draw_svg(&scene, &style);
        prop_assert_eq!(&document, &draw_svg(&scene, &style));
        let mut own: BTreeMap<Cell, u32> = BTreeMap::new();
        let mut copies = 0;
        for (_, attributes) in parse_xml(&document) {
            let Some(cell) = attributes.get("data-cell") else { continue };
            let cell: Cell = cell.parse().expect("a cell");
            prop_assert!(board.contains(cell));
            match attributes["class"].as_str() {
                "cell" => *own.entry(cell).or_default() += 1,
                _ => copies += 1,
            }
        }
        prop_assert!(own.len() == board.cell_count() && own.values().all(|count| *count == 1));
        let size = |size: u8, wraps: bool| usize::from(size) + if wraps { 2 * usize::from(style.copies) } else { 0 };
        let topology = board.topology();
        let window = size(board.cols(), topology.wraps_columns()) * size(board.rows(), topology.wraps_rows());
        prop_assert_eq!(copies, window - board.cell_count());
    }

    #[test]
    fn winning_walks_go_from_cell_to_neighbour_also_across_the_seam(
        board in boards(), seed: u64, style in styles()
    ) {
        let scene = Scene::of_game(&random_game(board, seed));
        let document = draw_svg(&scene, &style);
        let (own, copies) = (walk_lines(&document, false), walk_lines(&document, true));
        // Half the distance of two neighbours is 18 pixels.
        prop_assert!(own.iter().chain(&copies).all(|line| (length(line) - 18.0).abs() < 0.05));
        let certificate = &scene.certificates[0];
        let ring = certificate.winding != Winding::ZERO;
        let steps = certificate.cells.len() - usize::from(!ring);
        prop_assert_eq!(own.len(), 2 * steps);
        // A step that leaves the board goes on in a copy, if copies are shown.
        let ends = |line: &Vec<(f64, f64)>| line[line.len() - 1];
        let met = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1) < 0.05;
        if style.copies > 0 {
            for (index, line) in own.iter().enumerate() {
                let mut others = own.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, l)| l).chain(&copies);
                prop_assert!(others.any(|other| met(ends(line), ends(other))));
            }
        }
    }

    #[test]
    fn rings_close_on_an_annulus(cols in 1..=12u8, rows in 1..=9u8, seed: u64) {
        let board = Board::new(Topology::Cylinder, cols, rows).expect("in range");
        let scene = Scene::of_game(&random_game(board, seed));
        let style = SvgStyle { layout: Layout::Annulus, ..SvgStyle::default() };
        let lines = walk_lines(&draw_svg(&scene, &style), false);
        let certificate = &scene.certificates[0];
        // Every half step ends where the other half of the same step ends.
        for pair in lines.chunks(2) {
            let [a, b] = [&pair[0], &pair[1]].map(|line| line[line.len() - 1]);
            prop_assert!((a.0 - b.0).hypot(a.1 - b.1) < 0.05);
        }
        // The angles of a ring add up to its winding.
        let angle = |line: &Vec<(f64, f64)>| line.windows(2).map(|pair| {
            let turn = pair[1].0.atan2(-pair[1].1) - pair[0].0.atan2(-pair[0].1);
            (turn + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI
        }).sum::<f64>();
        let total: f64 = lines.chunks(2).map(|pair| angle(&pair[0]) - angle(&pair[1])).sum();
        let expected = f64::from(certificate.winding.a) * std::f64::consts::TAU;
        prop_assert!(certificate.color == Color::Red || (total - expected).abs() < 0.05);
    }

    #[test]
    fn text_lines_are_aligned(board in boards()) {
        check_alignment(board);
    }

    #[test]
    fn colours_change_nothing_but_colours(
        board in boards(), seed: u64, copies in 0..4u8, numbers: bool
    ) {
        let scene = Scene::of_game(&random_game(board, seed));
        let plain = TextStyle { copies, numbers, ..PLAIN };
        let drawing = text(&scene, &plain);
        let colored = text(&scene, &TextStyle { color: true, ..plain });
        let trimmed: Vec<String> = without_escapes(&colored).lines().map(|l| l.trim_end().to_owned()).collect();
        prop_assert_eq!(drawing.lines().collect::<Vec<_>>(), trimmed);
    }
}
