"""The network: residual hex convolutions, a policy per cell, a pooled value; any board, one file.

Input planes, in the mover's view (the mover plays vertically; Blue sees the board transposed):

    0  own stones
    1  the opponent's stones
    2  ones
    3  own edge: the first and the last row, where rows do not wrap
    4  the opponent's edge: the first and the last column, where columns do not wrap
    5  rows wrap (0 or 1 everywhere)
    6  columns wrap
    7  closed to the mover now                      seasons: 0 everywhere without
    8  closed to the opponent on its next turn
    9  the mover's turns until the cell is open, in years (0 = open now)
   10  the opponent's
   11  1 - 1 / seasons of a year, everywhere
   12  random turns, everywhere

A hex convolution has seven taps in the order of ``rules.TAPS``. A tap across a wrapping edge
reads the cell on the other side; a tap off the board reads zeros, in every layer.

    x = conv(planes) + bias
    for each block:  h = relu(norm(x))          norm: x / rms(x over channels) * gain + bias
                     h = relu(conv1(h) + bias)
                     x = x + conv2(h) + bias
    h = relu(norm(x))
    policy logit  = relu(h @ p.w1 + p.b1) @ p.w2 + p.b2                      per cell
    value logit   = relu([mean, max](relu(h @ v.w1 + v.b1)) @ v.w2 + v.b2) @ v.w3 + v.b3

The probability that the mover wins is sigmoid(value logit); under random turns before the coin is
tossed, so that it does not matter who moves next. The pooling runs over the cells of
the board alone. Nothing depends on the size of the board.

Two more answers per cell help learning alone and are not exported (``a.w``, ``a.b``, straight from
h): whether the cell will be in the winner's chain, if that is the mover, if it is the opponent; and
the policy once more, softened.

Parameters are a flat dictionary of float32 arrays. Arithmetic is bfloat16 on an accelerator and
float32 on the CPU; norms, heads and pooling are float32 everywhere.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple, Self

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .fused import Weights, block, chosen, convolve, neighbour_table
from .halo import Halo, halo, pad
from .rules import TAPS, State, legal, on_board

PLANES = 13
AUXILIARY = 3
"""Answers per cell for learning alone: own chain, the opponent's chain, softened policy."""
HEAD = 32
"""Width of both heads."""
VALUE_HIDDEN = 64
EPSILON = 1e-5
"""Under the root of the norm."""
ILLEGAL = -1e9
"""Logit of cells that cannot be played."""

Parameters = dict[str, jax.Array]


@dataclass(frozen=True)
class Shape:
    """Depth and width, written ``8x96``."""

    blocks: int
    channels: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``BLOCKSxCHANNELS``."""
        blocks, _, channels = text.partition("x")
        return cls(int(blocks), int(channels))

    def __str__(self) -> str:
        return f"{self.blocks}x{self.channels}"


class View(NamedTuple):
    """What the network sees of a batch of positions."""

    planes: jax.Array
    """(B, S, S, PLANES)"""
    board: jax.Array
    """(B, S, S) bool: the cells of the board."""
    halo: Halo


def compute_type() -> jnp.dtype:
    """The type of the arithmetic in the trunk."""
    return jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16


def initial(shape: Shape, seed: int) -> Parameters:
    """Fresh parameters: He initialisation, the residual branches scaled down by depth."""
    random = np.random.default_rng(seed)
    width = shape.channels

    def weights(*dims: int, gain: float = 1.0) -> np.ndarray:
        scale = gain * math.sqrt(2.0 / np.prod(dims[:-1]))
        return (scale * random.standard_normal(dims)).astype(np.float32)

    p = {"stem.w": weights(7, PLANES, width), "stem.b": np.zeros(width)}
    for i in range(shape.blocks):
        p |= {f"b{i}.g": np.ones(width), f"b{i}.b": np.zeros(width)}
        p |= {f"b{i}.w1": weights(7, width, width), f"b{i}.b1": np.zeros(width)}
        branch = weights(7, width, width, gain=1 / math.sqrt(2 * shape.blocks))
        p |= {f"b{i}.w2": branch, f"b{i}.b2": np.zeros(width)}
    p |= {"h.g": np.ones(width), "h.b": np.zeros(width)}
    p |= {"p.w1": weights(width, HEAD), "p.b1": np.zeros(HEAD)}
    p |= {"p.w2": weights(HEAD, 1, gain=0.1), "p.b2": np.zeros(1)}
    p |= {"v.w1": weights(width, HEAD), "v.b1": np.zeros(HEAD)}
    p |= {"v.w2": weights(2 * HEAD, VALUE_HIDDEN), "v.b2": np.zeros(VALUE_HIDDEN)}
    p |= {"v.w3": weights(VALUE_HIDDEN, 1, gain=0.1), "v.b3": np.zeros(1)}
    p |= {"a.w": weights(width, AUXILIARY, gain=0.1), "a.b": np.zeros(AUXILIARY)}
    return {name: jnp.asarray(value, jnp.float32) for name, value in p.items()}


def shape_of(parameters: Parameters) -> Shape:
    """Depth and width, read off the parameters."""
    blocks = sum(name.endswith(".w1") and name[0] == "b" for name in parameters)
    return Shape(blocks, parameters["stem.b"].shape[0])


def prepare(parameters: Parameters) -> Parameters:
    """Parameters as the network reads them: the trunk's in the type of its arithmetic."""
    dtype = compute_type()
    return {n: p if n[0] in "pva" else p.astype(dtype) for n, p in parameters.items()}


