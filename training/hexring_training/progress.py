"""What a person reads: the log of training, the table of strength, and its plot.

Strength is a chain: every so often the network plays the one of the last time on a few boards, and
the differences in Elo add up from zero for random weights, board by board. Long chains flatter
(each link is measured with noise, and early links are clean sweeps that are counted as a fixed
amount), so they show progress and compare boards, and are no ratings.
"""

import csv
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

COLORS = ("#b3261e", "#e8837c", "#1b6e3c", "#79bd92", "#1f4fa3", "#86a8e0", "#6b4fa0", "#555555")


@dataclass(frozen=True)
class LogRow:
    """One canvas during one interval."""

    minutes: float
    canvas: int
    chunks: int
    steps: int
    games: int
    """Games ended since the beginning, then the moves of one by kind of board."""
    plane_moves: float
    cylinder_moves: float
    torus_moves: float
    evaluations_per_second: int
    """Over all canvases, learning and everything else included in the time."""
    policy: float
    value: float
    accuracy: float
    chain: float
    seasons: float
    chance: float
    gradient: float


@dataclass(frozen=True)
class StrengthRow:
    """One board of one evaluation."""

    minutes: float
    board: str
    opponent_minutes: float
    games: int
    wins: int
    elo: float
    """Added up since the beginning, or ahead of the opponent where that is always the same."""


def append_rows(path: Path, rows: Iterable[LogRow | StrengthRow]) -> None:
    """Append rows to a CSV file, with a header where the file is new."""
    rows = list(rows)
    new = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, [f.name for f in fields(rows[0])], lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerows(asdict(row) for row in rows)


def read_strength(path: Path) -> list[StrengthRow]:
    """Read the table of strength."""
    types = {f.name: f.type for f in fields(StrengthRow)}
    with path.open() as file:
        return [
            StrengthRow(**{name: types[name](text) for name, text in row.items()})
            for row in csv.DictReader(file)
        ]


def strength_plot(rows: list[StrengthRow]) -> str:
    """An SVG of Elo over GPU minutes, one line a board, with direct labels in a legend."""
    boards = list(dict.fromkeys(row.board for row in rows))
    most_minutes = max(row.minutes for row in rows)
    most_elo = max(100.0, max(row.elo for row in rows))
    left, top, width, height = 60, 30, 560, 320

    def x(minutes: float) -> float:
        return round(left + width * minutes / most_minutes, 1)

    def y(elo: float) -> float:
        return round(top + height * (1 - max(elo, 0.0) / most_elo), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 160} '
        f'{top + height + 50}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{left}" y="18" font-size="14">Strength over GPU minutes, by board</text>',
    ]
    for i in range(6):
        elo, minutes = most_elo * i / 5, most_minutes * i / 5
        parts += [
            f'<path d="M{left} {y(elo)}h{width}" stroke="#ddd"/>',
            f'<text x="{left - 8}" y="{y(elo) + 4}" text-anchor="end">{elo:.0f}</text>',
            f'<text x="{x(minutes)}" y="{top + height + 18}" text-anchor="middle">'
            f"{minutes:.1f}</text>",
        ]
    parts += [
        f'<text x="{left + width / 2}" y="{top + height + 40}" text-anchor="middle">'
        "GPU minutes</text>",
        f'<text x="16" y="{top + height / 2}" text-anchor="middle" '
        f'transform="rotate(-90 16 {top + height / 2})">Elo, added up</text>',
    ]
    for number, board in enumerate(boards):
        points = [(0.0, 0.0)] + [(row.minutes, row.elo) for row in rows if row.board == board]
        line = " ".join(f"{x(minutes)},{y(elo)}" for minutes, elo in points)
        color = COLORS[number % len(COLORS)]
        legend = top + 16 + 20 * number
        parts += [
            f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>',
            f'<path d="M{left + width + 16} {legend - 4}h20" stroke="{color}" stroke-width="3"/>',
            f'<text x="{left + width + 42}" y="{legend}">{board}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])
