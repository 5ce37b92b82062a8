"""Self-play: many games at once, one move of every lane per call.

Every lane plays on a board of its own, drawn from a table when its game begins: one compiled
program serves all boards that fit its canvas. A game opens with a few random stones, so that games
differ; in some openings colours alternate, in some one colour gets a handicap. Either colour may be
the first.

Most cylinders and rectangles favour one side, and so do most random stones; little is learnt from
games that are decided before they begin. So while a game is played, its lane tries out openings
for its next one, one with every move, and keeps the one that the network holds to be the most
even. A share of the games starts from it, the others from an opening that was not chosen.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from .network import Parameters, evaluate, prepare
from .replay import Replay, record
from .rules import State, empty, pass_turn, random_move, select, step
from .search import Evaluator, SearchOptions, search

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


class BoardTable(NamedTuple):
    """The boards that games are drawn from."""

    geometry: jax.Array
    """(K, 4) int8, as Red sees them."""
    weight: jax.Array
    """(K,) float32"""


class Lanes(NamedTuple):
    """Games in progress and what came of those that ended."""

    state: State
    age: jax.Array
    """(B,) int32: rows of the replay that the game in progress has written so far."""
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
        after = select(again, pass_turn(after), after)
        return select((i < count) & ~won, after, state)

    return lax.fori_loop(0, most, body, state)


def draw_boards(table: BoardTable, lanes: int, size: int, key: jax.Array) -> State:
    """Empty boards from the table."""
    board = jax.random.categorical(key, jnp.log(table.weight), shape=(lanes,))
    return empty(table.geometry[board], size)


def open_games(board: State, key: jax.Array) -> State:
    """Openings on the boards of some state: either colour to move, random first stones."""
    lanes, size, _ = board.code.shape
    turn_key, count_key, stones_key = jax.random.split(key, 3)
    state = empty(board.geometry, size)
    state = select(jax.random.bernoulli(turn_key, 0.5, (lanes,)), pass_turn(state), state)
    weights = jnp.log(jnp.asarray(OPENING_WEIGHTS))
    count = jax.random.categorical(count_key, weights, shape=(lanes,))
    count = jnp.minimum(count, cells(state) // CELLS_PER_STONE)
    return scatter_stones(state, count, len(OPENING_WEIGHTS) - 1, stones_key)


def more_even(
    evaluator: Evaluator, opening: State, bias: jax.Array, key: jax.Array
) -> tuple[State, State, jax.Array]:
    """Try one more opening on each board. -> (it, the more even of both, its bias)"""
    fresh = open_games(opening, key)
    fresh_bias = jnp.abs(evaluator(fresh)[1])
    return fresh, select(fresh_bias < bias, fresh, opening), jnp.minimum(fresh_bias, bias)


def cells(state: State) -> jax.Array:
    """(B,) int32: the cells of each board."""
    return state.geometry[:, 0].astype(jnp.int32) * state.geometry[:, 1]


def new_lanes(table: BoardTable, lanes: int, size: int, key: jax.Array) -> Lanes:
    """Lanes at different stages of random games, so that they do not end all at once."""
    board_key, next_key, game_key, count_key, stones_key = jax.random.split(key, 5)
    state = open_games(draw_boards(table, lanes, size, board_key), game_key)
    count = (0.5 * jax.random.uniform(count_key, (lanes,)) * cells(state)).astype(jnp.int32)
    return Lanes(
        state=scatter_stones(state, count, size * size // 2, stones_key),
        age=jnp.zeros(lanes, jnp.int32),
        games=jnp.zeros(KINDS, jnp.int32),
        moves=jnp.zeros(KINDS, jnp.int32),
        opening=draw_boards(table, lanes, size, next_key),
        bias=jnp.full(lanes, NOT_TRIED),
    )


SelfPlayStep = Callable[
    [Parameters, Lanes, Replay, BoardTable, jax.Array], tuple[Lanes, Replay]
]


def self_play_step(options: SearchOptions) -> SelfPlayStep:
    """The function that searches and plays one move in every lane (to be compiled)."""

    def run(
        parameters: Parameters, lanes: Lanes, replay: Replay, table: BoardTable, key: jax.Array
    ) -> tuple[Lanes, Replay]:
        search_key, opening_key, even_key, board_key = jax.random.split(key, 4)
        prepared = prepare(parameters)
        evaluator = partial(evaluate, prepared)
        state = lanes.state
        found = search(evaluator, state, search_key, options)
        after, won = step(state, found.action)
        result = jnp.ones_like(lanes.age)
        replay = record(
            replay, state.code, state.geometry, found.policy, won, result, lanes.age
        )
        count, size, _ = state.code.shape
        fresh, opening, bias = more_even(evaluator, lanes.opening, lanes.bias, opening_key)
        start = select(jax.random.bernoulli(even_key, EVEN_SHARE, won.shape), opening, fresh)
        kind = jax.nn.one_hot(state.geometry[:, 2] + state.geometry[:, 3], KINDS, dtype=jnp.int32)
        ended = kind * won[:, None]
        lanes = Lanes(
            state=select(won, start, after),
            age=jnp.where(won, 0, lanes.age + 1),
            games=lanes.games + ended.sum(0),
            moves=lanes.moves + (ended * (lanes.age + 1)[:, None]).sum(0),
            opening=select(won, draw_boards(table, count, size, board_key), opening),
            bias=jnp.where(won, NOT_TRIED, bias),
        )
        return lanes, replay

    return run
