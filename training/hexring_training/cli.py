"""The commands: ``python -m hexring_training train|bench|match|export|shrink|golden|plot``."""

import argparse
import time
from dataclasses import replace
from pathlib import Path

import jax

from .arena import mover, play_match
from .bench import bench
from .boards import Board
from .checkpoint import REPLAY_BUDGET, load, save_slim, to_host
from .export import read_network, write_golden, write_network
from .network import Parameters, Shape, initial
from .progress import read_strength, strength_plot
from .schedule import SCHEDULES, Schedule, for_boards
from .search import SearchOptions
from .trainer import Pace, Run, Trainer, begin, resume


def train(options: argparse.Namespace, started: float) -> None:
    """Train, from nothing or from a checkpoint, for some minutes."""
    schedule = schedule_of(options)
    learn = replace(schedule.learn, rate=schedule.learn.rate * options.rate)
    schedule = replace(schedule, learn=learn)
    if options.resume:
        state = resume(options.resume, schedule)
        _carry_logs(options.resume, options.out)
    else:
        state = begin(schedule, first_weights(options), options.seed)
    budget = round(options.replay_megabytes * 1e6)
    pace = Pace(options.minutes, evaluate_every=options.evaluate_every, replay_budget=budget)
    Run(Trainer(schedule, state), pace, options.out, started).loop()


def schedule_of(options: argparse.Namespace) -> Schedule:
    """The schedule that was asked for."""
    return for_boards(*options.board) if options.board else SCHEDULES[options.schedule]


def first_weights(options: argparse.Namespace) -> Parameters:
    """What training begins with."""
    return network_of(options.start) if options.start else initial(options.shape, options.seed)


def _carry_logs(source: Path, target: Path) -> None:
    """Logs go on where the checkpoint's ended."""
    target.mkdir(parents=True, exist_ok=True)
    for name in ("training.csv", "strength.csv"):
        if (source / name).exists() and source.resolve() != target.resolve():
            (target / name).write_bytes((source / name).read_bytes())


def network_of(path: Path) -> Parameters:
    """Weights from a network file or a checkpoint folder (its averaged weights)."""
    return load(path).learner.average if path.is_dir() else read_network(path)[0]


def match(options: argparse.Namespace, started: float) -> None:
    """Play two networks against each other."""
    boards = [Board.parse(text) for text in options.board]
    move = mover(SearchOptions(simulations=options.simulations, noise=0.0))
    ours, theirs = network_of(options.ours), network_of(options.theirs)
    key = jax.random.key(options.seed)
    for score in play_match(move, ours, theirs, theirs, boards, options.pairs, key):
        print(
            f"{score.board!s:15} {score.rate:.3f} ± {score.margin:.3f} of {score.games} games "
            f"from {score.openings} openings, {score.elo:+.0f} Elo"
        )


def export(options: argparse.Namespace, started: float) -> None:
    """Write the averaged weights of a checkpoint as a network file."""
    state = load(options.checkpoint)
    boards = [text for canvas in schedule_of(options).canvases for text in canvas.boards]
    steps = int(state.learner.steps)
    write_network(options.network, state.learner.average, state.minutes, steps, boards)


def shrink(options: argparse.Namespace, started: float) -> None:
    """Copy a checkpoint without its games and positions, in 16 bits: one to keep."""
    save_slim(options.small, to_host(load(options.checkpoint)))
    _carry_logs(options.checkpoint, options.small)


def golden(options: argparse.Namespace, started: float) -> None:
    """Write golden vectors of a network file."""
    write_golden(options.network, options.out)


def plot(options: argparse.Namespace, started: float) -> None:
    """Draw the table of strength as an SVG."""
    options.svg.write_text(strength_plot(read_strength(options.table)))


def run_bench(options: argparse.Namespace, started: float) -> None:
    """Measure speed."""
    schedule = SCHEDULES[options.schedule]
    chosen = options.canvas or [canvas.size for canvas in schedule.canvases]
    canvases = tuple(canvas for canvas in schedule.canvases if canvas.size in chosen)
    bench(replace(schedule, canvases=canvases), options.shape, options.seconds)


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    top = argparse.ArgumentParser(prog="python -m hexring_training", description=__doc__)
    top.add_argument("--cache", type=Path, help="folder where compiled programs are kept")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: object) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=run.__doc__, description=run.__doc__)
        sub.set_defaults(run=run)
        return sub

    sub = command("train", train)
    sub.add_argument("--out", type=Path, required=True, help="folder of checkpoint and logs")
    start = sub.add_mutually_exclusive_group()
    start.add_argument("--resume", type=Path, help="folder of the checkpoint to go on from")
    start.add_argument(
        "--from", dest="start", type=Path, metavar="NETWORK",
        help="network file to begin with instead of random weights",
    )  # fmt: skip
    sub.add_argument("--minutes", type=float, default=9.0, help="limit of the whole run")
    sub.add_argument("--evaluate-every", type=float, default=4.0, metavar="MINUTES")
    sub.add_argument(
        "--replay-megabytes", type=float, default=REPLAY_BUDGET / 1e6, metavar="MB",
        help="positions of each canvas in the checkpoint: more makes a smoother resume",
    )  # fmt: skip
    sub.add_argument(
        "--rate", type=float, default=1.0, metavar="FACTOR",
        help="of the schedule's learning rate: less than 1 to settle at the end of training",
    )  # fmt: skip
    sub.add_argument("--seed", type=int, default=0)
    _add_schedule(sub)
    bencher = command("bench", run_bench)
    bencher.add_argument("--seconds", type=float, default=3.0, help="time for each figure")
    bencher.add_argument(
        "--canvas", type=int, action="append", help="may be repeated; all if none is given"
    )
    bencher.add_argument("--schedule", choices=SCHEDULES, default="standard")
    for each in (sub, bencher):
        each.add_argument("--shape", type=Shape.parse, default=Shape(8, 96))

    sub = command("match", match)
    sub.add_argument("ours", type=Path, help="network file or checkpoint folder")
    sub.add_argument("theirs", type=Path)
    sub.add_argument("--board", action="append", required=True, help="may be repeated")
    sub.add_argument("--pairs", type=int, default=64, help="openings, each played twice")
    sub.add_argument("--simulations", type=int, default=32)
    sub.add_argument("--seed", type=int, default=0)

    sub = command("export", export)
    sub.add_argument("checkpoint", type=Path)
    sub.add_argument("network", type=Path, help="file to write, *.safetensors")
    _add_schedule(sub)
    sub = command("shrink", shrink)
    sub.add_argument("checkpoint", type=Path)
    sub.add_argument("small", type=Path, help="folder of the copy")
    sub = command("golden", golden)
    sub.add_argument("network", type=Path)
    sub.add_argument("out", type=Path, help="file to write, *.json")
    sub = command("plot", plot)
    sub.add_argument("table", type=Path, help="strength.csv")
    sub.add_argument("svg", type=Path)
    return top


def _add_schedule(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--schedule", choices=SCHEDULES, default="standard", help="list of boards")
    sub.add_argument(
        "--board", action="append", help="these boards alone, instead; may be repeated"
    )


def main(arguments: list[str] | None = None) -> None:
    """Parse the arguments, those of the process if none are given, and run the command."""
    started = time.monotonic()
    options = parser().parse_args(arguments)
    if options.cache:
        jax.config.update("jax_compilation_cache_dir", str(options.cache))
    options.run(options, started)
