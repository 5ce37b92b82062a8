//! The player that follows a [strategy](crate::strategy).

use hexring_game::{Color, Game, Move, Position, Rules, Site, Swap};

use crate::dice::{dice, pick};
use crate::entry::Entry;
use crate::option::Settings;
use crate::player::{Better, Choice, ChooseError, Control, Player, Reason, ScoreMap};
use crate::strategy::{Candidates, Strategy, in_words, last_blue};

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

/// Why a rule leads to a cell.
fn reason(
    strategy: &dyn Strategy,
    position: &Position,
    last_blue: Option<Site>,
    rule: u8,
    site: Site,
) -> Reason {
    let (board, rule) = (position.board(), strategy.rules()[usize::from(rule)]);
    let Some(last_blue) = last_blue else {
        return Reason { text: rule.to_owned(), cells: vec![board.cell(site)] };
    };
    let ring = board.cell(last_blue).row + 1;
    let mut sites = strategy.joined(position, last_blue, site);
    sites.push(last_blue);
    sites.sort_unstable();
    sites.dedup();
    let cells = sites.into_iter().map(|site| board.cell(site)).collect();
    Reason { text: in_words(rule, ring, board.rows()), cells }
}

impl Player for Follower {
    fn choose(&mut self, game: &Game, _: &mut Control) -> Result<Choice, ChooseError> {
        let position = game.position();
        let last_blue = last_blue(game);
        let Candidates { rule, sites } = self.strategy.candidates(position, last_blue);
        let site = pick(&mut dice(self.seed, game), &sites).expect("there is a legal cell");
        let mut choice = Choice::new(Move::Place(position.board().cell(site)));
        let by_rule = |site| sites.contains(&site).then(|| f64::from(rule));
        choice.maps = vec![ScoreMap::new("rule", Better::Lower, position, by_rule)];
        choice.reason = Some(reason(self.strategy.as_ref(), position, last_blue, rule, site));
        Ok(choice)
    }

    fn wants_swap(&mut self, game: &Game, _: &mut Control) -> bool {
        // A swap of sides would make it Blue.
        game.rules().swap == Swap::Pieces && crate::swap::by_position(game.position())
    }
}
