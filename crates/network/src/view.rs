//! The mover's view of a position: all that the first layer reads.
//!
//! The network sees the board as the player to move, who plays vertically: for Blue it is
//! transposed. Cells keep their order all the same. Only two things depend on who moves: which
//! neighbour is which tap of a convolution, and which planes a cell sets.
//!
//! Networks of an older format know the first planes only.

use hexring_game::{Color, DIRECTIONS, Edges, Position, Seasons, Site, Turns};

use crate::layer::{PLANES, TAPS};

/// The taps of a convolution as (row, column) steps in the view; the middle one is the cell.
const STEPS: [(i8, i8); TAPS] = [(-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0)];

/// A position as one player sees it.
pub(crate) struct View<'a> {
    position: &'a Position,
    mover: Color,
    /// By tap, the direction of the geometry; none for the cell itself.
    directions: [Option<usize>; TAPS],
}

impl<'a> View<'a> {
    /// How the player to move sees a position; where a coin is due, how Red sees it.
    ///
    /// # Panics
    /// If the game is over.
    pub(crate) fn new(position: &'a Position) -> Self {
        assert!(!position.is_over(), "nobody is to move");
        let mover = position.to_move().unwrap_or(Color::Red);
        let directions = STEPS.map(|(row, column)| {
            let step = if mover == Color::Red { (column, row) } else { (row, column) };
            DIRECTIONS.iter().position(|direction| *direction == step)
        });
        View { position, mover, directions }
    }

    /// For each cell the cells that its taps read; none off the board.
    pub(crate) fn taps(&self) -> impl Iterator<Item = [Option<Site>; TAPS]> + '_ {
        let geometry = self.position.geometry();
        self.position.board().sites().map(move |site| {
            self.directions.map(|direction| match direction {
                Some(direction) => geometry.link(site, direction).map(|link| link.to),
                None => Some(site),
            })
        })
    }

    /// For each cell the numbers that the first layer reads.
    pub(crate) fn planes(&self) -> impl Iterator<Item = [f32; PLANES]> + '_ {
        let topology = self.position.board().topology();
        let (rows_wrap, columns_wrap) = match self.mover {
            Color::Red => (topology.wraps_rows(), topology.wraps_columns()),
            Color::Blue => (topology.wraps_columns(), topology.wraps_rows()),
        };
        let rules = self.position.rules();
        let is_random = rules.turns == Turns::Random;
        self.position.board().sites().map(move |site| {
            let stone = self.position.stone_at(site);
            let [own, theirs] = match &rules.seasons {
                Some(seasons) => [self.mover, !self.mover].map(|c| self.wait(seasons, site, c)),
                None => [0.0; 2],
            };
            let is_set = |is_set: bool| f32::from(u8::from(is_set));
            [
                is_set(stone == Some(self.mover)),
                is_set(stone == Some(!self.mover)),
                1.0,
                is_set(self.touches(site, self.mover)),
                is_set(self.touches(site, !self.mover)),
                is_set(rows_wrap),
                is_set(columns_wrap),
                is_set(own > 0.0),
                is_set(theirs > 0.0),
                own,
                theirs,
                rules.seasons.as_ref().map_or(0.0, |seasons| 1.0 - 1.0 / count(seasons)),
                is_set(is_random),
            ]
        })
    }

    /// How many turns of its own a player has to make before a cell is open to it, in years.
    fn wait(&self, seasons: &Seasons, site: Site, color: Color) -> f32 {
        let (season, made) = (seasons.layout.season(site), self.position.moves_made(color));
        let turns = 0..u32::from(seasons.count());
        let wait = turns.into_iter().find(|turn| seasons.current(color, made + turn) == season);
        wait.expect("a year has all seasons") as f32 / count(seasons)
    }

    /// Whether a cell touches a border of a colour.
    fn touches(&self, site: Site, color: Color) -> bool {
        let borders = match color {
            Color::Red => [Edges::TOP, Edges::BOTTOM],
            Color::Blue => [Edges::LEFT, Edges::RIGHT],
        };
        let touched = self.position.geometry().edges(site);
        borders.iter().any(|border| touched.contains(*border))
    }
}

/// The number of seasons.
fn count(seasons: &Seasons) -> f32 {
    f32::from(seasons.count())
}
