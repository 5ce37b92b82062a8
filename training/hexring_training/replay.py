"""The ring of positions that learning draws from.

A row holds one position of every lane of self-play, in the view of one player: the stones, the
board, the rules, the search's policy (8 bits a cell, relative to the largest; nothing where there
is none to learn) and, once the game is over, its outcome for that player and the winner's chain.
Positions of games that are not over weigh nothing in learning. Successive rows of a lane are
successive positions of its games, so that what came of a game is written back to its rows.

For checkpoints rows are packed: two bits a cell for the stones, compressed in blocks, newest rows
first, until a budget of bytes is spent. What fits comes back bit by bit.
"""

import zlib
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from .rules import MAX_SEASONS, State

BLOCK_ROWS = 8
"""Rows that are compressed together in a checkpoint."""
LEAST_BYTES = 12
"""A position takes more than so many bytes in a checkpoint."""
UNKNOWN = -128
"""Outcome of a game that is not over."""
SURE = 127
"""Outcome of a game that is won."""


class Replay(NamedTuple):
    """L rows of B lanes."""

    stones: jax.Array
    """(L, B, S, S) int8: own 1, opponent -1."""
    geometry: jax.Array
    waits: jax.Array
    """(L, B, S, S) int8: the player's own + 9 * the opponent's."""
    rules: jax.Array
    """(L, B, 3) int8: period, random turns, whether it is Red's view."""
    policy: jax.Array
    """(L, B, S * S) uint8"""
    judged: jax.Array
    """(L, B) int8: the search's value, from -127 to 127."""
    outcome: jax.Array
    """(L, B) int8: from -127 to 127, or ``UNKNOWN``."""
    chain: jax.Array
    """(L, B, S, S) int8, as Red sees it: 1 where Red has won with it, -1 where Blue has."""
    next: jax.Array
    """The row that is written next."""
    filled: jax.Array
    """How many rows hold positions."""


ARRAYS = 8
"""The fields of a replay that have rows."""


class Sample(NamedTuple):
    """A batch for learning, one row a position, in the view of one player."""

    stones: jax.Array
    geometry: jax.Array
    waits: jax.Array
    """(N, 2, S, S) int8"""
    period: jax.Array
    coin: jax.Array
    policy: jax.Array
    """(N, S * S) float32, sums to 1; or all 0."""
    outcome: jax.Array
    """(N,) float32 in [-1, 1]"""
    known: jax.Array
    """(N,) bool: whether there is an outcome."""
    chain: jax.Array
    """(N, S * S) int8: 1 where the player has won with it, -1 where the opponent has; all 0 where
    the game is not over."""


class Ended(NamedTuple):
    """Games that ended with the last move of every lane."""

    over: jax.Array
    """(B,) bool"""
    red_won: jax.Array
    chain: jax.Array
    """(B, S, S) bool: the winner's, as Red sees it."""


def new_replay(rows: int, lanes: int, size: int) -> Replay:
    """An empty ring."""
    return Replay(
        stones=jnp.zeros((rows, lanes, size, size), jnp.int8),
        geometry=jnp.full((rows, lanes, 4), 2, jnp.int8),
        waits=jnp.zeros((rows, lanes, size, size), jnp.int8),
        rules=jnp.ones((rows, lanes, 3), jnp.int8),
        policy=jnp.zeros((rows, lanes, size * size), jnp.uint8),
        judged=jnp.zeros((rows, lanes), jnp.int8),
        outcome=jnp.full((rows, lanes), UNKNOWN, jnp.int8),
        chain=jnp.zeros((rows, lanes, size, size), jnp.int8),
        next=jnp.zeros((), jnp.int32),
        filled=jnp.zeros((), jnp.int32),
    )


