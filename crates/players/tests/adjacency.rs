//! `adjacency` and `seasonal-adjacency` against explicit products of matrices.

mod positions;

use hexring_game::{Axis, Color, Game, Goal, Move, Position, Rules, Site};
use hexring_players::adjacency::{self, Ways};
use hexring_players::distance::distance;
use hexring_players::seasonal_adjacency::{self, Links};
use positions::{any_board, any_rules, choose, choose_with, random_game, stopped};
use proptest::prelude::*;

/// Copies of the board on either side of the middle one.
const COPIES: i32 = 4;

type Matrix = Vec<Vec<u128>>;

/// A colour's graph as a matrix: cells, in copies where the goal is a ring, and two borders.
struct Explicit {
    matrix: Matrix,
    cells: usize,
    /// Copies on either side.
    copies: i32,
}

impl Explicit {
    /// Links every two neighbours, then bypasses own stones one after another.
    fn new(position: &Position, color: Color) -> Self {
        let (geometry, cells) = (position.geometry(), position.board().cell_count());
        let axis = match geometry.goal(color) {
            Goal::Ring(axis) => Some(axis),
            Goal::Path { .. } => None,
        };
        let copies = if axis.is_some() { COPIES } else { 0 };
        let nodes = (2 * copies as usize + 1) * cells + 2;
        let mut graph = Explicit { matrix: vec![vec![0; nodes]; nodes], cells, copies };
        for site in position.board().sites().filter(|s| position.stone_at(*s) != Some(!color)) {
            for copy in -copies..=copies {
                graph.link_cell(position, color, axis, site, copy);
            }
        }
        for site in position.stones_of(color) {
            (-copies..=copies)
                .for_each(|copy| graph.bypass(graph.node(site.index(), copy).expect("inside")));
        }
        graph
    }

    fn node(&self, cell: usize, copy: i32) -> Option<usize> {
        let at = (copy + self.copies) as usize;
        (-self.copies..=self.copies).contains(&copy).then(|| at * self.cells + cell)
    }

    fn link(&mut self, a: usize, b: usize) {
        if a != b {
            (self.matrix[a][b], self.matrix[b][a]) = (1, 1);
        }
    }

    fn link_cell(
        &mut self,
        position: &Position,
        color: Color,
        axis: Option<Axis>,
        site: Site,
        copy: i32,
    ) {
        let geometry = position.geometry();
        let here = self.node(site.index(), copy).expect("inside");
        for link in geometry.links(site).filter(|l| position.stone_at(l.to) != Some(!color)) {
            let wrap = axis.map_or(0, |axis| i32::from(link.wrap().along(axis)));
            if let Some(there) = self.node(link.to.index(), copy + wrap) {
                self.link(here, there);
            }
        }
        if let Goal::Path { from, to } = geometry.goal(color) {
            for (side, node) in [(from, self.cells), (to, self.cells + 1)] {
                if geometry.edges(site).contains(side) {
                    self.link(here, node);
                }
            }
        }
    }

    fn bypass(&mut self, node: usize) {
        let around: Vec<usize> =
            (0..self.matrix.len()).filter(|other| self.matrix[node][*other] > 0).collect();
        for &a in &around {
            around.iter().for_each(|b| self.link(a, *b));
            (self.matrix[a][node], self.matrix[node][a]) = (0, 0);
        }
    }

    /// The entries that count: border to border, or cells of the middle copy to other copies.
    fn joined(&self, product: &Matrix) -> u128 {
        let entry = |row: usize, column: usize| product[row][column];
        if self.copies == 0 {
            return entry(self.cells, self.cells + 1);
        }
        let cells = (0..self.cells).flat_map(|cell| {
            let others = (-self.copies..=self.copies).filter(|copy| *copy != 0);
            others.map(move |copy| (cell, copy))
        });
        let node = |cell, copy| self.node(cell, copy).expect("inside");
        cells.map(|(cell, copy)| entry(node(cell, 0), node(cell, copy))).sum()
    }

    /// Multiplies by one matrix after another until the product joins what it shall.
    fn first_product(&self, matrices: &[Matrix]) -> Ways {
        let longest = (matrices.len() * (self.cells + 1)) as u32;
        let size = self.matrix.len();
        let mut product: Matrix = vec![vec![0; size]; size];
        (0..size).for_each(|node| product[node][node] = 1);
        for length in 1..=longest {
            product = multiply(&product, &matrices[(length as usize - 1) % matrices.len()]);
            let paths = self.joined(&product);
            if paths > 0 {
                return Ways { length, paths };
            }
        }
        Ways { length: longest + 1, paths: 0 }
    }

