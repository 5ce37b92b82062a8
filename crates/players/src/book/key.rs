//! Positions up to the symmetries of their board.

use hexring_game::{Board, Color, Position, Site, Symmetry};

/// A position as all its images have it: the stones, and who is to move. How the stones came there
/// does not matter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key {
    mover: Color,
    /// Twice the place of each stone, and one more for Blue's; in order.
    stones: Vec<u16>,
}

impl Key {
    /// How many stones there are.
    pub(super) fn len(&self) -> usize {
        self.stones.len()
    }
}

/// A stone: its place on the board, row by row, and its colour.
type Stone = (usize, Color);

/// All images of a board.
#[derive(Clone, Debug)]
pub(super) struct Images {
    board: Board,
    maps: Vec<Map>,
}

#[derive(Clone, Debug)]
struct Map {
    /// Where each place goes.
    places: Vec<u16>,
    exchanges: bool,
}

impl Images {
    /// The images of a board.
    pub(super) fn new(board: Board) -> Self {
        let map = |symmetry: Symmetry| {
            let place = |cell| {
                let site = board.site(symmetry.image(cell)).expect("symmetries stay on the board");
                site.index() as u16
            };
            Map {
                places: board.cells().map(place).collect(),
                exchanges: symmetry.exchanges_colors(),
            }
        };
        Images { board, maps: Symmetry::all(board).into_iter().map(map).collect() }
    }

    /// The key of a position with somebody to move.
    pub(super) fn key(&self, position: &Position, mover: Color) -> Key {
        self.key_of(&self.stones(position), mover)
    }

    /// The key after one more stone of whoever is to move, whether it ends the game or not.
    pub(super) fn key_after(&self, position: &Position, mover: Color, site: Site) -> Key {
        let mut stones = self.stones(position);
        stones.push((site.index(), mover));
        self.key_of(&stones, !mover)
    }

    /// The keys of the positions from which one stone leads to a position.
    pub(super) fn keys_before(&self, position: &Key) -> Vec<Key> {
        let stones: Vec<Stone> = position.stones.iter().map(|stone| unpacked(*stone)).collect();
        let before = !position.mover;
        let last = stones.iter().filter(|(_, color)| *color == before);
        let without = |stone: &Stone| {
            let rest: Vec<Stone> = stones.iter().filter(|other| *other != stone).copied().collect();
            self.key_of(&rest, before)
        };
        last.map(without).collect()
    }

    fn stones(&self, position: &Position) -> Vec<Stone> {
        let stone = |site: Site| Some((site.index(), position.stone_at(site)?));
        self.board.sites().filter_map(stone).collect()
    }

    /// The least of all images.
    fn key_of(&self, stones: &[Stone], mover: Color) -> Key {
        let image = |map: &Map| {
            let seen = |color: Color| if map.exchanges { !color } else { color };
            let stone = |(place, color): &Stone| packed(map.places[*place], seen(*color));
            let mut stones: Vec<u16> = stones.iter().map(stone).collect();
            stones.sort_unstable();
            Key { mover: seen(mover), stones }
        };
        self.maps.iter().map(image).min().expect("every board is an image of itself")
    }
}

fn packed(place: u16, color: Color) -> u16 {
    2 * place + u16::from(color == Color::Blue)
}

fn unpacked(stone: u16) -> Stone {
    (usize::from(stone / 2), if stone % 2 == 1 { Color::Blue } else { Color::Red })
}