def write(
    replay: Replay, state: State, policy: jax.Array, value: jax.Array, known: jax.Array,
    keep: jax.Array,
) -> Replay:  # fmt: skip
    """Write one row, or none; ``known`` (B,) are outcomes that are known already, or NaN."""
    at, rows = replay.next, replay.outcome.shape[0]
    relative = policy / jnp.maximum(policy.max(1, keepdims=True), 1e-9)
    row = Replay(
        stones=jnp.sign(state.code),
        geometry=state.geometry,
        waits=state.waits[:, 0] + MAX_SEASONS * state.waits[:, 1],
        rules=jnp.stack([state.period, state.coin, state.red], 1),
        policy=jnp.round(255 * relative),
        judged=jnp.round(SURE * value),
        outcome=jnp.where(jnp.isnan(known), UNKNOWN, jnp.round(SURE * known)),
        chain=jnp.zeros_like(state.code),
        next=(at + keep) % rows,
        filled=jnp.minimum(replay.filled + keep, rows),
    )
    arrays = [
        old.at[at].set(jnp.where(keep, new.astype(old.dtype), old[at]))
        for old, new in zip(replay[:ARRAYS], row[:ARRAYS], strict=True)
    ]
    return Replay(*arrays, next=row.next, filled=row.filled)


def write_back(replay: Replay, ended: Ended, age: jax.Array, foresight: float = 1.0) -> Replay:
    """What came of games, to the last ``age`` (B,) rows of their lanes.

    With a foresight of less than 1 a row has the mean of what the search thought in the rows after
    it and of the outcome, each later one by this factor less (the return of TD(lambda)): an
    outcome alone says as much about the blunders after a position as about the position. Under
    random turns rows have the outcome.
    """
    rows = replay.outcome.shape[0]
    back = (replay.next - 1 - jnp.arange(rows)) % rows
    reached = ended.over[None] & (back[:, None] < age[None])
    view = jnp.where(replay.rules[:, :, 2] > 0, 1, -1)
    coin = replay.rules[:, :, 1] > 0
    result = jnp.where(ended.red_won, SURE, -SURE)[None]
    later = (back[:, None] - 1 - back[None]).astype(jnp.float32)
    weight = jnp.where(later >= 0, (1 - foresight) * foresight**later, 0.0)
    thought = weight @ (view * replay.judged).astype(jnp.float32)
    mean = foresight ** back[:, None].astype(jnp.float32) * result + thought
    outcome = (view * jnp.where(coin, result, jnp.round(mean))).astype(jnp.int8)
    unknown = replay.outcome == UNKNOWN
    chain = jnp.where(ended.red_won[:, None, None], 1, -1) * ended.chain
    chain = jnp.where(reached[:, :, None, None], chain.astype(jnp.int8)[None], replay.chain)
    return replay._replace(
        outcome=jnp.where(reached & unknown, outcome, replay.outcome), chain=chain
    )


