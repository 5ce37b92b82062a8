"""Self-play: many games at once, one move of every lane per call.

Every lane plays on a board of its own, drawn from a table when its game begins: one compiled
program serves all boards that fit its canvas. A game opens with a few random stones, so that games
differ; in some openings colours alternate, in some one colour gets a handicap. Either colour may be
the first.

Most cylinders and rectangles favour one side, and so do most random stones; little is learnt from
games that are decided before they begin. So while a game is played, its lane tries out openings
for its next one, one with every move, and keeps the one that the network holds to be the most
even. A share of the games starts from it, the others from an opening that was not chosen.

**Seasons.** A share of the boards has seasons: layouts that are balanced or drawn cell by cell, any
number of seasons (few are frequent), and for Blue the same year, one that is shifted, or any order.
Red's year may be 1, 2, 3, … without loss, since the layout is random.

**Random turns.** The first lanes of every batch play them; which lanes is fixed, so that the coin
games below cost nothing elsewhere. The network's value is the chance before the coin is tossed, so
the view that is learnt from must not depend on the toss: it is the mover's or its opponent's by a
second coin, and only the mover's has a policy to learn. On planes and cylinders without seasons the
chance is that of colouring all empty cells by coins (Peres, Schramm, Sheffield and Wilson, *Random-
turn Hex*, 2007), so it is measured by many quick coin games instead of by the outcome of one long
one: the same mean, a small part of the variance.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from .halo import halo
from .network import Parameters, evaluate, prepare
from .replay import Ended, Replay, write, write_back
from .rules import (
    MAX_SEASONS,
    TAPS,
    State,
    empty,
    on_board,
    pass_turn,
    place,
    random_move,
    select,
    settle,
    step,
    toss,
    vacant,
)
from .search import Evaluator, SearchOptions, SearchResult, search

OPENING_WEIGHTS = (
    0.10, 0.38, 0.16, 0.09, 0.07, 0.05, 0.04, 0.03, 0.02, 0.02, 0.02, 0.01, 0.01,
)  # fmt: skip
"""Chances of 0, 1, 2, … random first stones."""
REPEAT_CHANCES = (0.1, 0.1, 0.5, 0.9)
"""Chances that a random first stone is followed by one of the same colour; each opening draws one
of them, so that some openings alternate and some are handicaps."""
EVEN_SHARE = 0.5
"""Share of games that start from the most even opening that was found."""
CELLS_PER_STONE = 6
"""A board of n cells opens with at most n / 6 random stones."""
NOT_TRIED = 2.0
KINDS = 3
"""Plane, cylinder, torus: the number of wrapping axes."""
SEASON_WEIGHTS = (0.0, 0.34, 0.38, 0.14, 0.06, 0.04, 0.02, 0.01, 0.01)
"""Chances of 1, 2, 3, … seasons on a board that has them."""
BALANCED_SHARE = 0.7
"""Of the layouts; the others are drawn cell by cell."""
SHIFTED_SHARE = 0.8
"""Of Blue's years: 1, 2, 3, … begun somewhere; the others are any order."""


class BoardTable(NamedTuple):
    """The boards that games are drawn from."""

    geometry: jax.Array
    """(K, 4) int8, as Red sees them."""
    weight: jax.Array
    """(K,) float32"""
    coin_weight: jax.Array
    """(K,) float32, for games of random turns"""
    seasons: jax.Array
    """() float32: the share of games with seasons."""


class Lanes(NamedTuple):
    """Games in progress and what came of those that ended."""

    state: State
    age: jax.Array
    """(B,) int32: rows of the replay that the game in progress has written so far."""
    length: jax.Array
    """(B,) int32: moves of the game in progress."""
    games: jax.Array
    """(3,) int32: games ended, by kind of board."""
    moves: jax.Array
    """(3,) int32: the moves of these games, random stones not counted."""
    opening: State
    """The most even opening found for the next game."""
    bias: jax.Array
    """(B,) float32: the size of the network's value for it; above 1 = none was tried yet."""


