"""The loop: chunks of self-play and learning in the order of the schedule, within a time limit.

The programs of all canvases are compiled at the start, in threads; a chunk waits for its own two
only. The host runs at most one chunk ahead of the device. Checkpoints are fetched at once and
written in the background. The match of the end is compiled while training runs.
"""

import itertools
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from .arena import Match
from .checkpoint import (
    REPLAY_BUDGET,
    CanvasState,
    Counts,
    TrainingState,
    load,
    save,
    to_host,
)
from .learn import Losses, learn_steps, new_learner
from .network import Parameters
from .progress import LogRow, StrengthRow, append_rows
from .replay import new_replay
from .schedule import Canvas, Schedule
from .selfplay import Lanes, new_lanes, self_play_step

EVALUATION_SIMULATIONS = 32
"""Of either player in the matches that measure progress."""


@dataclass(frozen=True)
class Pace:
    """Limits and intervals of a run, in minutes of wall time."""

    minutes: float
    evaluate_every: float = 4.0
    """More than ``minutes`` = only at the end."""
    save_every: float = 2.0
    log_every: float = 0.5
    reserve: float = 0.4
    """Kept at the end for the last evaluation and checkpoint."""
    replay_budget: int = REPLAY_BUDGET
    """Bytes of each canvas's positions in a checkpoint."""
    rates: tuple[float, float] = (1e-3, 1e-4)
    """The learning rate at the beginning and at the end; a straight line between."""

    def rate(self, elapsed: float) -> float:
        """The learning rate after some minutes."""
        first, last = self.rates
        return first + (last - first) * min(1.0, elapsed / max(self.minutes - self.reserve, 1e-9))


@dataclass(frozen=True)
class Opponent:
    """A network that all evaluations are against."""

    parameters: Parameters
    minutes: float


def begin(schedule: Schedule, parameters: Parameters, seed: int) -> TrainingState:
    """A fresh start, from random or from known parameters."""
    key = jax.random.key(seed)
    canvases = _new_canvases(schedule, schedule.canvases, key)
    return TrainingState(new_learner(parameters), canvases, key, rounded(parameters))


def resume(folder: Path, schedule: Schedule) -> TrainingState:
    """Go on from a checkpoint; canvases that it has no positions of start empty.

    Such a canvas goes on counting where it stopped, so learning waits until there is enough to
    learn from.
    """
    state = load(folder)
    missing = [canvas for canvas in schedule.canvases if canvas.size not in state.canvases]
    for size, mine in _new_canvases(schedule, missing, state.key).items():
        state.canvases[size] = _counting(mine, state.counts.pop(size, None))
    return state


def _counting(canvas: CanvasState, counts: Counts | None) -> CanvasState:
    """A canvas that goes on counting."""
    if counts is None:
        return canvas
    games, moves = jnp.asarray(counts.games, jnp.int32), jnp.asarray(counts.moves, jnp.int32)
    return replace(
        canvas, lanes=canvas.lanes._replace(games=games, moves=moves), written=counts.written
    )


def _new_canvases(
    schedule: Schedule, canvases: Sequence[Canvas], key: jax.Array
) -> dict[int, CanvasState]:
    """Games that have just begun; compiled in threads."""
    make = jax.jit(new_lanes, static_argnums=(1, 2, 3))

    def new(canvas: Canvas) -> CanvasState:
        mine = jax.random.fold_in(key, canvas.size)
        lanes = make(canvas.table(), canvas.lanes, canvas.coins, canvas.size, mine)
        return CanvasState(lanes, new_replay(schedule.rows(canvas), canvas.lanes, canvas.size))

    with ThreadPoolExecutor() as pool:
        made = list(pool.map(new, canvases))
    return {canvas.size: mine for canvas, mine in zip(canvases, made, strict=True)}


def rounded(parameters: Parameters) -> Parameters:
    """Parameters through half precision, as checkpoints hold them."""
    return {n: p.astype(jnp.float16).astype(jnp.float32) for n, p in parameters.items()}


class Programs:
    """The compiled programs of a schedule, made in threads from the shapes of the arrays alone."""

    def __init__(self, schedule: Schedule, state: TrainingState) -> None:
        self.pool = ThreadPoolExecutor(max_workers=8)
        self.tracing = Lock()
        self.play: dict[int, Future[jax.stages.Compiled]] = {}
        self.learn: dict[int, Future[jax.stages.Compiled]] = {}
        learner, key = _abstract(state.learner), _abstract(state.key)
        shares = schedule.stages[-1].shares
        # What is needed first is compiled first.
        order = sorted(schedule.canvases, key=lambda canvas: -shares[canvas.size])
        full, number, window = (jax.ShapeDtypeStruct((), t) for t in (bool, jnp.float32, jnp.int32))
        for canvas in order:
            mine, table = _abstract(state.canvases[canvas.size].lanes), _abstract(canvas.table())
            replay = _abstract(state.canvases[canvas.size].replay)
            play = jax.jit(self_play_step(schedule.play, canvas.coins), donate_argnums=(1, 2))
            self.play[canvas.size] = self.pool.submit(
                self.compile, play, learner.average, mine, replay, table, full, key
            )
        for canvas in order:
            replay = _abstract(state.canvases[canvas.size].replay)
            learn = learn_steps(canvas.batch, schedule.steps(canvas), schedule.learn)
            self.learn[canvas.size] = self.pool.submit(
                self.compile, jax.jit(learn, donate_argnums=0), learner, replay, window, number, key
            )

    def compile(self, function: Any, *arguments: Any) -> jax.stages.Compiled:
        """Trace one function at a time, which holds up other threads; compile at once."""
        with self.tracing:
            lowered = function.lower(*arguments)
        return lowered.compile()


