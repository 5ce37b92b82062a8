//! Evaluation: the layers one after the other, for all cells of a batch at once.

use std::ops::Range;
use std::sync::Arc;

use hexring_game::Position;

use crate::convolution::{Cells, Finish, Taps};
use crate::layer::TAPS;
use crate::narrow::Rounded;
use crate::network::{Block, HEAD, Heads, Network, POOLED, Weights};
use crate::norm::dot;
use crate::view::View;

/// What a network says about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// By site: the logarithm of how promising a cell is, up to a constant. A softmax over the
    /// legal cells makes probabilities of them; those of other cells mean nothing.
    pub policy_logits: Vec<f32>,
    /// The logarithm of the odds that the player wins in whose view the position is: the player to
    /// move, or Red where a coin is due. Under random turns they are those before the toss.
    pub value_logit: f32,
}

impl Evaluation {
    /// The probability that the player wins in whose view the position is.
    pub fn value(&self) -> f32 {
        1.0 / (1.0 + (-self.value_logit).exp())
    }
}

/// Cells that are evaluated together, all layers of them: their rows at 96 channels take half a
/// megabyte, which fits the second cache of current processors beside the weights of a layer.
const PART: usize = 484;

/// Evaluates positions with a network. Keeps its memory from batch to batch.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    /// One after the other, the cells of each position; at the end some that fill up a tile.
    taps: Vec<Taps>,
    /// What the convolutions read and write, a row for each cell. Those that are read have a row of
    /// zeros after the last.
    planes: Vec<f32>,
    /// The sum that runs through the residual blocks.
    sum: Vec<f32>,
    outer: Vec<f32>,
    inner: Vec<f32>,
    rounded: Rounded,
    heads: Vec<f32>,
}

