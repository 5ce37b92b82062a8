"""Bars and lines."""

import sys
import time

from hexring import _progress
from hexring._progress import bar, lines


def test_nobody_is_told_where_nobody_looks(monkeypatch):
    monkeypatch.setattr(_progress, "is_seen", lambda: False)
    with bar(None, "x") as tell:
        assert tell is None
    with bar(False, "x") as tell:
        assert tell is None


def test_a_bar_of_our_own(monkeypatch, capsys):
    monkeypatch.setattr(_progress, "PATIENCE", 0.0)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with bar(True, "games") as tell:
        tell(50, 100)
        time.sleep(0.01)
        tell(75, 100)
    shown = capsys.readouterr().err
    assert "games ████████████············ 50/100" in shown
    assert "75/100" in shown and "s left" in shown
    with bar(True, "positions") as tell:
        tell(1234, 0)
    assert "positions: 1,234" in capsys.readouterr().err


def test_a_bar_of_tqdm(monkeypatch):
    class Bar:
        def __init__(self, desc, leave):
            made.append(self)
            self.desc, self.n, self.total = desc, 0, None

        def refresh(self):
            self.seen = (self.n, self.total)

        def close(self):
            self.closed = True

    made = []
    monkeypatch.setattr(_progress, "PATIENCE", 0.0)
    module = type(sys)("tqdm.auto")
    module.tqdm = Bar
    monkeypatch.setitem(sys.modules, "tqdm", type(sys)("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    with bar(True, "games") as tell:
        tell(3, 9)
    assert (made[0].desc, made[0].seen, made[0].closed) == ("games", (3, 9), True)


def test_lines_for_logs_count_what_this_run_did(capsys):
    tell = lines(0.0)
    tell(900, 1000)
    time.sleep(0.05)
    tell(950, 1000)
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("900/1,000, 0.0 a second")
    rate = float(second.split(", ")[1].split()[0].replace(",", ""))
    assert rate < 1100, "what was done before does not count"
