//! Openings that leave both sides about the same chances: how they are found, the files that they
//! are kept in, and those that come with the program.
//!
//! | file | what is in it |
//! |---|---|
//! | `normal` | one of all openings that are the same but for a symmetry of the board |
//! | `list` | openings with their values as a text, which is a book too |
//! | `find` | the search: random stones, quick looks, a long one |
//! | `shipped` | the files of `openings/` |

#[cfg(feature = "store")]
mod find;
mod list;
#[cfg(any(feature = "store", test))]
mod normal;
pub(crate) mod shipped;

#[cfg(feature = "store")]
pub use find::{FindError, Recipe};
pub use list::{About, BalancedOpening, ListError, OpeningList, ParseStonesError, Stones};
