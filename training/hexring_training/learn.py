"""Learning: loss, AdamW, and averaged weights.

The loss is the cross-entropy of the policy with the search's policy plus that of the value with
what came of the game, and two auxiliary terms (after Wu, *Accelerating self-play learning in Go*,
2019, and KataGo's notes since):

- whether each cell will be in the winner's chain, for either winner. An outcome is one bit for a
  whole game; which cells decided it is a lesson for each of them, and has the same gradient path.
- the policy softened, in the power 1/4. The policy's own loss is nearly all about the best move or
  two; this one asks for an order of the others, which search needs when it leaves the best.

Each position is seen through a random symmetry of its board. Self-play and export
use an exponential average of the weights: it plays better than the weights themselves and takes
the place of most of the usual decay of the learning rate.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from .network import ILLEGAL, Parameters, apply, apply_kernels, prepare, view
from .replay import Replay, Sample, draw
from .rules import on_board


@dataclass(frozen=True)
class LearnOptions:
    """Constants of the optimizer."""

    warm_up: int = 100
    """Steps until the learning rate is the one that was asked for."""
    decay: float = 1e-2
    """Decoupled weight decay, on matrices and kernels."""
    beta1: float = 0.9
    beta2: float = 0.99
    clip: float = 5.0
    """Largest norm of a gradient."""
    average: float = 0.999
    """Decay of the averaged weights; shorter at the very start."""
    chain_weight: float = 0.3
    soft_weight: float = 1.0
    kernels: bool = True
    """Learn with the kernels of this package, not with the library's convolution."""


class Learner(NamedTuple):
    """Everything that learning carries from step to step."""

    parameters: Parameters
    average: Parameters
    first_moment: Parameters
    second_moment: Parameters
    steps: jax.Array


class Losses(NamedTuple):
    """Means over a batch, for the log."""

    policy: jax.Array
    """Divergence of the network's policy from the search's, in nats."""
    value: jax.Array
    accuracy: jax.Array
    """Share of outcomes that the value's sign foretells."""
    chain: jax.Array
    """Surprise about a cell of the chain."""
    seasons: jax.Array
    """The value's loss under seasons."""
    chance: jax.Array
    """Mean distance of the value from the measured chance, under random turns."""
    gradient: jax.Array


def new_learner(parameters: Parameters) -> Learner:
    """A learner at step 0."""
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    copy = jax.tree.map(jnp.copy, parameters)
    return Learner(parameters, copy, zeros, jax.tree.map(jnp.copy, zeros), jnp.int32(0))


def turn(sample: Sample, half: jax.Array, mirror: jax.Array) -> Sample:
    """Apply symmetries lane by lane: the half turn, on cylinders also the mirror.

    The half turn keeps every board. The mirror (c, r) -> (-c - r, r) needs columns that wrap and
    rows that do not, or the other way round in Blue's view; elsewhere it is left out.
    """
    count, size, _ = sample.stones.shape
    rows, columns, wrap_rows, wrap_columns = (
        sample.geometry[:, i, None, None].astype(jnp.int32) for i in range(4)
    )
    row = jnp.broadcast_to(jnp.arange(size)[None, :, None], (count, size, size))
    column = jnp.broadcast_to(jnp.arange(size)[None, None], (count, size, size))
    half, mirror = half[:, None, None], mirror[:, None, None]
    row = jnp.where(half, rows - 1 - row, row)
    column = jnp.where(half, columns - 1 - column, column)
    around = mirror & (wrap_columns > 0) & (wrap_rows == 0)
    upright = mirror & (wrap_rows > 0) & (wrap_columns == 0)
    row, column = (
        jnp.where(upright, (-row - column) % rows, row),
        jnp.where(around, (-column - row) % columns, column),
    )
    board = on_board(sample.geometry, size)
    index = jnp.where(board, row * size + column, 0).reshape(count, -1)
    board = board.reshape(count, -1)

    def move(cells: jax.Array) -> jax.Array:
        taken = jnp.take_along_axis(cells.reshape(count, -1), index, axis=1)
        return jnp.where(board, taken, 0).reshape(cells.shape)

    return sample._replace(
        stones=move(sample.stones),
        policy=move(sample.policy),
        waits=jnp.stack([move(sample.waits[:, 0]), move(sample.waits[:, 1])], 1),
        chain=move(sample.chain),
    )


def loss(parameters: Parameters, sample: Sample, options: LearnOptions) -> tuple:
    """-> (the loss of a batch, its ``Losses``); positions of unknown outcome weigh nothing."""
    seen = view(sample.stones, sample.geometry, sample.waits, sample.period, sample.coin)
    run = apply if jax.default_backend() == "cpu" or not options.kernels else apply_kernels
    answers = run(prepare(parameters), seen)
    board = seen.board.reshape(answers.policy.shape)
    free = board & (sample.stones == 0).reshape(board.shape)
    open_cells = free & (sample.waits[:, 0] == 0).reshape(board.shape)
    weight = sample.known.astype(jnp.float32)
    weight = weight / jnp.maximum(weight.sum(), 1.0)

    target = jnp.where(open_cells, sample.policy, 0.0)
    divergence = weight @ _divergence(target, answers.policy, open_cells)
    soft = jnp.where(target > 0, jnp.maximum(target, 1e-9) ** 0.25, 0.0)
    soft = soft / jnp.maximum(soft.sum(1, keepdims=True), 1e-9)
    soft_loss = weight @ _divergence(soft, answers.auxiliary[:, :, 2], open_cells)

    surprise = _surprise(answers.value, 0.5 * (1 + sample.outcome))
    value_loss = weight @ surprise
    chain_loss = _chain_loss(answers.auxiliary, sample.chain, board)
    total = divergence + value_loss
    total += options.chain_weight * chain_loss + options.soft_weight * soft_loss
    return total, Losses(
        divergence, value_loss,
        weight @ ((answers.value > 0) == (sample.outcome > 0)).astype(jnp.float32),
        chain_loss,
        _mean(surprise, sample.known & (sample.period > 1) & ~sample.coin),
        _mean(_distance(answers.value, sample.outcome), _has_chance(sample)),
        jnp.zeros(()),
    )  # fmt: skip


