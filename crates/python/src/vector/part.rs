//! Some of the games with what they tell, to be done by one thread.

use super::course::{Course, Options, View};
use super::lane::{Lane, Told};
use super::legal::{is_legal, words};

/// With fewer games a thread takes longer to wake than to work.
const LEAST_GAMES: usize = 512;

/// In how many pieces to do so many games on so many threads.
pub(crate) fn pieces(games: usize, threads: usize) -> usize {
    threads.min(games / LEAST_GAMES).max(1)
}

/// The first game in which something cannot be done. One thread looks at all of them in less time
/// than it takes to wake another one.
fn first_refusal(legal: &[u64], actions: &[u32], work: &impl Work) -> Option<usize> {
    let words = legal.len() / actions.len();
    let mut games = legal.chunks_exact(words).zip(actions);
    games.position(|(legal, action)| !work.is_possible(legal, *action))
}

/// Games side by side, and the arrays that belong to them.
pub(crate) struct Part<'a> {
    pub(crate) course: &'a Course,
    pub(crate) lanes: &'a mut [Lane],
    pub(crate) actions: &'a [u32],
    pub(crate) legal: &'a mut [u64],
    pub(crate) planes: &'a mut [u8],
    pub(crate) masks: &'a mut [bool],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) ends: &'a mut [bool],
    pub(crate) players: &'a mut [i8],
    pub(crate) colors: &'a mut [i8],
}

impl<'a> Part<'a> {
    /// Two parts, the first with so many games.
    fn split_at(self, games: usize) -> (Self, Self) {
        let course = self.course;
        let cells = course.plane_count() * course.sites.len();
        let (lanes, more_lanes) = self.lanes.split_at_mut(games);
        let (actions, more_actions) = self.actions.split_at(games);
        let (legal, more_legal) = self.legal.split_at_mut(games * words(course.actions()));
        let (planes, more_planes) = self.planes.split_at_mut(games * cells);
        let (masks, more_masks) = self.masks.split_at_mut(games * course.actions());
        let (rewards, more_rewards) = self.rewards.split_at_mut(2 * games);
        let (ends, more_ends) = self.ends.split_at_mut(games);
        let (players, more_players) = self.players.split_at_mut(games);
        let (colors, more_colors) = self.colors.split_at_mut(games);
        (
            Part { course, lanes, actions, legal, planes, masks, rewards, ends, players, colors },
            Part {
                course,
                lanes: more_lanes,
                actions: more_actions,
                legal: more_legal,
                planes: more_planes,
                masks: more_masks,
                rewards: more_rewards,
                ends: more_ends,
                players: more_players,
                colors: more_colors,
            },
        )
    }

    /// Does something with every game on so many threads, if all games agree to it; else it says
    /// which one does not, and nothing is done.
    pub(crate) fn run(self, threads: usize, work: &(impl Work + Sync)) -> Option<usize> {
        let refused = first_refusal(self.legal, self.actions, work);
        if refused.is_none() {
            let pieces = pieces(self.lanes.len(), threads);
            self.each(pieces, work);
        }
        refused
    }

    fn each(self, pieces: usize, work: &(impl Work + Sync)) {
        if pieces <= 1 || self.lanes.len() < 2 {
            return self.each_here(work);
        }
        let half = self.lanes.len() * (pieces / 2) / pieces;
        let (left, right) = self.split_at(half.max(1));
        rayon_core::join(|| left.each(pieces / 2, work), || right.each(pieces - pieces / 2, work));
    }

    fn each_here(self, work: &impl Work) {
        let course = self.course;
        let cells = course.plane_count() * course.sites.len();
        let told = self
            .planes
            .chunks_exact_mut(cells)
            .zip(self.masks.chunks_exact_mut(course.actions()))
            .zip(self.legal.chunks_exact_mut(words(course.actions())))
            .zip(self.rewards.chunks_exact_mut(2))
            .zip(self.ends.iter_mut())
            .zip(self.players.iter_mut().zip(self.colors.iter_mut()));
        let games = self.lanes.iter_mut().zip(self.actions);
        for ((lane, action), told) in games.zip(told) {
            let (((((planes, mask), legal), rewards), end), (player, color)) = told;
            let (view, options) = (View { course, planes }, Options { mask, legal });
            let mut told = Told { view, options, rewards, end, player, color };
            work.run(course, lane, *action, &mut told);
        }
    }
}

/// Something to do with a game.
pub(crate) trait Work {
    /// Whether it can be done.
    fn is_possible(&self, legal: &[u64], action: u32) -> bool;

    /// Does it.
    fn run(&self, course: &Course, lane: &mut Lane, action: u32, told: &mut Told<'_>);
}

/// A new game.
pub(crate) struct Reset;

impl Work for Reset {
    #[inline]
    fn is_possible(&self, _: &[u64], _: u32) -> bool {
        true
    }

    fn run(&self, course: &Course, lane: &mut Lane, _: u32, told: &mut Told<'_>) {
        lane.reset(course, told);
    }
}

/// A move.
pub(crate) struct Step;

impl Work for Step {
    #[inline]
    fn is_possible(&self, legal: &[u64], action: u32) -> bool {
        is_legal(legal, action)
    }

    #[inline]
    fn run(&self, course: &Course, lane: &mut Lane, action: u32, told: &mut Told<'_>) {
        lane.step(course, action, told);
    }
}
