//! Printed games: can they have been played as the source says?

use super::document::{Block, Cell, Figure, Table};
use super::results::Results;
use super::verdict::{Count, Verdict};
use crate::experiment::Line;
use crate::perform::LineAnswer;
use hexring_game::draw::{self, Scene, SvgStyle};
use hexring_game::{Game, Rules};

pub(super) fn blocks(line: &Line, part: usize, results: &Results, count: &mut Count) -> Vec<Block> {
    let answer = results.answers(part, 0).next();
    let answer = answer.and_then(|row| serde_json::from_str::<LineAnswer>(&row.answer).ok());
    let Some(answer) = answer else {
        count.add(Verdict::Open);
        return vec![Block::text("Not checked yet.")];
    };
    let never = answer.moves.iter().filter(|mv| mv.hits == 0).count();
    let won = answer.ending.as_deref() == Some(&format!("{} wins", !line.color));
    let sound = never == 0 && answer.illegal.is_none();
    let verdict = count.add(if won && sound { Verdict::Agrees } else { Verdict::Differs });
    let ending = answer.ending.as_deref().unwrap_or("the game is not over");
    let illegal = answer.illegal.map(|fault| format!(" {fault}.")).unwrap_or_default();
    let text = format!(
        "{} {} makes {} of its {} moves with some seed, and the game ends: {ending}.{illegal} \
         The counterexample {}.",
        line.color,
        line.player,
        answer.moves.len() - never,
        answer.moves.len(),
        if verdict == Verdict::Agrees { "stands" } else { "does not stand" },
    );
    let mut table =
        Table::new("Moves of the strategy.", &["move", "cell", "made with", "of seeds"]);
    table.rows = answer
        .moves
        .iter()
        .map(|mv| {
            let numbers =
                [mv.number.to_string(), mv.cell.clone(), mv.hits.to_string(), mv.tries.to_string()];
            numbers.map(Cell::number).to_vec()
        })
        .collect();
    let mut blocks = vec![Block::text(&text), Block::Table(table)];
    blocks.extend(picture(line).map(|figure| Block::figures(vec![figure])));
    blocks
}

fn picture(line: &Line) -> Option<Figure> {
    let mut rules = Rules::new(line.board);
    rules.first = line.first;
    let mut game = Game::new(rules).ok()?;
    line.plies.iter().try_for_each(|ply| game.play_ply(*ply)).ok()?;
    let style = SvgStyle { numbers: true, ..SvgStyle::default() };
    let svg = draw::svg(&Scene::of_game(&game), &style).ok()?;
    Some(Figure { caption: format!("The game on {}.", line.board), svg })
}