impl Evaluator {
    /// An evaluator for a network.
    pub fn new(network: Arc<Network>) -> Self {
        Evaluator {
            network,
            taps: Vec::new(),
            planes: Vec::new(),
            sum: Vec::new(),
            outer: Vec::new(),
            inner: Vec::new(),
            rounded: Rounded::default(),
            heads: Vec::new(),
        }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Evaluates positions, each for its player to move, on any boards; where a coin is due, for
    /// Red.
    ///
    /// On one machine a position gives the same numbers in every batch.
    ///
    /// # Panics
    /// If one of the games is over.
    pub fn evaluate(&mut self, positions: &[&Position]) -> Vec<Evaluation> {
        let mut evaluations = Vec::with_capacity(positions.len());
        let mut rest = positions;
        while !rest.is_empty() {
            let (part, later) = rest.split_at(part(rest));
            let ranges = self.read(part);
            self.run(&ranges);
            evaluations.extend(ranges.into_iter().map(|cells| self.evaluation(cells)));
            rest = later;
        }
        evaluations
    }

    /// Fills in taps and planes, and says which rows belong to which position.
    fn read(&mut self, positions: &[&Position]) -> Vec<Range<usize>> {
        let cells: usize = positions.iter().map(|position| position.board().cell_count()).sum();
        let rows = cells.next_multiple_of(self.network.instructions.rows());
        let planes = self.network.planes;
        self.taps.clear();
        self.planes.clear();
        let mut ranges = Vec::with_capacity(positions.len());
        for position in positions {
            let (view, first) = (View::new(position), self.taps.len());
            // There are at most 2809 cells on a board and far fewer than a million boards.
            let row = |site: hexring_game::Site| (first + site.index()) as u32;
            let taps = view.taps().map(|taps| taps.map(|tap| tap.map_or(rows as u32, row)));
            self.taps.extend(taps);
            self.planes.extend(view.planes().flat_map(|all| all.into_iter().take(planes)));
            ranges.push(first..self.taps.len());
        }
        self.taps.resize(rows, [rows as u32; TAPS]);
        self.planes.resize((rows + 1) * planes, 0.0);
        self.planes[cells * planes..].fill(0.0);
        ranges
    }

    /// All layers that work on single cells and their neighbours.
    fn run(&mut self, positions: &[Range<usize>]) {
        let Evaluator { network, taps, planes, sum, outer, inner, rounded, heads } = self;
        let Network { instructions, epsilon, stem, blocks, norm, heads: last, .. } = &**network;
        let (instructions, epsilon) = (*instructions, *epsilon);
        let size = taps.len() * stem.outputs();
        sum.resize(size, 0.0);
        for buffer in [&mut *outer, &mut *inner] {
            buffer.resize(size + stem.outputs(), 0.0);
            buffer[size..].fill(0.0);
        }
        let taps = &taps[..];
        stem.apply(&Cells { numbers: planes, taps }, Finish::Write, sum);
        for Block { norm, first, second } in blocks {
            norm.relu(instructions, sum, epsilon, &mut outer[..size]);
            let mut layers = Layers { taps, positions, rounded: &mut *rounded };
            layers.apply(first, outer, Finish::Relu, &mut inner[..size]);
            layers.apply(second, inner, Finish::Add, sum);
        }
        norm.relu(instructions, sum, epsilon, &mut outer[..size]);
        heads.resize(taps.len() * last.shared.outputs(), 0.0);
        last.shared.apply(&Cells { numbers: outer, taps }, Finish::Relu, heads);
    }

    /// The heads of one position.
    fn evaluation(&self, cells: Range<usize>) -> Evaluation {
        let Heads { shared, policy, pooled, value } = &self.network.heads;
        let width = shared.outputs();
        let rows = &self.heads[cells.start * width..cells.end * width];
        let rows = rows.chunks_exact(width).map(|row| row[..POOLED].split_at(HEAD));
        let logit = |row: &[f32]| dot(row, &policy.weights) + policy.bias[0];
        let mut hidden = pooled.bias.clone();
        let pool = pool(rows.clone().map(|(_, row)| row));
        for (input, weights) in pool.iter().zip(pooled.weights.chunks_exact(POOLED)) {
            hidden.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
        }
        hidden.iter_mut().for_each(|number| *number = number.max(0.0));
        Evaluation {
            policy_logits: rows.map(|(row, _)| logit(row)).collect(),
            value_logit: dot(&hidden, &value.weights) + value.bias[0],
        }
    }
}

/// What the layers of blocks have in common.
struct Layers<'a> {
    taps: &'a [Taps],
    positions: &'a [Range<usize>],
    rounded: &'a mut Rounded,
}

impl Layers<'_> {
    /// Reads rows of numbers, with a row of zeros after the last.
    fn apply(&mut self, weights: &Weights, numbers: &[f32], finish: Finish, output: &mut [f32]) {
        let taps = self.taps;
        match weights {
            Weights::Full(layer) => layer.apply(&Cells { numbers, taps }, finish, output),
            Weights::Narrow(layer) => {
                let width = numbers.len() / (taps.len() + 1);
                let rows = &numbers[..taps.len() * width];
                self.rounded.round(layer.instructions(), rows, width, self.positions);
                layer.apply(self.rounded, taps, finish, output);
            }
        }
    }
}

/// How many of the positions to evaluate together.
fn part(positions: &[&Position]) -> usize {
    let sums = positions.iter().scan(0, |sum, position| {
        *sum += position.board().cell_count();
        Some(*sum)
    });
    sums.take_while(|cells| *cells <= PART).count().max(1)
}

/// The mean of each channel over all cells, then the maximum of each.
fn pool<'a>(rows: impl ExactSizeIterator<Item = &'a [f32]>) -> [f32; POOLED] {
    let count = rows.len() as f32;
    let mut pool = [0.0; POOLED];
    let (mean, most) = pool.split_at_mut(HEAD);
    for row in rows {
        for ((mean, most), number) in mean.iter_mut().zip(most.iter_mut()).zip(row) {
            *mean += number / count;
            *most = most.max(*number); // after relu none is negative
        }
    }
    pool
}
