//! One move ahead: what the network says of the position after a cell.

use hexring_control::Limit;
use hexring_game::{Color, Position, Site};
use hexring_network::{Crew, Evaluation};

/// Cells that are judged before a limit is looked at again.
const BATCH: usize = 8;

/// What cells are worth to the player who takes them, as far as the limit allows: in their order,
/// the first few of them always.
pub(super) fn judge(
    crew: &mut Crew,
    position: &Position,
    sites: &[Site],
    limit: &Limit,
) -> Vec<(Site, f64)> {
    let mut values = Vec::new();
    for batch in sites.chunks(BATCH) {
        values.extend(judge_all(crew, position, batch));
        if limit.is_over() {
            break;
        }
    }
    values
}

fn judge_all(crew: &mut Crew, position: &Position, sites: &[Site]) -> Vec<(Site, f64)> {
    let mover = position.to_move().expect("somebody is to move");
    let after = |site: &Site| {
        let mut after = position.clone();
        after.play_site(*site);
        after
    };
    let all: Vec<Position> = sites.iter().map(after).collect();
    let open = all.iter().filter(|after| !after.is_over()).cloned().collect();
    let mut evaluations = crew.evaluate(open, &Limit::none()).into_iter();
    let value = |after: &Position| match (after.is_over(), after.winner()) {
        (true, winner) => f64::from(u8::from(winner.is_some())),
        (false, _) => chance(mover, after, &evaluations.next().expect("it was evaluated")),
    };
    sites.iter().copied().zip(all.iter().map(value)).collect()
}

/// The chances of a colour, by what the network says of a position.
pub(super) fn chance(color: Color, position: &Position, evaluation: &Evaluation) -> f64 {
    let value = f64::from(evaluation.value());
    // Where a coin is due it is Red's view.
    let seen_by = position.to_move().unwrap_or(Color::Red);
    if seen_by == color { value } else { 1.0 - value }
}
