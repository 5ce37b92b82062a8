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
from .network import Parameters, Shape, evaluate, prepare, shape_of
from .rules import State, empty, step
from .search import SearchOptions, search
from .selfplay import NOT_TRIED, more_even, open_games

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
    """The function that plays one move in every lane; no simulations = bare policy."""

    def run(parameters: Parameters, state: State, key: jax.Array) -> tuple[State, jax.Array]:
        prepared = prepare(parameters)
        if options.simulations:
            action = search(lambda s: evaluate(prepared, s), state, key, options).action
        else:
            action = jnp.argmax(evaluate(prepared, state)[0], axis=1).astype(jnp.int32)
        return step(state, action)

    return run


def even_openings(judge: Parameters, geometry: jax.Array, size: int, key: jax.Array) -> State:
    """On each board the most even of some random openings, by the judge's value."""
    evaluator = partial(evaluate, prepare(judge))

    def body(i: jax.Array, best: tuple[State, jax.Array]) -> tuple[State, jax.Array]:
        fresh = open_games(best[0], jax.random.fold_in(key, i))
        return more_even(evaluator, fresh, *best)

    start = (empty(geometry, size), jnp.full(geometry.shape[0], NOT_TRIED))
    return lax.fori_loop(0, OPENINGS_TRIED, body, start)[0]


class Match:
    """A match on some boards: ``pairs`` openings on each, players that search alike.

    Its programs are compiled for the shapes of both networks when they are first needed, or ahead.
    """

    def __init__(self, options: SearchOptions, boards: Sequence[Board], pairs: int) -> None:
        self.boards, self.pairs = boards, pairs
        self.size = max(max(board.columns, board.rows) for board in boards)
        geometry = np.repeat([board.geometry() for board in boards], pairs, axis=0)
        self.geometry = jnp.asarray(geometry, jnp.int8)
        self.move, self.open = jax.jit(mover(options)), jax.jit(even_openings, static_argnums=2)
        self.compiled: dict[Shape, jax.stages.Compiled] = {}
        self.judge: jax.stages.Compiled | None = None

    def compile(self, ours: Parameters, theirs: Parameters) -> None:
        """Compile for networks of such shapes."""
        key = jax.eval_shape(lambda: jax.random.key(0))
        state = jax.eval_shape(lambda: empty(self.geometry, self.size))
        for parameters in (ours, theirs):
            shape = shape_of(parameters)
            if shape not in self.compiled:
                abstract = jax.eval_shape(lambda p: p, parameters)
                self.compiled[shape] = self.move.lower(abstract, state, key).compile()
        if not self.judge:
            geometry, abstract = jax.eval_shape(lambda *a: a, self.geometry, ours)
            self.judge = self.open.lower(abstract, geometry, self.size, key).compile()

    def play(self, ours: Parameters, theirs: Parameters, key: jax.Array) -> list[Score]:
        """-> our score on each board, from openings that we hold to be even."""
        self.compile(ours, theirs)
        key, opening_key = jax.random.split(key)
        start = self.judge(ours, self.geometry, opening_key)
        states = [start, start]
        results = [np.zeros(len(self.geometry), int), np.zeros(len(self.geometry), int)]
        for ply in range(self.size**2):
            key, move_key = jax.random.split(key)
            ended = []
            for half in (0, 1):
                player = ours if (ply + half) % 2 == 0 else theirs
                run = self.compiled[shape_of(player)]
                states[half], won = run(player, states[half], move_key)
                ended.append(won)
            for half, won in enumerate(ended):
                fresh = np.asarray(won) & (results[half] == 0)
                results[half][fresh] = 1 if (ply + half) % 2 == 0 else -1
            if all((result != 0).all() for result in results):
                break
        wins = (np.stack(results) > 0).sum(0).reshape(len(self.boards), self.pairs).sum(1)
        openings = different(start, len(self.boards))
        return [
            Score(board, 2 * self.pairs, int(won), count)
            for board, won, count in zip(self.boards, wins, openings, strict=True)
        ]


def different(states: State, boards: int) -> list[int]:
    """How many positions are different, by board; each has the same number of them in a row."""
    stones = np.sign(np.asarray(states.code)).reshape(len(states.code), -1)
    rows = np.concatenate([stones, np.asarray(states.geometry)], axis=1)
    return [len(np.unique(of_board, axis=0)) for of_board in np.split(rows, boards)]