def _square(kernel: jax.Array) -> jax.Array:
    """Seven taps as a 3 × 3 kernel, zero in the two corners that are no hex neighbours.

    The library's own convolution is about three times as fast as seven shifted products.
    """
    zero = jnp.zeros_like(kernel[0])
    taps = {tap: kernel[i] for i, tap in enumerate(TAPS)}
    span = (-1, 0, 1)
    return jnp.stack([jnp.stack([taps.get((r, c), zero) for c in span]) for r in span])


def view(
    stones: jax.Array, geometry: jax.Array, waits: jax.Array, period: jax.Array, coin: jax.Array
) -> View:
    """The network's view of stones (B, S, S), own positive; the rest as in ``rules.State``."""
    size = stones.shape[1]
    board = on_board(geometry, size)
    rows, columns, wrap_rows, wrap_columns = (geometry[:, i, None, None] for i in range(4))
    index = jnp.arange(size)
    edge_row = ((index[None, :, None] == 0) | (index[None, :, None] == rows - 1)) & (wrap_rows == 0)
    edge_column = (index[None, None] == 0) | (index[None, None] == columns - 1)
    year = period[:, None, None].astype(jnp.float32)
    planes = [stones > 0, stones < 0, board, edge_row, edge_column & (wrap_columns == 0)]
    planes += [wrap_rows > 0, wrap_columns > 0, waits[:, 0] > 0, waits[:, 1] > 0]
    planes += [waits[:, 0] / year, waits[:, 1] / year, 1 - 1 / year, coin[:, None, None]]
    planes = [jnp.broadcast_to(plane, board.shape).astype(compute_type()) for plane in planes]
    return View(jnp.stack(planes, -1), board, halo(geometry, size))


def view_of(state: State) -> View:
    """The network's view of positions."""
    return view(state.code, state.geometry, state.waits, state.period, state.coin)


def _norm(x: jax.Array, gain: jax.Array, bias: jax.Array) -> jax.Array:
    wide = x.astype(jnp.float32)
    scale = lax.rsqrt(jnp.mean(wide * wide, -1, keepdims=True) + EPSILON)
    return jax.nn.relu((wide * scale).astype(x.dtype) * gain + bias)


def _stem(v: View, q: Parameters) -> jax.Array:
    """The first layer as one product: a convolution with seven channels would be slow."""
    size = v.planes.shape[1]
    padded = pad(v.planes, v.halo)
    taps = [padded[:, 1 + r : 1 + r + size, 1 + c : 1 + c + size] for r, c in TAPS]
    kernel = q["stem.w"].reshape(-1, q["stem.w"].shape[-1])
    return jnp.concatenate(taps, -1) @ kernel + q["stem.b"]


def _convolve(x: jax.Array, kernel: jax.Array, where: Halo) -> jax.Array:
    layout = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(
        pad(x, where), _square(kernel), (1, 1), "VALID", dimension_numbers=layout
    )


class Answers(NamedTuple):
    """What the network says of a batch, float32."""

    policy: jax.Array
    """(B, S * S) logits; those of cells that cannot be played are left as they come out."""
    value: jax.Array
    """(B,) logit"""
    auxiliary: jax.Array
    """(B, S * S, AUXILIARY) logits"""


