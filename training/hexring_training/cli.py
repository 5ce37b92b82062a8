"""The commands: ``python -m hexring_training COMMAND``; ``--help`` lists them."""

import argparse
import time
from dataclasses import replace
from pathlib import Path

import jax

from . import fused
from .arena import Match
from .bench import bench, check
from .boards import Board
from .checkpoint import REPLAY_BUDGET, load, save_slim, to_host
from .export import read_network, write_golden, write_network
from .fused import Tile
from .grow import grow
from .network import Parameters, Shape, initial, shape_of
from .progress import read_strength, strength_plot
from .schedule import SCHEDULES, Schedule, for_boards
from .search import SearchOptions
from .trainer import Opponent, Pace, Run, Trainer, begin, resume

SHAPE = Shape(10, 128)
"""Of a new network. Channels are a multiple of the 32 of the processor's matrix tiles and a power
of two for the GPU's; with ten blocks a cell sees 21 others in every direction, more than a board of
19 has."""


def train(options: argparse.Namespace, started: float) -> None:
    """Train, from nothing or from a checkpoint, for some minutes."""
    schedule = schedule_of(options)
    pairs = schedule.evaluation_pairs if options.pairs is None else options.pairs
    learn = replace(schedule.learn, kernels=not options.library)
    schedule = replace(schedule, learn=learn, evaluation_pairs=pairs)
    if options.simulations:
        schedule = with_simulations(schedule, options.simulations)
    if options.resume:
        state = resume(options.resume, schedule)
        _carry_logs(options.resume, options.out)
    else:
        parameters, minutes = first_weights(options)
        state = begin(schedule, parameters, options.seed)
        state.minutes = state.reference_minutes = minutes
    choose_tiles(options.tiles, shape_of(state.learner.parameters), schedule)
    opponent = Opponent(*network_of(options.against)) if options.against else None
    pace = Pace(
        options.minutes, options.evaluate_every, reserve=options.reserve,
        replay_budget=round(options.replay_megabytes * 1e6), rates=tuple(options.rates),
    )  # fmt: skip
    Run(Trainer(schedule, state), pace, options.out, started, opponent).loop()


def with_simulations(schedule: Schedule, simulations: int) -> Schedule:
    """The schedule with so many simulations in a full search."""
    search = replace(schedule.play.search, simulations=simulations)
    return replace(schedule, play=replace(schedule.play, search=search))


def choose_tiles(text: str | None, shape: Shape, schedule: Schedule) -> None:
    """The kernels' tiles: those that were asked for, or on a GPU the fastest of some."""
    if text:
        forward, weights = (Tile(*map(int, part.split(","))) for part in text.split("/"))
        fused.chosen.forward, fused.chosen.weights = forward, weights
    elif jax.default_backend() != "cpu":
        canvas = schedule.canvases[0]
        fused.tune(shape.channels, canvas.lanes * canvas.size**2)
    chosen = fused.chosen
    print(f"tiles: {chosen.forward} and {chosen.weights}", flush=True)


def schedule_of(options: argparse.Namespace) -> Schedule:
    """The schedule that was asked for."""
    return for_boards(*options.board) if options.board else SCHEDULES[options.schedule]


def first_weights(options: argparse.Namespace) -> tuple[Parameters, float]:
    """What training begins with, and the minutes that went into it."""
    if not options.start:
        return initial(options.shape or SHAPE, options.seed), 0.0
    parameters, minutes = network_of(options.start)
    shape = options.shape or shape_of(parameters)
    return grow(parameters, shape, options.seed), minutes


def _carry_logs(source: Path, target: Path) -> None:
    """Logs go on where the checkpoint's ended."""
    target.mkdir(parents=True, exist_ok=True)
    for name in ("training.csv", "strength.csv"):
        if (source / name).exists() and source.resolve() != target.resolve():
            (target / name).write_bytes((source / name).read_bytes())


def network_of(path: Path) -> tuple[Parameters, float]:
    """Weights and minutes of a network file or a checkpoint folder (its averaged weights)."""
    if path.is_dir():
        state = load(path)
        return state.learner.average, state.minutes
    parameters, metadata = read_network(path)
    return parameters, float(metadata["gpu_minutes"])


def match(options: argparse.Namespace, started: float) -> None:
    """Play two networks against each other."""
    boards = [Board.parse(text) for text in options.board]
    search = SearchOptions(simulations=options.simulations, noise=0.0)
    ours, theirs = network_of(options.ours)[0], network_of(options.theirs)[0]
    for score in Match(search, boards, options.pairs).play(
        ours, theirs, jax.random.key(options.seed)
    ):
        print(
            f"{score.board!s:15} {score.rate:.3f} ± {score.margin:.3f} of {score.games} games "
            f"from {score.openings} openings, {score.elo:+.0f} Elo"
        )