def _abstract(tree: Any) -> Any:
    return jax.tree.map(lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype), tree)


class Trainer:
    """Holds the state and plays chunks."""

    def __init__(
        self, schedule: Schedule, state: TrainingState, programs: Programs | None = None
    ) -> None:
        self.schedule, self.state = schedule, state
        self.programs = programs or Programs(schedule, state)
        self.tables = {canvas.size: canvas.table() for canvas in schedule.canvases}
        self.order: Iterator[Canvas] = itertools.islice(schedule.order(), state.chunks, None)
        self.rate = 1e-3

    def next_key(self) -> jax.Array:
        """A fresh key; the random state is part of the checkpoint."""
        self.state.key, key = jax.random.split(self.state.key)
        return key

    def chunk(self) -> tuple[Canvas, Losses | None]:
        """Some moves in every lane of the next canvas, and the learning that goes with them."""
        state, canvas = self.state, next(self.order)
        mine = state.canvases[canvas.size]
        for full in self.schedule.moves():
            self.play_move(canvas, full)
        rows = self.schedule.chunk_rows
        mine.written += rows
        state.chunks += 1
        mine.filled = min(mine.filled + rows, self.schedule.rows(canvas))
        window = self.schedule.window(canvas, mine.written, mine.filled)
        if not window:
            return canvas, None
        return canvas, self.learn(canvas, window)

    def play_move(self, canvas: Canvas, full: bool = True) -> None:
        """One move in every lane of a canvas."""
        mine, run = self.state.canvases[canvas.size], self.programs.play[canvas.size].result()
        weights, table = self.state.learner.average, self.tables[canvas.size]
        mine.lanes, mine.replay = run(
            weights, mine.lanes, mine.replay, table, jnp.asarray(full), self.next_key()
        )

    def learn(self, canvas: Canvas, window: int) -> Losses:
        """The learning of one chunk, from the newest rows of a canvas."""
        state, run = self.state, self.programs.learn[canvas.size].result()
        replay, rate = state.canvases[canvas.size].replay, jnp.float32(self.rate)
        state.learner, losses = run(
            state.learner, replay, jnp.int32(window), rate, self.next_key()
        )
        return losses


@dataclass
class Interval:
    """What has happened since the last line of the log."""

    began: float = field(default_factory=time.monotonic)
    evaluations: int = 0
    losses: dict[int, list[Losses]] = field(default_factory=dict)

    def add(self, schedule: Schedule, canvas: Canvas, losses: Losses | None) -> None:
        """Count a chunk."""
        self.evaluations += schedule.evaluations(canvas)
        self.losses.setdefault(canvas.size, []).extend([losses] if losses else [])


def matches(schedule: Schedule) -> list[Match]:
    """The matches that measure progress, one for each canvas of their boards."""
    pairs = schedule.evaluation_pairs
    options = replace(schedule.play.search, simulations=EVALUATION_SIMULATIONS, noise=0.0)
    groups = schedule.evaluation_by_canvas() if pairs else []
    return [Match(options, boards, pairs) for boards in groups]


