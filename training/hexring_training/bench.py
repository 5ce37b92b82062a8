"""Speed: evaluations, self-play and learning, canvas by canvas, with the times to compile."""

import time
from collections.abc import Callable

import jax

from .network import Shape, evaluate, initial, prepare
from .schedule import Canvas, Schedule
from .selfplay import draw_boards
from .trainer import Trainer, begin


def bench(schedule: Schedule, shape: Shape, seconds: float) -> None:
    """Print a table; every figure is measured for about ``seconds``."""
    print(f"{jax.devices()[0].device_kind}, jax {jax.__version__}, network {shape}")
    started = time.monotonic()
    trainer = Trainer(schedule, begin(schedule, initial(shape, 0), 0))
    for canvas in schedule.canvases:
        trainer.programs.play[canvas.size].result()
        trainer.programs.learn[canvas.size].result()
        took = time.monotonic() - started
        print(f"canvas {canvas.size}: compiled {took:.1f} s after the start", flush=True)
    for canvas in schedule.canvases:
        _bench_evaluation(canvas, shape, seconds)
        _bench_self_play(trainer, canvas, seconds)
        _bench_learning(trainer, canvas, seconds)


def _time(run: Callable[[], object], seconds: float) -> float:
    """Seconds a call takes, after a first one that does not count."""
    jax.block_until_ready(run())
    began, calls = time.monotonic(), 0
    while time.monotonic() - began < seconds:
        jax.block_until_ready(run())
        calls += 1
    return (time.monotonic() - began) / calls


def _bench_evaluation(canvas: Canvas, shape: Shape, seconds: float) -> None:
    prepared = jax.jit(prepare)(initial(shape, 0))
    state = draw_boards(canvas.table(), canvas.lanes, canvas.size, jax.random.key(0))
    run = jax.jit(evaluate)
    took = _time(lambda: run(prepared, state), seconds)
    print(f"canvas {canvas.size}: {canvas.lanes / took:12,.0f} evaluations/s, batch {canvas.lanes}")


def _bench_self_play(trainer: Trainer, canvas: Canvas, seconds: float) -> None:
    """A chunk of moves at a time, as in training."""
    moves = trainer.schedule.chunk_moves

    def run() -> object:
        for _ in range(moves):
            trainer.play_move(canvas)
        return trainer.state.canvases[canvas.size].replay.next

    took = _time(run, seconds) / moves
    print(
        f"canvas {canvas.size}: {trainer.schedule.evaluations(canvas) / took:12,.0f} "
        f"evaluations/s in self-play, {canvas.lanes / took:,.0f} moves/s, {canvas.lanes} lanes",
        flush=True,
    )


def _bench_learning(trainer: Trainer, canvas: Canvas, seconds: float) -> None:
    took = _time(lambda: trainer.learn(canvas, 1), seconds) / trainer.schedule.steps(canvas)
    print(
        f"canvas {canvas.size}: {1000 * took:.1f} ms a step of learning, batch {canvas.batch}",
        flush=True,
    )
