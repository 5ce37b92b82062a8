//! Looking through games: which have a position, what was played there, and how it ended.
//!
//! Games come from stores of the laboratory, from files (SGF collections, lists of moves and of
//! HexWorld links, JSON records) and from an [`Index`], which has the keys of all positions of all
//! its games. A [`Query`] is a position with all its images under the symmetries of its board; a
//! [`Filter`] says which games count; [`Findings`] are what was played and how it ended. What an
//! index finds by a key is replayed before it counts, so an accident of hashing is no game.
//!
//! ```
//! use hexring_lab::explorer::{Filter, Findings, Query, open};
//! # use std::path::Path;
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("games.txt");
//! std::fs::write(&file, "3x3\nb1 a2 b2 c2 a3\nb3 c2 b2 a2 c1\n")?;
//! let mut game = hexring_game::Game::new("3x3".parse()?)?;
//! game.play("b1".parse()?)?;
//! let (mut query, mut findings) = (Query::new(&game), Findings::default());
//! open(&file, false, 1)?.visit(None, &hexring_control::Limit::none(), &mut |game| {
//!     if let Some(hit) = query.find(game) {
//!         findings.add(game, &hit.followed(game));
//!     }
//! })?;
//! // The second game is the first one turned by half a circle.
//! let found = findings.continuations();
//! assert_eq!((found.len(), found[0].ply.to_string()), (1, "blue a2".to_owned()));
//! assert_eq!((found[0].outcome.games, found[0].outcome.won.red), (2, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod filter;
mod findings;
mod frame;
mod game;
mod hash;
mod import;
mod index;
mod key;
mod moves;
mod pieces;
mod query;
mod shape;
mod source;

pub use filter::{Day, Filter, Length, Opening, ParseDayError, ParseLengthError, Winner};
pub use findings::{Continuation, Findings, Outcome, Reply};
pub use game::{GameView, KeptGame, Starts};
pub use import::{Imported, import};
pub use index::Index;
pub use moves::Moves;
pub use pieces::PieceError;
pub use query::{Address, Followed, Hit, Query};
pub use source::{LeftOut, Reader, SourceError};

/// A file with games.
pub enum Source {
    /// An index.
    Index(Box<Index>),
    /// A store or a file.
    Games(Box<Reader>),
}

/// Opens a file with games, whatever it is; `skip_bad` leaves out games that cannot be read.
pub fn open(path: &std::path::Path, skip_bad: bool, threads: usize) -> Result<Source, SourceError> {
    match source::kind(path)? {
        source::Kind::Database(index::APPLICATION) => {
            Ok(Source::Index(Box::new(Index::read(path)?)))
        }
        _ => Ok(Source::Games(Box::new(Reader::open(path, skip_bad, threads)?))),
    }
}

impl Source {
    /// Looks at the games; those of an index only if they may have the position that is asked for.
    pub fn visit(
        &mut self,
        address: Option<Address>,
        limit: &hexring_control::Limit,
        see: &mut dyn FnMut(&GameView<'_>),
    ) -> Result<LeftOut, SourceError> {
        match self {
            Source::Index(index) => {
                index.visit(address, limit, see)?;
                Ok(LeftOut::default())
            }
            Source::Games(reader) => {
                reader.visit(limit, &mut |game| see(&game.view()))?;
                Ok(reader.left_out())
            }
        }
    }
}

#[cfg(test)]
mod tests;