    /// The matrix of one season of a year, by the definition.
    fn season(&self, rules: &Rules, now: u8, next: u8, links: Links) -> Matrix {
        let layout = &rules.seasons.as_ref().expect("seasons").layout;
        let borders = if self.copies == 0 { self.cells..self.cells + 2 } else { 0..0 };
        let season = |node: usize| {
            let site = rules.board.sites().nth(node % self.cells).expect("a cell");
            (!borders.contains(&node)).then(|| layout.season(site))
        };
        let is_in = |node, wanted| season(node).is_none_or(|season| season == wanted);
        let mut matrix = self.matrix.clone();
        for (from, row) in matrix.iter_mut().enumerate() {
            for (to, entry) in row.iter_mut().enumerate() {
                let onward = is_in(from, now) && is_in(to, next);
                let back = is_in(from, next) && is_in(to, now);
                let open = is_in(from, now) && is_in(to, now)
                    || links != Links::Same && onward
                    || links == Links::Undirected && back;
                *entry = if from == to { 1 } else { *entry * u128::from(open) };
            }
        }
        matrix
    }
}

fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    let row = |row: &Vec<u128>| {
        let mut sums = vec![0_u128; b.len()];
        for (factor, others) in row.iter().zip(b).filter(|(factor, _)| **factor > 0) {
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum = sum.saturating_add(factor.saturating_mul(*other));
            }
        }
        sums
    };
    a.iter().map(row).collect()
}

fn any_links() -> impl Strategy<Value = Links> {
    prop_oneof![Just(Links::Directed), Just(Links::Undirected), Just(Links::Same)]
}

fn word(links: Links) -> &'static str {
    match links {
        Links::Directed => "directed",
        Links::Undirected => "undirected",
        Links::Same => "same",
    }
}

/// A small board: the products are dense.
fn small(board: &hexring_game::Board) -> bool {
    board.cell_count() <= 12
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn counting_equals_the_matrix_power(
        board in any_board(6).prop_filter("small", small), seed: u64, share in 0.0..1.0,
    ) {
        let Some(game) = random_game(Rules::new(board), seed, share) else { return Ok(()) };
        let position = game.position();
        for color in Color::ALL {
            let explicit = Explicit::new(position, color);
            let power = explicit.first_product(std::slice::from_ref(&explicit.matrix));
            prop_assert_eq!(adjacency::measure(position, None, color), power, "{} {}", board, color);
        }
    }

    #[test]
    fn years_equal_the_product_of_season_matrices(
        rules in any_rules(6).prop_filter("small", |r| small(&r.board) && r.seasons.is_some()),
        seed: u64, share in 0.0..1.0, links in any_links(),
    ) {
        let Some(game) = random_game(rules, seed, share) else { return Ok(()) };
        let (position, rules) = (game.position(), game.rules());
        let seasons = rules.seasons.as_ref().expect("filtered");
        for color in Color::ALL {
            let explicit = Explicit::new(position, color);
            let at = |turn: u8| seasons.current(color, position.moves_made(color) + u32::from(turn));
            let year = (0..seasons.count())
                .map(|turn| explicit.season(rules, at(turn), at(turn + 1), links));
            let product = explicit.first_product(&year.collect::<Vec<_>>());
            let fast = seasonal_adjacency::measure(position, None, color, links);
            prop_assert_eq!(fast, product, "{} {}", rules, color);
        }
    }

    #[test]
    fn without_seasons_all_are_one(board in any_board(7), seed: u64, share in 0.0..1.0) {
        let Some(game) = random_game(Rules::new(board), seed, share) else { return Ok(()) };
        let choice = choose("adjacency", seed, &game);
        for links in ["directed", "undirected", "same"] {
            let spec = format!("seasonal-adjacency:links={links}");
            let seasonal = choose(&spec, seed, &game);
            prop_assert_eq!(&seasonal.maps, &choice.maps);
            prop_assert_eq!(seasonal.mv, choice.mv);
        }
    }

    /// The least number of stones is the number of cells on a shortest way.
    #[test]
    fn lengths_are_distances(board in any_board(7), seed: u64, share in 0.0..1.0) {
        let Some(game) = random_game(Rules::new(board), seed, share) else { return Ok(()) };
        let position = game.position();
        for color in Color::ALL {
            let is_ring = matches!(position.geometry().goal(color), Goal::Ring(_));
            let stones = u32::from(distance(position, color).expect("ongoing"));
            let length = adjacency::measure(position, None, color).length;
            prop_assert_eq!(length, stones + u32::from(!is_ring));
        }
    }

    /// What the players say about every move is what measuring after that move gives.
    #[test]
    fn maps_show_the_measures(
        rules in any_rules(5), seed: u64, share in 0.0..1.0, links in any_links(),
    ) {
        let Some(game) = random_game(rules, seed, share) else { return Ok(()) };
        let position = game.position();
        let mover = position.to_move().expect("ongoing");
        let choice = choose(&format!("seasonal-adjacency:links={}", word(links)), seed, &game);
        let shown = |name: &str, cell| {
            let map = choice.maps.iter().find(|map| map.name == name).expect("a map");
            map.scores.iter().find(|(at, _)| *at == cell).expect("a legal cell").1
        };
        for site in position.legal_sites() {
            let (cell, placed) = (position.board().cell(site), Some((site, mover)));
            for (color, who) in [(mover, "own"), (!mover, "opponent")] {
                let ways = seasonal_adjacency::measure(position, placed, color, links);
                prop_assert_eq!(shown(&format!("{who} length"), cell), f64::from(ways.length));
                prop_assert_eq!(shown(&format!("{who} paths"), cell), ways.paths as f64);
            }
        }
    }

    /// The chosen move is best by the printed rule, computed move by move, whichever of the source's
    /// details are taken over.
    #[test]
    fn the_best_move_is_chosen(
        rules in any_rules(5), seed: u64, share in 0.0..1.0, quarters in 0u8..=4, integer: bool,
        ties in prop_oneof![Just("uniform"), Just("listing")],
    ) {
        let Some(game) = random_game(rules, seed, share) else { return Ok(()) };
        let (position, delta) = (game.position(), f64::from(quarters) / 4.0);
        let mover = position.to_move().expect("ongoing");
        let score = |site: Site| {
            let placed = Some((site, mover));
            let own = adjacency::measure(position, placed, mover);
            let other = adjacency::measure(position, placed, !mover);
            // In the listing a direct link between the borders has length 0.
            let first = f64::from(u8::from(integer));
            let (one, two) = (f64::from(own.length) - first, f64::from(other.length) - first);
            let s1 = delta * one - (1.0 - delta) * two;
            let paths = |ways: Ways| match integer {
                true => f64::from(i32::try_from(ways.paths).unwrap_or(i32::MAX)),
                false => ways.paths as f64,
            };
            let s2 = -delta * paths(own) + (1.0 - delta) * paths(other);
            if integer { ((s1 as i64) as f64, (s2 as i64) as f64) } else { (s1, s2) }
        };
        let rounding = if integer { "integer" } else { "exact" };
        let spec = format!("adjacency:aggression={delta},rounding={rounding},ties={ties}");
        let choice = choose(&spec, seed, &game);
        let Move::Place(cell) = choice.mv else { panic!("{} is no cell", choice.mv) };
        let chosen = score(position.board().site(cell).expect("on the board"));
        for site in position.legal_sites() {
            prop_assert!(chosen <= score(site), "{} against {}", cell, position.board().cell(site));
        }
    }
}

