//! The same game from the rules alone, move by move: slow, and nothing to be wrong about.

#![cfg_attr(not(feature = "oracles"), allow(unreachable_pub, reason = "public for tests"))]

use std::collections::HashMap;

use hexring_game::{Color, Connectivity, Geometry, Position, Site};

/// Who wins a cylinder with Blue to move, if Red has to answer within so many rings of Blue's last
/// stone and passes where no cell there is free.
///
/// # Panics
/// If the game is over.
pub fn plain_local_winner(position: &Position, within: u8) -> Color {
    assert!(!position.is_over(), "somebody has won");
    let geometry = position.geometry();
    let mut search = PlainLocal { geometry, within, known: HashMap::new() };
    let mut stones = Connectivity::new(geometry);
    let mut free: Vec<Site> = Vec::new();
    for site in position.board().sites() {
        match position.stone_at(site) {
            Some(color) => drop(stones.place(geometry, site, color)),
            None => free.push(site),
        }
    }
    if search.blue_wins(&stones, &free, &mut vec![None; position.board().cell_count()]) {
        Color::Blue
    } else {
        Color::Red
    }
}

struct PlainLocal<'a> {
    geometry: &'a Geometry,
    within: u8,
    /// By the stones that were put since the beginning, Blue to move: whether Blue wins.
    known: HashMap<Vec<Option<Color>>, bool>,
}

impl PlainLocal<'_> {
    fn row(&self, site: Site) -> u8 {
        self.geometry.board().cell(site).row
    }

    fn blue_wins(
        &mut self,
        stones: &Connectivity,
        free: &[Site],
        put: &mut Vec<Option<Color>>,
    ) -> bool {
        if let Some(known) = self.known.get(put) {
            return *known;
        }
        // On a full board without a blue ring Red has its path.
        let wins = free.iter().any(|mv| {
            if stones.would_win(self.geometry, *mv, Color::Blue) {
                return true;
            }
            let mut after = stones.clone();
            after.place(self.geometry, *mv, Color::Blue);
            put[mv.index()] = Some(Color::Blue);
            let rest: Vec<Site> = free.iter().copied().filter(|site| site != mv).collect();
            let wins = self.red_has_no_answer(&after, &rest, self.row(*mv), put);
            put[mv.index()] = None;
            wins
        });
        self.known.insert(put.clone(), wins);
        wins
    }

    fn red_has_no_answer(
        &mut self,
        stones: &Connectivity,
        free: &[Site],
        row: u8,
        put: &mut Vec<Option<Color>>,
    ) -> bool {
        let near = |site: &&Site| self.row(**site).abs_diff(row) <= self.within;
        let answers: Vec<Site> = free.iter().filter(near).copied().collect();
        if answers.is_empty() {
            return self.blue_wins(stones, free, put);
        }
        answers.into_iter().all(|answer| {
            let mut after = stones.clone();
            after.place(self.geometry, answer, Color::Red);
            put[answer.index()] = Some(Color::Red);
            let rest: Vec<Site> = free.iter().copied().filter(|site| *site != answer).collect();
            let wins = self.blue_wins(&after, &rest, put);
            put[answer.index()] = None;
            wins
        })
    }
}
