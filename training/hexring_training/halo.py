"""Padding by one cell that knows the board: it wraps where the board wraps and is zero elsewhere.

Every convolution of the network reads its input through this padding, so that an off-board tap
contributes exactly nothing and a tap across a wrapping edge reads the cell on the other side.
Cells of the canvas outside of the board are cut off here too; whatever a layer computes there is
never read.

The padding is one gather by row numbers that depend only on the boards, computed once for all
layers. Its derivative would be a scatter, which is slow on a GPU; but every board cell has at most
four copies in the padded canvas, so the derivative is written as a gather of these instead.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Halo(NamedTuple):
    """Where the padding reads from and where its derivative reads from (flat cell numbers)."""

    sources: jax.Array
    """(B, S + 2, S + 2) int32: for every padded cell its board cell; out of range = zero."""
    copies: jax.Array
    """(B, S, S, 4) int32: for every board cell its padded cells; out of range = no such copy."""


def halo(geometry: jax.Array, size: int) -> Halo:
    """The padding of boards of at least 2 × 2 cells on a canvas of the given size."""
    rows, columns, wrap_rows, wrap_columns = (geometry[:, i].astype(jnp.int32) for i in range(4))
    lanes, padded = geometry.shape[0], size + 2
    lane = jnp.arange(lanes, dtype=jnp.int32)
    row, row_ok = _axis_sources(rows, wrap_rows, size)
    column, column_ok = _axis_sources(columns, wrap_columns, size)
    cell = (lane[:, None, None] * size + row[:, :, None]) * size + column[:, None, :]
    ok = row_ok[:, :, None] & column_ok[:, None, :]
    sources = jnp.where(ok, cell, lanes * size * size)

    row, row_ok = _axis_copies(rows, wrap_rows, size)
    column, column_ok = _axis_copies(columns, wrap_columns, size)
    cell = lane[:, None, None, None, None] * padded + row[:, :, None, :, None]
    cell = cell * padded + column[:, None, :, None, :]
    ok = row_ok[:, :, None, :, None] & column_ok[:, None, :, None, :]
    copies = jnp.where(ok, cell, lanes * padded * padded)
    return Halo(sources, copies.reshape(lanes, size, size, 4))


def _axis_sources(length: jax.Array, wrap: jax.Array, size: int) -> tuple[jax.Array, jax.Array]:
    """(B, S + 2): the board index behind each padded index, and whether there is one."""
    index = jnp.arange(-1, size + 1)[None]
    length, wrap = length[:, None], wrap[:, None] > 0
    inside = (index >= 0) & (index < length)
    across = wrap & ((index == -1) | (index == length))
    return index % length, inside | across


def _axis_copies(length: jax.Array, wrap: jax.Array, size: int) -> tuple[jax.Array, jax.Array]:
    """(B, S, 2): the padded index of each board index, and that of its copy across the edge."""
    index = jnp.broadcast_to(jnp.arange(size)[None], (length.shape[0], size))
    length, wrap = length[:, None], wrap[:, None] > 0
    inside = index < length
    across = jnp.where(index == 0, length + 1, 0)
    has = wrap & ((index == 0) | (index == length - 1))
    return jnp.stack([index + 1, across], -1), jnp.stack([inside, has], -1)


def _take(x: jax.Array, index: jax.Array) -> jax.Array:
    """Cells by flat number, zeros where the number is out of range."""
    flat = x.reshape(-1, x.shape[-1])
    return flat.at[index].get(mode="fill", fill_value=0)


@jax.custom_vjp
def pad(x: jax.Array, where: Halo) -> jax.Array:
    """(B, S, S, C) -> (B, S + 2, S + 2, C)."""
    return _take(x, where.sources)


def _pad_forward(x: jax.Array, where: Halo) -> tuple[jax.Array, Halo]:
    return pad(x, where), where


def _pad_backward(where: Halo, gradient: jax.Array) -> tuple[jax.Array, None]:
    return _take(gradient, where.copies).sum(3), None


pad.defvjp(_pad_forward, _pad_backward)
