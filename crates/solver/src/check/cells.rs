//! Sets of cells of one board, of any size.

use hexring_game::Site;

/// Some cells of a board, one bit each.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cells(Box<[u64]>);

impl Cells {
    /// No cell of a board with so many.
    pub(super) fn none(cells: usize) -> Self {
        Cells(vec![0; cells.div_ceil(64)].into())
    }

    /// Some cells of a board with so many.
    pub(super) fn of(cells: usize, sites: impl IntoIterator<Item = Site>) -> Self {
        let mut set = Cells::none(cells);
        sites.into_iter().for_each(|site| set.insert(site));
        set
    }

    pub(super) fn has(&self, site: Site) -> bool {
        self.0[site.index() / 64] >> (site.index() % 64) & 1 == 1
    }

    pub(super) fn insert(&mut self, site: Site) {
        self.0[site.index() / 64] |= 1 << (site.index() % 64);
    }

    /// The set with one cell more.
    pub(super) fn with(&self, site: Site) -> Self {
        let mut set = self.clone();
        set.insert(site);
        set
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn meets(&self, other: &Cells) -> bool {
        self.0.iter().zip(&other.0).any(|(word, theirs)| word & theirs != 0)
    }

    pub(super) fn is_within(&self, other: &Cells) -> bool {
        self.0.iter().zip(&other.0).all(|(word, theirs)| word & !theirs == 0)
    }

    /// Adds all cells of another set.
    pub(super) fn add(&mut self, other: &Cells) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, theirs)| *word |= theirs);
    }

    /// Keeps the cells that another set has too.
    pub(super) fn keep(&mut self, other: &Cells) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, theirs)| *word &= theirs);
    }

    /// The bytes that a set takes, about.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.0)
    }
}
