//! Evaluation: the layers one after the other, for all cells of a batch at once.

use std::ops::Range;
use std::sync::Arc;

use hexring_game::Position;

use crate::convolution::{Cells, Gathered, TILE, Taps};
use crate::network::{HEAD, Heads, Layer, Network, PLANES, POOLED};
use crate::norm::{bias_relu, dot, norm_relu};
use crate::product::Product;
use crate::view::View;

/// What a network says about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// By site: the logarithm of how promising a cell is, up to a constant. A softmax over the
    /// legal cells makes probabilities of them; those of other cells mean nothing.
    pub policy_logits: Vec<f32>,
    /// The logarithm of the odds that the player to move wins.
    pub value_logit: f32,
}

impl Evaluation {
    /// The probability that the player to move wins.
    pub fn value(&self) -> f32 {
        1.0 / (1.0 + (-self.value_logit).exp())
    }
}

/// Evaluates positions with a network. Keeps its memory from batch to batch.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    /// One after the other, the cells of each position.
    taps: Vec<Taps>,
    planes: Vec<f32>,
    /// The sum that runs through the residual blocks.
    sum: Vec<f32>,
    /// What the convolutions of a block read: each has a row of zeros after the last cell.
    outer: Vec<f32>,
    inner: Vec<f32>,
    heads: Vec<f32>,
    gathered: Gathered,
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
            heads: Vec::new(),
            gathered: Gathered::default(),
        }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Evaluates positions, each for its player to move, on any boards.
    ///
    /// The same batch gives the same numbers. In another batch those of a position may differ in
    /// the last places, since sums are taken in another order.
    ///
    /// # Panics
    /// If nobody is to move in one of them.
    pub fn evaluate(&mut self, positions: &[&Position]) -> Vec<Evaluation> {
        let mut evaluations = Vec::with_capacity(positions.len());
        let mut rest = positions;
        while !rest.is_empty() {
            let (part, later) = rest.split_at(part(rest));
            let ranges = self.read(part);
            self.run();
            evaluations.extend(ranges.into_iter().map(|cells| self.evaluation(cells)));
            rest = later;
        }
        evaluations
    }

    /// Fills in taps and planes, and says which rows belong to which position.
    fn read(&mut self, positions: &[&Position]) -> Vec<Range<usize>> {
        let rows: usize = positions.iter().map(|position| position.board().cell_count()).sum();
        self.taps.clear();
        self.planes.clear();
        let mut ranges = Vec::with_capacity(positions.len());
        for position in positions {
            let (view, first) = (View::new(position), self.taps.len());
            // There are at most 2809 cells on a board and far fewer than a million boards.
            let row = |site: hexring_game::Site| (first + site.index()) as u32;
            let taps = view.taps().map(|taps| taps.map(|tap| tap.map_or(rows as u32, row)));
            self.taps.extend(taps);
            self.planes.extend(view.planes().flatten());
            ranges.push(first..self.taps.len());
        }
        self.planes.extend([0.0; PLANES]);
        ranges
    }

    /// All layers that work on single cells and their neighbours.
    fn run(&mut self) {
        let Evaluator { network, taps, planes, sum, outer, inner, heads, gathered } = self;
        let (channels, rows) = (network.channels, taps.len());
        let size = rows * channels;
        sum.resize(size, 0.0);
        for buffer in [&mut *outer, &mut *inner] {
            buffer.resize(size + channels, 0.0);
            buffer[size..].fill(0.0);
        }
        gathered.write(&Cells { numbers: planes, channels: PLANES, taps }, &network.stem, sum);
        let mut pending = &network.stem.bias;
        for block in &network.blocks {
            norm_relu(sum, pending, &block.norm, network.epsilon, &mut outer[..size]);
            gathered.write(
                &Cells { numbers: outer, channels, taps },
                &block.first,
                &mut inner[..size],
            );
            bias_relu(&mut inner[..size], &block.first.bias);
            gathered.add(&Cells { numbers: inner, channels, taps }, &block.second, sum);
            pending = &block.second.bias;
        }
        norm_relu(sum, pending, &network.norm, network.epsilon, &mut outer[..size]);
        let Layer { weights, bias } = &network.heads.shared;
        heads.resize(rows * POOLED, 0.0);
        Product { left: &outer[..size], right: weights, inner: channels, columns: POOLED }
            .write(heads);
        bias_relu(heads, bias);
    }

    /// The heads of one position.
    fn evaluation(&self, cells: Range<usize>) -> Evaluation {
        let Heads { policy, pooled, value, .. } = &self.network.heads;
        let rows = &self.heads[cells.start * POOLED..cells.end * POOLED];
        let rows = rows.chunks_exact(POOLED).map(|row| row.split_at(HEAD));
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

/// How many of the positions to evaluate together: as many as fit a tile, since all layers of more
/// cells would not stay in the cache.
fn part(positions: &[&Position]) -> usize {
    let sums = positions.iter().scan(0, |sum, position| {
        *sum += position.board().cell_count();
        Some(*sum)
    });
    sums.take_while(|cells| *cells <= TILE).count().max(1)
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
