"""Boards for tools/check-proof: cells, links, borders, and groups of stones with their windings.

Cells are numbered row by row. Sets of cells are the bits of whole numbers.
"""

import re
from collections.abc import Iterator
from math import gcd

Winding = tuple[int, int]

LETTERS = "abcdefghijklmnopqrstuvwxyz"
STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
AXIS = {"red": 1, "blue": 0}
"""The number of a winding, or of a cell, along a colour's way."""


class Refused(Exception):
    """Why a file is no proof."""


def demand(holds: bool, fault: str) -> None:
    """Refuse the proof unless something holds."""
    if not holds:
        raise Refused(fault)


def plus(v: Winding, w: Winding) -> Winding:
    """The winding of one walk after the other."""
    return v[0] + w[0], v[1] + w[1]


def minus(v: Winding, w: Winding) -> Winding:
    """The winding of one walk after the other one backwards."""
    return v[0] - w[0], v[1] - w[1]


class Group:
    """Connected stones: their borders, and [a, b] and [0, c] whose sums all closed walks wind."""

    def __init__(self) -> None:
        self.edges, self.a, self.b, self.c = set(), 0, 0, 0

    def add(self, x: int, y: int) -> None:
        """Take in a closed walk."""
        while x:
            times = self.a // x
            self.a, self.b, x, y = x, y, self.a - times * x, self.b - times * y
        self.c = gcd(self.c, y)

    def has(self, x: int, y: int) -> bool:
        """Whether some closed walk winds like this."""
        times = x // self.a if self.a else 0
        rest = y - times * self.b
        return x == times * self.a and (rest % self.c == 0 if self.c else rest == 0)

    def winds(self, axis: int) -> bool:
        """Whether some closed walk winds along an axis."""
        return bool(self.b or self.c) if axis else self.a != 0

    def winds_purely(self, axis: int) -> bool:
        """Whether some closed walk winds along an axis alone."""
        return self.c != 0 if axis else self.a != 0 and (self.b == 0 or self.c != 0)


class Board:
    """Cells by number, their links and borders."""

    def __init__(self, text: str) -> None:
        match = re.fullmatch(r"(plane|cylinder|torus):([1-9]\d?)x([1-9]\d?)", text, re.ASCII)
        demand(match is not None, f"the board {text}")
        self.cols, self.rows = int(match[2]), int(match[3])
        demand(max(self.cols, self.rows) <= 53, f"the size of {text}")
        self.wraps = (match[1] != "plane", match[1] == "torus")
        self.count = self.cols * self.rows
        self.last: tuple[int, dict] = (0, {})
        self.places = [(col, row) for row in range(self.rows) for col in range(self.cols)]
        self.links = [list(self._links(*place)) for place in self.places]
        self.edges = [set(self._edges(*place)) for place in self.places]
        letters = [*LETTERS, *(x + y for x in LETTERS for y in LETTERS)]
        self.names = {f"{letters[c]}{r + 1}": cell for cell, (c, r) in enumerate(self.places)}

    def _links(self, col: int, row: int) -> Iterator[tuple[int, Winding]]:
        for dx, dy in STEPS:
            a, c = divmod(col + dx, self.cols)
            b, r = divmod(row + dy, self.rows)
            if (a == 0 or self.wraps[0]) and (b == 0 or self.wraps[1]):
                yield c + r * self.cols, (a, b)

    def _edges(self, *place: int) -> Iterator[str]:
        for color, axis in AXIS.items():
            ends = {"from": 0, "to": (self.cols, self.rows)[axis] - 1}
            if not self.wraps[axis]:
                yield from (f"{color} {end}" for end, at in ends.items() if place[axis] == at)

    def cell(self, name: object) -> int:
        """A cell by its name."""
        demand(isinstance(name, str) and name in self.names, f"{name} is no cell of the board")
        return self.names[name]

    def groups(self, stones: int) -> dict[int, tuple[Group, Winding]]:
        """By stone: its group, and the copy of the board that it lies in."""
        if self.last[0] != stones:
            self.last = (stones, self._groups(stones))
        return self.last[1]

    def _groups(self, stones: int) -> dict[int, tuple[Group, Winding]]:
        members: dict[int, tuple[Group, Winding]] = {}
        for start in range(self.count):
            if not stones >> start & 1 or start in members:
                continue
            group = Group()
            members[start] = (group, (0, 0))
            open_ends = [start]
            for cell in open_ends:
                group.edges |= self.edges[cell]
                for to, wrap in self.links[cell]:
                    at = plus(members[cell][1], wrap)
                    if to in members:
                        group.add(*minus(at, members[to][1]))
                    elif stones >> to & 1:
                        members[to] = (group, at)
                        open_ends.append(to)
        return members

    def has_won(self, stones: int, color: str) -> bool:
        """Whether stones contain a path or ring of their colour."""
        groups, ends = self.groups(stones).values(), {f"{color} from", f"{color} to"}
        if self.wraps[AXIS[color]]:
            return any(group.winds(AXIS[color]) for group, _ in groups)
        return any(ends <= group.edges for group, _ in groups)

    def is_same(self, x: int, y: int) -> bool:
        """Whether a symmetry of the empty board takes one cell to the other."""
        turned = (self.places[x], self.places[self.count - 1 - x])
        is_there = [[z[i] == self.places[y][i] or self.wraps[i] for i in (0, 1)] for z in turned]
        return any(map(all, is_there))
