"""Seasons and random turns against a game that keeps its calendar, and exact chances."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from reference import BOARDS, CoinSolver, SeasonGame, wins

from hexring_training.boards import BLUE, RED, Board, other
from hexring_training.network import ILLEGAL
from hexring_training.rules import empty, legal, pass_turn, random_move, step, toss
from hexring_training.schedule import Canvas
from hexring_training.search import SearchOptions, search
from hexring_training.selfplay import coin_chances, draw_boards, draw_seasons, known_chances

CANVAS = 5
jit_step, jit_move, jit_toss = jax.jit(step), jax.jit(random_move), jax.jit(toss)


def canvas_cell(cell, color, size=CANVAS):
    column, row = cell
    return row * size + column if color == RED else column * size + row


def absolute(action, color, size=CANVAS):
    row, column = divmod(int(action), size)
    return (column, row) if color == RED else (row, column)


def random_games(count, seed):
    """Games with seasons on all boards: layouts, years, and who begins are random."""
    random, games = np.random.default_rng(seed), []
    for number in range(count):
        board = BOARDS[number % len(BOARDS)]
        seasons = int(random.integers(1, 6))
        cells = [(c, r) for r in range(board.rows) for c in range(board.columns)]
        layout = {cell: int(random.integers(seasons)) for cell in cells}
        years = {color: random.permutation(seasons).tolist() for color in (RED, BLUE)}
        games.append(SeasonGame(board, layout, years, [RED, BLUE][int(random.integers(2))]))
    return games


def waits_of(game, color):
    """The waits of a game as the canvas has them in the view of a colour."""
    waits = np.zeros((2, CANVAS, CANVAS), np.int8)
    for plane, player in enumerate((color, other(color))):
        for cell in game.layout:
            waits[plane].reshape(-1)[canvas_cell(cell, color)] = game.wait(player, cell)
    return waits


def state_of(games, coin=False):
    movers = [game.mover for game in games]
    geometry = [g.board.geometry(m) for g, m in zip(games, movers, strict=True)]
    state = empty(np.asarray(geometry), CANVAS, np.asarray([m == RED for m in movers]))
    return state._replace(
        waits=jnp.asarray(np.stack([waits_of(g, m) for g, m in zip(games, movers, strict=True)])),
        period=jnp.asarray([len(g.years[RED]) for g in games], jnp.int8),
        coin=jnp.full(len(games), coin),
    )


def check_position(game, mover_is_red, free, waits):
    """Whose turn it is, what is legal, and when cells open."""
    color = RED if mover_is_red else BLUE
    assert color == game.mover
    expected = {canvas_cell(cell, color) for cell in game.legal(color)}
    assert set(np.flatnonzero(free)) == expected
    on = [canvas_cell(cell, color) for cell in game.layout]
    wanted = waits_of(game, color).reshape(2, -1)
    assert (waits.reshape(2, -1)[:, on] == wanted[:, on]).all()


def test_random_games_with_seasons_go_by_the_calendar():
    games = random_games(1500, 1)
    for game in games:
        game.pass_while_closed()
    state = state_of(games)
    passes = 0
    for ply in range(25):
        free, red = np.asarray(legal(state)), np.asarray(state.red)
        waits = np.asarray(state.waits)
        for i, game in enumerate(games):
            if game.winner is None:
                check_position(game, red[i], free[i], waits[i])
        actions = np.asarray(jit_move(state, jax.random.key(ply)))
        state, won = jit_step(state, actions)
        won = np.asarray(won)
        for i, game in enumerate(games):
            if game.winner is None:
                mover = game.mover
                game.play(absolute(actions[i], mover))
                assert bool(won[i]) == (game.winner is not None)
                before = game.mover
                game.pass_while_closed()
                passes += before != game.mover
    assert all(game.winner for game in games)
    assert passes > 100


def test_random_games_with_random_turns():
    games = random_games(1000, 2)
    state = jit_toss(state_of(games, coin=True), jax.random.key(0))
    heads = []
    for ply in range(40):
        red, waits = np.asarray(state.red), np.asarray(state.waits)
        free = np.asarray(legal(state))
        for i, game in enumerate(games):
            if game.winner is None:
                game.mover = RED if red[i] else BLUE
                count_passes(game, waits[i])
                check_position(game, red[i], free[i], waits[i])
                heads.append(red[i])
        actions = np.asarray(jit_move(state, jax.random.key(ply)))
        after, won = jit_step(state, actions)
        won = np.asarray(won)
        for i, game in enumerate(games):
            if game.winner is None:
                game.play(absolute(actions[i], game.mover))
                assert bool(won[i]) == (game.winner is not None)
        if all(game.winner for game in games):
            break
        state = jit_toss(after, jax.random.key(1000 + ply))
    assert all(game.winner for game in games)
    assert abs(np.mean(heads) - 0.5) < 4 * 0.5 / np.sqrt(len(heads))


def count_passes(game, waits):
    """Find out how often each colour has passed, and see that it had to."""
    for plane, color in enumerate((game.mover, other(game.mover))):
        cell = next(iter(game.layout))
        found = waits[plane].reshape(-1)[canvas_cell(cell, game.mover)]
        for _ in game.years[color]:
            if game.wait(color, cell) == found:
                break
            assert not game.legal(color)
            game.turns[color] += 1


@pytest.mark.parametrize("text", ["plane:3x3", "plane:2x4", "cylinder:3x3", "cylinder:2x3"])
def test_the_best_moves_are_worth_the_colouring_of_all_cells(text):
    solver = CoinSolver(Board.parse(text))
    nothing = frozenset()
    assert solver.chance(nothing, nothing) == pytest.approx(solver.colouring(nothing, nothing))


def position(board, red, blue, color):
    """A position under random turns, in the view of a colour."""
    state = empty(np.asarray([board.geometry(RED)]), CANVAS)._replace(coin=jnp.ones(1, bool))
    for cells, player in ((red, RED), (blue, BLUE)):
        for cell in cells:
            state = state if bool(state.red[0]) == (player == RED) else pass_turn(state)
            state = jit_step(state, np.asarray([canvas_cell(cell, player)]))[0]
    return state if bool(state.red[0]) == (color == RED) else pass_turn(state)


def some_positions(board, count, seed):
    """(red, blue) that nobody has won yet, with an empty cell to spare."""
    random, found = np.random.default_rng(seed), []
    cells = [(c, r) for r in range(board.rows) for c in range(board.columns)]
    while len(found) < count:
        order = [cells[i] for i in random.permutation(len(cells))]
        stones = int(random.integers(0, len(cells) - 1))
        cut = int(random.integers(0, stones + 1))
        red, blue = frozenset(order[:cut]), frozenset(order[cut:stones])
        if not wins(board, red, RED) and not wins(board, blue, BLUE):
            found.append((red, blue))
    return found


def batch(states):
    return jax.tree.map(lambda *a: jnp.concatenate(a), *states)


@pytest.mark.parametrize("color", [RED, BLUE])
def test_coin_games_measure_the_chance(color):
    states, exact = [], []
    for text in ("plane:3x3", "cylinder:3x3"):
        solver = CoinSolver(Board.parse(text))
        for red, blue in some_positions(solver.board, 6, 3):
            states.append(position(solver.board, red, blue, color))
            chance = solver.chance(red, blue)
            exact.append(chance if color == RED else 1 - chance)
    games = 4096
    chances = jax.jit(lambda s: coin_chances(s, games, jax.random.key(1)))(batch(states))
    assert np.abs((np.asarray(chances) + 1) / 2 - exact).max() < 5 * 0.5 / np.sqrt(games)


def test_chances_are_known_on_planes_and_cylinders_without_seasons():
    table = Canvas(
        4, 8, 8, {"plane:3x3": 1.0}, coin_boards={"torus:3x3": 1.0, "plane:3x2": 1.0}, seasons=0.4
    ).table()
    state = jax.jit(lambda k: draw_boards(table, 48, 40, 4, k))(jax.random.key(4))
    known = np.asarray(known_chances(state, 40, 8, jax.random.key(0)))
    torus = np.asarray(state.geometry[:, 2] > 0)
    plain = (np.arange(48) < 40) & ~torus & (np.asarray(state.period) == 1)
    assert 5 < plain.sum() < 40
    assert (np.isnan(known) == ~plain).all()


def exact_evaluator(solver):
    """An evaluator for one board that knows the exact chances and has no policy."""

    def look(code, red):
        values = []
        for stones, is_red in zip(np.asarray(code), np.asarray(red), strict=True):
            color = RED if is_red else BLUE
            own, theirs = (
                frozenset(absolute(cell, color) for cell in np.flatnonzero(side))
                for side in (stones.reshape(-1) > 0, stones.reshape(-1) < 0)
            )
            chance = solver.chance(own, theirs) if is_red else 1 - solver.chance(theirs, own)
            values.append(2 * chance - 1)
        return np.asarray(values, np.float32)

    def evaluate(state):
        shape = jax.ShapeDtypeStruct(state.red.shape, jnp.float32)
        value = jax.pure_callback(look, shape, state.code, state.red)
        return jnp.where(legal(state), 0.0, ILLEGAL), value

    return evaluate


@pytest.mark.parametrize("text", ["plane:3x3", "torus:3x2"])
def test_one_ply_finds_the_best_move_under_random_turns(text):
    solver = CoinSolver(Board.parse(text))
    stones = some_positions(solver.board, 8, 5)
    cases = [(red, blue, color) for red, blue in stones for color in (RED, BLUE)]
    states = batch([position(solver.board, *case) for case in cases])
    options = SearchOptions(simulations=12, considered=4, noise=0.0)
    run = jax.jit(lambda s: search(exact_evaluator(solver), s, jax.random.key(0), options).action)
    for action, (red, blue, color) in zip(np.asarray(run(states)), cases, strict=True):
        after = solver.children(red, blue)
        mine = {cell: a if color == RED else 1 - b for cell, (a, b) in after.items()}
        assert mine[absolute(action, color)] == pytest.approx(max(mine.values()))


def test_layouts_are_balanced_and_years_are_orders():
    board = Board.parse("plane:4x3")
    state = empty(np.asarray([board.geometry()] * 400), CANVAS)
    state = state._replace(period=jnp.full(400, 3, jnp.int8))
    waits = np.asarray(jax.jit(draw_seasons)(state, jax.random.key(0)).waits)
    on = waits[:, :, : board.rows, : board.columns].reshape(400, 2, -1)
    sizes = np.stack([(on[:, 0] == season).sum(1) for season in range(3)], 1)
    assert 0.6 < (sizes == 4).all(1).mean() < 0.9
    years = set()
    for red, blue in zip(on[:, 0], on[:, 1], strict=True):
        pairs = set(zip(red.tolist(), blue.tolist(), strict=True))
        assert len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
        years |= {tuple(sorted(pairs))} if len(pairs) == 3 else set()
    assert len(years) == 6
    assert (np.asarray(waits)[:, :, board.rows :] == 0).all()
