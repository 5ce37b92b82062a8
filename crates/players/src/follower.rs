//! The player that follows a [strategy](crate::strategy).

use hexring_game::{Color, Game, Move, Rules, Swap};

use crate::dice::{dice, pick};
use crate::entry::Entry;
use crate::option::Settings;
use crate::player::{Better, Choice, ChooseError, Control, Player, ScoreMap};
use crate::strategy::{Candidates, Strategy, last_blue};

/// A player that picks one of its strategy's candidates, each equally likely.
struct Follower {
    strategy: Box<dyn Strategy>,
    seed: u64,
}

/// The player that follows a strategy, as lists know it. `plays` follows "it plays".
pub(crate) fn entry(
    name: &str,
    summary: &str,
    plays: &str,
    make: fn(&Settings) -> Box<dyn Strategy>,
) -> Entry {
    Entry::new(name, summary, move |settings, seed| {
        Ok(Box::new(Follower { strategy: make(settings), seed }))
    })
    .limited_to(plays, move |settings, rules, color| {
        color == Color::Red && make(settings).plays(rules.board) && !may_become_blue(rules)
    })
    .following(make)
}

fn may_become_blue(rules: &Rules) -> bool {
    rules.swap == Swap::Sides && rules.first == Color::Red
}

impl Player for Follower {
    fn choose(&mut self, game: &Game, _: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let Candidates { rule, sites } = self.strategy.candidates(position, last_blue(game));
        let site = pick(&mut dice(self.seed, game), &sites).expect("there is a legal cell");
        let mut choice = Choice::new(Move::Place(position.board().cell(site)));
        let by_rule = |site| sites.contains(&site).then(|| f64::from(rule));
        choice.maps = vec![ScoreMap::new("rule", Better::Lower, position, by_rule)];
        Ok(choice)
    }

    fn wants_swap(&mut self, game: &Game, _: &mut Control) -> bool {
        // A swap of sides would make it Blue.
        game.rules().swap == Swap::Pieces && crate::swap::by_position(game.position())
    }
}
