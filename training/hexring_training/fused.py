"""The residual trunk as two fused kernels a block, for evaluation on a GPU.

The library's convolution wants its input padded, and padding that wraps costs a pass over memory
before every layer. Here a hex convolution is instead seven products of gathered rows: row i of the
product with tap t reads the activations of the t-th neighbour of cell i through a table, zeros
where there is no such cell, so wrapping is free and the two corners of the 3 × 3 square are not
multiplied at all. Bias, residual, norm and rectifier happen before a result leaves the chip.

Learning needs derivatives and uses ``network.apply``; tests hold both to the same answers.
"""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu

from .rules import TAPS

ROWS = 128
"""Cells that one program instance works on."""
WARPS = 4
STAGES = 3


def neighbour_table(sources: jax.Array) -> jax.Array:
    """(7, cells) int32: the neighbours of every cell of the batch, from the halo's sources.

    The number of cells is rounded up to whole tiles; numbers out of range mean no neighbour.
    """
    lanes, padded, _ = sources.shape
    size = padded - 2
    taps = [sources[:, 1 + r : 1 + r + size, 1 + c : 1 + c + size].reshape(-1) for r, c in TAPS]
    cells = lanes * size * size
    table = jnp.stack(taps)
    return jnp.pad(table, ((0, 0), (0, -cells % ROWS)), constant_values=jnp.iinfo(jnp.int32).max)


def _parts(channels: int) -> list[tuple[int, int]]:
    """Channels as slices (start, length) of powers of two: the hardware's tiles."""
    parts, start = [], 0
    for bit in reversed(range(channels.bit_length())):
        if channels >> bit & 1:
            parts.append((start, 1 << bit))
            start += 1 << bit
    return parts


def _gathered_product(h: Any, table: Any, kernel: Any, cells: int) -> list[jax.Array]:
    """This instance's rows of the convolution, float32, one array for each part of channels."""
    parts = _parts(kernel.shape[2])
    here = pl.ds(pl.program_id(0) * ROWS, ROWS)

    def tap(t: jax.Array, sums: tuple) -> tuple:
        source = plgpu.load(table.at[t, here])
        for start, length in parts:
            row = jnp.broadcast_to(source[:, None], (ROWS, length))
            column = jnp.broadcast_to(start + jnp.arange(length)[None], (ROWS, length))
            rows = plgpu.load(h.at[row, column], mask=row < cells, other=0.0)
            weights = [
                plgpu.load(kernel.at[t, pl.ds(start, length), pl.ds(*out)]) for out in parts
            ]
            sums = tuple(s + plgpu.dot(rows, w) for s, w in zip(sums, weights, strict=True))
        return sums

    zeros = tuple(jnp.zeros((ROWS, length), jnp.float32) for _, length in parts)
    return list(lax.fori_loop(0, len(TAPS), tap, zeros))


def _first_kernel(cells: int, h: Any, table: Any, kernel: Any, bias: Any, out: Any) -> None:
    """out = relu(conv(h) + bias)"""
    here = pl.ds(pl.program_id(0) * ROWS, ROWS)
    sums = _gathered_product(h, table, kernel, cells)
    for total, part in zip(sums, _parts(kernel.shape[2]), strict=True):
        value = total + plgpu.load(bias.at[pl.ds(*part)]).astype(jnp.float32)[None]
        plgpu.store(out.at[here, pl.ds(*part)], jnp.maximum(value, 0.0).astype(out.dtype))


def _second_kernel(
    cells: int, epsilon: float,
    h: Any, table: Any, kernel: Any, bias: Any, x: Any, gain: Any, shift: Any,
    new_x: Any, new_h: Any,
) -> None:  # fmt: skip
    """new_x = x + conv(h) + bias; new_h = relu(norm(new_x))"""
    here = pl.ds(pl.program_id(0) * ROWS, ROWS)
    parts = _parts(kernel.shape[2])
    values, square = [], jnp.zeros((ROWS,), jnp.float32)
    for total, part in zip(_gathered_product(h, table, kernel, cells), parts, strict=True):
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


def block(
    q: dict[str, jax.Array], name: str, after: str, x: jax.Array, h: jax.Array, table: jax.Array,
    cells: int, epsilon: float,
) -> tuple[jax.Array, jax.Array]:  # fmt: skip
    """One residual block on (rows, C): from x and h = relu(norm(x)) to the next two.

    ``after`` names the norm that follows the block.
    """
    grid, result = (table.shape[1] // ROWS,), jax.ShapeDtypeStruct(h.shape, h.dtype)
    options = {
        "grid": grid,
        "compiler_params": plgpu.CompilerParams(num_warps=WARPS, num_stages=STAGES),
        "interpret": jax.default_backend() == "cpu",
    }
    first = pl.pallas_call(partial(_first_kernel, cells), out_shape=result, **options)
    middle = first(h, table, q[f"{name}.w1"], q[f"{name}.b1"])
    second = pl.pallas_call(
        partial(_second_kernel, cells, epsilon), out_shape=(result, result), **options
    )
    return second(
        middle, table, q[f"{name}.w2"], q[f"{name}.b2"], x, q[f"{after}.g"], q[f"{after}.b"]
    )