def scatter_stones(state: State, count: jax.Array, most: int, key: jax.Array) -> State:
    """Put ``count`` (B,) random stones, at most ``most``, on each board; none of them wins."""
    stones_key, repeat_key = jax.random.split(key)
    repeat = jax.random.choice(repeat_key, jnp.asarray(REPEAT_CHANCES), count.shape)

    def body(i: jax.Array, state: State) -> State:
        move_key, again_key = jax.random.split(jax.random.fold_in(stones_key, i))
        after, won = step(state, random_move(state, move_key))
        again = jax.random.bernoulli(again_key, repeat)
        after = settle(select(again, pass_turn(after), after))
        return select((i < count) & ~won, after, state)

    return lax.fori_loop(0, most, body, settle(state))


def draw_boards(table: BoardTable, lanes: int, coins: int, size: int, key: jax.Array) -> State:
    """Empty boards from the table; the first ``coins`` lanes play random turns."""
    board_key, season_key, count_key = jax.random.split(key, 3)
    coin = jnp.arange(lanes) < coins
    weight = jnp.where(coin[:, None], table.coin_weight[None], table.weight[None])
    board = jax.random.categorical(board_key, jnp.log(weight))
    count = jax.random.categorical(count_key, jnp.log(jnp.asarray(SEASON_WEIGHTS)), shape=(lanes,))
    has = jax.random.bernoulli(season_key, table.seasons, (lanes,))
    state = empty(table.geometry[board], size)
    return state._replace(coin=coin, period=jnp.where(has, count + 1, 1).astype(jnp.int8))


def draw_seasons(state: State, key: jax.Array) -> State:
    """A layout and years for each board of Red's view, by its number of seasons."""
    layout_key, die_key, plan_key, year_key, shift_key, order_key = jax.random.split(key, 6)
    lanes, size, _ = state.code.shape
    period = state.period.astype(jnp.int32)[:, None]
    board = on_board(state.geometry, size).reshape(lanes, -1)
    noise = jnp.where(board, jax.random.uniform(layout_key, board.shape), 2.0)
    balanced = jnp.argsort(jnp.argsort(noise, axis=1), axis=1) % period
    die = jax.random.randint(die_key, board.shape, 0, 1 << 20) % period
    plan = jax.random.bernoulli(plan_key, BALANCED_SHARE, (lanes, 1))
    season = jnp.where(plan, balanced, die)

    numbers = jnp.arange(MAX_SEASONS)[None]
    shift = jax.random.randint(shift_key, (lanes, 1), 0, 1 << 20)
    noise = jnp.where(numbers < period, jax.random.uniform(order_key, (lanes, MAX_SEASONS)), 2.0)
    order = jnp.argsort(jnp.argsort(noise, axis=1), axis=1)
    shifted = jax.random.bernoulli(year_key, SHIFTED_SHARE, (lanes, 1))
    year = jnp.where(shifted, (numbers + shift) % period, order)
    waits = jnp.stack([season, jnp.take_along_axis(year, season, axis=1)], 1)
    waits = jnp.where((period[:, :, None] > 1) & board[:, None], waits, 0)
    return state._replace(waits=waits.astype(jnp.int8).reshape(lanes, 2, size, size))


