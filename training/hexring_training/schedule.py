"""Which boards are played, and when.

A *canvas* is a square that boards are played on; self-play and learning are compiled once per
canvas, and which boards its lanes play is data. Boards much smaller than their canvas waste
arithmetic, so a few canvases cover all sizes. The number of lanes goes down as the canvas grows
such that a *chunk* (some moves in every lane, then the learning that goes with them) takes about
the same time on every canvas: the shares of chunks are shares of time.

Training begins on the small canvas: games are short there, and what is learnt about bridges, edges
and rings carries over to larger boards.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import jax.numpy as jnp

from .boards import Board
from .learn import LearnOptions
from .search import SearchOptions
from .selfplay import BoardTable


@dataclass(frozen=True)
class Canvas:
    """A compiled size, the games played on it at once, and the boards these are played on."""

    size: int
    lanes: int
    batch: int
    """Positions in one step of learning."""
    boards: dict[str, float]
    """Boards and how often each is drawn."""

    def table(self) -> BoardTable:
        """The boards as self-play draws them."""
        geometry = [Board.parse(text).geometry() for text in self.boards]
        weight = jnp.asarray(list(self.boards.values()), jnp.float32)
        return BoardTable(jnp.asarray(geometry, jnp.int8), weight)


@dataclass(frozen=True)
class Stage:
    """Shares of the canvases during a number of chunks; the last stage has no end."""

    chunks: int
    shares: dict[int, float]


@dataclass(frozen=True)
class Schedule:
    """All that is fixed before training begins, apart from the shape of the network."""

    canvases: tuple[Canvas, ...]
    stages: tuple[Stage, ...]
    chunk_moves: int = 8
    """Moves of every lane in one chunk."""
    reuse: float = 3.0
    """How often a position is learnt from, on average."""
    replay_positions: int = 1_500_000
    """Positions kept on each canvas."""
    fill_positions: int = 60_000
    """Positions on a canvas before learning from it begins."""
    refill_rows: int = 128
    """Rows on a canvas before learning goes on after a resume, if as many were there before."""
    search: SearchOptions = field(default_factory=SearchOptions)
    learn: LearnOptions = field(default_factory=LearnOptions)
    evaluation: tuple[str, ...] = ()
    """Boards of the matches that measure progress."""
    evaluation_pairs: int = 64

    def steps(self, canvas: Canvas) -> int:
        """Steps of learning in one chunk."""
        return max(1, round(self.chunk_moves * canvas.lanes * self.reuse / canvas.batch))

    def evaluations(self, canvas: Canvas) -> int:
        """Evaluations by the network in one move of every lane: search, root, an opening."""
        return canvas.lanes * (self.search.simulations + 2)

    def rows(self, canvas: Canvas) -> int:
        """Rows of the replay: never fewer than the longest game and a chunk."""
        return max(self.replay_positions // canvas.lanes, canvas.size**2 + self.chunk_moves)

    def window(self, canvas: Canvas, written: int, filled: int) -> int:
        """How many of the newest rows to learn from; 0 = too few yet.

        The window is half of all that was ever written: early games are soon forgotten. A
        checkpoint holds less than that; learning from the little that it holds would learn it by
        heart, so some play comes first.
        """
        first = -(-self.fill_positions // canvas.lanes)
        wanted = max(first, written // 2)
        least = min(wanted, max(first, self.refill_rows), self.rows(canvas))
        return min(filled, wanted) if filled >= least else 0

    def order(self) -> Iterator[Canvas]:
        """The canvas of every chunk, for ever: each time the one that is furthest behind."""
        by_size = {canvas.size: canvas for canvas in self.canvases}
        for number, stage in enumerate(self.stages):
            total = sum(stage.shares.values())
            owed = dict.fromkeys(stage.shares, 0.0)
            played = 0
            while number == len(self.stages) - 1 or played < stage.chunks:
                for size, share in stage.shares.items():
                    owed[size] += share / total
                size = max(owed, key=lambda s: owed[s])
                owed[size] -= 1.0
                played += 1
                yield by_size[size]


def _evenly(share: float, *boards: str) -> dict[str, float]:
    return {board: share / len(boards) for board in boards}


SMALL = Canvas(
    8, 4096, 4096,
    _evenly(0.08, "plane:3x3", "plane:4x4", "plane:5x5")
    | _evenly(0.24, "plane:6x6", "plane:7x7", "plane:8x8")
    | _evenly(0.08, "plane:7x8", "plane:8x7", "plane:6x8", "plane:5x7", "plane:4x6")
    | _evenly(0.06, "cylinder:3x3", "cylinder:3x5", "cylinder:4x4", "cylinder:5x3")
    | _evenly(0.24, "cylinder:5x5", "cylinder:5x8", "cylinder:6x6", "cylinder:7x7", "cylinder:8x8",
              "cylinder:7x5", "cylinder:8x6")
    | _evenly(0.06, "torus:3x3", "torus:4x4", "torus:3x5", "torus:5x4")
    | _evenly(0.24, "torus:5x5", "torus:6x6", "torus:7x7", "torus:8x8", "torus:7x5", "torus:6x8"),
)  # fmt: skip

MIDDLE = Canvas(
    11, 2048, 2048,
    {"plane:11x11": 0.75}
    | _evenly(0.07, "plane:9x9", "plane:10x10")
    | _evenly(0.02, "plane:10x11", "plane:11x10", "plane:9x11", "plane:11x9")
    | _evenly(0.08, "cylinder:5x11", "cylinder:7x9", "cylinder:7x11", "cylinder:9x9",
              "cylinder:11x11", "cylinder:11x7")
    | _evenly(0.08, "torus:9x9", "torus:10x10", "torus:11x11", "torus:7x11", "torus:11x9"),
)  # fmt: skip

LARGE = Canvas(
    13, 1536, 1536,
    {"plane:13x13": 0.46, "plane:12x12": 0.2}
    | _evenly(0.06, "plane:11x13", "plane:13x12")
    | _evenly(0.14, "cylinder:13x13", "cylinder:9x13", "cylinder:13x9", "cylinder:12x12")
    | _evenly(0.14, "torus:13x13", "torus:12x12", "torus:13x10"),
)  # fmt: skip

HUGE = Canvas(
    19, 640, 640,
    _evenly(0.70, "plane:14x14", "plane:15x15", "plane:17x17", "plane:19x19")
    | _evenly(0.15, "cylinder:15x15", "cylinder:19x19", "cylinder:7x19")
    | _evenly(0.15, "torus:15x15", "torus:19x19"),
)  # fmt: skip

STANDARD = Schedule(
    canvases=(SMALL, MIDDLE, LARGE, HUGE),
    stages=(
        Stage(60, {8: 1.0}),
        Stage(240, {8: 0.4, 11: 0.6}),
        Stage(200, {8: 0.2, 11: 0.55, 13: 0.25}),
        Stage(1942, {8: 0.15, 11: 0.57, 13: 0.20, 19: 0.08}),
        # Small boards are learnt by then (minute 43.7), large ones are not.
        Stage(1399, {8: 0.10, 11: 0.66, 13: 0.12, 19: 0.12}),
        # From minute 67.7 on the 11×11 plane above all; the rest is kept up.
        Stage(0, {8: 0.06, 11: 0.78, 13: 0.08, 19: 0.08}),
    ),
    evaluation=("plane:11x11", "plane:8x8", "cylinder:11x11", "cylinder:7x7", "torus:11x11",
                "torus:7x7"),
)  # fmt: skip

NARROW_TORI = Schedule(
    canvases=(
        Canvas(
            9, 4096, 4096,
            _evenly(0.25, "torus:5x3", "torus:6x3", "torus:8x3", "torus:5x4", "torus:6x4",
                    "torus:7x4")
            | _evenly(0.75, "torus:8x4", "torus:9x4", "torus:6x5", "torus:7x5"),
        ),
    ),
    stages=(Stage(0, {9: 1.0}),),
    evaluation=("torus:8x4", "torus:9x4", "torus:6x5", "torus:7x5"),
)  # fmt: skip
"""For a small network that knows nothing but the tori that the solver finds hard."""

TINY = Schedule(
    canvases=(
        Canvas(3, 8, 16, {"plane:3x3": 0.5, "torus:3x2": 0.5}),
        Canvas(4, 8, 16, {"plane:4x3": 0.4, "cylinder:4x4": 0.3, "torus:4x4": 0.3}),
    ),
    stages=(Stage(2, {3: 1.0}), Stage(0, {3: 0.5, 4: 0.5})),
    chunk_moves=4,
    replay_positions=300,
    fill_positions=40,
    search=SearchOptions(simulations=4, considered=4),
    evaluation=("plane:3x3", "torus:4x4"),
    evaluation_pairs=4,
)
"""For tests: everything happens, within seconds on a CPU."""


def for_boards(*boards: str) -> Schedule:
    """A schedule of these boards alone, each as often as the others."""
    size = max(max(board.columns, board.rows) for board in map(Board.parse, boards))
    lanes = min(4096, 2**18 // size**2 // 64 * 64)
    return Schedule(
        canvases=(Canvas(size, lanes, lanes, _evenly(1.0, *boards)),),
        stages=(Stage(0, {size: 1.0}),),
        evaluation=boards,
    )


SCHEDULES = {"standard": STANDARD, "narrow-tori": NARROW_TORI, "tiny": TINY}
