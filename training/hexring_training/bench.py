"""Speed: evaluations, self-play and learning, canvas by canvas, with the times to compile."""

import time
from collections.abc import Callable
from functools import partial

import jax
import jax.numpy as jnp
from jax.random import key

from .fused import TOLERANCE, distance
from .network import (
    Parameters,
    Shape,
    apply,
    apply_fused,
    apply_kernels,
    evaluate,
    initial,
    prepare,
    view_of,
)
from .rules import State, legal
from .schedule import EVERY_KIND, Canvas, Schedule
from .selfplay import draw_boards, open_games
from .trainer import Trainer, begin

CHECKED = Canvas(8, 64, 64, EVERY_KIND, seasons=0.3)
"""The boards that kernels are checked on."""


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


def check(shape: Shape) -> bool:
    """Whether the kernels and the library's convolution agree on this machine, derivatives too."""
    parameters = initial(Shape(2, shape.channels), 1)
    state = some_positions(CHECKED)
    noise = jax.random.normal(key(2), (CHECKED.lanes, CHECKED.size**2))

    def answers(run: Callable, p: Parameters) -> tuple[jax.Array, jax.Array]:
        found = run(prepare(p), view_of(state))
        return jnp.where(legal(state), found.policy, 0.0), found.value

    def score(run: Callable, p: Parameters) -> jax.Array:
        policy, value = answers(run, p)
        return jnp.vdot(policy, noise) + value.sum()

    plain = jax.jit(partial(answers, apply))(parameters)
    faults = {
        "evaluation": distance(jax.jit(partial(answers, apply_fused))(parameters), plain),
        "learning": distance(jax.jit(partial(answers, apply_kernels))(parameters), plain),
        "derivatives": distance(
            jax.jit(jax.grad(partial(score, apply_kernels)))(parameters),
            jax.jit(jax.grad(partial(score, apply)))(parameters),
        ),
    }
    for what, fault in faults.items():
        print(f"kernels, {what}: {float(fault):.5f} off, at most {TOLERANCE}", flush=True)
    return all(fault <= TOLERANCE for fault in faults.values())


def some_positions(canvas: Canvas) -> State:
    """Openings on the boards of a canvas."""
    draw = partial(draw_boards, canvas.table(), canvas.lanes, canvas.coins, canvas.size)
    return jax.jit(lambda: open_games(draw(key(0)), key(1)))()


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
    state = some_positions(canvas)
    took = _time(lambda: evaluate(prepared, state), seconds)
    print(f"canvas {canvas.size}: {canvas.lanes / took:12,.0f} evaluations/s, batch {canvas.lanes}")


def _bench_self_play(trainer: Trainer, canvas: Canvas, seconds: float) -> None:
    """A chunk of moves at a time, as in training."""
    moves = trainer.schedule.moves()

    def run() -> object:
        for full in moves:
            trainer.play_move(canvas, full)
        return trainer.state.canvases[canvas.size].replay.next

    took = _time(run, seconds)
    print(
        f"canvas {canvas.size}: {trainer.schedule.evaluations(canvas) / took:12,.0f} "
        f"evaluations/s in self-play, {canvas.lanes * len(moves) / took:,.0f} moves/s, "
        f"{canvas.lanes} lanes",
        flush=True,
    )


def _bench_learning(trainer: Trainer, canvas: Canvas, seconds: float) -> None:
    took = _time(lambda: trainer.learn(canvas, 1), seconds) / trainer.schedule.steps(canvas)
    print(
        f"canvas {canvas.size}: {1000 * took:.1f} ms a step of learning, batch {canvas.batch}",
        flush=True,
    )
