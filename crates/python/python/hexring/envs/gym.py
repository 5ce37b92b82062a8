"""One agent against any player: an environment of Gymnasium.

>>> from hexring.envs.gym import HexEnv
>>> env = HexEnv("5x5", opponent="mcts:playouts=100")
>>> observation, info = env.reset(seed=1)
>>> observation["observation"].shape
(3, 5, 5)
"""

from typing import Any, ClassVar

import gymnasium
from gymnasium import spaces

from hexring import Contender
from hexring._native import Error, Game, Table
from hexring.envs._spaces import SEATS, Observation, observation_space, observe

RESETS = 1000
"""So many games may end before the agent's first move; beyond that it never has one."""


class HexEnv(gymnasium.Env[Observation, int]):  # type: ignore[misc]
    """Hex for an agent that begins as a colour, or as either by a coin ("random").

    The opponent is any player of hexring, an outside engine, or a player of your own. An illegal
    action raises `hexring.Error`, or loses the game at once with `illegal="lose"`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        rules: str = "11x11",
        *,
        opponent: Contender = "random",
        color: str = "red",
        illegal: str = "error",
        render_mode: str | None = None,
        **more_rules: Any,
    ) -> None:
        if color not in (*SEATS, "random"):
            raise Error(f'unknown colour "{color}": expected red, blue or random')
        if illegal not in ("error", "lose"):
            raise Error(f'unknown illegal="{illegal}": expected error or lose')
        self._start = Game(rules, **more_rules)
        self._opponent, self._color, self._illegal = opponent, color, illegal
        self.render_mode = render_mode
        self.observation_space = observation_space(self._start)
        self.action_space = spaces.Discrete(self._start.actions)
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game; where the opponent moves first, it has moved."""
        super().reset(seed=seed)
        for _ in range(RESETS):
            self._sit_down()
            if self._table.turn is not None:
                self._over = False
                return observe(self._table.game), self._info()
        raise Error(f"the agent never moves under {self._start.rules}: expected other rules")

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, and the opponent's answer to it."""
        if self._over:
            raise Error("the game is over: expected reset before the next step")
        game = self._table.game
        if self._illegal == "lose" and not game.is_legal(int(action)):
            self._over = True
            return observe(game), -1.0, True, False, self._info()
        self._table.play(int(action))
        self._table.run()
        game = self._table.game
        self._over = game.is_over
        return observe(game), self._reward(), self._over, False, self._info()

    def render(self) -> str:
        """The board as text, or as SVG."""
        game = self._table.game
        return game.svg() if self.render_mode == "svg" else game.text()

    def _sit_down(self) -> None:
        draw = self.np_random.integers
        self._seat = SEATS[int(draw(2))] if self._color == "random" else self._color
        other = {"blue" if self._seat == "red" else "red": self._opponent}
        self._table = Table(self._start, **other, seed=int(draw(2**63)))
        self._table.run()

    def _reward(self) -> float:
        winner = self._table.winner
        return 0.0 if winner is None else 1.0 if winner == self._seat else -1.0

    def _info(self) -> dict[str, Any]:
        return {"seat": self._seat}