def apply(q: Parameters, v: View) -> Answers:
    """Prepared parameters, a view -> answers, by the library's convolution."""
    x = _stem(v, q)
    for i in range(shape_of(q).blocks):
        h = _norm(x, q[f"b{i}.g"], q[f"b{i}.b"])
        h = jax.nn.relu(_convolve(h, q[f"b{i}.w1"], v.halo) + q[f"b{i}.b1"])
        x = x + _convolve(h, q[f"b{i}.w2"], v.halo) + q[f"b{i}.b2"]
    return _heads(_norm(x, q["h.g"], q["h.b"]), v, q)


def apply_kernels(q: Parameters, v: View) -> Answers:
    """The same as ``apply`` and its derivatives, faster on a GPU."""
    x, table = _rows(v, q)
    for i in range(shape_of(q).blocks):
        h = _norm(x, q[f"b{i}.g"], q[f"b{i}.b"])
        h = jax.nn.relu(convolve(h, q[f"b{i}.w1"], table) + q[f"b{i}.b1"])
        x = x + convolve(h, q[f"b{i}.w2"], table) + q[f"b{i}.b2"]
    return _heads(_canvas(_norm(x, q["h.g"], q["h.b"]), v), v, q)


def apply_fused(q: Parameters, v: View) -> Answers:
    """The same as ``apply``, the fastest on a GPU, without derivatives."""
    x, table = _rows(v, q)
    h = _norm(x, q["b0.g"], q["b0.b"])
    blocks = shape_of(q).blocks
    for i in range(blocks):
        after = f"b{i + 1}" if i + 1 < blocks else "h"
        names = [f"b{i}.{part}" for part in ("w1", "b1", "w2", "b2")]
        weights = Weights(*(q[name] for name in (*names, f"{after}.g", f"{after}.b")))
        x, h = block(chosen.forward, weights, x, h, table, EPSILON)
    return _heads(_canvas(h, v), v, q)


def _rows(v: View, q: Parameters) -> tuple[jax.Array, jax.Array]:
    """The first layer as whole tiles of rows (cells, C), and the table of neighbours."""
    table = neighbour_table(v.halo.sources, v.board)
    x = _stem(v, q)
    x = x.reshape(-1, x.shape[-1])
    return jnp.pad(x, ((0, table.shape[1] - x.shape[0]), (0, 0))), table


def _canvas(h: jax.Array, v: View) -> jax.Array:
    """Rows as boards again."""
    return h[: v.board.size].reshape(*v.board.shape, h.shape[-1])


def _heads(h: jax.Array, v: View, q: Parameters) -> Answers:
    policy = _head(h, q, "p") @ q["p.w2"] + q["p.b2"]
    lanes = policy.shape[0]
    auxiliary = (h @ q["a.w"].astype(h.dtype)).astype(jnp.float32) + q["a.b"]
    return Answers(
        policy.reshape(lanes, -1),
        _value(_head(h, q, "v"), v.board, q),
        auxiliary.reshape(lanes, -1, AUXILIARY),
    )


def _head(h: jax.Array, q: Parameters, name: str) -> jax.Array:
    product = (h @ q[f"{name}.w1"].astype(h.dtype)).astype(jnp.float32)
    return jax.nn.relu(product + q[f"{name}.b1"])


def _value(h: jax.Array, board: jax.Array, q: Parameters) -> jax.Array:
    """Mean and maximum over the board; the features are not negative, so zero masks both."""
    h = jnp.where(board[..., None], h, 0.0)
    cells = board.sum((1, 2)).astype(jnp.float32)[:, None]
    pooled = jnp.concatenate([h.sum((1, 2)) / cells, h.max((1, 2))], -1)
    hidden = jax.nn.relu(pooled @ q["v.w2"] + q["v.b2"])
    return (hidden @ q["v.w3"] + q["v.b3"])[:, 0]


@jax.jit
def evaluate(q: Parameters, state: State) -> tuple[jax.Array, jax.Array]:
    """-> (logits with ``ILLEGAL`` where no stone can go, value in [-1, 1] for the mover).

    Programs evaluate in several places; as a program of its own this is traced once.
    """
    run = apply if jax.default_backend() == "cpu" else apply_fused
    answers = run(q, view_of(state))
    return jnp.where(legal(state), answers.policy, ILLEGAL), jnp.tanh(0.5 * answers.value)
