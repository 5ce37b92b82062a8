"""Random games of `VectorGames` end as the rules in JAX of `training/` say.

Those rules share nothing with ours: they keep codes on a canvas in the mover's view. Games with
random turns hand JAX the coin's result, which is the one thing that it cannot know.
"""

import sys
from pathlib import Path

import jax
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "training"))

from hexring import VectorGames  # noqa: E402
from hexring_training.boards import Board  # noqa: E402
from hexring_training.rules import empty, legal, pass_turn, select, step  # noqa: E402

GAMES = 500
BOARDS = ["plane:5x5", "plane:3x6", "cylinder:5x4", "cylinder:1x4", "torus:4x5", "torus:6x6"]
LAYOUTS = {
    "plane:5x5": "12312/23123/31231/12312/23123",
    "cylinder:5x4": "11223/23311/12321/33211",
    "torus:4x5": "1212/2121/1122/2211/1221",
}
jit_step, jit_legal = jax.jit(step), jax.jit(legal)


def rule_sets():
    for board in BOARDS:
        for first in ("red", "blue"):
            yield f"{board} first={first}"
        yield f"{board} turns=random"
    for board, layout in LAYOUTS.items():
        years = "123/231" if "3" in layout else "12/21"
        yield f"{board} seasons={layout} years={years}"
        yield f"{board} first=blue seasons={layout} years={years}"


class Canvas:
    """The same games as JAX sees them."""

    def __init__(self, vector):
        words = vector.rules.split()
        options = dict(word.split("=", 1) for word in words[1:])
        self.board = Board.parse(words[0])
        self.size = max(self.board.columns, self.board.rows)
        self.colors = vector.colors.copy()
        movers = ["red" if color == 0 else "blue" for color in self.colors]
        geometry = np.asarray([self.board.geometry(mover) for mover in movers])
        self.state = empty(geometry, self.size, self.colors == 0)
        self.coin = options.get("turns") == "random"
        self.state = self.state._replace(coin=np.full(len(movers), self.coin))
        if "seasons" in options:
            self.add_seasons(options, movers)

    def add_seasons(self, options, movers):
        rows = options["seasons"].split("/")
        years = dict(zip(("red", "blue"), options["years"].split("/"), strict=True))
        waits = np.zeros((len(movers), 2, self.size, self.size), np.int8)
        for lane, mover in enumerate(movers):
            other = "blue" if mover == "red" else "red"
            for plane, player in enumerate((mover, other)):
                for row, seasons in enumerate(rows):
                    for column, season in enumerate(seasons):
                        at = (row, column) if mover == "red" else (column, row)
                        waits[(lane, plane, *at)] = years[player].index(season)
        period = np.full(len(movers), len(years["red"]), np.int8)
        self.state = self.state._replace(waits=waits, period=period)

    def actions(self, actions, colors):
        """Cells of the canvas in the view of who moves."""
        row, column = np.divmod(actions, self.board.columns)
        return np.where(colors == 0, row * self.size + column, column * self.size + row)

    def legal(self, colors):
        """Which cells are legal, as we number them."""
        canvas = np.asarray(jit_legal(self.state)).reshape(-1, self.size, self.size)
        canvas = np.where((colors == 0)[:, None, None], canvas, canvas.swapaxes(1, 2))
        return canvas[:, : self.board.rows, : self.board.columns].reshape(len(colors), -1)

    def hand_over(self, colors):
        """Under random turns: the coin has said who moves."""
        wrong = np.asarray(self.state.red) != (colors == 0)
        self.state = select(wrong, pass_turn(self.state), self.state)


@pytest.mark.parametrize("rules", list(rule_sets()))
def test_games_end_at_the_same_move(rules):
    vector = VectorGames(rules, GAMES, seed=21)
    canvas = Canvas(vector)
    live = np.ones(GAMES, bool)
    for _ in range(2 * canvas.board.columns * canvas.board.rows):
        colors = vector.colors.copy()
        if canvas.coin:
            canvas.hand_over(colors)
        assert (np.asarray(canvas.state.red) == (colors == 0))[live].all(), "who moves"
        assert (canvas.legal(colors) == vector.masks)[live].all(), "which cells are legal"
        actions = vector.random_actions().copy()
        canvas.state, won = jit_step(canvas.state, canvas.actions(actions, colors))
        vector.step(actions)
        won = np.asarray(won)
        assert (won == vector.ends)[live].all(), "whether it ends"
        mover_won = vector.rewards[np.arange(GAMES), colors] == 1
        assert (mover_won == won)[live].all(), "who wins"
        live &= ~won
        if not live.any():
            return
    raise AssertionError("some games never end")
