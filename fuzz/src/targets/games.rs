//! Files with many games: what is kept of them can be played again, and found again.

use std::io::Cursor;
use std::path::Path;

use hexring_control::Limit;
use hexring_lab::explorer::{GameView, Query, Reader};

/// Larger boards have thousands of symmetries, and games on them are found by the same means.
const LARGEST: usize = 400;

/// How many games of an input are looked for.
const LOOKED_FOR: usize = 20;

/// Collections of SGF, lists of moves and of links.
pub(super) fn games(input: &[u8]) {
    let text = Box::new(Cursor::new(input.to_vec()));
    let mut reader = Reader::of_text(Path::new("input"), text, true, 1);
    let mut seen = 0;
    // What stands between games may be anything, and ends the reading.
    let _ = reader.visit(&Limit::none(), &mut |game| {
        seen += 1;
        if seen <= LOOKED_FOR {
            check(&game.view());
        }
    });
}

fn check(game: &GameView<'_>) {
    let replayed = game.to_row().replay().expect("what was kept is a game");
    assert_eq!(replayed.plies(), game.moves.iter().collect::<Vec<_>>());
    if game.rules().board.cell_count() <= LARGEST {
        let mut query = Query::new(&replayed);
        let hit = query.find(game).expect("a game has its own last position");
        assert!(hit.ply <= game.moves.len());
    }
}
