//! Drawing: a scene in, a string out.
//!
//! A [`Scene`] is everything that a picture shows: the stones, their move numbers, the last move,
//! winning paths and rings, seasons, a score map, labels. It knows nothing of how it is drawn.
//! [`text`] draws it with characters, for terminals, tests and documentation; [`svg`] draws it as
//! a self-contained image. Both are pure: the same scene and style give the same string.
//!
//! # Copies across the seam
//! A ring on a cylinder or torus cannot be seen on a flat board: it leaves on one side and enters
//! on the other. So both kinds of drawing think in the *unrolled* board, where copies of the board
//! lie side by side (and on top of each other on a torus), and show a window of it: the board
//! itself and, faintly, a few columns or rows of the copies around it. A winning ring is drawn
//! wherever it passes through the window, so one sees it go on across the seam.
//!
//! ```
//! use hexring_game::draw::{Scene, TextStyle, text};
//! use hexring_game::{Game, Move, Rules};
//! let mut game = Game::new("3x3".parse::<Rules>()?)?;
//! for cell in ["b2", "c3", "a3", "b3", "c1"] {
//!     game.play(cell.parse::<Move>()?)?;
//! }
//! let style = TextStyle { legend: false, ..TextStyle::default() };
//! let drawing = text(&Scene::of_game(&game), &style);
//! assert_eq!(
//!     drawing,
//!     r"
//!     a b c
//!     ======
//!  1 \ . .[#]\ 1
//!   2 \ . # . \ 2
//!    3 \ # O O \ 3
//!        ======
//!         a b c
//! "
//!     .trim_start_matches('\n')
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod scene;
mod scores;
mod svg;
mod text;
mod unrolled;
mod walk;

pub use scene::{Scene, SeasonView};
pub use scores::ScoreMap;
pub use svg::{DrawError, Layout, SvgStyle, Theme, svg};
pub use text::{ScoreText, TextStyle, text};
