"""Two agents in turn: an environment of PettingZoo.

>>> from hexring.envs.aec import HexAEC
>>> env = HexAEC("torus:3x3 turns=random")
>>> env.reset(seed=1)
>>> env.agent_selection in env.agents
True
"""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from hexring._native import Game, Table
from hexring.envs._spaces import SEATS, Observation, observation_space, observe

AGENTS = ["player_0", "player_1"]


class HexAEC(AECEnv):  # type: ignore[misc]
    """Hex for two agents: `player_0` begins as Red, `player_1` as Blue.

    Under random turns a coin selects the next agent; its flips depend on the seed of `reset`. An
    illegal action raises `hexring.Error` and changes nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "hexring_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
    }

    def __init__(
        self, rules: str = "11x11", *, render_mode: str | None = None, **more_rules: Any
    ) -> None:
        super().__init__()
        self._start = Game(rules, **more_rules)
        self._random = np.random.default_rng()
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        space = observation_space(self._start)
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        self.action_spaces = {agent: spaces.Discrete(self._start.actions) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of what an agent does."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._table = Table(self._start, seed=int(self._random.integers(2**63)))
        self._game = self._table.game
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._select()

    def step(self, action: int | None) -> None:
        """Play an action for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move: expected an action, not None")
        self._table.play(int(action))
        self._game = self._table.game
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._select()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What an agent sees: the planes, and its legal actions."""
        is_next = agent == self.agent_selection and not self.terminations[agent]
        return observe(self._game, to_move=is_next)

    def render(self) -> str | None:
        """The board as text, or as SVG."""
        return self._game.svg() if self.render_mode == "svg" else self._game.text()

    def close(self) -> None:
        """Nothing is open."""

    def _select(self) -> None:
        """Whose turn it is, or what both have won."""
        seat = self._table.seat
        if seat is not None:
            self.agent_selection = AGENTS[SEATS.index(seat)]
            return
        winner = self._table.winner
        for agent, own in zip(AGENTS, SEATS, strict=True):
            self.terminations[agent] = True
            self.rewards[agent] = 0.0 if winner is None else 1.0 if winner == own else -1.0
        self.agent_selection = AGENTS[0]
