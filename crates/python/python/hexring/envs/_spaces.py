"""What both single environments share: spaces, observations, seats."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from hexring._native import Game

SEATS = ("red", "blue")
Observation = dict[str, NDArray[Any]]


def observation_space(game: Game) -> spaces.Dict:
    """Planes, and which actions are legal."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, game.observation.shape, np.uint8),
            "action_mask": spaces.Box(0, 1, (game.actions,), np.int8),
        }
    )


def observe(game: Game, *, to_move: bool = True) -> Observation:
    """What is seen; who is not to move has no legal action."""
    mask = game.mask if to_move else np.zeros(game.actions, bool)
    return {"observation": game.observation, "action_mask": mask.astype(np.int8)}
