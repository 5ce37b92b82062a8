//! The arithmetic of proof numbers.
//!
//! Nagai's df-pn (2002), in the view of the player to move: a position is as hard to win as its
//! easiest move, and as hard to lose as all of them together. The search goes on with that move for
//! as long as it stays the easiest.

/// Larger than any proof number; no proof.
pub(crate) const INFINITE: u32 = 1 << 30;

/// How hard it seems to prove that the player to move wins, and that it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// 0 is a proven win.
    pub(crate) proof: u32,
    /// 0 is a proven loss.
    pub(crate) disproof: u32,
}

impl Numbers {
    /// As limits: none.
    pub(crate) const UNLIMITED: Numbers = Numbers { proof: INFINITE, disproof: INFINITE };
}

/// The move to go on with, and the numbers that follow from all moves.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) best: usize,
    pub(crate) numbers: Numbers,
    /// The numbers after the best move.
    of_best: Numbers,
    /// How hard the best and the second best move seem.
    least: u32,
    second: u32,
}

impl Choice {
    /// Without any moves.
    pub(crate) const NONE: Choice = Choice {
        best: 0,
        numbers: Numbers { proof: INFINITE, disproof: 0 },
        of_best: Numbers { proof: 0, disproof: INFINITE - 1 },
        least: u32::MAX,
        second: u32::MAX,
    };

    /// Takes a move into account, by the numbers of the position after it and how hard it seems to
    /// win with it.
    #[inline]
    pub(crate) fn consider(&mut self, number: usize, after: Numbers, seeming: u32) {
        let Numbers { proof, disproof } = &mut self.numbers;
        *disproof = (*disproof + after.proof).min(INFINITE - 1);
        *proof = (*proof).min(after.disproof);
        if seeming < self.least {
            self.second = self.least;
            (self.best, self.of_best, self.least) = (number, after, seeming);
        } else {
            self.second = self.second.min(seeming);
        }
    }

    /// How far the best move may be worked on if the numbers have limits. It may become a quarter
    /// worse than the second best before the search turns away, or the two would take turns all the
    /// time.
    pub(crate) fn limits(&self, limits: Numbers) -> Numbers {
        // Another search may have decided the move in this moment: it then has infinite numbers.
        let of_others = self.numbers.disproof.saturating_sub(self.of_best.proof);
        let second = self.second.min(INFINITE);
        let disproof = limits.proof.min(second + second / 4 + 1);
        Numbers {
            proof: limits.disproof.saturating_sub(of_others).min(INFINITE),
            // A move that only seems best has to get somewhere too.
            disproof: disproof.max(self.of_best.disproof + 1).min(INFINITE),
        }
    }

    /// Whether the position has been worked on enough.
    pub(crate) fn reaches(&self, limits: Numbers) -> bool {
        self.numbers.proof >= limits.proof || self.numbers.disproof >= limits.disproof
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof, disproof }
    }

    #[test]
    fn the_easiest_move_counts_for_a_win_and_all_of_them_for_a_loss() {
        let mut choice = Choice::NONE;
        for (i, (proof, disproof)) in [(3, 9), (5, 4), (7, 6)].into_iter().enumerate() {
            choice.consider(i, numbers(proof, disproof), disproof);
        }
        assert_eq!((choice.best, choice.numbers), (1, numbers(4, 15)));
        // The move may rise to a quarter above 6, and the others have used 10 of the 100.
        assert_eq!(choice.limits(numbers(50, 100)), numbers(90, 8));
        assert_eq!(choice.limits(numbers(7, 100)), numbers(90, 7));
        assert!(!choice.reaches(numbers(5, 16)));
        assert!(choice.reaches(numbers(4, 16)) && choice.reaches(numbers(5, 15)));
    }

    #[test]
    fn a_move_that_only_seems_best_gets_on() {
        let mut choice = Choice::NONE;
        choice.consider(0, numbers(1, 10), 15);
        choice.consider(1, numbers(1, 40), 20);
        assert_eq!((choice.best, choice.numbers.proof), (0, 10));
        assert_eq!(choice.limits(numbers(5, INFINITE)).disproof, 11);
    }
}
