//! One game of many: its position and its coins.

use hexring_game::{Color, Move, Position, Status};
use hexring_players::dice::derive;
use hexring_players::table::Coins;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::course::{Course, Options, View};

/// A game that begins again when it ends.
pub(crate) struct Lane {
    position: Position,
    coins: Coins,
    /// The seed of all games of this lane.
    seed: u64,
    /// How many games have begun, this one included.
    begun: u64,
}

/// What a game has to tell after a move.
pub(crate) struct Told<'a> {
    /// What is seen.
    pub(crate) view: View<'a>,
    /// Which actions are legal.
    pub(crate) options: Options<'a>,
    /// What each seat has won by the move.
    pub(crate) rewards: &'a mut [f32],
    /// Whether the move has ended a game.
    pub(crate) end: &'a mut bool,
    /// The seat that is to move.
    pub(crate) player: &'a mut i8,
    /// The colour that is to move.
    pub(crate) color: &'a mut i8,
}

impl Lane {
    /// The lane of this number, before its first game.
    pub(crate) fn new(course: &Course, seed: u64, number: usize) -> Self {
        let seed = derive(seed, &format!("game {number}"));
        Lane { position: course.start.clone(), coins: Coins::new(seed), seed, begun: 0 }
    }

    /// What random actions are drawn with.
    pub(crate) fn dice(&self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(derive(self.seed, "actions"))
    }

    /// The position.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// The seed of the game that is being played: a table with it flips the same coins.
    pub(crate) fn game_seed(&self) -> u64 {
        derive(self.seed, &self.begun.to_string())
    }

    /// Begins a new game and tells all of it.
    pub(crate) fn reset(&mut self, course: &Course, told: &mut Told<'_>) {
        told.rewards.fill(0.0);
        *told.end = false;
        self.begin(course);
        self.draw(course, told);
    }

    /// Games that are over before anybody could move are not told.
    fn begin(&mut self, course: &Course) {
        loop {
            self.position.clone_from(&course.start);
            self.begun += 1;
            if course.has_coins {
                self.coins = Coins::new(self.game_seed());
            }
            self.settle();
            if !self.position.is_over() {
                return;
            }
        }
    }

    /// Flips coins and passes for who has no cell, until somebody has a decision to make.
    #[inline]
    fn settle(&mut self) {
        while !self.position.is_over() {
            if self.position.coin_due() {
                let color = self.coins.flip();
                self.position.toss(color).expect("a coin is due");
            } else if self.position.play(Move::Pass).is_err() {
                return;
            }
        }
    }

    /// Plays a legal action and tells what comes of it.
    #[inline]
    pub(crate) fn step(&mut self, course: &Course, action: u32, told: &mut Told<'_>) {
        told.rewards.fill(0.0);
        *told.end = false;
        let mover = self.position.to_move();
        match (course.sites.get(action as usize), mover) {
            (Some(site), Some(color)) => {
                self.position.play_site(*site);
                told.view.place(*site, color);
                // Without them nobody has to pass, and there is nothing to settle.
                if course.has_coins || course.has_seasons {
                    self.settle();
                }
            }
            _ => {
                self.position.play(Move::Swap).expect("checked");
                self.settle();
                told.view.draw(&self.position);
            }
        }
        if self.position.is_over() {
            self.finish(course, told);
        } else {
            self.go_on(course, action, mover, told);
        }
    }

    /// Tells what has changed by a move that ended nothing.
    #[inline]
    fn go_on(&self, course: &Course, action: u32, mover: Option<Color>, told: &mut Told<'_>) {
        let color = self.position.to_move();
        if color != mover || course.has_seasons {
            told.view.turn(&self.position);
        }
        let is_swap = action as usize == course.sites.len();
        if course.has_seasons || is_swap {
            told.options.write(course, &self.position);
        } else {
            told.options.take(course, &self.position, action);
        }
        self.tell_turn(told);
    }

    #[cold]
    fn finish(&mut self, course: &Course, told: &mut Told<'_>) {
        if let Status::Won(color) = self.position.status() {
            let winner = self.seat(color);
            told.rewards[winner.index()] = 1.0;
            told.rewards[(!winner).index()] = -1.0;
        }
        *told.end = true;
        self.begin(course);
        self.draw(course, told);
    }

    /// Tells all of a position.
    fn draw(&self, course: &Course, told: &mut Told<'_>) {
        told.view.draw(&self.position);
        told.options.write(course, &self.position);
        self.tell_turn(told);
    }

    #[inline]
    fn tell_turn(&self, told: &mut Told<'_>) {
        if let Some(color) = self.position.to_move() {
            *told.color = color.index() as i8;
            *told.player = self.seat(color).index() as i8;
        }
    }

    /// Who plays a colour, by the colour at the start.
    #[inline]
    fn seat(&self, color: Color) -> Color {
        if self.position.sides_swapped() { !color } else { color }
    }
}
