"""The residual trunk as fused kernels, for evaluation and for learning on a GPU.

The library's convolution wants its input padded, and padding that wraps costs a pass over memory
before every layer. Here a hex convolution is instead seven products of gathered rows: row i of the
product with tap t reads the activations of the t-th neighbour of cell i through a table, zeros
where there is no such cell, so wrapping is free and the two corners of the 3 × 3 square are not
multiplied at all. In evaluation bias, residual, norm and rectifier happen before a result leaves
the chip.

The derivative by the input is the same kernel with the taps turned round: if j is the t-th
neighbour of i, then i is the (6 - t)-th neighbour of j. That holds since cells off the board have
no neighbours in the table. The derivative by the weights is a kernel of its own: products of
gathered rows and gradients, summed over slices of the cells.

How fast a tile is depends on the width of the network and on the machine, so the tiles are chosen
by trying (``tune``).
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu

from .rules import TAPS

NOWHERE = np.iinfo(np.int32).max
"""In the table: no such neighbour."""
WHOLE = 256
"""The table has a multiple of so many rows, for whole tiles of any size."""
SLICES = 38
"""Of the cells, for the derivative by the weights: seven taps of each fill the chip twice."""


TOLERANCE = 0.03
"""Numbers of 16 bits differ by about a hundredth after a few layers."""


@dataclass(frozen=True)
class Tile:
    """What one program instance works on, and how it is compiled."""

    rows: int
    """Cells."""
    depth: int
    """Input channels at a time; fewer where the width of the network asks for it."""
    warps: int
    stages: int

    def options(self) -> dict[str, Any]:
        """For ``pallas_call``."""
        return {
            "compiler_params": plgpu.CompilerParams(num_warps=self.warps, num_stages=self.stages),
            "interpret": jax.default_backend() == "cpu",
        }


@dataclass
class Tiles:
    """The tiles in use; ``tune`` replaces them before anything is compiled."""

    forward: Tile
    weights: Tile


FIRST = Tile(128, 64, 4, 3)
FORWARD_TILES = (
    FIRST, Tile(128, 64, 4, 4), Tile(128, 128, 4, 3), Tile(128, 32, 4, 4), Tile(128, 64, 8, 3),
    Tile(128, 128, 8, 3), Tile(256, 64, 8, 3), Tile(256, 64, 8, 4), Tile(256, 32, 8, 4),
    Tile(64, 64, 4, 4),
)  # fmt: skip
WEIGHT_TILES = (Tile(64, 128, 8, 3), Tile(128, 128, 8, 2), Tile(64, 128, 4, 3), Tile(32, 128, 4, 4))
chosen = Tiles(FIRST, WEIGHT_TILES[0])


def neighbour_table(sources: jax.Array, board: jax.Array) -> jax.Array:
    """(7, rows) int32: the neighbours of every cell of the batch, from the halo's sources.

    The number of cells is rounded up to whole tiles. Cells off the board have no neighbours.
    """
    lanes, padded, _ = sources.shape
    size = padded - 2
    taps = [sources[:, 1 + r : 1 + r + size, 1 + c : 1 + c + size].reshape(-1) for r, c in TAPS]
    cells = lanes * size * size
    table = jnp.where(board.reshape(-1), jnp.stack(taps), NOWHERE)
    # What lies behind the last cell has no row in the activations.
    table = jnp.where(table < cells, table, NOWHERE)
    return jnp.pad(table, ((0, 0), (0, -cells % WHOLE)), constant_values=NOWHERE)


def _parts(channels: int) -> list[tuple[int, int]]:
    """Channels as slices (start, length) of powers of two: the hardware's tiles."""
    parts, start = [], 0
    for bit in reversed(range(channels.bit_length())):
        if channels >> bit & 1:
            parts.append((start, 1 << bit))
            start += 1 << bit
    return parts


def _gather(h: Any, source: jax.Array, start: Any, length: int) -> jax.Array:
    """Some channels of the rows that the table names, zeros where it names none."""
    rows = source.shape[0]
    row = jnp.broadcast_to(source[:, None], (rows, length))
    column = jnp.broadcast_to(start + jnp.arange(length)[None], (rows, length))
    return plgpu.load(h.at[row, column], mask=row < NOWHERE, other=0.0)


def _here(tile: Tile) -> Any:
    return pl.ds(pl.program_id(0) * tile.rows, tile.rows)


def _gathered_product(tile: Tile, h: Any, table: Any, kernel: Any) -> list[jax.Array]:
    """This instance's rows of the convolution, float32, one array for each part of channels."""
    _, inputs, outputs = kernel.shape
    parts, here = _parts(outputs), _here(tile)
    depth = min(tile.depth, inputs & -inputs)
    slices = inputs // depth

    def product(i: jax.Array, sums: tuple) -> tuple:
        tap, start = (i, 0) if slices == 1 else (lax.div(i, slices), lax.rem(i, slices) * depth)
        rows = _gather(h, plgpu.load(table.at[tap, here]), start, depth)
        weights = [plgpu.load(kernel.at[tap, pl.ds(start, depth), pl.ds(*out)]) for out in parts]
        return tuple(s + plgpu.dot(rows, w) for s, w in zip(sums, weights, strict=True))

    zeros = tuple(jnp.zeros((tile.rows, length), jnp.float32) for _, length in parts)
    return list(lax.fori_loop(0, len(TAPS) * slices, product, zeros))


