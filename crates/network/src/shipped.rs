//! The networks that come with the program: one for usual boards, one for large ones, and one for
//! games with seasons.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use hexring_game::{Board, Rules, Seasons, Topology, Turns};

use crate::error::LoadError;
use crate::network::{Network, Precision};

/// A board of more cells has the second network. On these the two are equally strong.
fn most_cells(topology: Topology) -> usize {
    match topology {
        Topology::Plane | Topology::Cylinder => 15 * 15,
        Topology::Torus => 13 * 13,
    }
}

fn is_large(board: Board) -> bool {
    board.cell_count() > most_cells(board.topology())
}

/// Whether some cells are closed at times, and nothing else is unusual.
fn has_seasons(rules: &Rules) -> bool {
    let closes = |seasons: &Seasons| seasons.count() > 1;
    rules.turns == Turns::Alternate && rules.seasons.as_ref().is_some_and(closes)
}

/// Something for each network.
#[derive(Clone, Debug)]
struct Each<T> {
    usual: T,
    large: T,
    seasons: T,
}

impl<T> Each<T> {
    /// What is for a game.
    fn of(&self, rules: &Rules) -> &T {
        if has_seasons(rules) {
            &self.seasons
        } else if is_large(rules.board) {
            &self.large
        } else {
            &self.usual
        }
    }

    /// The same with everything changed.
    fn try_map<U, E>(self, change: impl Fn(T) -> Result<U, E>) -> Result<Each<U>, E> {
        let Each { usual, large, seasons } = self;
        Ok(Each { usual: change(usual)?, large: change(large)?, seasons: change(seasons)? })
    }
}

/// What they are called.
const NAMES: Each<&str> =
    Each { usual: "hexring-3", large: "hexring-large-1", seasons: "seasons-1" };

/// The weights that come with the program, unless it was built from sources without them.
#[cfg(shipped_network)]
const WEIGHTS: Option<Each<&[u8]>> = Some(Each {
    usual: include_bytes!("../networks/hexring-3.safetensors"),
    large: include_bytes!("../networks/hexring-large-1.safetensors"),
    seasons: include_bytes!("../networks/seasons-1.safetensors"),
});
#[cfg(not(shipped_network))]
const WEIGHTS: Option<Each<&[u8]>> = None;

/// The weights that were handed in to a program that is built without them.
static SHIPPED: OnceLock<Each<Vec<u8>>> = OnceLock::new();

/// The networks that come with the program, once they are read, by precision.
static READ: [OnceLock<Networks>; 2] = [OnceLock::new(), OnceLock::new()];

impl Network {
    /// Whether networks come with the program.
    pub fn is_embedded() -> bool {
        weights().is_some()
    }

    /// The network for usual boards that comes with the program, read once.
    pub fn embedded() -> Result<Arc<Network>, LoadError> {
        embedded(Precision::default()).map(|networks| Arc::clone(networks.first()))
    }

    /// Makes the contents of three files the networks that come with the program, where the program
    /// and its networks are files of their own: that for usual boards, that for large ones, and
    /// that for seasons. Those that are there already stay.
    pub fn ship(usual: &[u8], large: &[u8], seasons: &[u8]) -> Result<(), LoadError> {
        let files = Each { usual, large, seasons };
        let files = files.try_map(|bytes| Network::from_bytes(bytes).map(|_| bytes.to_vec()))?;
        SHIPPED.get_or_init(|| files);
        Ok(())
    }
}

/// A network for every game: those that come with the program, or one of a file.
#[derive(Clone, Debug)]
pub struct Networks(Each<Arc<Network>>);

impl Networks {
    /// The network of a file for all games, or those that come with the program.
    pub fn new(file: Option<&Path>, precision: Precision) -> Result<Self, LoadError> {
        let Some(file) = file else { return embedded(precision).cloned() };
        let usual = Arc::new(Network::load_with(file, precision)?);
        let [large, seasons] = [&usual; 2].map(Arc::clone);
        Ok(Networks(Each { usual, large, seasons }))
    }

    /// The name of the network that a game gets, by its file: of those that come with the program
    /// if no other is given.
    pub fn name(file: Option<&Path>, rules: &Rules) -> String {
        let stem = file.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
        stem.unwrap_or_else(|| (*NAMES.of(rules)).to_owned())
    }

    /// The network for usual boards.
    pub fn first(&self) -> &Arc<Network> {
        &self.0.usual
    }

    /// The network for a game.
    pub fn of(&self, rules: &Rules) -> &Arc<Network> {
        self.0.of(rules)
    }

    /// The boards on which any of them was trained, with seasons or without.
    pub fn trained_on(&self) -> Vec<Board> {
        let Each { usual, large, seasons } = &self.0;
        let mut boards = Vec::new();
        for board in [usual, large, seasons].into_iter().flat_map(|network| network.trained_on()) {
            if !boards.contains(board) {
                boards.push(*board);
            }
        }
        boards
    }
}

/// The networks that come with the program, read once for each precision.
fn embedded(precision: Precision) -> Result<&'static Networks, LoadError> {
    let known = &READ[precision as usize];
    if let Some(networks) = known.get() {
        return Ok(networks);
    }
    let weights = weights().ok_or(LoadError::NotEmbedded)?;
    let read = |bytes| Network::with_precision(bytes, precision).map(Arc::new);
    let networks = Networks(weights.try_map(read)?);
    Ok(known.get_or_init(|| networks))
}

/// The weights that come with the program.
fn weights() -> Option<Each<&'static [u8]>> {
    let handed_in = SHIPPED.get().map(|Each { usual, large, seasons }| Each {
        usual: usual.as_slice(),
        large: large.as_slice(),
        seasons: seasons.as_slice(),
    });
    handed_in.or(WEIGHTS)
}
