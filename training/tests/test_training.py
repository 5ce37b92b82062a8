"""Whole training at tiny sizes: resume, checkpoints, outcomes, logs, export."""

import json
import time
import zlib
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from hexring_training.arena import Score, different
from hexring_training.boards import BLUE, RED, Board
from hexring_training.checkpoint import load, save, to_host
from hexring_training.cli import first_weights, main, parser
from hexring_training.export import (
    Calendar,
    golden,
    halves,
    packed,
    read_network,
    unpacked,
    write_golden,
    write_network,
)
from hexring_training.network import PLANES, Shape, initial, shape_of
from hexring_training.progress import read_strength, strength_plot
from hexring_training.replay import (
    ARRAYS,
    SURE,
    UNKNOWN,
    Ended,
    draw,
    new_replay,
    newest,
    pack,
    unpack,
    write_back,
)
from hexring_training.rules import empty
from hexring_training.schedule import FROM_ZERO, LARGE_BOARDS, STANDARD, TINY, for_boards
from hexring_training.tensors import read_tensors
from hexring_training.trainer import (
    Opponent,
    Pace,
    Programs,
    Run,
    Trainer,
    begin,
    resume,
    rounded,
)

SHAPE = Shape(1, 8)
CHECKPOINTS = Path(__file__).parents[1] / "checkpoints"


@pytest.fixture(scope="module")
def programs():
    return Programs(TINY, begin(TINY, initial(SHAPE, 0), 0))


def everything(state):
    """All arrays of a training state, on the host."""
    host = to_host(state)
    canvases = {size: (c.lanes, c.replay, c.written) for size, c in host.canvases.items()}
    return jax.tree.leaves((host.learner, canvases, host.key, host.chunks))


def test_resume_equals_uninterrupted(tmp_path, programs):
    whole = Trainer(TINY, begin(TINY, initial(SHAPE, 3), 3), programs)
    for _ in range(12):
        whole.chunk()
    half = Trainer(TINY, begin(TINY, initial(SHAPE, 3), 3), programs)
    for _ in range(7):
        half.chunk()
    save(tmp_path, to_host(half.state))
    rest = Trainer(TINY, resume(tmp_path, TINY), programs)
    for _ in range(5):
        rest.chunk()
    assert int(whole.state.learner.steps) > 0
    for a, b in zip(everything(whole.state), everything(rest.state), strict=True):
        assert np.array_equal(a, b)


def test_a_mixture_of_checkpoints_is_refused(tmp_path):
    state = begin(TINY, initial(SHAPE, 0), 0)
    save(tmp_path, to_host(state))
    old = (tmp_path / "moments-2.npz").read_bytes()
    state.chunks = 5
    save(tmp_path, to_host(state))
    (tmp_path / "moments-2.npz").write_bytes(old)
    with pytest.raises(ValueError, match="another checkpoint"):
        load(tmp_path)


