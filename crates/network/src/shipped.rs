//! The networks that come with the program: one for usual boards, and one for large ones.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use hexring_game::{Board, Topology};

use crate::error::LoadError;
use crate::network::{Network, Precision};

/// A board of more cells has the second network. On these the two are equally strong.
fn most_cells(topology: Topology) -> usize {
    match topology {
        Topology::Plane | Topology::Cylinder => 15 * 15,
        Topology::Torus => 13 * 13,
    }
}

/// How many networks there are.
const COUNT: usize = 2;

/// The contents of their files, that for usual boards first.
type Files<T> = [T; COUNT];

/// The weights that come with the program, unless it was built from sources without them.
#[cfg(shipped_network)]
const WEIGHTS: Option<Files<&[u8]>> = Some([
    include_bytes!("../networks/hexring-1.safetensors"),
    include_bytes!("../networks/hexring-large-1.safetensors"),
]);
#[cfg(not(shipped_network))]
const WEIGHTS: Option<Files<&[u8]>> = None;

/// The weights that were handed in to a program that is built without them.
static SHIPPED: OnceLock<Files<Vec<u8>>> = OnceLock::new();

/// The networks that come with the program, once they are read, by precision.
static READ: [OnceLock<Files<Arc<Network>>>; 2] = [OnceLock::new(), OnceLock::new()];

impl Network {
    /// Whether networks come with the program.
    pub fn is_embedded() -> bool {
        weights().is_some()
    }

    /// The network for usual boards that comes with the program, read once.
    pub fn embedded() -> Result<Arc<Network>, LoadError> {
        embedded(Precision::default()).map(|[usual, _]| Arc::clone(usual))
    }

    /// Makes the contents of two files the networks that come with the program, where the program
    /// and its networks are files of their own: that for usual boards, and that for large ones.
    /// Those that are there already stay.
    pub fn ship(usual: &[u8], large: &[u8]) -> Result<(), LoadError> {
        let files = [usual, large];
        for bytes in files {
            Network::from_bytes(bytes)?;
        }
        SHIPPED.get_or_init(|| files.map(<[u8]>::to_vec));
        Ok(())
    }
}

/// A network for every board: the two that come with the program, or one of a file.
#[derive(Clone, Debug)]
pub struct Networks {
    usual: Arc<Network>,
    large: Arc<Network>,
}

impl Networks {
    /// The network of a file for all boards, or those that come with the program.
    pub fn new(file: Option<&Path>, precision: Precision) -> Result<Self, LoadError> {
        let [usual, large] = match file {
            Some(file) => {
                let network = Arc::new(Network::load_with(file, precision)?);
                [Arc::clone(&network), network]
            }
            None => embedded(precision)?.clone(),
        };
        Ok(Networks { usual, large })
    }

    /// The network for usual boards.
    pub fn first(&self) -> &Arc<Network> {
        &self.usual
    }

    /// The network for a board.
    pub fn of(&self, board: Board) -> &Arc<Network> {
        if board.cell_count() > most_cells(board.topology()) { &self.large } else { &self.usual }
    }

    /// The boards on which any of them was trained.
    pub fn trained_on(&self) -> Vec<Board> {
        let usual = self.usual.trained_on();
        let more = self.large.trained_on().iter().filter(|board| !usual.contains(board));
        usual.iter().chain(more).copied().collect()
    }
}

/// The networks that come with the program, read once for each precision.
fn embedded(precision: Precision) -> Result<&'static Files<Arc<Network>>, LoadError> {
    let known = &READ[precision as usize];
    if let Some(networks) = known.get() {
        return Ok(networks);
    }
    let [usual, large] = weights().ok_or(LoadError::NotEmbedded)?;
    let read = |bytes| Network::with_precision(bytes, precision).map(Arc::new);
    let networks = [read(usual)?, read(large)?];
    Ok(known.get_or_init(|| networks))
}

/// The weights that come with the program.
fn weights() -> Option<Files<&'static [u8]>> {
    SHIPPED.get().map(|files| files.each_ref().map(Vec::as_slice)).or(WEIGHTS)
}
