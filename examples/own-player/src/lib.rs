//! `center`: a player that lives outside of hexring. It plays the legal cell nearest to the middle,
//! or to a column of one's choice.
//!
//! [`entry`] is all that hexring needs to know. The binary of this crate hands it to the whole
//! command line: `cargo run -p own-player -- match --red center --blue random`.

use hexring_game::{Game, Move, Site};
use hexring_players::dice::{best, dice};
use hexring_players::option::Handle;
use hexring_players::{Better, Choice, ChooseError, Control, Entry, Player, ScoreMap};

/// An option is declared once: its name, range and help, and here no default.
const COLUMN: Handle<Option<u64>> =
    Handle::maybe_whole("column", 1, 53, "the column to stay near; the middle if none is given");

/// The player as lists know it.
pub fn entry() -> Entry {
    Entry::new("center", "the legal cell nearest to the middle", |settings, seed| {
        Ok(Box::new(Center { column: settings.get(&COLUMN), seed }))
    })
    .with_options([COLUMN.info()])
}

struct Center {
    column: Option<u64>,
    seed: u64,
}

impl Center {
    /// How far a cell is from where the player wants to be.
    fn distance(&self, game: &Game, site: Site) -> f64 {
        let board = game.rules().board;
        let cell = board.cell(site);
        let middle = |size: u8| (f64::from(size) - 1.0) / 2.0;
        let column = self.column.map_or(middle(board.cols()), |column| column as f64 - 1.0);
        (f64::from(cell.col) - column).abs() + (f64::from(cell.row) - middle(board.rows())).abs()
    }
}

impl Player for Center {
    fn choose(&mut self, game: &Game, _: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let scored = position.legal_sites().map(|site| (site, -self.distance(game, site)));
        let site = best(&mut dice(self.seed, game), scored).expect("there is a legal cell");
        let mut choice = Choice::new(Move::Place(position.board().cell(site)));
        choice.maps = vec![ScoreMap::new("distance", Better::Lower, position, |site| {
            position.stone_at(site).is_none().then(|| self.distance(game, site))
        })];
        Ok(choice)
    }
}
