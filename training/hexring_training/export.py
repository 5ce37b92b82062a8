"""The network file that others load, and golden vectors to test a loader with.

The file is safetensors: the averaged weights under the names of ``network.initial``, kernels as
(tap, in, out). The kernels of the blocks are in bytes, all else in half precision. Its metadata
tell a loader all it needs; see docs/network.md for the exact definition.

Golden vectors are computed from the file's own (rounded) weights, in float32 where the CPU runs
them.
"""

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

from .boards import BLUE, RED, Board, cell_name, other
from .grow import complete
from .network import EPSILON, PLANES, Parameters, apply, prepare, shape_of, view_of
from .rules import TAPS, State, empty, random_move, step
from .tensors import read_tensors, write_tensors

FORMAT = "hexring-network-2"
OLD_FORMAT = "hexring-network-1"
"""Seven planes; the others weigh nothing."""
CLASSIC_PLANES = 7
PLANE_NAMES = (
    "own stones", "opponent's stones", "ones", "own edge", "opponent's edge", "rows wrap",
    "columns wrap", "closed to the mover", "closed to the opponent", "the mover's wait in years",
    "the opponent's wait in years", "1 - 1 / seasons", "random turns",
)  # fmt: skip
GOLDEN_BOARDS = (
    "plane:3x3", "plane:5x5", "plane:7x4", "plane:11x11", "plane:13x13", "plane:19x19",
    "cylinder:3x4", "cylinder:5x8", "cylinder:8x8", "cylinder:11x7", "cylinder:11x11",
    "torus:3x3", "torus:4x6", "torus:7x7", "torus:11x9", "torus:11x11",
)  # fmt: skip
GOLDEN_CANVAS = 19
BLOCK_KERNEL = re.compile(r"b\d+\.w\d")
MOST_BYTE = np.float32(127)
"""The byte of the largest number of an output."""
_step, _random_move = jax.jit(step), jax.jit(random_move)


def halves(parameters: Parameters) -> dict[str, np.ndarray]:
    """What a file holds, without the parameters for learning alone, in half precision."""
    return {n: np.asarray(p).astype(np.float16) for n, p in parameters.items() if n[0] != "a"}


