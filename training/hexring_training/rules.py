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

**Seasons.** A cell is open to a player every k-th of its turns. So a position needs no calendar,
only how many of its own turns each player has to wait for each cell (0 = open now); the years of
both players and the layout of the seasons are in these numbers. A turn, move or pass, takes one
from all waits of that player, around the year.

**Random turns.** ``step`` hands the position to the opponent as always, and ``toss`` gives it to
either player by a fair coin.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

TAPS = ((-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0))
"""The hex neighbourhood as (row, column) steps, itself in the middle; the order is stored."""

NEIGHBOURS = tuple(tap for tap in TAPS if tap != (0, 0))
BORDER = 64 + 32
NO_GROUP = 511
MAX_CANVAS = 22
"""Codes are 16 bits wide: 64 * (2 + S * S) has to stay below 2 ** 15."""
MAX_SEASONS = 9
SWAPPED = (1, 0, 3, 2)
"""A geometry as the other player sees it."""


class State(NamedTuple):
    """A batch of positions in the mover's view."""

    code: jax.Array
    """(B, S, S) int16; 0 = empty or off the board, see the module's text."""
    geometry: jax.Array
    """(B, 4) int8: rows, columns, rows wrap, columns wrap, in the mover's view."""
    waits: jax.Array
    """(B, 2, S, S) int8: turns until a cell is open to the mover, and to the opponent."""
    period: jax.Array
    """(B,) int8: seasons of a year; 1 = all cells are always open."""
    coin: jax.Array
    """(B,) bool: random turns."""
    red: jax.Array
    """(B,) bool: whether Red is the mover."""


def empty(geometry: jax.Array, size: int, red: jax.Array | bool = True) -> State:
    """Empty boards on a canvas of the given size; no seasons, no random turns."""
    if size > MAX_CANVAS:
        raise ValueError(f"canvas of {size}, at most {MAX_CANVAS} fits the codes")
    geometry = jnp.asarray(geometry, jnp.int8)
    lanes = geometry.shape[0]
    return State(
        code=jnp.zeros((lanes, size, size), jnp.int16),
        geometry=geometry,
        waits=jnp.zeros((lanes, 2, size, size), jnp.int8),
        period=jnp.ones(lanes, jnp.int8),
        coin=jnp.zeros(lanes, bool),
        red=jnp.broadcast_to(jnp.asarray(red), (lanes,)),
    )


def on_board(geometry: jax.Array, size: int) -> jax.Array:
    """(B, S, S) bool: the cells of each lane's board."""
    index = jnp.arange(size)
    rows = index[None] < geometry[:, :1]
    columns = index[None] < geometry[:, 1:2]
    return rows[:, :, None] & columns[:, None, :]


def vacant(state: State) -> jax.Array:
    """(B, S, S) bool: the cells without a stone."""
    return (state.code == 0) & on_board(state.geometry, state.code.shape[1])


def legal(state: State) -> jax.Array:
    """(B, S * S) bool: the empty cells that are open to the mover."""
    free = vacant(state) & (state.waits[:, 0] == 0)
    return free.reshape(free.shape[0], -1)


def pass_turn(state: State) -> State:
    """The same position as the other player sees it."""
    return state._replace(
        code=-jnp.swapaxes(state.code, 1, 2),
        geometry=state.geometry[:, jnp.asarray(SWAPPED)],
        waits=jnp.swapaxes(state.waits[:, ::-1], 2, 3),
        red=~state.red,
    )


def select(where: jax.Array, yes: State, no: State) -> State:
    """Lane by lane, one state or the other."""

    def one(a: jax.Array, b: jax.Array) -> jax.Array:
        return jnp.where(where.reshape(-1, *[1] * (a.ndim - 1)), a, b)

    return State(*(one(a, b) for a, b in zip(yes, no, strict=True)))


def _advance(state: State, turns: jax.Array) -> State:
    """The mover's and the opponent's seasons go on by so many turns, (B, 2)."""
    period = state.period[:, None, None, None]
    return state._replace(waits=(state.waits - turns[:, :, None, None].astype(jnp.int8)) % period)


def settle(state: State) -> State:
    """Whoever has no open cell passes, and its season goes on, until somebody can move.

    Both pass in turn, so the one who has to wait less moves first, the mover if both are alike.
    """
    free = vacant(state)[:, None]
    first = jnp.where(free, state.waits, state.period[:, None, None, None]).min((2, 3))
    mine = first[:, 0] <= first[:, 1]
    own = jnp.where(mine, first[:, 0], first[:, 1] + 1)
    state = _advance(state, jnp.stack([own, first.min(1)], 1))
    return select(mine, state, pass_turn(state))


def toss(state: State, key: jax.Array) -> State:
    """Under random turns a coin says who moves; who then has no open cell passes, and again."""

    def body(carry: tuple) -> tuple:
        state, waiting, number = carry
        heads = jax.random.bernoulli(jax.random.fold_in(key, number), 0.5, waiting.shape)
        state = select(waiting & heads, pass_turn(state), state)
        waiting = waiting & ~jnp.any(legal(state), axis=1)
        turns = jnp.stack([waiting, jnp.zeros_like(waiting)], 1)
        return _advance(state, turns), waiting, number + 1

    # The limit is for boards that are full: their games are over, and nobody ever moves.
    start = (state, state.coin, 0)
    return lax.while_loop(lambda c: jnp.any(c[1]) & (c[2] < 16 * MAX_SEASONS), body, start)[0]


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


class Placed(NamedTuple):
    """What a new stone makes of the codes."""

    code: jax.Array
    won: jax.Array
    chain: jax.Array
    """(B, S, S) bool: the stones that are joined with the new one."""


def place(state: State, action: jax.Array) -> Placed:
    """Put a stone of the mover on cell ``action`` (B,)."""
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
    return Placed(moved, won, moved >> 6 == target[:, :, None])


@jax.jit
def step(state: State, action: jax.Array) -> tuple[State, jax.Array]:
    """Play cell ``action`` (B,) for the mover. -> (the view of who is next, who has moved won).

    Under random turns, and when the game is over, it is the opponent's view: see ``toss``.
    """
    placed = place(state, action)
    turns = jnp.asarray([[1, 0]], jnp.int8)
    after = pass_turn(_advance(state._replace(code=placed.code), turns))
    return select(state.coin | placed.won, after, settle(after)), placed.won


def random_move(state: State, key: jax.Array) -> jax.Array:
    """A legal cell of each lane, uniformly; (B,) int32. Somebody has to be able to move."""
    free = legal(state)
    noise = jax.random.uniform(key, free.shape)
    return jnp.argmax(jnp.where(free, noise, -1.0), axis=1).astype(jnp.int32)