def open_games(board: State, key: jax.Array) -> State:
    """Openings on the boards of some state: either colour to move, random first stones."""
    lanes = board.red.shape[0]
    turn_key, count_key, stones_key, season_key = jax.random.split(key, 4)
    state = select(board.red, board, pass_turn(board))
    state = draw_seasons(state._replace(code=jnp.zeros_like(board.code)), season_key)
    state = select(jax.random.bernoulli(turn_key, 0.5, (lanes,)), pass_turn(state), state)
    weights = jnp.log(jnp.asarray(OPENING_WEIGHTS))
    count = jax.random.categorical(count_key, weights, shape=(lanes,))
    count = jnp.minimum(count, cells(state) // CELLS_PER_STONE)
    return scatter_stones(state, count, len(OPENING_WEIGHTS) - 1, stones_key)


def more_even(
    evaluator: Evaluator, fresh: State, opening: State, bias: jax.Array
) -> tuple[State, jax.Array]:
    """Try one more opening on each board. -> (the more even of both, its bias)"""
    fresh_bias = jnp.abs(evaluator(fresh)[1])
    return select(fresh_bias < bias, fresh, opening), jnp.minimum(fresh_bias, bias)


def cells(state: State) -> jax.Array:
    """(B,) int32: the cells of each board."""
    return state.geometry[:, 0].astype(jnp.int32) * state.geometry[:, 1]


def new_lanes(table: BoardTable, lanes: int, coins: int, size: int, key: jax.Array) -> Lanes:
    """Lanes at different stages of random games, so that they do not end all at once."""
    board_key, next_key, game_key, count_key, stones_key = jax.random.split(key, 5)
    state = open_games(draw_boards(table, lanes, coins, size, board_key), game_key)
    count = (0.5 * jax.random.uniform(count_key, (lanes,)) * cells(state)).astype(jnp.int32)
    return Lanes(
        state=scatter_stones(state, count, size * size // 2, stones_key),
        age=jnp.zeros(lanes, jnp.int32),
        length=jnp.zeros(lanes, jnp.int32),
        games=jnp.zeros(KINDS, jnp.int32),
        moves=jnp.zeros(KINDS, jnp.int32),
        opening=draw_boards(table, lanes, coins, size, next_key),
        bias=jnp.full(lanes, NOT_TRIED),
    )


def joined(walk: jax.Array, geometry: jax.Array) -> jax.Array:
    """(B, games, A, A) bool: which cells of ``walk`` (B, games, A) are joined by others of it.

    Reachability as products of matrices: seven squarings for 11 × 11, no flood of a hundred steps.
    """
    lanes, _, cells = walk.shape
    size = math.isqrt(cells)
    sources = halo(geometry, size).sources - jnp.arange(lanes)[:, None, None] * cells
    taps = [sources[:, 1 + r : 1 + r + size, 1 + c : 1 + c + size] for r, c in TAPS]
    near = jnp.stack(taps).reshape(len(TAPS), lanes, cells, 1) == jnp.arange(cells)
    reach = near.any(0)[:, None] & walk[..., None] & walk[:, :, None]
    for _ in range(math.ceil(math.log2(cells))):
        ones = reach.astype(jnp.bfloat16)
        reach = jnp.matmul(ones, ones) > 0
    return reach


def coin_chances(state: State, games: int, key: jax.Array) -> jax.Array:
    """(B,) in [-1, 1]: the mover's result if coins colour all empty cells, the mean of ``games``.

    On planes and cylinders one axis at least does not wrap, and its player needs a path from the
    first line to the last; the other player has won if there is none.
    """
    lanes, size, _ = state.code.shape
    heads = jax.random.bernoulli(key, 0.5, (lanes, games, size, size))
    own = (state.code > 0)[:, None] | (vacant(state)[:, None] & heads)
    board = on_board(state.geometry, size)[:, None]
    rows_wrap = (state.geometry[:, 2] > 0)[:, None, None, None]
    walk = (board & (own != rows_wrap)).reshape(lanes, games, -1)
    line = jnp.where(rows_wrap, jnp.arange(size), jnp.arange(size)[:, None])
    last = jnp.where(rows_wrap, state.geometry[:, 1, None, None, None], 0)
    last = jnp.where(rows_wrap, last, state.geometry[:, 0, None, None, None]) - 1
    first, last = ((line == end).reshape(lanes, 1, -1) for end in (0, last))
    paths = joined(walk, state.geometry) & first[..., None] & last[:, :, None]
    crossed = paths.any((2, 3)) != rows_wrap[:, :, 0, 0]
    return 2 * crossed.mean(1) - 1


def known_chances(state: State, coins: int, games: int, key: jax.Array) -> jax.Array:
    """(B,) the chances that are known by theory, for the mover; NaN for the others."""
    known = jnp.full(state.red.shape, jnp.nan)
    if not coins:
        return known
    first = State(*(a[:coins] for a in state))
    torus = (first.geometry[:, 2] > 0) & (first.geometry[:, 3] > 0)
    plain = (first.period == 1) & ~torus
    return known.at[:coins].set(jnp.where(plain, coin_chances(first, games, key), jnp.nan))


@dataclass(frozen=True)
class PlayOptions:
    """How self-play plays."""

    search: SearchOptions = field(default_factory=SearchOptions)
    coin_games: int = 64
    """Coin games that measure a chance."""
    foresight: float = 1.0
    """How far ahead a position's value is taken from: see ``replay.write_back``."""


SelfPlayStep = Callable[
    [Parameters, Lanes, Replay, BoardTable, jax.Array, jax.Array], tuple[Lanes, Replay]
]


def self_play_step(options: PlayOptions, coins: int) -> SelfPlayStep:
    """The function that searches and plays one move in every lane (to be compiled).

    A full search is learnt from; a quick one only plays.
    """

    def run(
        parameters: Parameters, lanes: Lanes, replay: Replay, table: BoardTable,
        full: jax.Array, key: jax.Array,
    ) -> tuple[Lanes, Replay]:  # fmt: skip
        keys = jax.random.split(key, 6)
        evaluator = partial(evaluate, prepare(parameters))
        state = lanes.state
        found = search(evaluator, state, keys[0], options.search, full)
        replay = write_row(options, coins, replay, state, found, full, keys[1])
        age = lanes.age + full
        after, won = step(state, found.action)
        chain = place(state, found.action).chain
        chain = jnp.where(state.red[:, None, None], chain, jnp.swapaxes(chain, 1, 2))
        replay = write_back(replay, Ended(won, state.red, chain), age, options.foresight)

        count, size, _ = state.code.shape
        fresh = open_games(lanes.opening, keys[2])
        opening, bias = lax.cond(
            full,
            lambda: more_even(evaluator, fresh, lanes.opening, lanes.bias),
            lambda: (lanes.opening, lanes.bias),
        )
        even = jax.random.bernoulli(keys[3], EVEN_SHARE, won.shape) & (bias < NOT_TRIED)
        start = select(even, opening, fresh)
        kind = jax.nn.one_hot(state.geometry[:, 2] + state.geometry[:, 3], KINDS, dtype=jnp.int32)
        ended = kind * won[:, None]
        lanes = Lanes(
            state=toss(select(won, start, after), keys[4]),
            age=jnp.where(won, 0, age),
            length=jnp.where(won, 0, lanes.length + 1),
            games=lanes.games + ended.sum(0),
            moves=lanes.moves + (ended * (lanes.length + 1)[:, None]).sum(0),
            opening=select(won, draw_boards(table, count, coins, size, keys[5]), opening),
            bias=jnp.where(won, NOT_TRIED, bias),
        )
        return lanes, replay

    return run


def write_row(
    options: PlayOptions, coins: int, replay: Replay, state: State, found: SearchResult,
    full: jax.Array, key: jax.Array,
) -> Replay:  # fmt: skip
    """The positions of a full search, under random turns in the view of either player."""
    view_key, coin_key = jax.random.split(key)
    turned = state.coin & jax.random.bernoulli(view_key, 0.5, state.coin.shape)
    seen = select(turned, pass_turn(state), state)
    known = lax.cond(
        full,
        lambda: known_chances(seen, coins, options.coin_games, coin_key),
        lambda: jnp.full(seen.red.shape, jnp.nan),
    )
    policy = jnp.where(turned[:, None], 0.0, found.policy)
    return write(replay, seen, policy, found.value, known, full)
