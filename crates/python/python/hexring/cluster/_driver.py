"""The driver: gives out batches, stores rows, tells how far it is."""

import hashlib
import pickle
import sys
import time
from os import PathLike, fspath
from typing import Any, NamedTuple

import ray

from hexring._native import Experiment, Store
from hexring._progress import Progress, Tell, bar
from hexring.cluster._batches import Batches

AHEAD = 2
"""Batches for each worker that are given out: one that it plays, one that waits."""

LOOK_EVERY = 5.0
"""Seconds between two looks at how many workers there are."""


class Summary(NamedTuple):
    """How a run ended."""

    finished: int
    """Tasks that this run has finished."""
    total: int
    """All tasks of the experiment."""
    seconds: float
    """How long it took."""
    driver_seconds: float
    """How much of that the driver was busy: giving out batches and storing rows."""
    batches: int
    """In how many batches."""


_known: dict[str, Experiment] = {}
"""Experiments that this process has laid out, by their digests."""


@ray.remote(max_retries=-1)  # type: ignore[untyped-decorator]
def _play(digest: str, source: list[Any], keys: list[str]) -> tuple[bytes, float]:
    """Play a batch, on a worker: the rows as bytes, and the seconds that it took."""
    if digest not in _known:
        # Inside a list a reference is not fetched before it is needed.
        _known[digest] = pickle.loads(ray.get(source[0]))
    started = time.perf_counter()
    rows = _known[digest].perform(keys)
    return rows, time.perf_counter() - started


def run(
    experiment: str | PathLike[str] | Experiment,
    store: str | PathLike[str],
    *,
    address: str | None = "auto",
    quick: bool = False,
    progress: Progress = None,
) -> Summary:
    """Run what is left of an experiment on a cluster, and keep the results in a store.

    Where Ray is initialised already, its cluster is used and `address` is not looked at.
    """
    if not isinstance(experiment, Experiment):
        experiment = Experiment(experiment, quick=quick)
    # The store first: a second driver is told at once.
    with Store(store) as kept:
        if not ray.is_initialized():
            ray.init(address=address, log_to_driver=False)
        with bar(progress, experiment.name) as tell:
            return _Driver(experiment, kept, tell).run()


class _Driver:
    """One run."""

    def __init__(self, experiment: Experiment, store: Store, tell: Tell | None) -> None:
        self.experiment, self.store, self.tell = experiment, store, tell
        source = pickle.dumps(experiment)
        self.digest = hashlib.sha256(source).hexdigest()
        self.source = [ray.put(source)]
        missing = store.missing(experiment)
        self.batches = Batches(missing)
        self.before = len(experiment) - len(missing)
        self.finished, self.given = 0, 0
        self.waiting: set[Any] = set()
        self.workers, self.looked = 1, float("-inf")
        self.started, self.busy = time.perf_counter(), 0.0

    def run(self) -> Summary:
        """Give out and store until nothing is left."""
        try:
            while self.batches or self.waiting:
                begun = time.perf_counter()
                self._give_out()
                self.busy += time.perf_counter() - begun
                ready, _ = ray.wait(list(self.waiting), num_returns=1, timeout=1.0)
                more, _ = ray.wait(list(self.waiting), num_returns=len(self.waiting), timeout=0)
                begun = time.perf_counter()
                for batch in {*ready, *more}:
                    self._keep(batch)
                self.busy += time.perf_counter() - begun
                if self.tell:
                    self.tell(self.before + self.finished, len(self.experiment))
        finally:
            # What was stored counts, however the run ended.
            if self.finished:
                command = " ".join(sys.argv)
                self.store.add_run(command, self.workers, self.finished)
        seconds = time.perf_counter() - self.started
        return Summary(self.finished, len(self.experiment), seconds, self.busy, self.given)

    def _give_out(self) -> None:
        self._count_workers()
        while self.batches and len(self.waiting) < AHEAD * self.workers:
            keys = self.batches.take(self.workers)
            self.waiting.add(_play.remote(self.digest, self.source, keys))
            self.given += 1

    def _count_workers(self) -> None:
        now = time.monotonic()
        if now - self.looked >= LOOK_EVERY:
            self.looked = now
            self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def _keep(self, batch: Any) -> None:
        self.waiting.discard(batch)
        rows, seconds = ray.get(batch)
        count = self.store.save(rows)
        self.batches.learn(count, seconds)
        self.finished += count


def describe(store: str | PathLike[str], summary: Summary) -> str:
    """A run in a line."""
    rate = summary.finished / summary.seconds if summary.seconds else 0.0
    cost = 1e6 * summary.driver_seconds / summary.finished if summary.finished else 0.0
    return (
        f"{summary.finished} of {summary.total} tasks in {summary.batches} batches and "
        f"{summary.seconds:.1f} s ({rate:.1f} a second, {cost:.0f} µs of the driver for each), "
        f"kept in {fspath(store)}"
    )
