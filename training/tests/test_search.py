"""The search against an exact solver, and its trees against their own bookkeeping."""

import jax
import jax.numpy as jnp
import numpy as np
from reference import Solver

from hexring_training.boards import BLUE, RED, Board, Topology, other
from hexring_training.network import ILLEGAL, Shape, evaluate, initial, prepare
from hexring_training.rules import State, empty, legal, random_move, settle, step
from hexring_training.search import SearchOptions, considered_visits, search
from hexring_training.selfplay import draw_seasons

SIZE = 4
jit_step = jax.jit(step)


def blind(state: State):
    """No knowledge: all moves alike, all positions even."""
    free = legal(state)
    return jnp.where(free, 0.0, ILLEGAL), jnp.zeros(free.shape[0])


def won_positions(board, count, random):
    """Positions where some moves win and some lose: (state, winning canvas cells)."""
    solver, found = Solver(board), []
    while len(found) < count:
        first = color = random.choice([RED, BLUE])
        stones = {RED: frozenset(), BLUE: frozenset()}
        state = empty(np.asarray([board.geometry(first)]), SIZE, first == RED)
        over = False
        for _ in range(int(random.integers(2, 6))):
            free = solver.free(stones[RED], stones[BLUE])
            cell = free[random.integers(len(free))]
            state, won = jit_step(state, np.asarray([canvas_cell(cell, color)]))
            stones[color] |= {cell}
            over |= bool(won[0])
            color = other(color)
        if over:
            continue
        own, theirs = stones[color], stones[other(color)]
        free = solver.free(own, theirs)
        good = [cell for cell in free if solver.good(own, theirs, color, cell)]
        if 0 < len(good) < len(free):
            found.append((state, {canvas_cell(cell, color) for cell in good}))
    return found


def canvas_cell(cell, color):
    column, row = cell
    return row * SIZE + column if color == RED else column * SIZE + row


def test_blind_search_finds_the_winning_moves_of_small_boards():
    random = np.random.default_rng(3)
    boards = [Board(topology, 3, 3) for topology in Topology]
    found = [position for board in boards for position in won_positions(board, 12, random)]
    states = jax.tree.map(lambda *a: jnp.concatenate(a), *[state for state, _ in found])
    options = SearchOptions(simulations=2000, noise=0.0)
    run = jax.jit(lambda s: search(blind, s, jax.random.key(0), options).action)
    actions = np.asarray(run(states))
    hits = [int(a) in good for a, (_, good) in zip(actions, found, strict=True)]
    assert np.mean(hits) >= 0.95


def test_trees_are_consistent():
    parameters = prepare(initial(Shape(1, 8), 5))
    boards = ["plane:4x4", "cylinder:3x4", "torus:4x3", "torus:3x3"]
    views = [Board.parse(t).geometry(BLUE) for t in boards for _ in range(4)]
    state = empty(np.asarray(views), SIZE, red=False)
    period = jnp.asarray([1, 1, 2, 3] * len(boards), jnp.int8)
    coin = jnp.asarray([False, True, False, True] * len(boards))
    state = draw_seasons(state._replace(period=period, coin=coin), jax.random.key(4))
    state, _ = jit_step(settle(state), np.asarray(random_move(settle(state), jax.random.key(0))))
    state = settle(state)
    options = SearchOptions(simulations=40, quick_simulations=6)
    run = jax.jit(lambda s, k, full: search(lambda x: evaluate(parameters, x), s, k, options, full))
    for full, simulations in ((True, 40), (False, 6)):
        result = jax.tree.map(np.asarray, run(state, jax.random.key(1), full))
        assert np.allclose(result.policy.sum(1), 1, atol=1e-5)
        assert (result.policy[~np.asarray(legal(state))] == 0).all()
        assert (result.visits.sum(1) == simulations).all()
        assert np.asarray(legal(state))[np.arange(len(views)), result.action].all()
        for lane in range(len(views)):
            check_node(result.tree, lane, 0)


def check_node(tree, lane, node):
    """Visits and values are the sums of what lies below; returns both, for the root's mover."""
    sign = 1 if tree.red[lane, node] == tree.red[lane, 0] else -1
    last = tree.terminal[lane, node] or (tree.root.coin[lane] and node > 0)
    if last:
        assert not tree.terminal[lane, node] or tree.raw[lane, node] == -1
        assert (tree.child[lane, node] == -1).all()
        visits = tree.visits[lane, node]
        assert abs(sign * visits * tree.raw[lane, node] - tree.total[lane, node]) < 1e-3
        return visits, tree.total[lane, node]
    visits, total = 1.0, sign * tree.raw[lane, node]
    for child in tree.child[lane, node]:
        if child >= 0:
            below = check_node(tree, lane, int(child))
            visits, total = visits + below[0], total + below[1]
    assert abs(visits - tree.visits[lane, node]) < 1e-3
    assert abs(total - tree.total[lane, node]) < 1e-3
    return visits, total


def test_sequential_halving_spends_every_simulation():
    table = considered_visits(16, 32)
    assert table.shape == (17, 32)
    assert (table[16][:16] == 0).all() and table[1].tolist() == list(range(32))
