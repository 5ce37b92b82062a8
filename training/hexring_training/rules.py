"""Batched positions on boards of any topology, and who wins, at the very move.

A batch lives on a square *canvas* of S × S cells; every lane has a board of its own in the top
left corner of it. The position is kept in the mover's view: the mover plays vertically, its
stones are positive, and after a move the canvas is transposed and the signs change.

**One rule for all topologies.** Unroll the board: a closed walk has a vertical winding, the
number of boards by which its lift climbs. On a wrapping axis the vertical player wins with a
closed walk of non-zero vertical winding. Where rows do not wrap, think of one solid stone of the
vertical player, the *border*, that touches row 1 from above and the last row from below: a path
from top to bottom closes through the border with winding, and nothing else does. So one test
serves the plane, the cylinder (both colours) and the torus (order of completion included, since
only the player who has just moved can complete anything).

A stone's ``code`` is ``±(64 * group + 32 + level)``: its group (1 = joined to the border, 2 + cell
otherwise) and its level in the lift of that group, relative to the group's first stone. A new
stone sees up to six neighbours; each says at which level its group would have to be joined. Two
different levels for one group are a closed walk of non-zero winding: a win. Otherwise the groups
are merged into the one of the least number in one elementwise pass, so no flood fill is needed.
Levels relative to any spanning tree will do, so rings that do not count need no care.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

TAPS = ((-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0))
"""The hex neighbourhood as (row, column) steps, itself in the middle; the order is stored."""

NEIGHBOURS = tuple(tap for tap in TAPS if tap != (0, 0))
BORDER = 64 + 32
NO_GROUP = 511
MAX_CANVAS = 22
"""Codes are 16 bits wide: 64 * (2 + S * S) has to stay below 2 ** 15."""


class State(NamedTuple):
    """A batch of positions in the mover's view."""

    code: jax.Array
    """(B, S, S) int16; 0 = empty or off the board, see the module's text."""
    geometry: jax.Array
    """(B, 4) int8: rows, columns, rows wrap, columns wrap, in the mover's view."""


def empty(geometry: jax.Array, size: int) -> State:
    """Empty boards on a canvas of the given size."""
    if size > MAX_CANVAS:
        raise ValueError(f"canvas of {size}, at most {MAX_CANVAS} fits the codes")
    geometry = jnp.asarray(geometry, jnp.int8)
    return State(jnp.zeros((geometry.shape[0], size, size), jnp.int16), geometry)


def on_board(geometry: jax.Array, size: int) -> jax.Array:
    """(B, S, S) bool: the cells of each lane's board."""
    index = jnp.arange(size)
    rows = index[None] < geometry[:, :1]
    columns = index[None] < geometry[:, 1:2]
    return rows[:, :, None] & columns[:, None, :]


def legal(state: State) -> jax.Array:
    """(B, S * S) bool: the empty cells."""
    size = state.code.shape[1]
    free = (state.code == 0) & on_board(state.geometry, size)
    return free.reshape(free.shape[0], -1)


def pass_turn(state: State) -> State:
    """The same position as the other player sees it."""
    code = -jnp.swapaxes(state.code, 1, 2)
    return State(code, state.geometry[:, jnp.asarray([1, 0, 3, 2])])


def select(where: jax.Array, yes: State, no: State) -> State:
    """Lane by lane, one state or the other."""
    return State(
        jnp.where(where[:, None, None], yes.code, no.code),
        jnp.where(where[:, None], yes.geometry, no.geometry),
    )


def _neighbours(state: State, action: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Codes of the six neighbours of a new stone, and the winding of the step to each: (B, 6).

    The new stone itself counts as placed: where a board is one cell wide it is its own neighbour.
    """
    lanes, size, _ = state.code.shape
    rows, columns, wrap_rows, wrap_columns = (
        state.geometry[:, i : i + 1].astype(jnp.int32) for i in range(4)
    )
    steps = jnp.asarray(NEIGHBOURS, jnp.int32)
    row = action[:, None] // size + steps[:, 0]
    column = action[:, None] % size + steps[:, 1]
    winding = (row >= rows).astype(jnp.int32) - (row < 0)
    border = (winding != 0) & (wrap_rows == 0)
    blocked = ((column < 0) | (column >= columns)) & (wrap_columns == 0)
    cell = (row % rows) * size + column % columns
    code = jnp.take_along_axis(state.code.reshape(lanes, -1), cell, axis=1).astype(jnp.int32)
    code = jnp.where(cell == action[:, None], _single(action)[:, None], code)
    return jnp.where(border, BORDER, jnp.where(blocked, 0, code)), winding


def _single(action: jax.Array) -> jax.Array:
    """The code of a stone that is a group of its own."""
    return 64 * (action + 2) + 32


def step(state: State, action: jax.Array) -> tuple[State, jax.Array]:
    """Play cell ``action`` (B,) for the mover. -> (the opponent's view, whether the mover won)."""
    lanes, size, _ = state.code.shape
    near, winding = _neighbours(state, action)
    # The seventh column is the new stone; ``join`` is the level at which a group is to be joined.
    near = jnp.concatenate([near, _single(action)[:, None]], axis=1)
    winding = jnp.pad(winding, ((0, 0), (0, 1)))
    group = jnp.where(near > 0, near >> 6, NO_GROUP)
    join = winding - ((near & 63) - 32)
    same = (group[:, :, None] == group[:, None, :]) & (near > 0)[:, None, :]
    won = jnp.any(same & (join[:, :, None] != join[:, None, :]), axis=(1, 2))

    first = jnp.argmin(group, axis=1)[:, None]
    target = jnp.take_along_axis(group, first, axis=1)
    level = jnp.take_along_axis(join, first, axis=1)
    change = (64 * (target - group) + join - level).astype(jnp.int16)
    key = group.astype(jnp.int16)
    played = jnp.arange(size * size)[None] == action[:, None]
    stone = _single(action).astype(jnp.int16)[:, None, None]
    code = jnp.where(played.reshape(lanes, size, size), stone, state.code)
    number, moved = code >> 6, code
    for j in range(len(NEIGHBOURS) + 1):
        hit = number == key[:, j, None, None]
        moved = jnp.where(hit, code + change[:, j, None, None], moved)
    return pass_turn(State(moved, state.geometry)), won


def random_move(state: State, key: jax.Array) -> jax.Array:
    """A legal cell of each lane, uniformly; (B,) int32."""
    free = legal(state)
    noise = jax.random.uniform(key, free.shape)
    return jnp.argmax(jnp.where(free, noise, -1.0), axis=1).astype(jnp.int32)