def _divergence(target: jax.Array, logits: jax.Array, where: jax.Array) -> jax.Array:
    """(N,) in nats; 0 where there is no target."""
    log_policy = jax.nn.log_softmax(jnp.where(where, logits, ILLEGAL))
    return (target * (jnp.log(jnp.maximum(target, 1e-7)) - log_policy)).sum(1)


def _surprise(logit: jax.Array, chance: jax.Array) -> jax.Array:
    """Cross-entropy of a chance with the one that a logit says."""
    return jnp.maximum(logit, 0) - logit * chance + jnp.log1p(jnp.exp(-jnp.abs(logit)))


def _chain_loss(auxiliary: jax.Array, chain: jax.Array, board: jax.Array) -> jax.Array:
    """Mean over the cells of games that are over."""
    surprise = _surprise(auxiliary[:, :, 0], chain > 0) + _surprise(auxiliary[:, :, 1], chain < 0)
    return _mean(surprise, board & (chain != 0).any(1, keepdims=True))


def _distance(logit: jax.Array, outcome: jax.Array) -> jax.Array:
    return jnp.abs(jax.nn.sigmoid(logit) - 0.5 * (1 + outcome))


def _has_chance(sample: Sample) -> jax.Array:
    """Where the outcome is a chance that coin games have measured."""
    torus = (sample.geometry[:, 2:] > 0).all(1)
    return sample.coin & (sample.period == 1) & ~torus


def _mean(numbers: jax.Array, where: jax.Array) -> jax.Array:
    return jnp.where(where, numbers, 0.0).sum() / jnp.maximum(where.sum(), 1)


def update(
    learner: Learner, gradient: Parameters, rate: jax.Array, options: LearnOptions
) -> Learner:
    """One step of AdamW and of the averaged weights."""
    step = learner.steps + 1
    time = step.astype(jnp.float32)
    rate = rate * jnp.minimum(1.0, time / options.warm_up)
    b1, b2 = options.beta1, options.beta2
    first = jax.tree.map(lambda m, g: b1 * m + (1 - b1) * g, learner.first_moment, gradient)
    second = jax.tree.map(lambda v, g: b2 * v + (1 - b2) * g * g, learner.second_moment, gradient)

    def move(p: jax.Array, m: jax.Array, v: jax.Array) -> jax.Array:
        direction = (m / (1 - b1**time)) / (jnp.sqrt(v / (1 - b2**time)) + 1e-8)
        return p - rate * (direction + (options.decay * p if p.ndim >= 2 else 0.0))

    parameters = jax.tree.map(move, learner.parameters, first, second)
    keep = jnp.minimum(options.average, (1 + time) / (10 + time))
    average = jax.tree.map(lambda a, p: keep * a + (1 - keep) * p, learner.average, parameters)
    return Learner(parameters, average, first, second, step)


LearnSteps = Callable[[Learner, Replay, jax.Array, jax.Array, jax.Array], tuple[Learner, Losses]]


def learn_steps(batch: int, steps: int, options: LearnOptions) -> LearnSteps:
    """The function that takes ``steps`` steps on a replay's last rows (to be compiled)."""

    def one(
        replay: Replay, window: jax.Array, rate: jax.Array, learner: Learner, key: jax.Array
    ) -> tuple[Learner, Losses]:
        draw_key, half_key, mirror_key = jax.random.split(key, 3)
        sample = draw(replay, window, batch, draw_key)
        half = jax.random.bernoulli(half_key, 0.5, (batch,))
        sample = turn(sample, half, jax.random.bernoulli(mirror_key, 0.5, (batch,)))
        of_loss = jax.grad(loss, has_aux=True)
        gradient, losses = of_loss(learner.parameters, sample, options)
        norm = jnp.sqrt(sum(jnp.vdot(g, g) for g in jax.tree.leaves(gradient)))
        scale = jnp.minimum(1.0, options.clip / (norm + 1e-9))
        gradient = jax.tree.map(lambda g: g * scale, gradient)
        return update(learner, gradient, rate, options), losses._replace(gradient=norm)

    def run(
        learner: Learner, replay: Replay, window: jax.Array, rate: jax.Array, key: jax.Array
    ) -> tuple[Learner, Losses]:
        learner, losses = lax.scan(
            lambda carry, k: one(replay, window, rate, carry, k),
            learner,
            jax.random.split(key, steps),
        )
        return learner, jax.tree.map(jnp.mean, losses)

    return run
