"""Environments to train on.

| what | where |
|---|---|
| thousands of games at once, in arrays | `VectorGames`, in Rust on all cores |
| two agents in turn, as PettingZoo has them | `hexring.envs.aec.HexAEC` |
| one agent against any player, as Gymnasium has it | `hexring.envs.gym.HexEnv` |
| a game of OpenSpiel | `hexring.envs.openspiel` |

Players are seats: player 0 began as Red, player 1 as Blue; a swap of sides exchanges their colours.
Observations are planes of rows and columns (`Game.planes` names them), actions are the cells row by
row and then the swap where the rules have one. Coins are flipped and forced passes made inside.
"""

from hexring._native import VectorGames

__all__ = ["VectorGames"]