def export(options: argparse.Namespace, started: float) -> None:
    """Write the averaged weights of a checkpoint as a network file."""
    state = load(options.checkpoint)
    boards = [text for canvas in schedule_of(options).canvases for text in canvas.boards]
    if options.after:
        boards = list(dict.fromkeys(read_network(options.after)[1]["trained_on"].split() + boards))
    steps = int(state.learner.steps)
    write_network(options.network, state.learner.average, state.minutes, steps, boards)


def shrink(options: argparse.Namespace, started: float) -> None:
    """Copy a checkpoint without its games and positions, in 16 bits: one to keep."""
    save_slim(options.small, to_host(load(options.checkpoint)))
    _carry_logs(options.checkpoint, options.small)


def blend(options: argparse.Namespace, started: float) -> None:
    """Copy the last of some checkpoints of one run; its averaged weights are the mean of all."""
    states = [load(folder) for folder in options.checkpoints]
    averages = [state.learner.average for state in states]
    mean = {name: sum(a[name] for a in averages) / len(averages) for name in averages[0]}
    last = states[-1]
    last.learner, last.reference = last.learner._replace(average=mean), mean
    save_slim(options.out, to_host(last))
    _carry_logs(options.checkpoints[-1], options.out)


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
    schedule = replace(schedule, canvases=canvases)
    shape = options.shape or SHAPE
    choose_tiles(options.tiles, shape, schedule)
    bench(schedule, shape, options.seconds)


def run_check(options: argparse.Namespace, started: float) -> None:
    """See whether the kernels compute what they should on this machine."""
    if not check(options.shape or SHAPE):
        raise SystemExit(1)


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
    sub.add_argument("--evaluate-every", type=float, default=1e9, metavar="MINUTES")
    sub.add_argument(
        "--reserve", type=float, default=0.75, metavar="MINUTES",
        help="kept at the end for the match and the checkpoint",
    )  # fmt: skip
    sub.add_argument(
        "--pairs", type=int, metavar="N",
        help="openings of the match on each board, 0 = no match",
    )  # fmt: skip
    sub.add_argument(
        "--against", type=Path, metavar="NETWORK",
        help="opponent of the matches, instead of the network of the last match",
    )  # fmt: skip
    sub.add_argument(
        "--replay-megabytes", type=float, default=REPLAY_BUDGET / 1e6, metavar="MB",
        help="positions of each canvas in the checkpoint: more makes a smoother resume",
    )  # fmt: skip
    sub.add_argument(
        "--rates", type=float, nargs=2, default=(1e-3, 1e-4), metavar=("FIRST", "LAST"),
        help="the learning rate at the beginning and at the end of the run",
    )  # fmt: skip
    sub.add_argument(
        "--library", action="store_true", help="learn by the library's convolution, not by kernels"
    )
    sub.add_argument("--simulations", type=int, metavar="N", help="of a full search in self-play")
    sub.add_argument("--seed", type=int, default=0)
    _add_schedule(sub)
    bencher = command("bench", run_bench)
    bencher.add_argument("--seconds", type=float, default=3.0, help="time for each figure")
    bencher.add_argument(
        "--canvas", type=int, action="append", help="may be repeated; all if none is given"
    )
    bencher.add_argument("--schedule", choices=SCHEDULES, default="standard")
    checker = command("check", run_check)
    for each in (sub, bencher, checker):
        each.add_argument("--shape", type=Shape.parse, help=f"blocks and channels, {SHAPE} if new")
    for each in (sub, bencher):
        each.add_argument(
            "--tiles", metavar="ROWS,DEPTH,WARPS,STAGES/…",
            help="of the kernels, and of the derivative by weights; tried out if not given",
        )  # fmt: skip

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
    sub.add_argument(
        "--after", type=Path, metavar="NETWORK",
        help="the network that the run began with: it has seen the boards of that one too",
    )  # fmt: skip
    _add_schedule(sub)
    sub = command("shrink", shrink)
    sub.add_argument("checkpoint", type=Path)
    sub.add_argument("small", type=Path, help="folder of the copy")
    sub = command("blend", blend)
    sub.add_argument("checkpoints", type=Path, nargs="+", help="folders, the oldest first")
    sub.add_argument("--out", type=Path, required=True, help="folder of the copy")
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
