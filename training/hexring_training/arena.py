"""Matches between two networks: every opening is played twice, once by either network first.

Openings are random stones, about even by the value of one of the networks, since on many boards
(most cylinders, all rectangles) the empty board favours one side so much that a match from there
measures nothing.

Both networks search alike, without noise. The boards of a match share one canvas, so one compiled
program serves them all; the weights are arguments.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .boards import Board
from .network import Parameters, evaluate, prepare
from .rules import State, empty, step
from .search import SearchOptions, search
from .selfplay import NOT_TRIED, more_even

OPENINGS_TRIED = 32
"""Openings that are tried for each one that is played."""

Move = Callable[[Parameters, State, jax.Array], tuple[State, jax.Array]]


@dataclass(frozen=True)
class Score:
    """The first network's result on one board."""

    board: Board
    games: int
    wins: int
    openings: int
    """Different ones. Where the same opening is drawn again the games are mostly the same too, so
    that they say nothing new."""

    @property
    def rate(self) -> float:
        """Share of games won."""
        return self.wins / self.games

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the rate."""
        count = 2 * self.openings
        return 1.96 * math.sqrt(max(self.rate * (1 - self.rate), 0.25 / count) / count)

    @property
    def elo(self) -> float:
        """Difference in Elo; a clean sweep counts as half a game lost."""
        rate = min(max(self.rate, 0.5 / self.games), 1 - 0.5 / self.games)
        return 400 * math.log10(rate / (1 - rate))


def mover(options: SearchOptions) -> Move:
    """The compiled function that plays one move in every lane; no simulations = bare policy."""

    def run(parameters: Parameters, state: State, key: jax.Array) -> tuple[State, jax.Array]:
        prepared = prepare(parameters)
        if options.simulations:
            action = search(lambda s: evaluate(prepared, s), state, key, options).action
        else:
            action = jnp.argmax(evaluate(prepared, state)[0], axis=1).astype(jnp.int32)
        return step(state, action)

    return jax.jit(run)


@partial(jax.jit, static_argnums=2)
def even_openings(judge: Parameters, geometry: jax.Array, size: int, key: jax.Array) -> State:
    """On each board the most even of some random openings, by the judge's value."""
    evaluator = partial(evaluate, prepare(judge))

    def body(i: jax.Array, best: tuple[State, jax.Array]) -> tuple[State, jax.Array]:
        return more_even(evaluator, *best, jax.random.fold_in(key, i))[1:]

    start = (empty(geometry, size), jnp.full(geometry.shape[0], NOT_TRIED))
    return lax.fori_loop(0, OPENINGS_TRIED, body, start)[0]


def play_match(
    move: Move,
    ours: Parameters,
    theirs: Parameters,
    judge: Parameters,
    boards: Sequence[Board],
    pairs: int,
    key: jax.Array,
) -> list[Score]:
    """``pairs`` openings on each board, even by the judge; -> our score on each."""
    size = max(max(board.columns, board.rows) for board in boards)
    geometry = np.repeat([board.geometry() for board in boards], pairs, axis=0)
    key, opening_key = jax.random.split(key)
    start = even_openings(judge, jnp.asarray(geometry, jnp.int8), size, opening_key)
    states = [start, start]
    results = [np.zeros(len(geometry), int), np.zeros(len(geometry), int)]
    for ply in range(size * size):
        for half in (0, 1):
            key, move_key = jax.random.split(key)
            we_move = (ply + half) % 2 == 0
            states[half], won = move(ours if we_move else theirs, states[half], move_key)
            fresh = np.asarray(won) & (results[half] == 0)
            results[half][fresh] = 1 if we_move else -1
        if all((result != 0).all() for result in results):
            break
    wins = (np.stack(results) > 0).sum(0).reshape(len(boards), pairs).sum(1)
    openings = different(start, len(boards))
    return [
        Score(board, 2 * pairs, int(won), count)
        for board, won, count in zip(boards, wins, openings, strict=True)
    ]


def different(states: State, boards: int) -> list[int]:
    """How many positions are different, by board; each has the same number of them in a row."""
    stones = np.sign(np.asarray(states.code)).reshape(len(states.code), -1)
    rows = np.concatenate([stones, np.asarray(states.geometry)], axis=1)
    return [len(np.unique(of_board, axis=0)) for of_board in np.split(rows, boards)]