class Run:
    """One run of the trainer: its clock, its files and its intervals."""

    def __init__(
        self, trainer: Trainer, pace: Pace, folder: Path, started: float,
        opponent: Opponent | None = None,
    ) -> None:  # fmt: skip
        self.trainer, self.pace, self.folder, self.started = trainer, pace, folder, started
        self.opponent = opponent
        if opponent:
            trainer.state.reference = {}
        self.minutes_before = trainer.state.minutes
        self.matches = matches(trainer.schedule)
        self.writer, self.compiler = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        self.writing: Future | None = None
        folder.mkdir(parents=True, exist_ok=True)

    def elapsed(self) -> float:
        """Minutes since the process began."""
        return (time.monotonic() - self.started) / 60

    def loop(self) -> None:
        """Train until the time is nearly up, then evaluate and save."""
        self.report_programs()
        players = (self.trainer.state.learner.average, self.adversary().parameters)
        compiling = self.compiler.submit(self.compile_match, *_abstract(players))
        interval, previous = Interval(), None
        logged = saved = evaluated = self.elapsed()
        while self.elapsed() < self.pace.minutes - self.pace.reserve:
            self.trainer.rate = self.pace.rate(self.elapsed())
            canvas, losses = self.trainer.chunk()
            interval.add(self.trainer.schedule, canvas, losses)
            jax.block_until_ready(previous)
            previous = losses
            self.trainer.state.minutes = self.minutes_before + self.elapsed()
            if self.elapsed() - logged >= self.pace.log_every:
                self.log(interval)
                interval, logged = Interval(), self.elapsed()
            if self.elapsed() - evaluated >= self.pace.evaluate_every:
                self.evaluate()
                interval, evaluated = Interval(), self.elapsed()
            if self.elapsed() - saved >= self.pace.save_every:
                self.save()
                saved = self.elapsed()
        if interval.evaluations:
            self.log(interval)
        self.save()
        compiling.result()
        self.evaluate()
        self.save()
        self.finish()

    def compile_match(self, ours: Parameters, theirs: Parameters) -> None:
        """Compile the match of the end, after all that training needs."""
        programs = self.trainer.programs
        wait([*programs.play.values(), *programs.learn.values()])
        for match in self.matches:
            match.compile(ours, theirs)

    def report_programs(self) -> None:
        """Say when each program is ready."""
        programs = self.trainer.programs
        for canvas in self.trainer.schedule.canvases:
            for what, futures in (("self-play", programs.play), ("learning", programs.learn)):
                futures[canvas.size].add_done_callback(
                    lambda _, text=f"canvas {canvas.size}: {what}": print(
                        f"{text} compiled after {60 * self.elapsed():.0f} s", flush=True
                    )
                )

    def adversary(self) -> Opponent:
        """Whom the next evaluation is against."""
        state = self.trainer.state
        return self.opponent or Opponent(state.reference, state.reference_minutes)

    def log(self, interval: Interval) -> None:
        """Append a row for every canvas that was played, and print it."""
        jax.block_until_ready(self.trainer.state.learner)
        rate = interval.evaluations / (time.monotonic() - interval.began)
        rows = []
        for size, losses in sorted(interval.losses.items()):
            lanes = self.trainer.state.canvases[size].lanes
            rows.append(self._row(size, jax.device_get(lanes), jax.device_get(losses), rate))
        append_rows(self.folder / "training.csv", rows)
        for row in rows:
            print(
                f"{row.minutes:6.2f} min  canvas {row.canvas:2}  {row.games:8} games  "
                f"{row.evaluations_per_second:8} evals/s  policy {row.policy:.4f}  "
                f"value {row.value:.4f}  foretold {row.accuracy:.3f}  chain {row.chain:.3f}  "
                f"seasons {row.seasons:.3f}  chance {row.chance:.3f}  gradient {row.gradient:.2f}",
                flush=True,
            )

    def _row(self, size: int, lanes: Lanes, losses: list[Losses], rate: float) -> LogRow:
        state, nothing = self.trainer.state, [(np.nan,) * len(Losses._fields)]
        means = np.mean(losses or nothing, axis=0)
        length = lanes.moves / np.maximum(lanes.games, 1)
        return LogRow(
            round(state.minutes, 2), size, state.chunks, int(state.learner.steps),
            int(lanes.games.sum()), *(round(float(n), 1) for n in length), round(rate),
            *(round(float(x), 4) for x in means),
        )  # fmt: skip

    def evaluate(self) -> None:
        """Play the opponent, or the network of the last evaluation, on a few boards."""
        if not self.matches:
            return
        state, against = self.trainer.state, self.adversary()
        current = rounded(state.learner.average)
        began = self.elapsed()
        scores = [
            score
            for match in self.matches
            for score in match.play(current, against.parameters, self.trainer.next_key())
        ]
        elo = state.elo or {}
        rows = []
        for score in scores:
            name = str(score.board)
            elo[name] = score.elo + (0.0 if self.opponent else elo.get(name, 0.0))
            rows.append(StrengthRow(
                round(state.minutes, 2), name, round(against.minutes, 2),
                score.games, score.wins, round(elo[name], 1),
            ))  # fmt: skip
            print(
                f"{state.minutes:6.2f} min  {name:15} against minute "
                f"{against.minutes:.2f}: {score.rate:.3f} ± {score.margin:.3f} of "
                f"{score.games} games from {score.openings} openings",
                flush=True,
            )
        print(f"the matches took {60 * (self.elapsed() - began):.0f} s", flush=True)
        append_rows(self.folder / "strength.csv", rows)
        state.elo = elo
        if not self.opponent:
            state.reference, state.reference_minutes = current, state.minutes

    def save(self) -> None:
        """Fetch the state now, write it in the background."""
        if self.writing:
            self.writing.result()
        self.trainer.state.minutes = self.minutes_before + self.elapsed()
        budget = self.pace.replay_budget
        host = to_host(self.trainer.state, budget)
        self.writing = self.writer.submit(save, self.folder, host, budget)

    def finish(self) -> None:
        """Wait for the last checkpoint."""
        if self.writing:
            self.writing.result()
        self.writer.shutdown()
        self.compiler.shutdown()
        self.trainer.programs.pool.shutdown(cancel_futures=True)
