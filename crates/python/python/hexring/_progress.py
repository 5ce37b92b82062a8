"""A bar for long calls: tqdm's where it is installed, a small one of our own elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

Tell = Callable[[int, int], None]
Progress = bool | Tell | None
"""True for a bar, False for none, a function of (done, total), or None: a bar where one is seen."""

PATIENCE = 0.5
"""Seconds before a bar appears: short calls have none."""


class _Bar(Protocol):
    def show(self, done: int, total: int) -> None: ...

    def close(self) -> None: ...


class _Pace:
    """How fast it goes: what was done before does not count."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.first: int | None = None

    def words(self, done: int, total: int) -> str:
        """How far it is, how many a second, and how long the rest takes."""
        self.first = done if self.first is None else self.first
        passed = time.monotonic() - self.started
        rate = (done - self.first) / passed if passed > 0 else 0.0
        of = f"/{total:,}" if total else ""
        left = f", {(total - done) / rate:.0f} s left" if total and rate else ""
        return f"{done:,}{of}, {rate:,.1f} a second{left}"


class _OwnBar:
    """One line on standard error."""

    def __init__(self, label: str) -> None:
        self.label, self.pace, self.width = label, _Pace(), 0

    def show(self, done: int, total: int) -> None:
        filled = 24 * min(done, total) // total if total else 0
        picture = f" {'█' * filled:·<24}" if total else ":"
        text = f"{self.label}{picture} {self.pace.words(done, total)}"
        sys.stderr.write("\r" + text.ljust(self.width))
        sys.stderr.flush()
        self.width = len(text)

    def close(self) -> None:
        if self.width:
            sys.stderr.write("\n")


class _Tqdm:
    """The bar of tqdm, in notebooks too."""

    def __init__(self, make: Any, label: str) -> None:
        self.bar = make(desc=label, leave=False)

    def show(self, done: int, total: int) -> None:
        self.bar.total = total or None
        self.bar.n = done
        self.bar.refresh()

    def close(self) -> None:
        self.bar.close()


def _new_bar(label: str) -> _Bar:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _OwnBar(label)
    return _Tqdm(tqdm, label)


def is_seen() -> bool:
    """Whether somebody looks: a terminal, or a notebook."""
    return sys.stderr.isatty() or "ipykernel" in sys.modules


def lines(seconds: float = 10.0) -> Tell:
    """For logs: a line on standard error now and then."""
    pace, due = _Pace(), time.monotonic() + seconds

    def tell(done: int, total: int) -> None:
        nonlocal due
        words = pace.words(done, total)
        if time.monotonic() >= due:
            due = time.monotonic() + seconds
            print(words, file=sys.stderr, flush=True)

    return tell


@contextmanager
def bar(progress: Progress, label: str) -> Iterator[Tell | None]:
    """What a long call tells how far it is: a bar, somebody's function, or nobody."""
    if callable(progress):
        yield progress
        return
    if not (is_seen() if progress is None else progress):
        yield None
        return
    shown: _Bar | None = None
    started = time.monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal shown
        if shown is None and time.monotonic() - started >= PATIENCE:
            shown = _new_bar(label)
        if shown is not None:
            shown.show(done, total)

    try:
        yield tell
    finally:
        if shown is not None:
            shown.close()