/// Both cells are equal. The walk of the listing ends at the last one with 5/8: it is there before the
/// last coin with 1/4, and else this coin brings it there with 1/2.
#[test]
fn ties_of_the_listing_favour_the_last_cell() {
    let game = Game::new("1x2 first=blue".parse().expect("rules")).expect("rules");
    let last = |ties: &str| {
        let chooses = |seed: &u64| {
            let choice = choose(&format!("adjacency:ties={ties}"), *seed, &game);
            choice.mv == "a2".parse().expect("a cell")
        };
        (0..400).filter(chooses).count()
    };
    assert!((165..=235).contains(&last("uniform")), "{} of 400", last("uniform"));
    assert!((216..=284).contains(&last("listing")), "{} of 400", last("listing"));
}

#[test]
fn an_empty_board_is_counted_by_hand() {
    let position = Position::new("3x3".parse().expect("rules")).expect("rules");
    // From row to row straight down or to the left: 2·2 from c, 2·2 − 1 from b, 1 from a.
    let expected = Ways { length: 4, paths: 8 };
    for color in Color::ALL {
        assert_eq!(adjacency::measure(&position, None, color), expected);
    }
}

#[test]
fn finished_connections_have_fixed_lengths() {
    let after = |moves: [&str; 4]| {
        let mut game = Game::new("cylinder:2x2".parse().expect("rules")).expect("rules");
        for cell in moves.iter().filter(|cell| !cell.is_empty()) {
            game.play(cell.parse().expect("a cell")).expect("legal");
        }
        Color::ALL.map(|color| adjacency::measure(game.position(), None, color))
    };
    let none = Ways { length: 6, paths: 0 };
    assert_eq!(after(["a1", "b1", "a2", ""]), [Ways { length: 1, paths: 1 }, none]);
    assert_eq!(after(["a1", "a2", "b1", "b2"]), [none, Ways { length: 0, paths: 1 }]);
}

#[test]
fn a_stopped_player_takes_the_best_so_far() {
    let game = Game::new("torus:9x9".parse().expect("rules")).expect("rules");
    let choice = choose_with("adjacency", 1, &game, stopped());
    assert!(game.position().is_legal(choice.mv));
    assert_eq!(choice.work.count, 2, "both colours after one move");
    // One move alone may take long here: it is given up, and any cell is played.
    let choice = choose_with("seasonal-adjacency", 1, &game, stopped());
    assert!(game.position().is_legal(choice.mv) && choice.maps.is_empty());
}
