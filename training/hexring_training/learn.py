"""Learning: loss, AdamW, and averaged weights.

The loss is the cross-entropy of the policy with the search's policy plus that of the value with
the outcome. Each position is seen through a random symmetry of its board. Self-play and export
use an exponential average of the weights: it plays better than the weights themselves and takes
the place of most of the usual decay of the learning rate.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from .network import ILLEGAL, Parameters, apply, prepare, view
from .replay import Replay, Sample, draw
from .rules import on_board


@dataclass(frozen=True)
class LearnOptions:
    """Constants of the optimizer."""

    rate: float = 1e-3
    rate_halving_steps: int = 12_000
    """The learning rate is rate / (1 + step / this)."""
    warm_up: int = 100
    decay: float = 1e-2
    """Decoupled weight decay, on matrices and kernels."""
    beta1: float = 0.9
    beta2: float = 0.99
    clip: float = 5.0
    """Largest norm of a gradient."""
    average: float = 0.999
    """Decay of the averaged weights; shorter at the very start."""


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

    return sample._replace(stones=move(sample.stones), policy=move(sample.policy))


def loss(parameters: Parameters, sample: Sample) -> tuple[jax.Array, Losses]:
    """The loss of a batch; positions of unknown outcome weigh nothing."""
    seen = view(sample.stones, sample.geometry)
    logits, value = apply(prepare(parameters), seen)
    free = (seen.board & (sample.stones == 0)).reshape(logits.shape)
    weight = (sample.outcome != 0).astype(jnp.float32)
    weight = weight / jnp.maximum(weight.sum(), 1.0)

    target = jnp.where(free, sample.policy, 0.0)
    log_policy = jax.nn.log_softmax(jnp.where(free, logits, ILLEGAL))
    log_target = jnp.log(jnp.maximum(target, 1e-7))
    divergence = weight @ (target * (log_target - log_policy)).sum(1)
    won = 0.5 * (1 + sample.outcome)
    surprise = jnp.maximum(value, 0) - value * won + jnp.log1p(jnp.exp(-jnp.abs(value)))
    value_loss = weight @ surprise
    accuracy = weight @ ((value > 0) == (sample.outcome > 0)).astype(jnp.float32)
    zero = jnp.zeros(())
    return divergence + value_loss, Losses(divergence, value_loss, accuracy, zero)


def update(learner: Learner, gradient: Parameters, options: LearnOptions) -> Learner:
    """One step of AdamW and of the averaged weights."""
    step = learner.steps + 1
    time = step.astype(jnp.float32)
    rate = options.rate * jnp.minimum(1.0, time / options.warm_up)
    rate = rate / (1.0 + time / options.rate_halving_steps)
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


LearnSteps = Callable[[Learner, Replay, jax.Array, jax.Array], tuple[Learner, Losses]]


def learn_steps(batch: int, steps: int, options: LearnOptions) -> LearnSteps:
    """The function that takes ``steps`` steps on a replay's last rows (to be compiled)."""

    def one(replay: Replay, window: jax.Array, learner: Learner, key: jax.Array) -> tuple:
        draw_key, half_key, mirror_key = jax.random.split(key, 3)
        sample = draw(replay, window, batch, draw_key)
        half = jax.random.bernoulli(half_key, 0.5, (batch,))
        sample = turn(sample, half, jax.random.bernoulli(mirror_key, 0.5, (batch,)))
        gradient, losses = jax.grad(loss, has_aux=True)(learner.parameters, sample)
        norm = jnp.sqrt(sum(jnp.vdot(g, g) for g in jax.tree.leaves(gradient)))
        scale = jnp.minimum(1.0, options.clip / (norm + 1e-9))
        gradient = jax.tree.map(lambda g: g * scale, gradient)
        return update(learner, gradient, options), losses._replace(gradient=norm)

    def run(
        learner: Learner, replay: Replay, window: jax.Array, key: jax.Array
    ) -> tuple[Learner, Losses]:
        learner, losses = lax.scan(
            lambda carry, k: one(replay, window, carry, k), learner, jax.random.split(key, steps)
        )
        return learner, jax.tree.map(jnp.mean, losses)

    return run
