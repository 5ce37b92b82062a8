"""Hex on the plane, the cylinder and the torus: play, look, compute, train.

>>> import hexring
>>> game = hexring.Game("cylinder:3x3", first="blue")
>>> for move in ["a2", "a1", "b2", "b1", "c2"]:
...     game.play(move)
>>> game.winner
'blue'
>>> game.certificate.cells
['a2', 'b2', 'c2']

Red connects top to bottom, Blue left to right, or around. Boards are columns × rows. Whatever is
refused raises `hexring.Error`, a ValueError, with one line that names the bad value.
"""

import json
from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

from hexring import _native
from hexring._native import (
    PROGRAM,
    Certificate,
    Chances,
    Checked,
    Choice,
    Error,
    Experiment,
    Frame,
    Game,
    Match,
    Network,
    Player,
    Playouts,
    Record,
    Solution,
    Store,
    Table,
    Tournament,
    VectorGames,
    Verified,
    __version__,
    register,
    rules,
)
from hexring._progress import Progress, bar

__all__ = [
    "PROGRAM",
    "Certificate",
    "Chances",
    "Checked",
    "Choice",
    "Error",
    "Experiment",
    "Frame",
    "Game",
    "Match",
    "Network",
    "OwnPlayer",
    "Player",
    "Playouts",
    "Record",
    "Report",
    "Solution",
    "Store",
    "Table",
    "Tournament",
    "VectorGames",
    "Verified",
    "__version__",
    "check",
    "experiment",
    "match",
    "players",
    "playouts",
    "register",
    "rules",
    "solve",
    "tournament",
    "verify",
]


@runtime_checkable
class OwnPlayer(Protocol):
    """A player of your own: anything with this method plays in `match` and at a `Table`.

    A class is made anew for every game, with the seed of the game; an object plays all of them.
    """

    def choose(self, game: Game) -> str | int | Choice:
        """One of `game.legal_moves`, as text, as the number of an action or as a `Choice`."""
        ...


Contender = str | Player | OwnPlayer | Callable[[int], OwnPlayer]
"""Who takes part: a text such as "mcts:playouts=1000" or 'htp:"mohex"', or a player of your own."""


class Report(NamedTuple):
    """What an experiment found."""

    games: Frame
    """One row a game."""
    files: dict[str, str]
    """The report by file names: a page (HTML), Markdown, pictures and tables (CSV)."""

    def save(self, folder: str | PathLike[str]) -> None:
        """Write all files into a folder."""
        Path(folder).mkdir(parents=True, exist_ok=True)
        for name, text in self.files.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")

    def _repr_html_(self) -> str:
        return next(text for name, text in self.files.items() if name.endswith(".html"))


def players() -> list[dict[str, Any]]:
    """All players that can be named, with what they do and their options."""
    found: list[dict[str, Any]] = json.loads(_native.players())
    return found


def solve(
    game: Game,
    *,
    all_moves: bool = False,
    proof: bool = False,
    threads: int | None = None,
    memory: int = 512,
    guide: str = "auto",
    progress: Progress = None,
) -> Solution | Chances:
    """Who wins with best play of both; under random turns with what probability, exactly.

    With `proof` the solution has a text that `check` verifies. `memory` is in megabytes, and
    `guide` says what orders the moves: "auto", "circuit" or "network".
    """
    with bar(progress, "positions") as tell:
        return _native.solve(
            game,
            all_moves=all_moves,
            proof=proof,
            threads=threads,
            memory=memory,
            guide=guide,
            progress=tell,
        )


def verify(
    strategy: Contender,
    game: Game,
    *,
    color: str = "red",
    ties: str = "all",
    seed: int = 1,
    limit: int = 50_000_000,
    progress: Progress = None,
) -> Verified:
    """Play a strategy ("mirror", "three-rings", …, or any player) against every reply."""
    with bar(progress, "verify") as tell:
        return _native.verify(
            strategy, game, color=color, ties=ties, seed=seed, limit=limit, progress=tell
        )


def check(proof: str, *, progress: Progress = None) -> Checked:
    """Verify a proof that `solve` has written; one that does not hold raises an `Error`."""
    with bar(progress, "check") as tell:
        return _native.check(proof, progress=tell)


def playouts(
    game: Game,
    n: int = 10_240,
    *,
    kind: str | None = None,
    detail: str = "cells",
    seed: int = 1,
    threads: int | None = None,
    progress: Progress = None,
) -> Playouts:
    """Play a position out n times at random, and count wins and cells.

    `kind` is "alternating" or "fill" (a coin for every cell), by default as the turns are;
    `detail` is "wins", "cells" or "pivotal".
    """
    with bar(progress, "playouts") as tell:
        return _native.playouts(
            game, n, kind=kind, detail=detail, seed=seed, threads=threads, progress=tell
        )


def match(
    red: Contender,
    blue: Contender,
    rules: str = "11x11",
    *,
    games: int = 100,
    opening: str = "balanced",
    sprt: tuple[float, float] | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    clock: str | None = None,
    adjudicate: str | None = None,
    seed: int = 1,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    progress: Progress = None,
    **more_rules: Any,
) -> Match:
    """Play pairs of games between two players with colours exchanged: who is stronger.

    `opening` is "balanced", "empty" or a number of random stones; `sprt` ends the match when a
    test of two Elo differences has decided, with the risks `alpha` and `beta`. `clock` is the time
    of each player for a game, such as "60s+1s"; `adjudicate` ends games early, such as
    "solver:positions=200". With a `store` the games are kept, and a match that was stopped goes on.
    The games are those of `hexring match` with the same seed.
    """
    with bar(progress, "games") as tell:
        return _native.run_match(
            red,
            blue,
            rules,
            games=games,
            opening=opening,
            sprt=sprt,
            alpha=alpha,
            beta=beta,
            clock=clock,
            adjudicate=adjudicate,
            seed=seed,
            store=store,
            threads=threads,
            progress=tell,
            **more_rules,
        )


def tournament(
    players: Sequence[Contender],
    rules: str = "11x11",
    *,
    rounds: int = 10,
    opening: str = "balanced",
    against_first: bool = False,
    anchor: str | None = None,
    clock: str | None = None,
    adjudicate: str | None = None,
    seed: int = 1,
    store: str | PathLike[str] | None = None,
    threads: int | None = None,
    progress: Progress = None,
    **more_rules: Any,
) -> Tournament:
    """Play everybody against everybody, or the first against all others, and rate the players.

    `anchor` gives the rating that all others are relative to, such as "random=1500"; `clock` and
    `adjudicate` are those of a match.
    """
    with bar(progress, "games") as tell:
        return _native.run_tournament(
            list(players),
            rules,
            rounds=rounds,
            opening=opening,
            against_first=against_first,
            anchor=anchor,
            clock=clock,
            adjudicate=adjudicate,
            seed=seed,
            store=store,
            threads=threads,
            progress=tell,
            **more_rules,
        )


def experiment(
    source: str | PathLike[str] | Experiment,
    *,
    store: str | PathLike[str] | None = None,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress = None,
) -> Report:
    """Run what is left of an experiment, and report on it.

    The games are those of `hexring experiment run`, and the store is the same file.
    """
    if not isinstance(source, Experiment):
        source = Experiment(source, quick=quick)
    with bar(progress, "games") as tell:
        games, files = _native.run_experiment(source, store=store, threads=threads, progress=tell)
    return Report(games, dict(files))
