//! Games with seasons, by the solver's truth.

use hexring_game::{Board, Color, Game, Move, NoMove, Rules, SeasonLayout, Seasons, default_years};
use hexring_players::{Control, Spec, decide};
use hexring_solver::{Options, Solver, Wanted};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A game with seasons after some random moves.
fn random_game(board: Board, rng: &mut Xoshiro256PlusPlus) -> Game {
    let count = rng.random_range(2..=4);
    let layout = SeasonLayout::random(board, count, rng).expect("a layout");
    let years = default_years(count).expect("years");
    let first = Color::ALL[rng.random_range(0..2)];
    let seasons = Some(Seasons { layout, years, no_move: NoMove::Pass });
    let mut game = Game::new(Rules { first, seasons, ..Rules::new(board) }).expect("rules");
    for _ in 0..rng.random_range(0..board.cell_count() / 2) {
        let sites: Vec<_> = game.position().legal_sites().collect();
        let mv = match sites.len() {
            0 => Move::Pass,
            count => Move::Place(board.cell(sites[rng.random_range(0..count)])),
        };
        if game.ending().is_none() {
            game.play(mv).expect("legal");
        }
    }
    game
}

/// Of the positions in which the player to move wins and may go wrong, nearly all are kept: a
/// network for games without seasons keeps 241 of 256.
#[test]
fn the_network_for_seasons_keeps_won_positions() {
    let mut solver =
        Solver::new(Options { memory: 1 << 24, ..Options::default() }).expect("memory");
    let spec: Spec = "neural:sims=200".parse().expect("a player");
    let (mut kept, mut all) = (0, 0);
    for (number, board) in ["plane:4x4", "cylinder:4x3", "torus:3x4"].into_iter().enumerate() {
        let board: Board = board.parse().expect("a board");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(number as u64);
        for _ in 0..300 {
            let game = random_game(board, &mut rng);
            let Some(mover) = game.position().to_move().filter(|_| game.ending().is_none()) else {
                continue;
            };
            let outcome = solver.solve(game.position(), Wanted::AllMoves).expect("a small board");
            let choices = game.position().legal_sites().count();
            if outcome.winner != Some(mover) || outcome.winning_moves.len() == choices {
                continue;
            }
            let mut player = spec.build(1).expect("it can be made");
            let choice = decide(player.as_mut(), &game, &mut Control::default()).expect("a move");
            let Move::Place(cell) = choice.mv else { panic!("{}: {}", game.rules(), choice.mv) };
            all += 1;
            kept += usize::from(outcome.winning_moves.contains(&cell));
        }
    }
    assert!(all >= 200, "positions in which something can go wrong: {all}");
    assert!(kept * 100 >= all * 99, "{kept} of {all}");
}
