"""The ring of positions that learning draws from.

A row holds one position of every lane of self-play, in the mover's view: the stones, the board,
the search's policy (8 bits a cell, relative to the largest) and, once the game is over, its
outcome for the mover (0 = not known yet; such positions weigh nothing in learning). Successive
rows of a lane are successive positions of its games, so an outcome is written back to the rows of
its game with alternating sign.

For checkpoints rows are packed: two bits a cell for the stones, compressed in blocks, newest rows
first, until a budget of bytes is spent. What fits comes back bit by bit.
"""

import zlib
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

BLOCK_ROWS = 8
"""Rows that are compressed together in a checkpoint."""


class Replay(NamedTuple):
    """L rows of B lanes."""

    stones: jax.Array
    """(L, B, S, S) int8: own 1, opponent -1."""
    geometry: jax.Array
    policy: jax.Array
    """(L, B, S * S) uint8"""
    outcome: jax.Array
    """(L, B) int8"""
    next: jax.Array
    """The row that is written next."""
    filled: jax.Array
    """How many rows hold positions."""


class Sample(NamedTuple):
    """A batch for learning, one row a position."""

    stones: jax.Array
    geometry: jax.Array
    policy: jax.Array
    """(N, S * S) float32, sums to 1"""
    outcome: jax.Array
    """(N,) float32"""


def new_replay(rows: int, lanes: int, size: int) -> Replay:
    """An empty ring."""
    return Replay(
        stones=jnp.zeros((rows, lanes, size, size), jnp.int8),
        geometry=jnp.full((rows, lanes, 4), 2, jnp.int8),
        policy=jnp.zeros((rows, lanes, size * size), jnp.uint8),
        outcome=jnp.zeros((rows, lanes), jnp.int8),
        next=jnp.zeros((), jnp.int32),
        filled=jnp.zeros((), jnp.int32),
    )


def record(
    replay: Replay,
    stones: jax.Array,
    geometry: jax.Array,
    policy: jax.Array,
    ended: jax.Array,
    result: jax.Array,
    age: jax.Array,
) -> Replay:
    """Write one row, and the results (B,) of games that ended with it, ``age`` rows back."""
    rows = replay.outcome.shape[0]
    at = replay.next
    relative = policy / policy.max(1, keepdims=True)
    back = (at - jnp.arange(rows)) % rows
    sign = (1 - 2 * (back % 2))[:, None] * result[None]
    reached = ended[None] & (back[:, None] <= age[None])
    unknown = replay.outcome.at[at].set(0)
    return Replay(
        stones=replay.stones.at[at].set(jnp.sign(stones).astype(jnp.int8)),
        geometry=replay.geometry.at[at].set(geometry),
        policy=replay.policy.at[at].set(jnp.round(255 * relative).astype(jnp.uint8)),
        outcome=jnp.where(reached, sign.astype(jnp.int8), unknown),
        next=(at + 1) % rows,
        filled=jnp.minimum(replay.filled + 1, rows),
    )


def draw(replay: Replay, window: jax.Array, count: int, key: jax.Array) -> Sample:
    """Positions drawn uniformly from the last ``window`` rows."""
    rows, lanes = replay.outcome.shape
    row_key, lane_key = jax.random.split(key)
    back = jax.random.randint(row_key, (count,), 0, window)
    row = (replay.next - 1 - back) % rows
    lane = jax.random.randint(lane_key, (count,), 0, lanes)
    policy = replay.policy[row, lane].astype(jnp.float32)
    return Sample(
        stones=replay.stones[row, lane],
        geometry=replay.geometry[row, lane],
        policy=policy / jnp.maximum(policy.sum(1, keepdims=True), 1.0),
        outcome=replay.outcome[row, lane].astype(jnp.float32),
    )


def pack(replay: Replay, budget: int) -> dict[str, np.ndarray]:
    """The newest rows as compressed blocks of at most ``budget`` bytes together."""
    rows = replay.outcome.shape[0]
    end, filled = int(replay.next), int(replay.filled)
    blocks, spent = [], 0
    for start in range(0, filled, BLOCK_ROWS):
        back = np.arange(start, min(start + BLOCK_ROWS, filled))
        block = _pack_block(replay, (end - 1 - back) % rows)
        spent += len(block)
        if spent > budget:
            filled = start
            break
        blocks.append(block)
    data = np.frombuffer(b"".join(blocks), np.uint8)
    lengths = np.asarray([len(block) for block in blocks], np.int64)
    return {"blocks": data, "lengths": lengths, "next": np.int64(end), "filled": np.int64(filled)}


def _pack_block(replay: Replay, rows: np.ndarray) -> bytes:
    stones = np.asarray(replay.stones[rows])
    parts = [np.packbits(stones > 0), np.packbits(stones < 0)]
    parts += [np.asarray(a[rows]) for a in (replay.geometry, replay.outcome, replay.policy)]
    return zlib.compress(b"".join(part.tobytes() for part in parts), 4)


def unpack(packed: dict[str, np.ndarray], rows: int, lanes: int, size: int) -> Replay:
    """The ring that ``pack`` was given, less the rows that did not fit."""
    host = Replay(*(np.array(a) for a in new_replay(rows, lanes, size)))
    end, filled = int(packed["next"]), int(packed["filled"])
    start = 0
    for number, length in enumerate(packed["lengths"]):
        back = np.arange(number * BLOCK_ROWS, min((number + 1) * BLOCK_ROWS, filled))
        _unpack_block(host, (end - 1 - back) % rows, packed["blocks"][start : start + length])
        start += length
    arrays = [jnp.asarray(a) for a in host[:4]]
    return Replay(*arrays, next=jnp.int32(end), filled=jnp.int32(filled))


def _unpack_block(host: Replay, rows: np.ndarray, block: np.ndarray) -> None:
    data = np.frombuffer(zlib.decompress(block.tobytes()), np.uint8)
    shape = (len(rows), *host.stones.shape[1:])
    bits = (int(np.prod(shape)) + 7) // 8
    own, theirs, rest = data[:bits], data[bits : 2 * bits], data[2 * bits :]
    count = int(np.prod(shape))
    signs = [np.unpackbits(plane, count=count).astype(np.int8) for plane in (own, theirs)]
    host.stones[rows] = (signs[0] - signs[1]).reshape(shape)
    for target in (host.geometry, host.outcome, host.policy):
        part = target[rows]
        target[rows] = rest[: part.nbytes].view(part.dtype).reshape(part.shape)
        rest = rest[part.nbytes :]
