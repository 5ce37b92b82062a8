"""Boards: a topology, a number of columns, a number of rows, and the names of the cells.

Red is the vertical player, Blue the horizontal one. Everything that is batched sees a board
through the eyes of the player to move (the *mover's view*): Red sees it as it is, Blue sees it
transposed, so that the mover always plays vertically. The four numbers that describe a board in
such a view are its *geometry*: rows, columns, whether rows wrap, whether columns wrap.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

RED, BLUE = "red", "blue"
Geometry = tuple[int, int, int, int]


class Topology(StrEnum):
    """How the board closes onto itself."""

    PLANE = "plane"
    CYLINDER = "cylinder"
    TORUS = "torus"


@dataclass(frozen=True)
class Board:
    """A board of columns × rows; ``str`` and ``parse`` round-trip (``torus:6x5``)."""

    topology: Topology
    columns: int
    rows: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``topology:CxR``; a bare ``CxR`` is a plane."""
        topology, _, size = text.rpartition(":")
        columns, x, rows = size.partition("x")
        if not (x and columns.isdigit() and rows.isdigit() and int(columns) and int(rows)):
            raise ValueError(f"not a board: {text!r}, expected for example 'torus:6x5'")
        return cls(Topology(topology or "plane"), int(columns), int(rows))

    def __str__(self) -> str:
        return f"{self.topology}:{self.columns}x{self.rows}"

    @property
    def wraps_columns(self) -> bool:
        """Whether the last column touches the first."""
        return self.topology is not Topology.PLANE

    @property
    def wraps_rows(self) -> bool:
        """Whether the last row touches the first."""
        return self.topology is Topology.TORUS

    def geometry(self, mover: str = RED) -> Geometry:
        """Rows, columns, rows wrap, columns wrap, as the mover sees them."""
        view = (self.rows, self.columns, int(self.wraps_rows), int(self.wraps_columns))
        return view if mover == RED else (view[1], view[0], view[3], view[2])


def other(color: str) -> str:
    """The opponent of a colour."""
    return BLUE if color == RED else RED


def cell_name(column: int, row: int) -> str:
    """``a1`` for (0, 0); after ``z`` comes ``aa``."""
    letters, n = "", column + 1
    while n:
        n, digit = divmod(n - 1, 26)
        letters = chr(97 + digit) + letters
    return f"{letters}{row + 1}"


def parse_cell(name: str) -> tuple[int, int]:
    """(column, row), both from 0."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 96
    return column - 1, int(name[len(letters) :]) - 1
