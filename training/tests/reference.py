"""Slow, independent references: an explicit lifting for the rules, a game with seasons that keeps
its calendar, an exact solver, and exact chances under random turns."""

from functools import lru_cache
from itertools import product

from hexring_training.boards import BLUE, RED, Board, Topology, other

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def wins(board: Board, stones: frozenset, color: str) -> bool:
    """Whether the stones, (column, row) of one colour, hold a winning path or ring."""
    if color == RED and not board.wraps_rows:
        return _crosses(board, stones, 1, board.rows)
    if color == BLUE and not board.wraps_columns:
        return _crosses(board, stones, 0, board.columns)
    return any(_ring(board, stones, start, 1 if color == RED else 0) for start in stones)


def _fold(board: Board, cell: tuple) -> tuple | None:
    """The board cell below a cell of the unrolled board; None beyond an edge."""
    column, row = cell
    if board.wraps_columns:
        column %= board.columns
    if board.wraps_rows:
        row %= board.rows
    inside = 0 <= column < board.columns and 0 <= row < board.rows
    return (column, row) if inside else None


def _crosses(board: Board, stones: frozenset, axis: int, length: int) -> bool:
    seen = {cell for cell in stones if cell[axis] == 0}
    todo = list(seen)
    while todo:
        cell = todo.pop()
        if cell[axis] == length - 1:
            return True
        for step in STEPS:
            near = _fold(board, (cell[0] + step[0], cell[1] + step[1]))
            if near in stones and near not in seen:
                seen.add(near)
                todo.append(near)
    return False


def _ring(board: Board, stones: frozenset, start: tuple, axis: int) -> bool:
    """Flood the unrolled board from one lift of a stone; is a lift at another height reached?

    Within as many boards to each side as there are cells, every ring closes.
    """
    reach = board.columns * board.rows + 1
    seen, todo = {start}, [start]
    while todo:
        cell = todo.pop()
        for step in STEPS:
            lifted = (cell[0] + step[0], cell[1] + step[1])
            near = _fold(board, lifted)
            if near not in stones or lifted in seen:
                continue
            if near == start and lifted[axis] != start[axis]:
                return True
            if max(abs(lifted[0] // board.columns), abs(lifted[1] // board.rows)) <= reach:
                seen.add(lifted)
                todo.append(lifted)
    return False


class Solver:
    """Exact: does the player to move win? For boards of a dozen empty cells."""

    def __init__(self, board: Board):
        self.board = board
        self.cells = [(c, r) for r in range(board.rows) for c in range(board.columns)]
        self.mover_wins = lru_cache(None)(self._mover_wins)

    def _mover_wins(self, own: frozenset, theirs: frozenset, color: str) -> bool:
        return any(self.good(own, theirs, color, cell) for cell in self.free(own, theirs))

    def free(self, own: frozenset, theirs: frozenset) -> list:
        return [cell for cell in self.cells if cell not in own and cell not in theirs]

    def good(self, own: frozenset, theirs: frozenset, color: str, cell: tuple) -> bool:
        """Whether a move wins."""
        after = own | {cell}
        return wins(self.board, after, color) or not self.mover_wins(theirs, after, other(color))


class SeasonGame:
    """A game by the letter of the rules: a layout, two years, and who has made how many turns."""

    def __init__(self, board: Board, layout: dict, years: dict, first: str):
        self.board, self.layout, self.years, self.mover = board, layout, years, first
        self.stones = {RED: frozenset(), BLUE: frozenset()}
        self.turns = {RED: 0, BLUE: 0}
        self.winner = None

    def season(self, color: str, later: int = 0) -> int:
        year = self.years[color]
        return year[(self.turns[color] + later) % len(year)]

    def free(self) -> set:
        return set(self.layout) - self.stones[RED] - self.stones[BLUE]

    def legal(self, color: str, later: int = 0) -> set:
        return {c for c in self.free() if self.layout[c] == self.season(color, later)}

    def wait(self, color: str, cell: tuple) -> int:
        """How many turns of its own a colour has to wait for a cell."""
        return next(n for n in range(99) if self.season(color, n) == self.layout[cell])

    def play(self, cell: tuple) -> None:
        """A stone of the mover; the turn goes on, alternately."""
        assert cell in self.legal(self.mover)
        self.stones[self.mover] |= {cell}
        self.turns[self.mover] += 1
        if wins(self.board, self.stones[self.mover], self.mover):
            self.winner = self.mover
        self.mover = other(self.mover)

    def pass_while_closed(self) -> None:
        while self.winner is None and not self.legal(self.mover):
            self.turns[self.mover] += 1
            self.mover = other(self.mover)


class CoinSolver:
    """Exact chances of Red under random turns, before the coin is tossed."""

    def __init__(self, board: Board):
        self.board = board
        self.cells = [(c, r) for r in range(board.rows) for c in range(board.columns)]
        self.chance = lru_cache(None)(self._chance)

    def _chance(self, red: frozenset, blue: frozenset) -> float:
        """By the best move of whoever wins the toss."""
        if wins(self.board, red, RED):
            return 1.0
        if wins(self.board, blue, BLUE):
            return 0.0
        after = self.children(red, blue)
        return (max(a for a, _ in after.values()) + min(b for _, b in after.values())) / 2

    def children(self, red: frozenset, blue: frozenset) -> dict:
        """For every empty cell the chance after a red stone and after a blue one."""
        free = [cell for cell in self.cells if cell not in red and cell not in blue]
        return {
            cell: (self.chance(red | {cell}, blue), self.chance(red, blue | {cell}))
            for cell in free
        }

    def colouring(self, red: frozenset, blue: frozenset) -> float:
        """By colouring all empty cells in all ways; planes and cylinders only."""
        free = [cell for cell in self.cells if cell not in red and cell not in blue]
        ways = [
            wins(self.board, red | {c for c, mine in zip(free, way, strict=True) if mine}, RED)
            for way in product((True, False), repeat=len(free))
        ]
        return sum(ways) / len(ways)


BOARDS = [
    Board(topology, columns, rows)
    for topology in Topology
    for columns, rows in ((1, 1), (1, 3), (3, 1), (2, 2), (2, 5), (3, 3), (4, 3), (3, 5), (5, 5))
]
