"""The network against plain numpy on explicitly tiled boards; its symmetries and derivatives."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from reference import STEPS

from hexring_training.boards import BLUE, RED, Board
from hexring_training.grow import complete, grow
from hexring_training.halo import halo, pad
from hexring_training.learn import turn
from hexring_training.network import (
    PLANES,
    Shape,
    apply,
    apply_fused,
    apply_kernels,
    initial,
    prepare,
    shape_of,
    view,
)
from hexring_training.replay import Sample
from hexring_training.rules import TAPS, on_board

SHAPE = Shape(2, 8)
BOARDS = ["plane:3x3", "plane:5x3", "cylinder:4x3", "cylinder:3x5", "torus:4x4", "torus:5x3"]


def seen(stones, geometry, waits=None, period=1, coin=False):
    """A view; without seasons unless waits are given."""
    lanes, size = stones.shape[:2]
    waits = jnp.zeros((lanes, 2, size, size), jnp.int8) if waits is None else waits
    return view(stones, geometry, waits, jnp.full(lanes, period), jnp.full(lanes, coin))


answer = jax.jit(lambda p, *position: apply(prepare(p), seen(*position))[:2])
jit_turn = jax.jit(turn)


def some_parameters(seed=0):
    random = np.random.default_rng(seed)
    return {
        name: np.asarray(value + 0.1 * random.standard_normal(value.shape), np.float32)
        for name, value in initial(SHAPE, seed).items()
    }


def random_stones(rows, columns, seed=0):
    return np.random.default_rng(seed).integers(-1, 2, (rows, columns)).astype(np.int8)


def on_canvas(stones, size):
    canvas = np.zeros((size, size), np.int8)
    canvas[: stones.shape[0], : stones.shape[1]] = stones
    return canvas


def plain(p, stones, geometry, waits, period, coin):
    """The network by its description, cell by cell, with neighbour look-ups."""
    rows, columns, wrap_rows, wrap_columns = geometry
    cells = [(r, c) for r in range(rows) for c in range(columns)]

    def planes(r, c):
        s = stones[r, c]
        own_edge = not wrap_rows and r in (0, rows - 1)
        other_edge = not wrap_columns and c in (0, columns - 1)
        own, theirs = waits[:, r, c]
        rules = [own > 0, theirs > 0, own / period, theirs / period, 1 - 1 / period, coin]
        return [s > 0, s < 0, 1, own_edge, other_edge, wrap_rows, wrap_columns, *rules]

    def neighbour(r, c):
        if wrap_rows:
            r %= rows
        if wrap_columns:
            c %= columns
        return r * columns + c if 0 <= r < rows and 0 <= c < columns else None

    def convolve(x, kernel, bias):
        out = np.tile(bias, (len(cells), 1)).astype(np.float64)
        for i, (r, c) in enumerate(cells):
            for tap, (dr, dc) in enumerate(TAPS):
                j = neighbour(r + dr, c + dc)
                if j is not None:
                    out[i] += x[j] @ kernel[tap]
        return out

    def norm(x, name):
        scaled = x / np.sqrt((x * x).mean(1, keepdims=True) + 1e-5)
        return np.maximum(scaled * p[name + ".g"] + p[name + ".b"], 0)

    x = convolve(np.asarray([planes(*cell) for cell in cells], float), p["stem.w"], p["stem.b"])
    for i in range(SHAPE.blocks):
        h = norm(x, f"b{i}")
        h = np.maximum(convolve(h, p[f"b{i}.w1"], p[f"b{i}.b1"]), 0)
        x = x + convolve(h, p[f"b{i}.w2"], p[f"b{i}.b2"])
    h = norm(x, "h")
    policy = np.maximum(h @ p["p.w1"] + p["p.b1"], 0) @ p["p.w2"] + p["p.b2"]
    v = np.maximum(h @ p["v.w1"] + p["v.b1"], 0)
    v = np.concatenate([v.mean(0), v.max(0)])
    v = np.maximum(v @ p["v.w2"] + p["v.b2"], 0) @ p["v.w3"] + p["v.b3"]
    return policy.reshape(rows, columns), v[0]


@pytest.mark.parametrize("color", [RED, BLUE])
@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize(("period", "coin"), [(1, False), (3, False), (1, True), (4, True)])
def test_network_is_what_its_description_says(text, color, period, coin):
    p = some_parameters()
    geometry = Board.parse(text).geometry(color)
    stones = random_stones(*geometry[:2])
    waits = np.random.default_rng(2).integers(0, period, (2, 6, 6)).astype(np.int8)
    canvas = jnp.asarray(on_canvas(stones, 6)[None])
    position = canvas, jnp.asarray([geometry], jnp.int8), jnp.asarray(waits[None]), period, coin
    logits, value = answer(p, *position)
    expected, expected_value = plain(p, stones, geometry, waits, period, coin)
    got = np.asarray(logits).reshape(6, 6)[: geometry[0], : geometry[1]]
    assert np.abs(got - expected).max() < 1e-4
    assert abs(float(value[0]) - expected_value) < 1e-4


@pytest.mark.parametrize("text", BOARDS)
def test_padding_is_explicit_tiling(text):
    board = Board.parse(text)
    rows, columns, wrap_rows, wrap_columns = geometry = board.geometry(RED)
    x = np.random.default_rng(1).standard_normal((rows, columns, 2)).astype(np.float32)
    mode = {True: "wrap", False: "constant"}
    tiled = np.pad(x, ((1, 1), (0, 0), (0, 0)), mode[bool(wrap_rows)])
    tiled = np.pad(tiled, ((0, 0), (1, 1), (0, 0)), mode[bool(wrap_columns)])
    canvas = np.full((1, 6, 6, 2), np.nan, np.float32)
    canvas[0, :rows, :columns] = x
    padded = pad(jnp.asarray(canvas), halo(jnp.asarray([geometry], jnp.int8), 6))
    assert (np.asarray(padded)[0, : rows + 2, : columns + 2] == tiled).all()
    assert (np.asarray(padded)[0, rows + 2 :] == 0).all()


def test_derivative_of_the_padding():
    views = [Board.parse(t).geometry(c) for t in [*BOARDS, "torus:2x2"] for c in (RED, BLUE)]
    where = halo(jnp.asarray(views, jnp.int8), 6)
    key = jax.random.key(0)
    x = jax.random.normal(key, (len(views), 6, 6, 3))
    weight = jax.random.normal(jax.random.key(1), (len(views), 8, 8, 3))
    fast = jax.grad(lambda x: jnp.vdot(pad(x, where), weight))(x)
    flat = lambda x: x.reshape(-1, 3).at[where.sources].get(mode="fill", fill_value=0)  # noqa: E731
    slow = jax.grad(lambda x: jnp.vdot(flat(x), weight))(x)
    assert np.allclose(fast, slow, atol=1e-5)


def test_the_canvas_does_not_matter():
    p = some_parameters()
    geometry = jnp.asarray([Board.parse("cylinder:4x3").geometry(BLUE)], jnp.int8)
    stones = random_stones(4, 3)
    results = []
    for size in (6, 7):
        logits, value = answer(p, jnp.asarray(on_canvas(stones, size)[None]), geometry)
        results.append((np.asarray(logits).reshape(size, size)[:4, :3], float(value[0])))
    assert np.allclose(results[0][0], results[1][0], atol=1e-5)
    assert abs(results[0][1] - results[1][1]) < 1e-5


def test_fused_kernels_give_the_same_answers():
    p = some_parameters()
    views = [Board.parse(t).geometry(c) for t in BOARDS for c in (RED, BLUE)]
    stones = [on_canvas(random_stones(*g[:2], seed=i), 6) for i, g in enumerate(views)]
    stones, geometry = jnp.asarray(np.stack(stones)), jnp.asarray(views, jnp.int8)
    plain_policy, plain_value = answer(p, stones, geometry)
    board = np.asarray(on_board(geometry, 6)).reshape(len(views), -1)
    for run in (apply_fused, apply_kernels):
        policy, value, _ = jax.jit(lambda p, run=run: run(prepare(p), seen(stones, geometry)))(p)
        assert np.abs(np.where(board, plain_policy - policy, 0)).max() < 1e-4
        assert np.allclose(plain_value, value, atol=1e-4)


def test_kernels_have_the_same_derivatives():
    p = some_parameters()
    views = [Board.parse(t).geometry(c) for t in [*BOARDS, "torus:2x2"] for c in (RED, BLUE)]
    stones = [on_canvas(random_stones(*g[:2], seed=i), 6) for i, g in enumerate(views)]
    stones, geometry = jnp.asarray(np.stack(stones)), jnp.asarray(views, jnp.int8)
    weight = jax.random.normal(jax.random.key(0), (len(views), 36))
    weight = weight * on_board(geometry, 6).reshape(weight.shape)

    def score(p, run):
        found = run(prepare(p), seen(stones, geometry))
        chains = (found.auxiliary * weight[:, :, None]).sum()
        return jnp.vdot(found.policy, weight) + found.value.sum() + chains

    ours = jax.jit(jax.grad(lambda p: score(p, apply_kernels)))(p)
    theirs = jax.jit(jax.grad(lambda p: score(p, apply)))(p)
    for name, expected in theirs.items():
        assert np.allclose(ours[name], expected, rtol=1e-3, atol=1e-3), name


def test_a_network_of_seven_planes_answers_as_before():
    p = some_parameters()
    old = {n: v[:, :7] if n == "stem.w" else v for n, v in p.items() if n[0] != "a"}
    today = complete(old)
    assert today["stem.w"].shape[1] == PLANES and (today["stem.w"][:, 7:] == 0).all()
    geometry = jnp.asarray([Board.parse("cylinder:4x3").geometry(RED)], jnp.int8)
    stones = jnp.asarray(on_canvas(random_stones(3, 4), 6)[None])
    waits = jnp.ones((1, 2, 6, 6), jnp.int8)
    classic = answer(p, stones, geometry)
    for rules in [(), (waits, 2, True)]:
        for a, b in zip(answer(today, stones, geometry, *rules), classic, strict=True):
            assert np.allclose(a, b, atol=1e-6)


@pytest.mark.parametrize("shape", [Shape(4, 8), Shape(2, 16), Shape(3, 12)])
def test_a_grown_network_answers_as_before(shape):
    p = some_parameters()
    grown = grow(p, shape)
    assert shape_of(grown) == shape
    views = [Board.parse(t).geometry(RED) for t in BOARDS]
    stones = [on_canvas(random_stones(*g[:2], seed=i), 6) for i, g in enumerate(views)]
    stones, geometry = jnp.asarray(np.stack(stones)), jnp.asarray(views, jnp.int8)
    before, after = answer(p, stones, geometry), answer(grown, stones, geometry)
    board = np.asarray(on_board(geometry, 6)).reshape(len(views), -1)
    scale = np.abs(np.asarray(before[0])[board]).mean()
    assert np.abs(np.asarray(after[0] - before[0])[board]).max() < 0.02 * scale
    assert np.abs(after[1] - before[1]).max() < 0.02 * np.abs(before[1]).mean()


def test_what_is_new_in_a_grown_network_can_learn():
    p = {name: jnp.asarray(value) for name, value in some_parameters().items()}
    grown = grow(p, Shape(3, 16))
    geometry = jnp.asarray([Board.parse("torus:4x4").geometry(RED)] * 4, jnp.int8)
    stones = jnp.asarray(np.stack([on_canvas(random_stones(4, 4, seed), 6) for seed in range(4)]))

    def score(p):
        return apply(prepare(p), seen(stones, geometry)).policy.sum()

    once = jax.jit(lambda p: jax.tree.map(lambda a, g: a + 1e-2 * g, p, jax.grad(score)(p)))
    later = once(once(grown))
    for name, value in later.items():
        changed = np.asarray(value != grown[name])
        if name.startswith("b2"):
            assert changed.any(), name
        elif name[0] == "b":
            assert changed[..., 8:].any(), name
        if name[0] == "b" and changed.ndim == 3:
            assert changed[:, 8:].any(), name


def test_a_network_does_not_shrink():
    with pytest.raises(ValueError, match="expected a larger one"):
        grow(some_parameters(), Shape(2, 4))


def test_symmetries_keep_neighbours_and_edges():
    geometry = [Board.parse(t).geometry(c) for t in BOARDS for c in (RED, BLUE)]
    for half, mirror in ((True, False), (False, True), (True, True)):
        for rows, columns, wrap_rows, wrap_columns in geometry:
            numbers = on_canvas(np.arange(1, rows * columns + 1).reshape(rows, columns), 6)
            sample = Sample(
                stones=jnp.asarray(numbers[None], jnp.int32),
                geometry=jnp.asarray([(rows, columns, wrap_rows, wrap_columns)], jnp.int8),
                waits=jnp.asarray(np.stack([numbers, -numbers])[None]),
                period=jnp.ones(1),
                coin=jnp.zeros(1, bool),
                policy=jnp.asarray(numbers.reshape(1, -1), jnp.float32),
                outcome=jnp.ones(1),
                known=jnp.ones(1, bool),
                chain=jnp.asarray(numbers.reshape(1, -1)),
            )
            turned = jit_turn(sample, jnp.asarray([half]), jnp.asarray([mirror]))
            for same in (turned.policy, turned.waits[0, 0], -turned.waits[0, 1], turned.chain):
                assert (np.asarray(same).reshape(6, 6) == turned.stones[0]).all()
            after = np.asarray(turned.stones[0])[:rows, :columns]
            before = numbers[:rows, :columns]
            wrap = (rows, columns, wrap_rows, wrap_columns)
            assert _edges(after, *wrap) == _edges(before, *wrap)
            assert wrap_rows or set(after[0]) in ({*before[0]}, {*before[-1]})
            assert wrap_columns or set(after[:, 0]) in ({*before[:, 0]}, {*before[:, -1]})


def _edges(numbers, rows, columns, wrap_rows, wrap_columns):
    """The pairs of neighbours, by the numbers on them."""
    pairs = set()
    for r in range(rows):
        for c in range(columns):
            for dc, dr in STEPS:
                y, x = r + dr, c + dc
                y, x = (y % rows if wrap_rows else y), (x % columns if wrap_columns else x)
                if 0 <= y < rows and 0 <= x < columns:
                    pairs.add(frozenset((int(numbers[r, c]), int(numbers[y, x]))))
    return pairs
