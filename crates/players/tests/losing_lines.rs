//! The recorded games that strategies lose are games of these strategies, and lost.

#![allow(clippy::unwrap_used)]

use hexring_game::{Color, Game, Move, Rules, Site};
use hexring_players::Spec;

const LINES: &str = include_str!("../../../docs/tables/losing-lines.txt");

#[test]
fn every_recorded_line_is_played_by_its_strategy_and_lost() {
    let mut strategies = Vec::new();
    for line in LINES.lines().filter(|line| !line.starts_with('#')) {
        let [spec, rules, moves] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line}: expected strategy | rules | moves");
        };
        let strategy = spec.parse::<Spec>().unwrap().strategy().unwrap();
        let mut game = Game::new(rules.parse::<Rules>().unwrap()).unwrap();
        let mut last_blue: Option<Site> = None;
        for cell in moves.split(' ') {
            let mv: Move = cell.parse().unwrap();
            let site = game.position().board().site(cell.parse().unwrap()).unwrap();
            if game.position().to_move() == Some(Color::Red) {
                let allowed = strategy.candidates(game.position(), last_blue).sites;
                assert!(allowed.contains(&site), "{line}: {cell} is not allowed");
            } else {
                last_blue = Some(site);
            }
            game.play(mv).unwrap();
        }
        assert_eq!(game.position().winner(), Some(Color::Blue), "{line}");
        strategies.push(spec.split(':').next().unwrap().to_owned());
    }
    for name in ["shift", "three-rings", "bridge-rings", "k-path"] {
        assert!(strategies.iter().any(|found| found == name), "{name} has a losing line");
    }
}
