"""Everything that training needs to go on, as a few files of less than 16 MB.

    weights.npz      the weights, counters, random state, the last reference
    average.npz      averaged weights
    moments-1.npz    the optimizer's first moments
    moments-2.npz    its second moments
    games.npz        games in progress and the newest positions of the replay, for each canvas

Training saves all of them, and goes on as if it had not been interrupted, but for old positions:
the replay is cut to its newest rows by a budget of bytes.

A checkpoint to keep is that of ``save_slim``: weights.npz, with the averaged weights in it, and
optimizer.npz, in 16 bits where these are enough. A resume plays new games until there are enough
positions to learn from.

All files of a checkpoint carry the same stamp, and a mixture of two checkpoints is refused.
"""

import io
import json
import os
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from .grow import complete
from .learn import Learner
from .network import Parameters
from .replay import Replay, newest, pack, unpack
from .rules import State
from .selfplay import Lanes

BFLOAT16 = np.dtype(jnp.bfloat16)

REPLAY_BUDGET = 1_800_000
"""Bytes of a canvas's positions in a checkpoint."""


@dataclass
class CanvasState:
    """What one canvas carries from chunk to chunk."""

    lanes: Lanes
    replay: Replay
    written: int = 0
    """Rows written since the beginning."""
    filled: int = 0
    """Rows that hold positions now."""
    ring: int = 0
    """Rows of the replay, where it is a copy of its newest ones."""


@dataclass
class Counts:
    """What a canvas has counted since the beginning."""

    written: int
    """Rows of the replay."""
    games: list[int]
    """By kind of board, as in ``Lanes``."""
    moves: list[int]


@dataclass
class TrainingState:
    """What training carries from chunk to chunk."""

    learner: Learner
    canvases: dict[int, CanvasState]
    key: jax.Array
    reference: Parameters
    """The network of the last evaluation; nothing where all are against one opponent."""
    reference_minutes: float = 0.0
    elo: dict[str, float] | None = None
    """Added up since the beginning, by board."""
    chunks: int = 0
    minutes: float = 0.0
    counts: dict[int, Counts] = field(default_factory=dict)
    """Of canvases whose games and positions are not there."""


def to_host(state: TrainingState, budget: int = REPLAY_BUDGET) -> TrainingState:
    """A copy in host memory, so that it can be written while training goes on.

    Of each replay it has the rows that may fit the budget.
    """
    fetched = jax.device_get((state.learner, state.reference, jax.random.key_data(state.key)))
    canvases = {
        size: replace(
            canvas,
            lanes=jax.device_get(canvas.lanes),
            replay=newest(canvas.replay, budget),
            ring=len(canvas.replay.outcome),
        )
        for size, canvas in state.canvases.items()
    }
    return TrainingState(
        fetched[0], canvases, fetched[2], fetched[1], state.reference_minutes,
        dict(state.elo or {}), state.chunks, state.minutes, dict(state.counts),
    )  # fmt: skip


def save(folder: Path, host: TrainingState, budget: int = REPLAY_BUDGET) -> None:
    """Write a checkpoint from a copy in host memory."""
    learner, stamp = host.learner, {"stamp": np.int64(host.chunks)}
    folder.mkdir(parents=True, exist_ok=True)
    weights = _named("weights", learner.parameters)
    weights |= _named("reference", host.reference, np.float16)
    _write(folder / "weights.npz", weights | _counters(host) | stamp)
    _write(folder / "average.npz", _named("average", learner.average) | stamp)
    _write(folder / "moments-1.npz", _named("first", learner.first_moment) | stamp)
    _write(folder / "moments-2.npz", _named("second", learner.second_moment) | stamp)
    games = {"canvases": np.asarray(sorted(host.canvases), np.int64)}
    for size, canvas in host.canvases.items():
        arrays = _canvas_arrays(canvas) | pack(canvas.replay, budget)
        games |= {f"{size}/{name}": array for name, array in arrays.items()}
    _write(folder / "games.npz", games | stamp)


def _canvas_arrays(canvas: CanvasState) -> dict[str, np.ndarray]:
    """All of a canvas but its replay."""
    arrays = {
        f"lanes/{name}": value
        for name, value in canvas.lanes._asdict().items()
        if not isinstance(value, State)
    }
    for name in ("state", "opening"):
        of_state = getattr(canvas.lanes, name)._asdict()
        arrays |= {f"{name}/{part}": value for part, value in of_state.items()}
    size = canvas.lanes.state.code.shape[1]
    shape = np.asarray([canvas.ring, len(canvas.lanes.age), size])
    return arrays | {"written": np.int64(canvas.written), "shape": shape}


def save_slim(folder: Path, host: TrainingState) -> None:
    """Write a checkpoint to keep: weights and moments, without games and positions.

    The averaged weights are those of an export. Moments need the range of single precision, and
    few of its digits.
    """
    learner = host.learner
    weights = _named("weights", learner.parameters, np.float16)
    weights |= _named("average", learner.average, np.float16)
    if not _is_average(host.reference, learner):
        weights |= _named("reference", host.reference, np.float16)
    moments = _named("first", learner.first_moment, BFLOAT16)
    moments |= _named("second", learner.second_moment, BFLOAT16)
    stamp = {"stamp": np.int64(host.chunks)}
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / "weights.npz", weights | _counters(host) | stamp)
    _write(folder / "optimizer.npz", moments | stamp)


