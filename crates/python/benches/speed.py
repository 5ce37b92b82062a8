"""How fast `VectorGames` steps, beside OpenSpiel's and pgx's Hex, in one run.

    python benches/speed.py [--seconds 3] [--json]

All play 11×11 Hex at random and produce a mask of legal actions and an observation at every step.
Counted is everything: drawing the actions, stepping, masks, observations, restarts. OpenSpiel and
pgx are measured where they are installed. Each is measured in turns of a fraction of a second, and
the fastest turn is told, because other programs can only make one slower: by the wall, and by the
processor's time of all threads.
"""

import argparse
import json
import os
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from hexring import Game, VectorGames

BOARD = 11


class Rate(NamedTuple):
    """Steps a second in the fastest of several turns."""

    wall: float
    """By the clock on the wall."""
    processor: float
    """By the processor's time: what one core does, also where other programs take it away."""


def rate(run: Callable[[], int], seconds: float) -> Rate:
    """Measure for so long, seven turns at least."""
    run()
    walls: list[float] = []
    processors: list[float] = []
    left = seconds
    while left > 0 or len(walls) < 7:
        wall, processor = time.perf_counter(), time.process_time()
        steps = run()
        wall, processor = time.perf_counter() - wall, time.process_time() - processor
        walls.append(steps / wall)
        processors.append(steps / max(processor, 1e-9))
        left -= wall
    return Rate(max(walls), max(processors))


def vector(games: int, threads: int, rules: str = f"{BOARD}x{BOARD}") -> Callable[[], int]:
    """Steps of `VectorGames`, with actions drawn by it."""
    env = VectorGames(rules, games, threads=threads)
    rounds = max(1, 200_000 // games)

    def run() -> int:
        for _ in range(rounds):
            env.step(env.random_actions())
        return rounds * games

    return run


def open_spiel() -> Callable[[], int]:
    """Steps of OpenSpiel's own Hex (C++) from Python."""
    import pyspiel

    game = pyspiel.load_game(f"hex(board_size={BOARD})")
    random = np.random.default_rng(1)

    def run() -> int:
        steps = 0
        for _ in range(10):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.legal_actions_mask()
                state.observation_tensor()
                actions = state.legal_actions()
                state.apply_action(actions[random.integers(len(actions))])
                steps += 1
        return steps

    return run


def pgx_hex(games: int) -> Callable[[], int]:
    """Steps of pgx's Hex in a batch, compiled, on the processor."""
    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make("hex")
    reset, step = jax.vmap(env.init), jax.vmap(env.step)

    def one(carry, key):
        state, _ = carry
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(key, logits, axis=-1)
        state = step(state, action)
        fresh = reset(jax.random.split(key, games))
        over = state.terminated | state.truncated

        def choose(new, old):
            return jnp.where(over.reshape(-1, *[1] * (old.ndim - 1)), new, old)

        state = jax.tree.map(choose, fresh, state)
        return (state, state.observation.sum()), None

    @jax.jit
    def run_jax(state, key):
        (state, seen), _ = jax.lax.scan(one, (state, jnp.int32(0)), jax.random.split(key, 100))
        return state, seen

    state = jax.jit(reset)(jax.random.split(jax.random.key(1), games))
    state, _ = run_jax(state, jax.random.key(2))

    def run() -> int:
        _, seen = run_jax(state, jax.random.key(3))
        seen.block_until_ready()
        return 100 * games

    return run


def single_play() -> float:
    """Nanoseconds of one `Game.play` with the name of a cell."""
    moves = [f"{column}{row}" for row in range(1, 12) for column in "abcdefghijk"][:60]
    times = []
    for _ in range(300):
        game = Game("11x11")
        play = game.play
        started = time.perf_counter()
        for move in moves:
            play(move)
        times.append((time.perf_counter() - started) / len(moves))
    return 1e9 * min(times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="for each row")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    cores = os.cpu_count() or 1
    rows: dict[str, Rate] = {}
    for games in (256, 1024, 4096):
        rows[f"VectorGames, {games} games, 1 thread"] = rate(vector(games, 1), arguments.seconds)
    if cores > 1:
        rows["VectorGames, 4096 games, 2 threads"] = rate(vector(4096, 2), arguments.seconds)
    for rules in ("cylinder:11x11", "torus:11x11", "11x11 turns=random", "11x11 swap=pieces"):
        rows[f"VectorGames, {rules}, 1024 games, 1 thread"] = rate(
            vector(1024, 1, rules), arguments.seconds
        )
    others = {
        "OpenSpiel hex, from Python": open_spiel,
        "pgx hex, 1024 games": lambda: pgx_hex(1024),
    }
    for name, make in others.items():
        try:
            rows[name] = rate(make(), arguments.seconds)
        except ImportError:
            continue
    play = single_play()
    if arguments.json:
        table = {name: found._asdict() for name, found in rows.items()}
        print(json.dumps({"steps_a_second": table, "play_nanoseconds": play}))
        return
    print(f"{'steps a second':48} {'wall':>14} {'processor':>14}")
    for name, found in rows.items():
        print(f"{name:48} {found.wall:14,.0f} {found.processor:14,.0f}")
    print(f"{'Game.play(cell), nanoseconds':48} {play:14,.0f}")


if __name__ == "__main__":
    main()