def _plain_kernel(tile: Tile, h: Any, table: Any, kernel: Any, out: Any) -> None:
    """out = conv(h)"""
    sums = _gathered_product(tile, h, table, kernel)
    for total, part in zip(sums, _parts(kernel.shape[2]), strict=True):
        plgpu.store(out.at[_here(tile), pl.ds(*part)], total.astype(out.dtype))


def _first_kernel(tile: Tile, h: Any, table: Any, kernel: Any, bias: Any, out: Any) -> None:
    """out = relu(conv(h) + bias)"""
    sums = _gathered_product(tile, h, table, kernel)
    for total, part in zip(sums, _parts(kernel.shape[2]), strict=True):
        value = total + plgpu.load(bias.at[pl.ds(*part)]).astype(jnp.float32)[None]
        plgpu.store(out.at[_here(tile), pl.ds(*part)], jnp.maximum(value, 0.0).astype(out.dtype))


def _second_kernel(
    tile: Tile, epsilon: float,
    h: Any, table: Any, kernel: Any, bias: Any, x: Any, gain: Any, shift: Any,
    new_x: Any, new_h: Any,
) -> None:  # fmt: skip
    """new_x = x + conv(h) + bias; new_h = relu(norm(new_x))"""
    here, parts = _here(tile), _parts(kernel.shape[2])
    values, square = [], jnp.zeros((tile.rows,), jnp.float32)
    for total, part in zip(_gathered_product(tile, h, table, kernel), parts, strict=True):
        old = plgpu.load(x.at[here, pl.ds(*part)]).astype(jnp.float32)
        value = total + old + plgpu.load(bias.at[pl.ds(*part)]).astype(jnp.float32)[None]
        plgpu.store(new_x.at[here, pl.ds(*part)], value.astype(new_x.dtype))
        square += jnp.sum(value * value, axis=1)
        values.append(value)
    scale = lax.rsqrt(square / kernel.shape[2] + epsilon)[:, None]
    for value, part in zip(values, parts, strict=True):
        one = plgpu.load(gain.at[pl.ds(*part)]).astype(jnp.float32)[None]
        two = plgpu.load(shift.at[pl.ds(*part)]).astype(jnp.float32)[None]
        result = jnp.maximum(value * scale * one + two, 0.0)
        plgpu.store(new_h.at[here, pl.ds(*part)], result.astype(new_h.dtype))


def _weight_kernel(tile: Tile, h: Any, table: Any, gradient: Any, out: Any) -> None:
    """out[slice, tap] = gathered rows of the slice, transposed, times their gradients."""
    tap, number = pl.program_id(0), pl.program_id(1)
    total, channels = gradient.shape
    parts = _parts(channels)
    blocks = total // tile.rows
    first, last = (lax.div((number + i) * blocks, SLICES) for i in (0, 1))

    def product(i: jax.Array, sums: tuple) -> tuple:
        here = pl.ds(i * tile.rows, tile.rows)
        source = plgpu.load(table.at[tap, here])
        rows = [_gather(h, source, *part) for part in parts]
        slopes = [plgpu.load(gradient.at[here, pl.ds(*part)]) for part in parts]
        products = [plgpu.dot(a, b, trans_a=True) for a in rows for b in slopes]
        return tuple(s + p for s, p in zip(sums, products, strict=True))

    zeros = tuple(jnp.zeros((a, b), jnp.float32) for _, a in parts for _, b in parts)
    sums = iter(lax.fori_loop(first, last, product, zeros))
    for a in parts:
        for b in parts:
            plgpu.store(out.at[number, tap, pl.ds(*a), pl.ds(*b)], next(sums))


class Weights(NamedTuple):
    """Of a block, and of the norm that follows it."""

    w1: jax.Array
    b1: jax.Array
    w2: jax.Array
    b2: jax.Array
    gain: jax.Array
    shift: jax.Array


