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

use crate::boards::Boards;
use crate::choose::Chooser;
use crate::rng::{Source, Streams};
use crate::sampler::Kind;
use crate::table::Table;
use crate::torus::rings;
use crate::word::Word;

/// How many questions are asked in each stage. About half of the lanes are settled by a question;
/// after a stage those that are left are packed together again, so that few are asked in vain.
const QUESTIONS: [usize; STAGES] = [2, 3, usize::MAX];

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
}

/// Lanes by what is known of their winner.
pub(crate) struct Verdict<const W: usize> {
    /// Red has won.
    pub(crate) red: Word<W>,
    /// Not known yet.
    pub(crate) open: Word<W>,
}

impl<const W: usize> Order<W> {
    /// Memory for playouts of a kind, with a number of empty cells.
    pub(crate) fn new(kind: Kind, cells: usize) -> Self {
        let blank = vec![Word::NONE; cells];
        Order {
            kind,
            played: blank.clone(),
            pending: blank.clone(),
            half: blank.clone(),
            chosen: blank.clone(),
            reds: blank.clone(),
            blues: blank,
            chooser: Chooser::new(cells),
        }
    }

    /// Before the first stage nothing is played.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.played.fill(Word::NONE);
        self.pending.fill(Word::ALL);
    }

    /// Asks the questions of one stage about the lanes among `lanes`, given the colours of the
    /// empty cells on a full torus whose stones have not decided the game. The last stage leaves
    /// no lane open.
    #[inline(always)]
    pub(crate) fn ask_stage(
        &mut self,
        stage: usize,
        table: &Table,
        red: &[Word<W>],
        lanes: Word<W>,
        boards: &mut Boards<W>,
        source: Source,
    ) -> Verdict<W> {
        let mut verdict = Verdict { red: Word::NONE, open: lanes };
        let mut streams = source.streams(stage as u64);
        let asked: usize = QUESTIONS[..stage].iter().sum();
        let mut rounds = rounds_bound(table) >> asked;
        for question in 0..QUESTIONS[stage] {
            match self.kind {
                Kind::Fill => self.half_of_the_time(asked + question == 0, &mut streams),
                Kind::Alternating { first } => {
                    rounds /= 2;
                    if rounds == 0 {
                        verdict.red |= verdict.open & Word::splat(first == Color::Red);
                        verdict.open = Word::NONE;
                        break;
                    }
                    self.first_rounds(rounds, red, source);
                }
            }
            self.ask(table, red, boards, &mut verdict);
            if verdict.open.is_none() {
                break;
            }
        }
        verdict
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
        self.half.fill(Word::NONE);
        for color in Color::ALL {
            let other = Word::splat(color == Color::Blue);
            let cells = self.chooser.candidates.iter_mut().zip(&self.pending).zip(red);
            for ((candidate, pending), red) in cells {
                *candidate = *pending & (*red ^ other);
            }
            let mut streams = source.streams(2 * rounds as u64 + color.index() as u64);
            self.chooser.choose(rounds, &mut streams, &mut self.chosen);
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
        table: &Table,
        red: &[Word<W>],
        boards: &mut Boards<W>,
        verdict: &mut Verdict<W>,
    ) {
        for (i, red) in red.iter().enumerate() {
            let stone = self.played[i] | self.half[i];
            self.reds[i] = stone & *red;
            self.blues[i] = stone & !*red;
        }
        boards.paint_red(table, &self.reds);
        boards.paint_blue(table, &self.blues);
        let ByColor { red: red_ring, blue: blue_ring } = rings(table, boards, verdict.open);
        verdict.red |= verdict.open & red_ring & !blue_ring;
        verdict.open &= !(red_ring ^ blue_ring);
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
fn rounds_bound(table: &Table) -> usize {
    (table.spots.len().div_ceil(2) + 1).next_power_of_two()
}
