//! What all games under the same rules share, and how a position looks to an agent.
//!
//! | plane | what is 1 in it |
//! |---|---|
//! | `red`, `blue` | the stones |
//! | `blue to move` | every cell, when Blue is to move |
//! | `red season`, `blue season` | with seasons: the cells that are open to a colour at its next turn |
//! | `season 1` … | with seasons: the cells of each |

use hexring_game::{Color, Move, Position, Site, Swap, Turns};

use super::legal;

/// Rules and their start, laid out for many games.
pub(crate) struct Course {
    pub(crate) start: Position,
    pub(crate) sites: Vec<Site>,
    pub(crate) has_swap: bool,
    pub(crate) has_coins: bool,
    pub(crate) has_seasons: bool,
    /// The season of every cell, where there are seasons.
    seasons: Vec<u8>,
    season_count: usize,
}

/// Planes of stones, turns and seasons.
const STONES_AND_TURN: usize = 3;

impl Course {
    /// Games that begin in this position.
    pub(crate) fn of(start: &Position) -> Self {
        let (rules, board) = (start.rules(), start.board());
        let layout = rules.seasons.as_ref();
        let season = |seasons: &hexring_game::Seasons| -> Vec<u8> {
            board.sites().map(|site| seasons.layout.season(site)).collect()
        };
        Course {
            start: start.clone(),
            sites: board.sites().collect(),
            has_swap: rules.swap != Swap::None,
            has_coins: rules.turns == Turns::Random,
            has_seasons: layout.is_some(),
            seasons: layout.map(season).unwrap_or_default(),
            season_count: layout.map_or(0, |seasons| seasons.count().into()),
        }
    }

    /// How many actions there are.
    #[inline]
    pub(crate) fn actions(&self) -> usize {
        self.sites.len() + usize::from(self.has_swap)
    }

    /// How many planes an observation has.
    pub(crate) fn plane_count(&self) -> usize {
        let seasonal = if self.has_seasons { 2 + self.season_count } else { 0 };
        STONES_AND_TURN + seasonal
    }

    /// What the planes are.
    pub(crate) fn plane_names(&self) -> Vec<String> {
        let mut names: Vec<String> = ["red", "blue", "blue to move"].map(str::to_owned).into();
        if self.has_seasons {
            names.extend(["red season", "blue season"].map(str::to_owned));
            names.extend((1..=self.season_count).map(|season| format!("season {season}")));
        }
        names
    }

    /// Whether an action may be played.
    fn is_legal(&self, position: &Position, action: usize) -> bool {
        let Some(mover) = position.to_move() else { return false };
        let Some(site) = self.sites.get(action) else { return position.is_legal(Move::Swap) };
        let is_in_season =
            !self.has_seasons || position.season(mover) == Some(self.seasons[action]);
        is_in_season && position.stone_at(*site).is_none()
    }
}

/// Which actions are legal, as Python sees them and as bits; kept up to date by small changes.
pub(crate) struct Options<'a> {
    pub(crate) mask: &'a mut [bool],
    pub(crate) legal: &'a mut [u64],
}

impl Options<'_> {
    /// Writes all of them anew.
    pub(crate) fn write(&mut self, course: &Course, position: &Position) {
        for action in 0..course.actions() {
            self.set(action, course.is_legal(position, action));
        }
    }

    /// A stone has been placed, where that changes nothing for other cells.
    #[inline]
    pub(crate) fn take(&mut self, course: &Course, position: &Position, action: u32) {
        self.set(action as usize, false);
        if course.has_swap {
            self.set(course.sites.len(), position.is_legal(Move::Swap));
        }
    }

    #[inline]
    fn set(&mut self, action: usize, is_legal: bool) {
        self.mask[action] = is_legal;
        legal::set(self.legal, action, is_legal);
    }
}

/// The planes of one position, kept up to date by small changes.
pub(crate) struct View<'a> {
    pub(crate) course: &'a Course,
    pub(crate) planes: &'a mut [u8],
}

impl View<'_> {
    fn plane(&mut self, index: usize) -> &mut [u8] {
        let cells = self.course.sites.len();
        &mut self.planes[index * cells..(index + 1) * cells]
    }

    /// Draws everything anew.
    pub(crate) fn draw(&mut self, position: &Position) {
        let course = self.course;
        for color in Color::ALL {
            let stones = self.plane(color.index());
            for (stone, site) in stones.iter_mut().zip(&course.sites) {
                *stone = u8::from(position.stone_at(*site) == Some(color));
            }
        }
        for season in 0..course.season_count {
            self.mark_season(STONES_AND_TURN + 2 + season, season as u8);
        }
        self.turn(position);
    }

    /// A new stone.
    #[inline]
    pub(crate) fn place(&mut self, site: Site, color: Color) {
        self.planes[color.index() * self.course.sites.len() + site.index()] = 1;
    }

    /// Whose turn it is, and the seasons.
    #[inline]
    pub(crate) fn turn(&mut self, position: &Position) {
        let is_blue = position.to_move() == Some(Color::Blue);
        self.plane(2).fill(u8::from(is_blue));
        if self.course.has_seasons {
            for color in Color::ALL {
                let season = position.season(color).unwrap_or_default();
                self.mark_season(STONES_AND_TURN + color.index(), season);
            }
        }
    }

    /// Writes the cells of a season into a plane.
    fn mark_season(&mut self, plane: usize, season: u8) {
        let course = self.course;
        for (cell, own) in self.plane(plane).iter_mut().zip(&course.seasons) {
            *cell = u8::from(*own == season);
        }
    }
}