def packed(tensors: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Tensors as in a file: a byte of a kernel is a share of the largest number of its output."""
    file = {}
    for name, tensor in tensors.items():
        if not BLOCK_KERNEL.fullmatch(name):
            file[name] = tensor
            continue
        most = np.abs(tensor).max(axis=(0, 1))
        step = most.astype(np.float32) / MOST_BYTE
        shares = tensor.astype(np.float32) / np.where(step > 0, step, np.float32(1))
        # Halves are rounded away from zero, as the loader rounds them.
        file[name] = np.trunc(shares + np.copysign(np.float32(0.5), shares)).astype(np.int8)
        file[f"{name}.most"] = most
    return file


def unpacked(file: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Tensors as they are computed with, in float32."""
    tensors = {n: t.astype(np.float32) for n, t in file.items() if not n.endswith(".most")}
    for name, tensor in file.items():
        if tensor.dtype == np.int8:
            tensors[name] = tensors[name] * file[f"{name}.most"].astype(np.float32) / MOST_BYTE
    return tensors


def write_network(
    path: Path, parameters: Parameters, minutes: float, steps: int, boards: list[str]
) -> None:
    """Write a network file: of the older format where seasons and random turns weigh nothing."""
    shape = shape_of(parameters)
    half = halves(parameters)
    is_classic = not half["stem.w"][:, CLASSIC_PLANES:].any()
    if is_classic:
        half["stem.w"] = half["stem.w"][:, :CLASSIC_PLANES]
    metadata = {
        "format": OLD_FORMAT if is_classic else FORMAT,
        "blocks": str(shape.blocks),
        "channels": str(shape.channels),
        "planes": "; ".join(PLANE_NAMES[: half["stem.w"].shape[1]])
        + " (in the view of the player to move, who plays vertically)",
        "taps": json.dumps(TAPS),
        "norm_epsilon": str(EPSILON),
        "gpu_minutes": f"{minutes:.1f}",
        "steps": str(steps),
        "trained_on": " ".join(boards),
    }
    write_tensors(path, packed(half), metadata)


def read_network(path: Path) -> tuple[Parameters, dict[str, str]]:
    """Parameters as float32, those for learning alone made anew, and the metadata."""
    tensors, metadata = read_tensors(path)
    planes = {FORMAT: PLANES, OLD_FORMAT: CLASSIC_PLANES}.get(metadata.get("format"))
    if planes is None:
        raise ValueError(f"{path}: format {metadata.get('format')!r}, expected {FORMAT!r}")
    if tensors["stem.w"].shape[:2] != (len(TAPS), planes):
        raise ValueError(f"{path}: the first kernel has shape {tensors['stem.w'].shape}")
    return complete({n: jnp.asarray(t) for n, t in unpacked(tensors).items()}), metadata


@dataclass(frozen=True)
class Calendar:
    """Seasons of a golden position, as a game with them is written."""

    layout: str
    """The season of every cell, row by row of the board as drawn, ``123/231``."""
    years: str
    """Red's and Blue's, ``123/231``."""
    turns: list[int]
    """That Red and Blue have made."""

    def apply(self, state: State, color: str) -> State:
        """A state in the view of a colour, with these seasons."""
        rows = [[int(digit) - 1 for digit in row] for row in self.layout.split("/")]
        years = [[int(digit) - 1 for digit in year] for year in self.years.split("/")]
        season = np.asarray(rows if color == RED else np.transpose(rows))
        waits = np.array(state.waits)
        for plane, player in enumerate((0, 1) if color == RED else (1, 0)):
            period = len(years[player])
            position = np.asarray([years[player].index(i) for i in range(period)])
            wait = (position[season] - self.turns[player]) % period
            waits[0, plane, : season.shape[0], : season.shape[1]] = wait
        return state._replace(waits=jnp.asarray(waits), period=jnp.asarray([period], jnp.int8))


def golden(parameters: Parameters, seed: int = 1) -> list[dict]:
    """Positions on all kinds of boards, under all rules, with the network's answers.

    Policy logits come row by row of the board as drawn (not of the mover's view), for all cells.
    """
    prepared = prepare(parameters)
    answer = jax.jit(lambda state: apply(prepared, view_of(state))[:2])
    vectors = []
    for number, board in enumerate(map(Board.parse, GOLDEN_BOARDS)):
        cells = board.columns * board.rows
        for stones, first in ((0, RED), (1, RED), (cells // 3, BLUE)):
            key = jax.random.key(seed + 1000 * number + stones)
            state, placed, color = _random_position(board, stones, first, key)
            vectors.append(_vector(board, placed, color, *answer(state)))
        coin = state._replace(coin=jnp.ones(1, bool))
        vectors.append(_vector(board, placed, color, *answer(coin)) | {"turns": "random"})
        calendar = _calendar(board, seed + number)
        vector = _vector(board, placed, color, *answer(calendar.apply(state, color)))
        vectors.append(vector | {"seasons": asdict(calendar)})
    return vectors


def _calendar(board: Board, seed: int) -> Calendar:
    """Any layout, years and turns."""
    random = np.random.default_rng(seed)
    count = 2 + seed % 3
    cells = random.integers(1, count + 1, (board.rows, board.columns))
    orders = [random.permutation(count) + 1 for _ in range(2)]
    layout, years = ("/".join("".join(map(str, row)) for row in part) for part in (cells, orders))
    return Calendar(layout, years, random.integers(0, 9, 2).tolist())


def _random_position(
    board: Board, stones: int, first: str, key: jax.Array
) -> tuple[State, dict[str, list[str]], str]:
    """Random stones, none of which wins; -> (state, stones by colour, colour to move)."""
    state, color = empty(np.asarray([board.geometry(first)]), GOLDEN_CANVAS, first == RED), first
    placed: dict[str, list[str]] = {RED: [], BLUE: []}
    for ply in range(stones):
        action = _random_move(state, jax.random.fold_in(key, ply))
        after, won = _step(state, action)
        if bool(won[0]):
            break
        row, column = divmod(int(action[0]), GOLDEN_CANVAS)
        placed[color].append(cell_name(*((column, row) if color == RED else (row, column))))
        state, color = after, other(color)
    return state, placed, color


def _vector(
    board: Board, placed: dict[str, list[str]], color: str, logits: jax.Array, value: jax.Array
) -> dict:
    """One position and the answer to it."""
    rows, columns, _, _ = board.geometry(color)
    policy = np.asarray(logits[0]).reshape(GOLDEN_CANVAS, GOLDEN_CANVAS)[:rows, :columns]
    policy = policy if color == RED else policy.T
    return {
        "board": str(board),
        "red": " ".join(placed[RED]),
        "blue": " ".join(placed[BLUE]),
        "to_move": color,
        "policy_logits": [round(float(x), 4) for x in policy.reshape(-1)],
        "value_logit": round(float(value[0]), 4),
    }


def write_golden(network: Path, path: Path) -> None:
    """Golden vectors of a network file, one position a line."""
    parameters, _ = read_network(network)
    lines = ",\n".join(json.dumps(vector) for vector in golden(parameters))
    path.write_text(f'{{"network": "{network.name}", "positions": [\n{lines}\n]}}\n')
