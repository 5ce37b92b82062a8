//! Who completes first, where both colours end with a ring.
//!
//! On a torus the colours of a full board do not always decide; the order of the moves does. It
//! is not drawn move by move but halved: which of the moves belong to the first half, and has
//! anybody a ring by then? Where one colour has, it has won. Where both have, only the first half
//! matters; where nobody has, the first half is played and the second is halved next. A handful of
//! halvings decide a lane, and all lanes are halved together.
//!
//! **Fair-coin fills** are played in a uniformly random order of the cells, which is the order of
//! independent random times. Half of the time is one random bit for each cell: the first bit of its
//! time, then the second.
//!
//! **Alternating playouts** go in rounds: the first player's stone, then the other's. The stones of
//! each colour come in a uniformly random order, and the first `k` rounds are `k` uniformly chosen
//! stones of each colour. When the halving has come down to one round in which both complete, the
//! player who moves first has won.
//!
//! Lanes are asked in stages. Those that a stage leaves open go into a pool with what is known of
//! their order, and the next stage asks a whole register of them.

use hexring_game::{ByColor, Color};

use crate::boards::{Boards, Winners};
use crate::choose::Chooser;
use crate::request::Kind;
use crate::rng::{Source, Streams};
use crate::start::Start;
use crate::torus::rings;
use crate::wide::Registers;
use crate::word::Word;

/// How many questions are asked in each stage but the last, which asks until all is settled. About
/// half of the lanes are settled by a question; after a stage those that are left are packed
/// together again, so that few are asked in vain.
const QUESTIONS: [usize; STAGES - 1] = [2, 3];

/// Stages of a decision.
pub(crate) const STAGES: usize = 3;

/// The memory of a decision, all by empty cell.
#[derive(Clone, Debug)]
pub(crate) struct Order<const W: usize> {
    kind: Kind,
    /// Moves before the time in question.
    pub(crate) played: Vec<Word<W>>,
    /// Moves among which the decision falls.
    pub(crate) pending: Vec<Word<W>>,
    /// The first half of the pending ones.
    half: Vec<Word<W>>,
    chosen: Vec<Word<W>>,
    /// The stones on the board at the time in question.
    reds: Vec<Word<W>>,
    blues: Vec<Word<W>>,
    chooser: Chooser<W>,
    registers: Registers<W>,
}

impl<const W: usize> Order<W> {
    /// Memory for playouts of a kind, with a number of empty cells.
    pub(crate) fn new(kind: Kind, cells: usize, registers: Registers<W>) -> Self {
        let blank = vec![Word::none(registers); cells];
        Order {
            kind,
            played: blank.clone(),
            pending: blank.clone(),
            half: blank.clone(),
            chosen: blank.clone(),
            reds: blank.clone(),
            blues: blank,
            chooser: Chooser::new(registers, cells),
            registers,
        }
    }

    /// Before the first stage nothing is played.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.played.fill(Word::none(self.registers));
        self.pending.fill(Word::all(self.registers));
    }

    /// Asks the questions of one stage about the lanes among `lanes`, given the colours of the
    /// empty cells on a full torus whose stones have not decided the game. The last stage leaves
    /// no lane open.
    #[inline(always)]
    pub(crate) fn ask_stage(
        &mut self,
        stage: usize,
        start: &Start,
        red: &[Word<W>],
        lanes: Word<W>,
        boards: &mut Boards<W>,
        source: Source,
    ) -> Winners<W> {
        let mut winners = Winners { red: Word::none(self.registers), open: lanes };
        let mut streams = source.streams(self.registers, stage as u64);
        let asked: usize = QUESTIONS[..stage].iter().sum();
        let mut rounds = rounds_bound(start) >> asked;
        let end = QUESTIONS.get(stage).map(|count| asked + count);
        for question in (asked..).take_while(|question| Some(*question) != end) {
            match self.kind {
                Kind::Fill => self.half_of_the_time(question == 0, &mut streams),
                Kind::Alternating { first } => {
                    rounds /= 2;
                    if rounds == 0 {
                        let red_wins = Word::splat(self.registers, first == Color::Red);
                        winners.red |= winners.open & red_wins;
                        winners.open = Word::none(self.registers);
                        break;
                    }
                    self.first_rounds(rounds, red, source);
                }
            }
            self.ask(start, red, boards, &mut winners);
            if winners.open.is_none() {
                break;
            }
        }
        winners
    }

    /// Cuts the pending time in halves. Rings come late, so the first cut is at seven eighths.
    #[inline(always)]
    fn half_of_the_time(&mut self, first: bool, streams: &mut Streams<W>) {
        for (half, pending) in self.half.iter_mut().zip(&self.pending) {
            *half = *pending & streams.next();
        }
        if first {
            for (half, pending) in self.half.iter_mut().zip(&self.pending) {
                *half |= *pending & (streams.next() | streams.next());
            }
        }
    }

    /// Chooses the pending stones of the first `rounds` rounds, a power of two.
    #[inline(always)]
    fn first_rounds(&mut self, rounds: usize, red: &[Word<W>], source: Source) {
        self.half.fill(Word::none(self.registers));
        for color in Color::ALL {
            let other = Word::splat(self.registers, color == Color::Blue);
            let cells = self.chooser.candidates.iter_mut().zip(&self.pending).zip(red);
            for ((candidate, pending), red) in cells {
                *candidate = *pending & (*red ^ other);
            }
            let streams = source.streams(self.registers, 2 * rounds as u64 + color.index() as u64);
            self.chooser.choose(rounds, streams, &mut self.chosen);
            for (half, chosen) in self.half.iter_mut().zip(&self.chosen) {
                *half |= *chosen;
            }
        }
    }

    /// Who has a ring when the first half of the pending moves is played? Settles the lanes in
    /// which one colour has, and keeps the half that decides the others.
    #[inline(always)]
    fn ask(
        &mut self,
        start: &Start,
        red: &[Word<W>],
        boards: &mut Boards<W>,
        winners: &mut Winners<W>,
    ) {
        for (i, red) in red.iter().enumerate() {
            let stone = self.played[i] | self.half[i];
            self.reds[i] = stone & *red;
            self.blues[i] = stone & !*red;
        }
        boards.paint_red(start, &self.reds);
        boards.paint_blue(start, &self.blues);
        let ByColor { red: red_ring, blue: blue_ring } = rings(start, boards, winners.open);
        winners.red |= winners.open & red_ring & !blue_ring;
        winners.open &= !(red_ring ^ blue_ring);
        self.narrow(red_ring & blue_ring);
    }

    /// Goes on with the first half where both have a ring, and with the second elsewhere.
    #[inline(always)]
    fn narrow(&mut self, both: Word<W>) {
        let halves = self.half.iter().zip(&mut self.played).zip(&mut self.pending);
        for ((half, played), pending) in halves {
            *played |= *half & !both;
            *pending &= *half ^ !both;
        }
    }
}

/// A power of two above the number of rounds. It bounds the pending rounds and is halved with them:
/// there are fewer, or as many if somebody is known to have a ring after the last of them.
fn rounds_bound(start: &Start) -> usize {
    (start.spots.len().div_ceil(2) + 1).next_power_of_two()
}