@partial(jax.jit, static_argnums=(0, 5))
def block(
    tile: Tile, q: Weights, x: jax.Array, h: jax.Array, table: jax.Array, epsilon: float
) -> tuple[jax.Array, jax.Array]:
    """One residual block on (rows, C): from x and h = relu(norm(x)) to the next two."""
    options = {"grid": (table.shape[1] // tile.rows,)} | tile.options()
    result = jax.ShapeDtypeStruct(h.shape, h.dtype)
    first = pl.pallas_call(partial(_first_kernel, tile), out_shape=result, **options)
    middle = first(h, table, q.w1, q.b1)
    second = pl.pallas_call(
        partial(_second_kernel, tile, epsilon), out_shape=(result, result), **options
    )
    return second(middle, table, q.w2, q.b2, x, q.gain, q.shift)


@partial(jax.jit, static_argnums=0)
def _run_convolution(tile: Tile, h: jax.Array, kernel: jax.Array, table: jax.Array) -> jax.Array:
    run = pl.pallas_call(
        partial(_plain_kernel, tile),
        grid=(table.shape[1] // tile.rows,),
        out_shape=jax.ShapeDtypeStruct((h.shape[0], kernel.shape[2]), h.dtype),
        **tile.options(),
    )
    return run(h, table, kernel)


@jax.custom_vjp
def convolve(h: jax.Array, kernel: jax.Array, table: jax.Array) -> jax.Array:
    """A hex convolution on (rows, C), with derivatives."""
    return _run_convolution(chosen.forward, h, kernel, table)


def _convolve_forward(h: jax.Array, kernel: jax.Array, table: jax.Array) -> tuple:
    return convolve(h, kernel, table), (h, kernel, table)


def _convolve_backward(saved: tuple, gradient: jax.Array) -> tuple:
    h, kernel, table = saved
    by_input = convolve(gradient, jnp.swapaxes(kernel[::-1], 1, 2), table)
    by_kernel = _run_weights(chosen.weights, h, gradient, table)
    return by_input, by_kernel.astype(kernel.dtype), None


convolve.defvjp(_convolve_forward, _convolve_backward)


@partial(jax.jit, static_argnums=0)
def _run_weights(tile: Tile, h: jax.Array, gradient: jax.Array, table: jax.Array) -> jax.Array:
    """(7, C, C) float32: the derivative of a convolution by its kernel."""
    channels = h.shape[1]
    run = pl.pallas_call(
        partial(_weight_kernel, tile),
        grid=(len(TAPS), SLICES),
        out_shape=jax.ShapeDtypeStruct((SLICES, len(TAPS), channels, channels), jnp.float32),
        **tile.options(),
    )
    return run(h, table, gradient).sum(0)


def tune(channels: int, rows: int) -> None:
    """Choose the fastest tiles for a network of that width on so many rows, and say so."""
    random = np.random.default_rng(0)
    rows -= rows % WHOLE
    h, slope = (
        jnp.asarray(random.standard_normal((rows, channels)), jnp.bfloat16) for _ in range(2)
    )
    kernel = jnp.asarray(random.standard_normal((len(TAPS), channels, channels)), jnp.bfloat16)
    bias = jnp.zeros(channels, jnp.bfloat16)
    weights = Weights(kernel, bias, kernel, bias, bias, bias)
    steps = np.asarray([-11, -10, -1, 0, 1, 10, 11])[:, None]
    table = jnp.asarray((np.arange(rows)[None] + steps) % rows, jnp.int32)
    work = 2 * len(TAPS) * rows * channels**2
    arguments = (weights, h, h, table)
    chosen.forward = _fastest("block", FORWARD_TILES, _run_block, arguments, 2 * work)
    chosen.weights = _fastest(
        "derivative by weights", WEIGHT_TILES, _run_weights, (h, slope, table), work
    )


def _run_block(tile: Tile, weights: Weights, x: jax.Array, h: jax.Array, table: jax.Array) -> tuple:
    return block(tile, weights, x, h, table, 1e-5)


def _fastest(
    what: str, tiles: tuple[Tile, ...], run: Callable, arguments: tuple, work: int
) -> Tile:
    """The tile of the shortest time among those that compile and agree with the first of them."""
    with ThreadPoolExecutor() as pool:
        programs = list(pool.map(lambda tile: _compiled(run, tile, arguments), tiles))
    expected = next(program(*arguments) for program in programs if program)
    times = [_seconds(program, arguments, expected) for program in programs]
    for tile, seconds in zip(tiles, times, strict=True):
        print(f"{what}: {work / seconds / 1e12:6.1f} TFLOP/s with {tile}", flush=True)
    return tiles[int(np.argmin(times))]


@jax.jit
def distance(ours: Any, theirs: Any) -> jax.Array:
    """Of two trees of arrays, relative to the size of the second."""
    ours, theirs = (
        jnp.concatenate([a.astype(jnp.float32).reshape(-1) for a in jax.tree.leaves(tree)])
        for tree in (ours, theirs)
    )
    return jnp.linalg.norm(ours - theirs) / (jnp.linalg.norm(theirs) + 1e-9)


def _compiled(run: Callable, tile: Tile, arguments: tuple) -> Any:
    """None where the tile does not fit the chip."""
    try:
        return jax.jit(partial(run, tile)).lower(*arguments).compile()
    except Exception as fault:
        print(f"{tile} does not compile: {str(fault)[:200]!r}", flush=True)
        return None


def _seconds(program: Any, arguments: tuple, expected: Any) -> float:
    """Of one call, when they are queued; infinite for a program that is not right."""
    best = np.inf
    if not program or distance(program(*arguments), expected) > TOLERANCE:
        return best
    for _ in range(3):
        began = time.monotonic()
        jax.block_until_ready([program(*arguments) for _ in range(10)])
        best = min(best, (time.monotonic() - began) / 10)
    return best
