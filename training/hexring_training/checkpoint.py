"""Everything that training needs to go on, as a few files.

    weights.npz      weights and averaged weights, counters, random state, the last reference
    optimizer.npz    the moments
    canvas-S.npz     games in progress and the newest positions of the replay, for each canvas

Training saves all of them, and goes on as if it had not been interrupted, but for old positions:
the replay is cut to its newest rows by a budget of bytes, so that a file stays below 14 MB.

A checkpoint to keep is that of ``save_slim``: the first two files alone, in 16 bits where these
are enough. A resume plays new games until there are enough positions to learn from.

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

from .learn import Learner
from .network import Parameters
from .replay import Replay, pack, unpack
from .rules import State
from .selfplay import Lanes

BFLOAT16 = np.dtype(jnp.bfloat16)

REPLAY_BUDGET = 7_500_000
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
    """The network of the last evaluation."""
    reference_minutes: float = 0.0
    elo: dict[str, float] | None = None
    """Added up since the beginning, by board."""
    chunks: int = 0
    minutes: float = 0.0
    counts: dict[int, Counts] = field(default_factory=dict)
    """Of canvases whose games and positions are not there."""


def to_host(state: TrainingState) -> TrainingState:
    """A copy in host memory, so that it can be written while training goes on."""
    fetched = jax.device_get((state.learner, state.reference, jax.random.key_data(state.key)))
    canvases = {
        size: replace(canvas, **jax.device_get({"lanes": canvas.lanes, "replay": canvas.replay}))
        for size, canvas in state.canvases.items()
    }
    return TrainingState(
        fetched[0], canvases, fetched[2], fetched[1], state.reference_minutes,
        dict(state.elo or {}), state.chunks, state.minutes, dict(state.counts),
    )  # fmt: skip


def save(folder: Path, host: TrainingState, budget: int = REPLAY_BUDGET) -> None:
    """Write a checkpoint from a copy in host memory."""
    learner, stamp = host.learner, np.int64(host.chunks)
    weights = _named("weights", learner.parameters) | _named("average", learner.average)
    weights |= _named("reference", host.reference, np.float16)
    moments = _named("first", learner.first_moment) | _named("second", learner.second_moment)
    _save_learner(folder, host, weights, moments)
    for size, canvas in host.canvases.items():
        lanes = canvas.lanes
        arrays = {
            "code": lanes.state.code, "geometry": lanes.state.geometry, "age": lanes.age,
            "games": lanes.games, "moves": lanes.moves, "bias": lanes.bias,
            "opening_code": lanes.opening.code, "opening_geometry": lanes.opening.geometry,
            "written": np.int64(canvas.written),
            "shape": np.asarray(canvas.replay.stones.shape), "stamp": stamp,
        }  # fmt: skip
        _write(folder / f"canvas-{size}.npz", arrays | pack(canvas.replay, budget))


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
    _save_learner(folder, host, weights, moments)
    for path in folder.glob("canvas-*.npz"):
        path.unlink()


def _save_learner(folder: Path, host: TrainingState, weights: dict, moments: dict) -> None:
    counts = host.counts | {size: _counts(canvas) for size, canvas in host.canvases.items()}
    meta = {
        "chunks": host.chunks,
        "minutes": host.minutes,
        "reference_minutes": host.reference_minutes,
        "elo": host.elo,
        "steps": int(host.learner.steps),
        "canvases": {size: asdict(count) for size, count in counts.items()},
    }
    stamp = {"stamp": np.int64(host.chunks)}
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / "weights.npz", weights | {"meta": _text(meta), "key": host.key} | stamp)
    _write(folder / "optimizer.npz", moments | stamp)


def _counts(canvas: CanvasState) -> Counts:
    games, moves = (np.asarray(n).tolist() for n in (canvas.lanes.games, canvas.lanes.moves))
    return Counts(canvas.written, games, moves)


def _is_average(reference: Parameters, learner: Learner) -> bool:
    """Whether the last evaluation was of the averaged weights as they are now."""
    average = _named("", learner.average, np.float16)
    return all(np.array_equal(average[name], a) for name, a in _named("", reference).items())


def load(folder: Path) -> TrainingState:
    """Read a checkpoint."""
    weights = _read(folder / "weights.npz")
    optimizer = _read(folder / "optimizer.npz", weights)
    meta = json.loads(bytes(weights["meta"]).decode())
    learner = Learner(
        parameters=_prefixed(weights, "weights"),
        average=_prefixed(weights, "average"),
        first_moment=_prefixed(optimizer, "first"),
        second_moment=_prefixed(optimizer, "second"),
        steps=jnp.int32(meta["steps"]),
    )
    canvases = {}
    for path in sorted(folder.glob("canvas-*.npz")):
        canvases[int(path.stem.partition("-")[2])] = _load_canvas(_read(path, weights))
    counts = {int(size): Counts(**count) for size, count in meta.get("canvases", {}).items()}
    return TrainingState(
        learner=learner,
        canvases=canvases,
        key=jax.random.wrap_key_data(jnp.asarray(weights["key"])),
        reference=_prefixed(weights, "reference") or learner.average,
        reference_minutes=meta["reference_minutes"],
        elo=meta["elo"],
        chunks=meta["chunks"],
        minutes=meta["minutes"],
        counts={size: count for size, count in counts.items() if size not in canvases},
    )


def _load_canvas(arrays: dict[str, np.ndarray]) -> CanvasState:
    lanes = Lanes(
        state=State(jnp.asarray(arrays["code"]), jnp.asarray(arrays["geometry"])),
        age=jnp.asarray(arrays["age"]),
        games=jnp.asarray(arrays["games"]),
        moves=jnp.asarray(arrays["moves"]),
        opening=State(
            jnp.asarray(arrays["opening_code"]), jnp.asarray(arrays["opening_geometry"])
        ),
        bias=jnp.asarray(arrays["bias"]),
    )
    rows, count, size, _ = (int(n) for n in arrays["shape"])
    replay = unpack(arrays, rows, count, size)
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
    np.savez(buffer, **arrays)
    part = path.with_suffix(".part")
    part.write_bytes(buffer.getvalue())
    os.replace(part, path)


def _read(path: Path, like: dict[str, np.ndarray] | None = None) -> dict[str, np.ndarray]:
    with np.load(path) as file:
        arrays = dict(file)
    if like is not None and arrays["stamp"] != like["stamp"]:
        raise ValueError(f"{path}: belongs to another checkpoint than the weights beside it")
    return arrays