def draw(replay: Replay, window: jax.Array, count: int, key: jax.Array) -> Sample:
    """Positions drawn uniformly from the last ``window`` rows."""
    rows, lanes = replay.outcome.shape
    row_key, lane_key = jax.random.split(key)
    back = jax.random.randint(row_key, (count,), 0, window)
    row = (replay.next - 1 - back) % rows
    lane = jax.random.randint(lane_key, (count,), 0, lanes)
    stones, geometry, waits, rules, policy, _, outcome, chain = (
        array[row, lane] for array in replay[:ARRAYS]
    )
    policy = policy.astype(jnp.float32)
    red = rules[:, 2] > 0
    chain = jnp.where(red[:, None, None], chain, -jnp.swapaxes(chain, 1, 2))
    return Sample(
        stones=stones,
        geometry=geometry,
        waits=jnp.stack([waits % MAX_SEASONS, waits // MAX_SEASONS], 1),
        period=rules[:, 0],
        coin=rules[:, 1] > 0,
        policy=policy / jnp.maximum(policy.sum(1, keepdims=True), 1.0),
        outcome=outcome.astype(jnp.float32) / SURE,
        known=outcome != UNKNOWN,
        chain=chain.reshape(count, -1),
    )


def newest(replay: Replay, budget: int) -> Replay:
    """The rows, oldest first, that may fit a checkpoint; ``next`` and ``filled`` stay."""
    rows, lanes = replay.outcome.shape
    count = min(rows, -(-budget // (LEAST_BYTES * lanes)))
    arrays = jax.device_get(_last_rows(replay, count))
    filled = min(int(replay.filled), count)
    return Replay(*arrays, next=np.asarray(replay.next), filled=np.int32(filled))


@partial(jax.jit, static_argnums=1)
def _last_rows(replay: Replay, count: int) -> list[jax.Array]:
    """The rows before the next one, oldest first, whether they hold anything or not."""
    index = (replay.next - count + jnp.arange(count)) % replay.outcome.shape[0]
    return [array[index] for array in replay[:ARRAYS]]


def pack(replay: Replay, budget: int) -> dict[str, np.ndarray]:
    """The newest rows as compressed blocks of at most ``budget`` bytes together."""
    filled = int(replay.filled)
    blocks, spent = [], 0
    for start in range(0, filled, BLOCK_ROWS):
        back = np.arange(start, min(start + BLOCK_ROWS, filled))
        block = _pack_block(replay, len(replay.outcome) - 1 - back)
        spent += len(block)
        if spent > budget:
            filled = start
            break
        blocks.append(block)
    data = np.frombuffer(b"".join(blocks), np.uint8)
    lengths = np.asarray([len(block) for block in blocks], np.int64)
    end = np.int64(replay.next)
    return {"blocks": data, "lengths": lengths, "next": end, "filled": np.int64(filled)}


def _pack_block(replay: Replay, rows: np.ndarray) -> bytes:
    signed = (replay.stones[rows], replay.chain[rows])
    parts = [np.packbits(side) for array in signed for side in (array > 0, array < 0)]
    parts += [array[rows] for array in _whole(replay)]
    return zlib.compress(b"".join(part.tobytes() for part in parts), 4)


def _whole(replay: Replay) -> tuple[np.ndarray, ...]:
    """What is packed as it is."""
    return (
        replay.geometry, replay.waits, replay.rules, replay.judged, replay.outcome, replay.policy,
    )  # fmt: skip


def unpack(packed: dict[str, np.ndarray], rows: int, lanes: int, size: int) -> Replay:
    """The ring that ``pack`` was given, less the rows that did not fit."""
    host = Replay(*(np.array(a) for a in new_replay(rows, lanes, size)))
    end, filled = int(packed["next"]), int(packed["filled"])
    start = 0
    for number, length in enumerate(packed["lengths"]):
        back = np.arange(number * BLOCK_ROWS, min((number + 1) * BLOCK_ROWS, filled))
        _unpack_block(host, (end - 1 - back) % rows, packed["blocks"][start : start + length])
        start += length
    arrays = [jnp.asarray(a) for a in host[:ARRAYS]]
    return Replay(*arrays, next=jnp.int32(end), filled=jnp.int32(filled))


def _unpack_block(host: Replay, rows: np.ndarray, block: np.ndarray) -> None:
    data = np.frombuffer(zlib.decompress(block.tobytes()), np.uint8)
    shape = (len(rows), *host.stones.shape[1:])
    count = int(np.prod(shape))
    bits = (count + 7) // 8
    planes = [data[i * bits : (i + 1) * bits] for i in range(4)]
    sides = [np.unpackbits(p, count=count).astype(np.int8).reshape(shape) for p in planes]
    host.stones[rows], host.chain[rows] = sides[0] - sides[1], sides[2] - sides[3]
    rest = data[4 * bits :]
    if len(rest) != sum(target[rows].nbytes for target in _whole(host)):
        raise ValueError("games.npz is of another version: training goes on without it, too")
    for target in _whole(host):
        part = target[rows]
        target[rows] = rest[: part.nbytes].view(part.dtype).reshape(part.shape)
        rest = rest[part.nbytes :]
