"""Winner at the same move: against an explicit lifting, and against games of the Rust core."""

import json
from pathlib import Path

import jax
import numpy as np
import pytest
from reference import BOARDS, wins

from hexring_training.boards import BLUE, RED, Board, cell_name, other, parse_cell
from hexring_training.rules import empty, legal, pass_turn, random_move, step

SAMPLE = Path(__file__).parent / "data" / "random_games.jsonl"
CANVAS = 6
jit_step = jax.jit(step)


def absolute(action: int, color: str, size: int) -> tuple[int, int]:
    """(column, row) of a canvas cell in the view of a colour."""
    row, column = divmod(action, size)
    return (column, row) if color == RED else (row, column)


def canvas_cell(cell: tuple[int, int], color: str, size: int) -> int:
    column, row = cell
    return row * size + column if color == RED else column * size + row


@pytest.mark.parametrize("first", [RED, BLUE])
def test_random_games_end_at_the_right_move(first):
    games = [board for board in BOARDS for _ in range(12)]
    state = empty(np.asarray([board.geometry(first) for board in games]), CANVAS)
    stones = [{RED: frozenset(), BLUE: frozenset()} for _ in games]
    live, color = np.ones(len(games), bool), first
    for ply in range(25):
        actions = np.asarray(jax.jit(random_move)(state, jax.random.key(ply)))
        state, won = jit_step(state, actions)
        for i, board in enumerate(games):
            if not live[i]:
                continue
            cell = absolute(int(actions[i]), color, CANVAS)
            stones[i][color] |= {cell}
            expected = wins(board, stones[i][color], color)
            assert bool(won[i]) == expected, (str(board), stones[i], color)
            live[i] = not expected
        color = other(color)
    assert not live.any()


def test_larger_tori_with_long_spirals():
    boards = [Board.parse(t) for t in ("torus:7x4", "torus:5x6", "cylinder:6x7", "torus:7x7")] * 10
    state = empty(np.asarray([board.geometry(RED) for board in boards]), 7)
    stones = [{RED: frozenset(), BLUE: frozenset()} for _ in boards]
    live, color = np.ones(len(boards), bool), RED
    for ply in range(49):
        actions = np.asarray(jax.jit(random_move)(state, jax.random.key(100 + ply)))
        state, won = jit_step(state, actions)
        for i in np.flatnonzero(live):
            stones[i][color] |= {absolute(int(actions[i]), color, 7)}
            expected = wins(boards[i], stones[i][color], color)
            assert bool(won[i]) == expected, (str(boards[i]), stones[i], color)
            live[i] = not expected
        color = other(color)


def place(board: Board, red: str, blue: str = "") -> list[bool]:
    """Whether each red stone wins, Blue passing or playing its own in between."""
    state = empty(np.asarray([board.geometry(RED)]), CANVAS)
    results, replies = [], iter(blue.split())
    for name in red.split():
        state, won = jit_step(state, np.asarray([canvas_cell(parse_cell(name), RED, CANVAS)]))
        results.append(bool(won[0]))
        reply = next(replies, None)
        if reply is None:
            state = pass_turn(state)
        else:
            cell = canvas_cell(parse_cell(reply), BLUE, CANVAS)
            state, _ = jit_step(state, np.asarray([cell]))
    return results


def test_a_horizontal_red_ring_does_not_count_but_a_later_vertical_one_does():
    torus = Board.parse("torus:3x3")
    assert place(torus, "a1 b1 c1 b2 b3") == [False, False, False, False, True]


@pytest.mark.parametrize(
    ("text", "ring"),
    [
        ("torus:4x4", "a1 b1 c4 d3 a3 b3 c2 d1"),  # winds (2, -1): two boards right, one up
        ("torus:4x5", "a1 a5 a4 a3 b2 c1 c5 c4 c3 d2"),  # winds (1, -2)
    ],
)
def test_a_ring_that_winds_twice_wins_with_its_last_stone(text, ring):
    stones = ring.split()
    for start in range(len(stones)):
        order = " ".join(stones[start:] + stones[:start])
        assert place(Board.parse(text), order) == [False] * (len(stones) - 1) + [True]


def test_legal_moves_are_the_empty_cells_of_the_board():
    state = empty(np.asarray([Board.parse("3x2").geometry(RED)]), 5)
    assert int(legal(state).sum()) == 6
    after, _ = step(state, np.asarray([0]))
    assert int(legal(after).sum()) == 5


def test_cell_names_round_trip():
    for column in (0, 25, 26, 60):
        assert parse_cell(cell_name(column, 8)) == (column, 8)
    assert cell_name(26, 0) == "aa1"


def test_boards_round_trip():
    for text in ("plane:11x11", "cylinder:5x8", "torus:6x6"):
        assert str(Board.parse(text)) == text
    assert str(Board.parse("7x9")) == "plane:7x9"
    with pytest.raises(ValueError, match="not a board"):
        Board.parse("torus:6")


@pytest.mark.skipif(not SAMPLE.exists(), reason="no sample of games")
def test_games_of_the_rust_core():
    games = [json.loads(line) for line in SAMPLE.read_text().splitlines()]
    boards = [Board.parse(game["board"]) for game in games]
    size = max(max(board.columns, board.rows) for board in boards)
    moves = [game["moves"].split() for game in games]
    views = [board.geometry(game["first"]) for board, game in zip(boards, games, strict=True)]
    state = empty(np.asarray(views), size)
    colors = [game["first"] for game in games]
    for ply in range(max(map(len, moves))):
        live = [ply < len(m) for m in moves]
        cells = [parse_cell(m[ply]) if on else None for m, on in zip(moves, live, strict=True)]
        actions = [
            canvas_cell(cell, color, size) if cell else 0
            for cell, color in zip(cells, colors, strict=True)
        ]
        state, won = jit_step(state, np.asarray(actions))
        for i, on in enumerate(live):
            if on:
                last = ply == len(moves[i]) - 1
                assert bool(won[i]) == last, (i + 1, games[i], ply)
                assert not last or games[i]["winner"] == colors[i], (i + 1, games[i])
        colors = [other(color) for color in colors]