def _counters(host: TrainingState) -> dict[str, np.ndarray]:
    """What training has counted, and its random state."""
    counts = host.counts | {size: _counts(canvas) for size, canvas in host.canvases.items()}
    meta = {
        "chunks": host.chunks,
        "minutes": host.minutes,
        "reference_minutes": host.reference_minutes,
        "elo": host.elo,
        "steps": int(host.learner.steps),
        "canvases": {size: asdict(count) for size, count in counts.items()},
    }
    return {"meta": _text(meta), "key": host.key}


def _counts(canvas: CanvasState) -> Counts:
    games, moves = (np.asarray(n).tolist() for n in (canvas.lanes.games, canvas.lanes.moves))
    return Counts(canvas.written, games, moves)


def _is_average(reference: Parameters, learner: Learner) -> bool:
    """Whether the last evaluation was of the averaged weights as they are now."""
    average = _named("", learner.average, np.float16)
    known = _named("", reference, np.float16)
    return all(np.array_equal(average[name], a) for name, a in known.items())


def load(folder: Path) -> TrainingState:
    """Read a checkpoint; one of older planes and heads becomes one of today's."""
    weights = _read(folder / "weights.npz")
    arrays = dict(weights)
    slim = (folder / "optimizer.npz").exists()
    for name in ("optimizer",) if slim else ("average", "moments-1", "moments-2"):
        arrays |= _read(folder / f"{name}.npz", weights)
    meta = json.loads(bytes(weights["meta"]).decode())
    parameters = _prefixed(arrays, "weights")
    learner = Learner(
        parameters=complete(parameters),
        average=complete(_prefixed(arrays, "average")),
        first_moment=_complete_moments(_prefixed(arrays, "first")),
        second_moment=_complete_moments(_prefixed(arrays, "second")),
        steps=jnp.int32(meta["steps"]),
    )
    games = folder / "games.npz"
    canvases = _load_canvases(_read(games, weights)) if games.exists() else {}
    counts = {int(size): Counts(**count) for size, count in meta.get("canvases", {}).items()}
    reference = _prefixed(arrays, "reference")
    return TrainingState(
        learner=learner,
        canvases=canvases,
        key=jax.random.wrap_key_data(jnp.asarray(weights["key"])),
        reference=complete(reference or jax.tree.map(jnp.copy, learner.average)),
        reference_minutes=meta["reference_minutes"],
        elo=meta["elo"],
        chunks=meta["chunks"],
        minutes=meta["minutes"],
        counts={size: count for size, count in counts.items() if size not in canvases},
    )


def _complete_moments(moments: Parameters) -> Parameters:
    """Nothing is known yet of what is new."""
    return {
        name: value if name in moments else jnp.zeros_like(value)
        for name, value in complete(moments).items()
    }


def _load_canvases(arrays: dict[str, np.ndarray]) -> dict[int, CanvasState]:
    canvases = {}
    for size in arrays["canvases"].tolist():
        prefix = f"{size}/"
        mine = {n.removeprefix(prefix): a for n, a in arrays.items() if n.startswith(prefix)}
        canvases[size] = _load_canvas(mine)
    return canvases


def _load_canvas(arrays: dict[str, np.ndarray]) -> CanvasState:
    def part(prefix: str) -> dict[str, jax.Array]:
        found = {n.removeprefix(prefix): a for n, a in arrays.items() if n.startswith(prefix)}
        return {name: jnp.asarray(array) for name, array in found.items()}

    states = {name: State(**part(f"{name}/")) for name in ("state", "opening")}
    lanes = Lanes(**part("lanes/"), **states)
    replay = unpack(arrays, *(int(n) for n in arrays["shape"]))
    return CanvasState(lanes, replay, int(arrays["written"]), int(replay.filled))


def _named(prefix: str, parameters: Parameters, dtype: Any = np.float32) -> dict[str, np.ndarray]:
    return {f"{prefix}/{name}": np.asarray(v).astype(dtype) for name, v in parameters.items()}


def _prefixed(arrays: dict[str, np.ndarray], prefix: str) -> Parameters:
    prefix += "/"
    found = {n.removeprefix(prefix): a for n, a in arrays.items() if n.startswith(prefix)}
    # The file format does not know the name of the type, only that it has two bytes.
    return {
        name: jnp.asarray(a.view(BFLOAT16) if a.dtype.kind == "V" else a, jnp.float32)
        for name, a in found.items()
    }


def _text(value: dict) -> np.ndarray:
    return np.frombuffer(json.dumps(value).encode(), np.uint8)


def _write(path: Path, arrays: dict[str, np.ndarray]) -> None:
    """Write whole files only: beside it first, then one move."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    part = path.with_suffix(".part")
    part.write_bytes(buffer.getvalue())
    os.replace(part, path)


def _read(path: Path, like: dict[str, np.ndarray] | None = None) -> dict[str, np.ndarray]:
    with np.load(path) as file:
        arrays = dict(file)
    if like is not None and arrays["stamp"] != like["stamp"]:
        raise ValueError(f"{path}: belongs to another checkpoint than the weights beside it")
    return arrays
