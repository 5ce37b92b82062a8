"""Which boards are played, and when.

A *canvas* is a square that boards are played on; self-play and learning are compiled once per
canvas, and which boards its lanes play is data. Boards much smaller than their canvas waste
arithmetic, so a few canvases cover all sizes. The number of lanes goes down as the canvas grows
such that a *chunk* (some moves in every lane, then the learning that goes with them) takes about
the same time on every canvas: the shares of chunks are shares of time.

Training from zero begins on the small canvas: games are short there, and what is learnt about
bridges, edges and rings carries over to larger boards.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import jax.numpy as jnp

from .boards import Board
from .learn import LearnOptions
from .search import SearchOptions
from .selfplay import BoardTable, PlayOptions


@dataclass(frozen=True)
class Canvas:
    """A compiled size, the games played on it at once, and the boards these are played on."""

    size: int
    lanes: int
    batch: int
    """Positions in one step of learning."""
    boards: dict[str, float]
    """Boards and how often each is drawn."""
    coins: int = 0
    """Lanes that play random turns."""
    coin_boards: dict[str, float] = field(default_factory=dict)
    """The boards of these, if not the same."""
    seasons: float = 0.0
    """Share of the games with seasons."""

    def table(self) -> BoardTable:
        """The boards as self-play draws them."""
        coin_boards = self.coin_boards or self.boards
        every = list(dict.fromkeys([*self.boards, *coin_boards]))
        weights = [
            jnp.asarray([boards.get(text, 0.0) for text in every], jnp.float32)
            for boards in (self.boards, coin_boards)
        ]
        geometry = [Board.parse(text).geometry() for text in every]
        return BoardTable(jnp.asarray(geometry, jnp.int8), *weights, jnp.float32(self.seasons))


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
    chunk_rows: int = 4
    """Full searches of every lane in one chunk: so many rows of the replay."""
    full_every: int = 3
    """One move in so many has a full search. The number is odd, so that either colour has them."""
    reuse: float = 4.0
    """How often a position is learnt from, on average."""
    replay_positions: int = 1_000_000
    """Positions kept on each canvas."""
    fill_positions: int = 30_000
    """Positions on a canvas before learning from it begins."""
    refill_share: float = 0.25
    """Rows on a canvas before learning goes on after a resume, if as many were there before: for
    every cell of the canvas so many, which is about two games. In fewer hardly a game is over."""
    play: PlayOptions = field(default_factory=PlayOptions)
    learn: LearnOptions = field(default_factory=LearnOptions)
    evaluation: tuple[str, ...] = ()
    """Boards of the matches that measure progress."""
    evaluation_pairs: int = 128
    """Openings on each of them; 0 = no matches."""

    def steps(self, canvas: Canvas) -> int:
        """Steps of learning in one chunk."""
        return max(1, round(self.chunk_rows * canvas.lanes * self.reuse / canvas.batch))

    def moves(self) -> list[bool]:
        """The moves of a chunk: whether each has a full search."""
        return [i % self.full_every == 0 for i in range(self.chunk_rows * self.full_every)]

    def evaluations(self, canvas: Canvas) -> int:
        """Evaluations by the network in one chunk: searches, roots, openings."""
        search = self.play.search
        quick = (self.full_every - 1) * (search.quick_simulations + 1)
        return canvas.lanes * self.chunk_rows * (search.simulations + 2 + quick)

    def rows(self, canvas: Canvas) -> int:
        """Rows of the replay: never fewer than the longest game and a chunk."""
        return max(self.replay_positions // canvas.lanes, canvas.size**2 + self.chunk_rows)

    def window(self, canvas: Canvas, written: int, filled: int) -> int:
        """How many of the newest rows to learn from; 0 = too few yet.

        The window is half of all that was ever written: early games are soon forgotten. A
        checkpoint holds less than that; learning from the little that it holds would learn it by
        heart, so some play comes first.
        """
        first = -(-self.fill_positions // canvas.lanes)
        wanted = max(first, written // 2)
        least = min(wanted, max(first, self.refill_rows(canvas)), self.rows(canvas))
        return min(filled, wanted) if filled >= least else 0

    def refill_rows(self, canvas: Canvas) -> int:
        """Rows before learning goes on after a resume."""
        return round(self.refill_share * canvas.size**2)

    def evaluation_by_canvas(self) -> list[list[Board]]:
        """The boards of the matches, those together that are first to fit the same canvas.

        A match goes on until its longest game is over, so large boards are not mixed with small.
        """
        sizes = sorted(canvas.size for canvas in self.canvases)
        groups: dict[int, list[Board]] = {}
        for board in map(Board.parse, self.evaluation):
            fitting = next(size for size in sizes if size >= max(board.columns, board.rows))
            groups.setdefault(fitting, []).append(board)
        return list(groups.values())

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


def _small(topologies: str, *sizes: str) -> list[str]:
    return [f"{topology}:{size}" for topology in topologies.split() for size in sizes]


EVERY = "plane cylinder torus"
EVERY_KIND = _evenly(1.0, *_small(EVERY, "8x8", "5x7", "6x3", "2x2"))
"""Some small boards of all topologies."""

SMALL = Canvas(
    9, 3072, 3072,
    _evenly(0.10, *_small(EVERY, "3x3", "4x4", "5x5"))
    | _evenly(0.10, *_small(EVERY, "3x7", "7x3", "4x9", "9x4", "3x5", "5x3", "4x6", "6x4"))
    | _evenly(0.10, *_small(EVERY, "5x7", "7x5", "6x8", "8x6", "5x9", "9x5", "7x9", "9x7"))
    | _evenly(0.24, *_small(EVERY, "6x6", "7x7", "8x8"))
    | {"plane:9x9": 0.10, "cylinder:9x9": 0.12, "torus:9x9": 0.24},
    coins=384,
    coin_boards=_evenly(0.50, *_small("plane cylinder", "2x2", "3x3", "4x4", "3x4", "4x3", "2x4"))
    | _evenly(0.20, *_small(EVERY, "3x3", "4x4", "5x5"))
    | _evenly(0.30, *_small(EVERY, "6x6", "7x7", "9x9")),
    seasons=0.10,
)  # fmt: skip

MIDDLE = Canvas(
    11, 2048, 2048,
    {"plane:11x11": 0.62}
    | _evenly(0.06, "plane:10x10", "plane:10x11", "plane:11x10", "plane:9x11", "plane:11x9")
    | _evenly(0.12, "cylinder:11x11", "cylinder:10x10", "cylinder:5x11", "cylinder:7x11",
              "cylinder:11x7", "cylinder:3x11", "cylinder:11x5")
    | _evenly(0.20, "torus:10x10", "torus:11x11", "torus:7x11", "torus:11x9", "torus:4x11"),
    coins=96,
    seasons=0.08,
)  # fmt: skip

LARGE = Canvas(
    14, 1280, 1280,
    {"plane:13x13": 0.18, "plane:14x14": 0.46, "plane:12x12": 0.05}
    | _evenly(0.05, "plane:11x13", "plane:13x12", "plane:14x12", "plane:10x14")
    | _evenly(0.10, "cylinder:13x13", "cylinder:9x13", "cylinder:13x9", "cylinder:14x14",
              "cylinder:5x14")
    | _evenly(0.16, "torus:13x13", "torus:12x12", "torus:13x10", "torus:14x14"),
    coins=48,
    seasons=0.06,
)  # fmt: skip

HUGE = Canvas(
    19, 704, 704,
    {"plane:19x19": 0.46, "plane:17x17": 0.12, "plane:16x16": 0.10, "plane:15x15": 0.10}
    | _evenly(0.11, "cylinder:15x15", "cylinder:19x19", "cylinder:7x19", "cylinder:19x9")
    | _evenly(0.11, "torus:15x15", "torus:19x19", "torus:17x13"),
    coins=24,
    seasons=0.06,
)  # fmt: skip

EVALUATION = ("plane:11x11", "plane:14x14", "plane:19x19", "cylinder:9x9", "torus:9x9")

STANDARD = Schedule(
    canvases=(SMALL, MIDDLE, LARGE, HUGE),
    # Half of the time on boards of 12 and more: that is where most is left to learn.
    stages=(Stage(0, {9: 0.17, 11: 0.32, 14: 0.31, 19: 0.20}),),
    evaluation=EVALUATION,
)

FROM_ZERO = Schedule(
    canvases=(SMALL, MIDDLE, LARGE, HUGE),
    stages=(
        Stage(60, {9: 1.0}),
        Stage(240, {9: 0.4, 11: 0.6}),
        Stage(200, {9: 0.2, 11: 0.55, 14: 0.25}),
        Stage(1942, {9: 0.15, 11: 0.57, 14: 0.20, 19: 0.08}),
        Stage(0, {9: 0.14, 11: 0.32, 14: 0.27, 19: 0.27}),
    ),
    evaluation=EVALUATION,
)
"""From random weights: small boards first."""

LARGE_BOARDS = Schedule(
    canvases=(
        Canvas(
            14, 1280, 1280,
            {"plane:14x14": 0.62, "plane:13x13": 0.14}
            | _evenly(0.06, "plane:14x13", "plane:13x14", "plane:12x14")
            | _evenly(0.06, "cylinder:13x13", "cylinder:14x14")
            | _evenly(0.12, "torus:13x13", "torus:14x14"),
        ),
        Canvas(
            19, 704, 704,
            {"plane:19x19": 0.58, "plane:17x17": 0.09, "plane:16x16": 0.07, "plane:15x15": 0.08}
            | _evenly(0.07, "cylinder:15x15", "cylinder:19x19", "cylinder:9x19", "cylinder:19x9")
            | _evenly(0.11, "torus:15x15", "torus:19x19", "torus:17x13"),
        ),
    ),
    stages=(Stage(0, {14: 0.42, 19: 0.58}),),
    evaluation=("plane:13x13", "plane:14x14", "plane:19x19", "cylinder:14x14", "torus:14x14"),
)  # fmt: skip
"""For a network of boards of 13 and more columns alone, classic rules."""

TORI_AND_LARGE = Schedule(
    canvases=(
        Canvas(
            9, 3072, 3072,
            {"torus:9x9": 0.44, "torus:8x8": 0.12, "torus:7x7": 0.16}
            | _evenly(0.28, "torus:5x5", "torus:6x6", "torus:7x9", "torus:9x7", "torus:9x5",
                      "torus:8x9"),
        ),
        Canvas(
            11, 2048, 2048,
            {"torus:11x11": 0.60, "torus:10x10": 0.16}
            | _evenly(0.24, "torus:11x9", "torus:9x11", "torus:7x11", "torus:11x7"),
        ),
        Canvas(
            14, 1280, 1280,
            {"torus:13x13": 0.38, "torus:14x14": 0.30, "torus:12x12": 0.14}
            | _evenly(0.18, "plane:14x14", "plane:13x13"),
        ),
        Canvas(
            19, 704, 704,
            {"plane:19x19": 0.56, "plane:17x17": 0.09, "plane:16x16": 0.09}
            | _evenly(0.10, "cylinder:15x15", "cylinder:19x19", "cylinder:9x19", "cylinder:19x9")
            | _evenly(0.16, "torus:15x15", "torus:19x19", "torus:17x13"),
        ),
    ),
    stages=(Stage(0, {9: 0.24, 11: 0.26, 14: 0.18, 19: 0.32}),),
    evaluation=("torus:9x9", "torus:11x11", "torus:14x14", "plane:19x19"),
)  # fmt: skip
"""For a network of tori of all sizes and of boards of 16 and more columns, classic rules."""

PLANES = Schedule(
    canvases=(
        Canvas(9, 3072, 3072, SMALL.boards),
        Canvas(
            11, 2048, 2048,
            {"plane:11x11": 0.84, "plane:10x10": 0.04}
            | _evenly(0.03, "plane:10x11", "plane:11x10", "plane:9x11", "plane:11x9")
            | _evenly(0.03, "cylinder:11x11", "cylinder:10x10", "cylinder:7x11", "cylinder:11x7")
            | _evenly(0.06, "torus:10x10", "torus:11x11", "torus:7x11", "torus:11x9"),
        ),
        Canvas(
            14, 1280, 1280,
            {"plane:14x14": 0.52, "plane:13x13": 0.30, "plane:12x12": 0.06}
            | _evenly(0.03, "plane:14x13", "plane:13x14", "plane:12x14")
            | _evenly(0.03, "cylinder:13x13", "cylinder:14x14")
            | _evenly(0.06, "torus:13x13", "torus:12x12"),
        ),
    ),
    stages=(Stage(0, {9: 0.14, 11: 0.50, 14: 0.36}),),
    chunk_rows=8,
    full_every=1,
    fill_positions=250_000,
    # What a trained network thinks later in a game says more than who blunders at its end.
    play=PlayOptions(SearchOptions(noise=0.4), foresight=0.93),
    learn=LearnOptions(chain_weight=0.0, soft_weight=0.0),
    evaluation=("plane:11x11", "plane:13x13", "plane:14x14", "cylinder:9x9", "torus:9x9"),
)  # fmt: skip
"""To go on from a trained network on the planes that people play, classic rules: every move has the
same search and is learnt from."""

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

SEASONS = Schedule(
    canvases=(
        Canvas(
            7, 4096, 4096,
            {"plane:7x7": 0.36, "plane:6x6": 0.12, "plane:5x5": 0.10}
            | _evenly(0.12, "plane:3x3", "plane:4x4", "plane:5x7", "plane:7x5", "plane:4x6")
            | _evenly(0.15, "cylinder:7x7", "cylinder:5x5", "cylinder:6x4", "cylinder:4x6")
            | _evenly(0.15, "torus:7x7", "torus:5x5", "torus:6x4", "torus:4x6"),
            seasons=1.0,
        ),
        Canvas(
            9, 3072, 3072,
            {"plane:9x9": 0.48, "plane:8x8": 0.18}
            | _evenly(0.08, "plane:7x9", "plane:9x7", "plane:8x9", "plane:9x8")
            | _evenly(0.13, "cylinder:9x9", "cylinder:8x8")
            | _evenly(0.13, "torus:9x9", "torus:8x8"),
            seasons=1.0,
        ),
        Canvas(
            11, 2048, 2048,
            {"plane:11x11": 0.64, "plane:10x10": 0.12, "cylinder:11x11": 0.12, "torus:11x11": 0.12},
            seasons=1.0,
        ),
    ),
    stages=(
        Stage(60, {7: 1.0}),
        Stage(200, {7: 0.5, 9: 0.5}),
        Stage(0, {7: 0.2, 9: 0.35, 11: 0.45}),
    ),
)  # fmt: skip
"""For a small network that plays with seasons alone. Matches have none, so there are none here."""

TINY = Schedule(
    canvases=(
        Canvas(3, 8, 16, {"plane:3x3": 0.5, "torus:3x2": 0.5}),
        Canvas(
            4, 8, 16, {"plane:4x3": 0.4, "cylinder:4x4": 0.3, "torus:4x4": 0.3},
            coins=3, coin_boards={"plane:3x3": 0.6, "torus:3x2": 0.4}, seasons=0.4,
        ),
    ),
    stages=(Stage(2, {3: 1.0}), Stage(0, {3: 0.5, 4: 0.5})),
    replay_positions=300,
    fill_positions=40,
    refill_share=3.0,
    play=PlayOptions(
        SearchOptions(simulations=4, considered=4, quick_simulations=2, quick_considered=2),
        coin_games=4,
    ),
    evaluation=("plane:3x3", "torus:4x4"),
    evaluation_pairs=4,
)  # fmt: skip
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


SCHEDULES = {
    "standard": STANDARD, "from-zero": FROM_ZERO, "large": LARGE_BOARDS,
    "tori-and-large": TORI_AND_LARGE, "planes": PLANES, "narrow-tori": NARROW_TORI,
    "seasons": SEASONS, "tiny": TINY,
}  # fmt: skip
