//! The strategies that are proven to win, against players that search: they never lose.

use hexring_game::{ByColor, Color, Game, Rules};
use hexring_players::{Control, Player, Spec, decide};

/// Plays one game; Red follows the strategy.
fn winner(strategy: &str, opponent: &str, rules: Rules, seed: u64) -> Option<Color> {
    let build =
        |spec: &str| spec.parse::<Spec>().expect("a spec").build(seed).expect("it can be made");
    let mut players: ByColor<Box<dyn Player>> =
        ByColor { red: build(strategy), blue: build(opponent) };
    let mut game = Game::new(rules).expect("rules");
    while game.ending().is_none() {
        let color = game.position().to_move().expect("alternate turns");
        let player = players[color].as_mut();
        let choice = decide(player, &game, &mut Control::default());
        game.play(choice.expect("supported").mv).expect("legal");
    }
    game.position().winner()
}

fn never_loses(strategy: &str, boards: &[&str], games: u64) {
    for opponent in ["random", "mcts:playouts=128,leaf=64", "pure-mc:playouts=64"] {
        for board in boards {
            for first in Color::ALL {
                for seed in 0..games {
                    let rules = Rules { first, ..Rules::new(board.parse().expect("a board")) };
                    let won = winner(strategy, opponent, rules, seed);
                    assert_eq!(
                        won,
                        Some(Color::Red),
                        "{opponent} on {board}, {first} first, {seed}"
                    );
                }
            }
        }
    }
}

/// Alpern and Beck: even circumference.
#[test]
fn mirror_never_loses_on_even_circumference() {
    never_loses("mirror", &["cylinder:2x5", "cylinder:4x4", "cylinder:4x6", "cylinder:6x4"], 50);
}

/// Huneke, Hayward and Toft: circumference three.
#[test]
fn three_rings_never_loses_on_circumference_three() {
    never_loses(
        "three-rings",
        &["cylinder:3x2", "cylinder:3x4", "cylinder:3x5", "cylinder:3x7"],
        50,
    );
}