def test_a_small_budget_keeps_the_newest_rows(programs):
    trainer = Trainer(TINY, begin(TINY, initial(SHAPE, 1), 1), programs)
    for _ in range(8):
        trainer.chunk()
    replay = jax.device_get(trainer.state.canvases[4].replay)
    rows, lanes, size, _ = replay.stones.shape
    host = newest(replay, 10**9)
    packed = pack(host, len(pack(host, 10**9)["blocks"]) * 4 // 5)
    back = unpack(packed, rows, lanes, size)
    assert 0 < int(back.filled) < int(replay.filled)
    for age in range(int(back.filled)):
        row = (int(replay.next) - 1 - age) % rows
        for a, b in zip(replay[:ARRAYS], back[:ARRAYS], strict=True):
            assert np.array_equal(a[row], b[row])
    assert 0 < int(newest(replay, 100).filled) < int(replay.filled)
    old = {**packed, "blocks": packed["blocks"].copy(), "lengths": packed["lengths"].copy()}
    block = zlib.decompress(old["blocks"][: old["lengths"][0]].tobytes())
    short = zlib.compress(block[:-1])
    old["blocks"], old["lengths"][0] = np.frombuffer(short, np.uint8), len(short)
    with pytest.raises(ValueError, match="another version"):
        unpack(old, rows, lanes, size)


@pytest.fixture(scope="module")
def checkpoints(tmp_path_factory, programs):
    """A checkpoint, and its copy without games and positions."""
    folder = tmp_path_factory.mktemp("checkpoints")
    trainer = Trainer(TINY, begin(TINY, initial(SHAPE, 1), 1), programs)
    for _ in range(16):
        trainer.chunk()
    large, small = folder / "large", folder / "small"
    save(large, to_host(trainer.state))
    main(["shrink", str(large), str(small)])
    return large, small


def test_a_shrunk_checkpoint_keeps_weights_moments_and_counters(checkpoints):
    large, small = checkpoints
    assert sorted(path.name for path in small.iterdir()) == ["optimizer.npz", "weights.npz"]
    before, after = load(large).learner, load(small).learner
    assert int(after.steps) == int(before.steps) > 0
    for name, most in [
        ("parameters", 2**-10), ("average", 2**-10), ("first_moment", 2**-7),
        ("second_moment", 2**-7),
    ]:  # fmt: skip
        old, new = getattr(before, name), getattr(after, name)
        assert old.keys() == new.keys()
        for key, values in old.items():
            np.testing.assert_allclose(new[key], values, rtol=most, atol=1e-7, err_msg=name)
    assert load(small).chunks == 16


def test_blended_checkpoints_have_the_mean_of_their_averages(checkpoints, tmp_path):
    large, small = checkpoints
    later = load(large)
    young, old = later.learner.average, initial(SHAPE, 2)
    later.learner = later.learner._replace(average=old)
    save(tmp_path / "later", to_host(later))
    main(["blend", str(small), str(tmp_path / "later"), "--out", str(tmp_path / "blend")])
    after = load(tmp_path / "blend")
    for name, values in after.learner.average.items():
        np.testing.assert_allclose(values, (young[name] + old[name]) / 2, atol=2e-3)
        assert np.array_equal(values, after.reference[name])
    assert after.chunks == later.chunks


def test_a_shrunk_checkpoint_exports_the_same_network(checkpoints, tmp_path):
    def exported(folder):
        path = tmp_path / f"{folder.name}.safetensors"
        main(["export", str(folder), str(path), "--schedule", "tiny"])
        return path.read_bytes()

    large, small = checkpoints
    assert exported(small) == exported(large)


def test_without_positions_a_resume_plays_before_it_learns(checkpoints, programs):
    large, small = checkpoints
    before, rest = load(large), Trainer(TINY, resume(small, TINY), programs)
    written = before.canvases[3].written
    mine = rest.state.canvases[3]
    assert (mine.written, mine.filled, int(mine.replay.filled)) == (written, 0, 0)
    assert np.array_equal(mine.lanes.games, before.canvases[3].lanes.games)
    waited = []
    while True:
        canvas, losses = rest.chunk()
        if canvas.size == 3 and losses is not None:
            break
        if canvas.size == 3:
            waited.append(mine.filled)
    assert max(waited) >= written // 2 > TINY.fill_positions // TINY.canvases[0].lanes
    assert int(rest.state.learner.steps) > int(before.learner.steps)


def test_learning_waits_for_play_after_a_resume_and_not_before():
    canvas = STANDARD.canvases[1]
    enough = STANDARD.refill_rows(canvas)
    assert enough > STANDARD.fill_positions / canvas.lanes
    first = -(-STANDARD.fill_positions // canvas.lanes)
    assert STANDARD.window(canvas, first - 1, first - 1) == 0
    for written in range(first, 3 * enough):
        assert STANDARD.window(canvas, written, written) == max(first, written // 2)
    assert STANDARD.window(canvas, 10 * enough, enough - 1) == 0
    assert STANDARD.window(canvas, 10 * enough, enough) == enough


def test_outcomes_reach_every_position_of_their_game(programs):
    trainer, canvas = Trainer(TINY, begin(TINY, initial(SHAPE, 0), 0), programs), TINY.canvases[1]
    mine = trainer.state.canvases[canvas.size]
    open_rows = [[] for _ in range(canvas.lanes)]
    checked = 0
    for number in range(45):
        row, full = int(mine.replay.next), number % 3 != 1
        movers, games = np.asarray(mine.lanes.state.red), np.asarray(mine.lanes.games).sum()
        trainer.play_move(canvas, full)
        replay, length = jax.device_get((mine.replay, mine.lanes.length))
        assert int(replay.next) == (row + full) % len(replay.outcome)
        for lane, rows in enumerate(open_rows):
            rows.extend([row] if full else [])
            torus = replay.geometry[rows, lane, 2:].all(1)
            plain = replay.rules[rows, lane, 0] == 1
            by_coins = (lane < canvas.coins) & plain & ~torus
            outcome = replay.outcome[rows, lane]
            assert (outcome[by_coins] != UNKNOWN).all()
            if length[lane]:
                assert (outcome[~by_coins] == UNKNOWN).all()
                assert not replay.chain[rows, lane].any()
                continue
            red = replay.rules[rows, lane, 2] > 0
            expected = np.where(red == movers[lane], SURE, -SURE)
            assert (outcome[~by_coins] == expected[~by_coins]).all()
            chain = replay.chain[rows, lane].sum((1, 2))
            assert (np.sign(chain) == (1 if movers[lane] else -1)).all()
            checked += len(rows)
            rows.clear()
        assert np.asarray(mine.lanes.games).sum() == games + (length == 0).sum()
    assert checked > 50


def test_samples_are_seen_by_one_player(programs):
    trainer = Trainer(TINY, begin(TINY, initial(SHAPE, 0), 0), programs)
    for _ in range(8):
        trainer.chunk()
    replay = trainer.state.canvases[4].replay
    sample = jax.device_get(draw(replay, replay.filled, 400, jax.random.key(0)))
    over = (sample.chain != 0).any(1)
    decided = over & ~sample.coin
    assert (np.sign(sample.chain.sum(1))[decided] == sample.outcome[decided]).all()
    # The winner's stones that are in the chain have its colour, and no others are.
    stones = sample.stones.reshape(len(over), -1)
    assert (stones * sample.chain >= 0).all()
    closed = (sample.waits[:, 0] > 0).reshape(stones.shape)
    assert (sample.policy[(stones != 0) | closed] == 0).all()
    with_policy = sample.policy.sum(1) > 0
    assert np.allclose(sample.policy[with_policy].sum(1), 1, atol=1e-5)
    assert with_policy[~sample.coin].all() and 0.2 < with_policy[sample.coin].mean() < 0.8
    assert (sample.waits < sample.period[:, None, None, None]).all()
    assert (sample.period > 1).any() and sample.coin.any()


def test_a_rate_goes_down_in_a_straight_line():
    pace = Pace(10.0, reserve=2.0, rates=(4e-4, 2e-4))
    assert [pace.rate(m) for m in (0, 4, 8, 12)] == pytest.approx([4e-4, 3e-4, 2e-4, 2e-4])


def test_a_run_writes_its_logs_and_checkpoint(tmp_path, programs, capsys):
    trainer = Trainer(TINY, begin(TINY, initial(SHAPE, 0), 0), programs)
    for each in (*programs.play.values(), *programs.learn.values()):
        each.result()
    Run(trainer, Pace(0.05, 0.03, 0.02, 0.01, 0.0), tmp_path, time.monotonic()).loop()
    assert "against minute" in capsys.readouterr().out
    rows = read_strength(tmp_path / "strength.csv")
    assert {row.board for row in rows} == set(TINY.evaluation)
    assert strength_plot(rows).startswith("<svg")
    assert load(tmp_path).chunks == trainer.state.chunks
    assert len(list(tmp_path.iterdir())) == 7


def test_every_match_may_be_against_one_network(tmp_path, programs, capsys):
    small = initial(Shape(1, 4), 1)
    trainer = Trainer(TINY, begin(TINY, initial(SHAPE, 0), 0), programs)
    pace = Pace(0.02, evaluate_every=1e9, reserve=0.0)
    Run(trainer, pace, tmp_path, time.monotonic(), Opponent(small, 7.5)).loop()
    assert "against minute 7.50" in capsys.readouterr().out
    after = load(tmp_path)
    assert all(np.array_equal(after.reference[n], p) for n, p in after.learner.average.items())


def test_a_checkpoint_of_older_planes_becomes_one_of_today(tmp_path):
    old = load(CHECKPOINTS)
    assert shape_of(old.learner.average) == Shape(8, 96)
    assert old.learner.average["stem.w"].shape[1] == PLANES
    assert not old.learner.average["stem.w"][:, 7:].any()
    shipped, metadata = read_network(CHECKPOINTS.parents[1] / "networks" / "hexring-3.safetensors")
    assert metadata["format"] == "hexring-network-1"
    average = unpacked(packed(halves(old.learner.average)))
    assert all(np.array_equal(average[n], shipped[n]) for n in shipped if n[0] != "a")
    for moments in (old.learner.first_moment, old.learner.second_moment):
        assert moments.keys() == shipped.keys() and not moments["a.w"].any()


def test_export_equals_import(tmp_path):
    parameters = initial(SHAPE, 4)
    path = tmp_path / "network.safetensors"
    write_network(path, parameters, 1.5, 10, ["plane:3x3"])
    back, metadata = read_network(path)
    assert metadata["gpu_minutes"] == "1.5" and metadata["channels"] == "8"
    expected = rounded({name: jnp.asarray(p) for name, p in parameters.items()})
    assert back.keys() == expected.keys()
    tensors = read_tensors(path)[0]
    assert not any(name[0] == "a" for name in tensors)
    in_bytes = {name for name, tensor in tensors.items() if tensor.dtype == np.int8}
    assert in_bytes == {f"b{block}.w{part}" for block in range(SHAPE.blocks) for part in (1, 2)}
    for name in back.keys() - in_bytes:
        assert name[0] == "a" or np.array_equal(back[name], expected[name])
    for name in in_bytes:
        most = np.abs(expected[name]).max(axis=(0, 1))
        assert np.array_equal(np.abs(back[name]).max(axis=(0, 1)), most), "it is a byte itself"
        assert (np.abs(back[name] - expected[name]) <= most / 127 * 0.5001).all()
    again = tmp_path / "again.safetensors"
    write_network(again, back, 1.5, 10, ["plane:3x3"])
    assert again.read_bytes() == path.read_bytes()


def test_planes_that_weigh_nothing_are_not_written(tmp_path):
    path = tmp_path / "network.safetensors"
    parameters = {name: np.array(p) for name, p in initial(SHAPE, 4).items()}
    parameters["stem.w"][:, 7:] = 0
    write_network(path, parameters, 1.5, 10, ["plane:3x3"])
    tensors, metadata = read_tensors(path)
    assert tensors["stem.w"].shape[1] == 7 and metadata["format"] == "hexring-network-1"
    assert "columns wrap (in" in metadata["planes"]
    back = read_network(path)[0]
    assert np.allclose(back["stem.w"], parameters["stem.w"], atol=1e-3)


def test_broken_files_are_refused(tmp_path):
    path = tmp_path / "network.safetensors"
    path.write_bytes(b"\xff" * 100)
    with pytest.raises(ValueError, match="not a safetensors file"):
        read_tensors(path)


def test_golden_vectors(tmp_path):
    path = tmp_path / "network.safetensors"
    write_network(path, initial(SHAPE, 4), 0.0, 0, [])
    write_golden(path, tmp_path / "golden.json")
    content = json.loads((tmp_path / "golden.json").read_text())
    assert content["positions"] == golden(read_network(path)[0])
    assert {p["to_move"] for p in content["positions"]} == {RED, BLUE}
    assert any("seasons" in p for p in content["positions"])


def test_the_loader_is_tested_with_what_this_code_says():
    """Random weights: ``initial(Shape(2, 8), 2)`` and 0.3 times a normal number for each."""
    folder = Path(__file__).parents[2] / "crates" / "network" / "tests" / "data"
    content = json.loads((folder / "format-2-golden.json").read_text())
    expected = golden(read_network(folder / content["network"])[0])
    assert len(content["positions"]) == len(expected)
    for found, wanted in zip(content["positions"], expected, strict=True):
        for name in ("policy_logits", "value_logit"):
            assert np.allclose(found.pop(name), wanted.pop(name), atol=1e-3)
        assert found == wanted


@pytest.mark.parametrize("color", [RED, BLUE])
def test_a_calendar_of_golden_vectors_says_when_cells_open(color):
    board = Board.parse("plane:3x2")
    calendar = Calendar("123/312", "123/231", [1, 5])
    state = calendar.apply(empty(np.asarray([board.geometry(color)]), 4, color == RED), color)
    # Red goes on with season 2, Blue, after five turns, with season 1 of 2, 3, 1.
    red = np.asarray([[2, 0, 1], [1, 2, 0]])
    blue = np.asarray([[0, 1, 2], [2, 0, 1]])
    views = [red, blue] if color == RED else [blue.T, red.T]
    rows, columns = board.geometry(color)[:2]
    for plane, expected in enumerate(views):
        assert (np.asarray(state.waits)[0, plane, :rows, :columns] == expected).all()


def test_the_schedule_keeps_its_shares():
    order = FROM_ZERO.order()
    sizes = [next(order).size for _ in range(2900)]
    assert set(sizes[:60]) == {9}
    middle, last = sizes[500:2442], sizes[2442:]
    assert abs(middle.count(11) / len(middle) - 0.57) < 0.01
    assert abs(middle.count(19) / len(middle) - 0.08) < 0.01
    assert abs(last.count(11) / len(last) - 0.32) < 0.01
    assert abs(last.count(19) / len(last) - 0.27) < 0.01


@pytest.mark.parametrize("foresight", [1.0, 0.7])
def test_a_row_is_worth_what_was_thought_later_in_its_game(foresight):
    rows, lanes = 8, 3
    random = np.random.default_rng(5)
    judged = random.integers(-127, 128, (rows, lanes)).astype(np.int8)
    red = random.integers(0, 2, (rows, lanes)).astype(bool)
    rules = np.stack([np.ones((rows, lanes)), np.zeros((rows, lanes)), red], 2).astype(np.int8)
    rules[:, 2, 1] = 1
    replay = new_replay(rows, lanes, 2)._replace(
        judged=jnp.asarray(judged), rules=jnp.asarray(rules), next=jnp.int32(3)
    )
    over, red_won = np.array([True, False, True]), np.array([True, True, False])
    age = np.array([5, 4, 2])
    ended = Ended(jnp.asarray(over), jnp.asarray(red_won), jnp.zeros((lanes, 2, 2), bool))
    outcome = np.asarray(write_back(replay, ended, jnp.asarray(age), foresight).outcome)

    expected = np.full((rows, lanes), UNKNOWN)
    later = 127.0  # for Red, who has won the first lane's game
    for row in (2, 1, 0, 7, 6):
        sign = 1 if red[row, 0] else -1
        expected[row, 0] = round(sign * later)
        later = foresight * later + (1 - foresight) * sign * judged[row, 0]
    for row in (2, 1):  # random turns: the outcome alone
        expected[row, 2] = -127 if red[row, 2] else 127
    assert np.array_equal(outcome == UNKNOWN, expected == UNKNOWN)
    assert np.abs(outcome - expected).max() <= (0 if foresight == 1 else 1)


def test_one_move_in_three_is_learnt_from():
    assert STANDARD.moves().count(True) == STANDARD.chunk_rows
    assert len(STANDARD.moves()) == STANDARD.chunk_rows * STANDARD.full_every
    assert STANDARD.full_every % 2 == 1


def test_boards_fit_their_canvases():
    for canvas in (*STANDARD.canvases, *LARGE_BOARDS.canvases):
        boards = [Board.parse(text) for text in (*canvas.boards, *canvas.coin_boards)]
        assert max(max(b.columns, b.rows) for b in boards) == canvas.size
        assert min(min(b.columns, b.rows) for b in boards) >= 2
        assert abs(sum(canvas.boards.values()) - 1) < 1e-6
        assert canvas.table().geometry.shape[0] == len({*canvas.boards, *canvas.coin_boards})


def test_boards_of_ones_own_get_a_canvas_that_fits():
    schedule = for_boards("torus:7x5", "cylinder:3x11")
    (canvas,) = schedule.canvases
    assert canvas.size == 11 and canvas.boards == {"torus:7x5": 0.5, "cylinder:3x11": 0.5}
    assert next(schedule.order()) == canvas
    assert canvas.lanes % 64 == 0 and for_boards("plane:3x3").canvases[0].lanes == 4096


def test_training_may_begin_with_a_network_file(tmp_path):
    path = tmp_path / "network.safetensors"
    write_network(path, initial(Shape(2, 16), 4), 1.5, 10, ["plane:3x3"])
    options = parser().parse_args(["train", "--from", str(path), "--out", str(tmp_path)])
    first, minutes = first_weights(options)
    assert minutes == 1.5
    start = begin(TINY, first, 0).learner
    expected = read_network(path)[0]
    for weights in (start.parameters, start.average):
        assert weights.keys() == expected.keys()
        assert all(np.array_equal(weights[name], expected[name]) for name in weights)
    options.shape = Shape(3, 32)
    assert shape_of(first_weights(options)[0]) == Shape(3, 32)


def test_training_begins_in_one_way_only(tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        parser().parse_args(["train", "--from", "a", "--resume", "b", "--out", str(tmp_path)])
    assert ended.value.code == 2
    assert "--from" in capsys.readouterr().err


def test_openings_that_are_drawn_twice_count_once():
    code = np.zeros((6, 3, 3), np.int16)
    geometry = np.repeat([[3, 3, 0, 0], [3, 2, 0, 1]], 3, axis=0).astype(np.int8)
    code[0, 1, 1] = 96
    code[1, 1, 1] = 160  # the same stone, in another group
    code[2, 1, 1] = -96
    geometry[5] = [2, 3, 1, 0]  # no stones, but the other colour moves
    states = empty(geometry, 3)._replace(code=code)
    assert different(states, 2) == [2, 2]
    once = Score(Board.parse("plane:3x3"), games=400, wins=100, openings=50)
    again = Score(Board.parse("plane:3x3"), games=100, wins=25, openings=50)
    assert once.margin == again.margin == pytest.approx(0.0849, abs=1e-4)
