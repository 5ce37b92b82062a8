"""Games of OpenSpiel: importing this module registers them.

`hexring` has alternate turns, `hexring_random_turns` a coin before every move, as a chance node.
Their parameters are those of the rules.

>>> import pyspiel
>>> import hexring.envs.openspiel
>>> game = pyspiel.load_game("hexring(board=cylinder:3x4,first=blue)")
>>> game.new_initial_state().current_player()
1
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from hexring._native import Game

COLORS = ("red", "blue")
PARAMETERS = {
    "board": "plane:11x11",
    "first": "red",
    "swap": "none",
    "seasons": "",
    "years": "",
    "no_move": "",
}


def _game_type(name: str, turns: str) -> pyspiel.GameType:
    modes = pyspiel.GameType.ChanceMode
    is_random = turns == "random"
    return pyspiel.GameType(
        short_name=name,
        long_name=f"Hex on plane, cylinder and torus, {turns} turns",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if is_random else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(PARAMETERS),
    )


class _HexGame(pyspiel.Game):  # type: ignore[misc]
    """What both games share."""

    turns = "alternate"
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        words = {key: value for key, value in given.items() if key != "board" and value}
        self.start = Game(given["board"], turns=self.turns, **words)
        cells = self.start.columns * self.start.rows
        super().__init__(
            self.kind,
            pyspiel.GameInfo(
                num_distinct_actions=self.start.actions,
                max_chance_outcomes=2 if self.turns == "random" else 0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=cells + 1,
            ),
            params or {},
        )

    def new_initial_state(self) -> "HexState":
        """The empty board."""
        return HexState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> "HexObserver":
        """What players see: everything."""
        if params:
            raise ValueError(f"observers have no parameters, not {params}")
        return HexObserver(self.start)


class HexGame(_HexGame):
    """Hex with alternate turns."""

    kind = _game_type("hexring", "alternate")


class RandomTurnHexGame(_HexGame):
    """Hex with a coin before every move."""

    turns = "random"
    kind = _game_type("hexring_random_turns", "random")


class HexState(pyspiel.State):  # type: ignore[misc]
    """A game being played; forced passes are made inside."""

    def __init__(self, game: _HexGame) -> None:
        super().__init__(game)
        self.game = game.start.copy()
        self._settle()

    def current_player(self) -> int:
        """Who acts: a player by its seat, the coin, or nobody."""
        if self.game.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.game.coin_due:
            return int(pyspiel.PlayerId.CHANCE)
        return self._seat(self.game.to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.game.mask)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A fair coin: 0 for Red, 1 for Blue."""
        return [(0, 0.5), (1, 0.5)]

    def _apply_action(self, action: int) -> None:
        if self.game.coin_due:
            self.game.toss(COLORS[action])
        else:
            self.game.play(action)
        self._settle()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"coin {COLORS[action]}"
        return self.game.move(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.game.is_over

    def returns(self) -> list[float]:
        """What both seats have won."""
        winner = self.game.winner
        if winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if self._seat(winner) == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        moves = " ".join(f"{color} {move}" for color, move in self.game.moves)
        due = "" if not self.game.coin_due else " coin"
        return f"{self.game.rules}\n{moves}{due}\n{self.game.text()}"

    def _seat(self, color: str | None) -> int:
        seat = COLORS.index(color or "red")
        return 1 - seat if self.game.sides_swapped else seat

    def _settle(self) -> None:
        while self.game.legal_moves == ["pass"]:
            self.game.play("pass")


class HexObserver:
    """The planes of `Game.observation` as a tensor."""

    def __init__(self, start: Game) -> None:
        shape = start.observation.shape
        self.tensor: NDArray[np.float32] = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: HexState, player: int) -> None:
        """Write what is seen into the tensor."""
        self.dict["observation"][:] = state.game.observation

    def string_from(self, state: HexState, player: int) -> str:
        """What is seen, in characters."""
        return state.game.text()


def _register(games: Iterable[type[_HexGame]]) -> None:
    for game in games:
        pyspiel.register_game(game.kind, game)


_register([HexGame, RandomTurnHexGame])
