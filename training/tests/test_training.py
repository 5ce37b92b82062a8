"""Whole training at tiny sizes: resume, checkpoints, outcomes, logs, export."""

import json
import time

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from hexring_training.arena import Score, different
from hexring_training.boards import BLUE, RED, Board
from hexring_training.checkpoint import load, save, to_host
from hexring_training.cli import first_weights, main, parser
from hexring_training.export import golden, read_network, write_golden, write_network
from hexring_training.network import Shape, initial
from hexring_training.progress import read_strength, strength_plot
from hexring_training.replay import pack, unpack
from hexring_training.rules import State
from hexring_training.schedule import STANDARD, TINY, for_boards
from hexring_training.tensors import read_tensors
from hexring_training.trainer import Pace, Programs, Run, Trainer, begin, resume, rounded

SHAPE = Shape(1, 8)


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
    old = (tmp_path / "optimizer.npz").read_bytes()
    state.chunks = 5
    save(tmp_path, to_host(state))
    (tmp_path / "optimizer.npz").write_bytes(old)
    with pytest.raises(ValueError, match="another checkpoint"):
        load(tmp_path)


def test_a_small_budget_keeps_the_newest_rows(programs):
    trainer = Trainer(TINY, begin(TINY, initial(SHAPE, 1), 1), programs)
    for _ in range(8):
        trainer.chunk()
    replay = jax.device_get(trainer.state.canvases[3].replay)
    rows, lanes, size, _ = replay.stones.shape
    packed = pack(replay, len(pack(replay, 10**9)["blocks"]) // 2)
    back = unpack(packed, rows, lanes, size)
    assert 0 < int(back.filled) < int(replay.filled)
    for age in range(int(back.filled)):
        row = (int(replay.next) - 1 - age) % rows
        for a, b in zip(replay[:4], back[:4], strict=True):
            assert np.array_equal(a[row], b[row])


@pytest.fixture
def shrunk(tmp_path, programs):
    """A trainer, and its checkpoint without games and positions."""
    trainer = Trainer(TINY, begin(TINY, initial(SHAPE, 1), 1), programs)
    for _ in range(16):
        trainer.chunk()
    save(tmp_path / "large", to_host(trainer.state))
    main(["shrink", str(tmp_path / "large"), str(tmp_path / "small")])
    return trainer, tmp_path / "small"


def test_a_shrunk_checkpoint_keeps_weights_moments_and_counters(shrunk):
    trainer, folder = shrunk
    assert sorted(path.name for path in folder.iterdir()) == ["optimizer.npz", "weights.npz"]
    before, after = trainer.state.learner, load(folder).learner
    assert int(after.steps) == int(before.steps) > 0
    for name, most in [
        ("parameters", 2**-10), ("average", 2**-10), ("first_moment", 2**-7),
        ("second_moment", 2**-7),
    ]:  # fmt: skip
        old, new = getattr(before, name), getattr(after, name)
        assert old.keys() == new.keys()
        for key, values in old.items():
            np.testing.assert_allclose(new[key], values, rtol=most, atol=1e-7, err_msg=name)
    assert load(folder).chunks == 16


def test_a_shrunk_checkpoint_exports_the_same_network(shrunk, tmp_path):
    def exported(folder):
        path = tmp_path / f"{folder.name}.safetensors"
        main(["export", str(folder), str(path), "--schedule", "tiny"])
        return path.read_bytes()

    small = shrunk[1]
    assert exported(small) == exported(small.with_name("large"))


def test_without_positions_a_resume_plays_before_it_learns(shrunk, programs):
    trainer, folder = shrunk
    before, rest = trainer.state, Trainer(TINY, resume(folder, TINY), programs)
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
    canvas, enough = STANDARD.canvases[1], STANDARD.refill_rows
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
    for _ in range(30):
        row = int(mine.replay.next)
        trainer.play_move(canvas)
        outcome, age = np.asarray(mine.replay.outcome), np.asarray(mine.lanes.age)
        for lane, rows in enumerate(open_rows):
            rows.append(row)
            if age[lane]:
                assert all(outcome[r, lane] == 0 for r in rows)
            else:
                expected = [1 - 2 * (i % 2) for i in range(len(rows))]
                assert [int(outcome[r, lane]) for r in reversed(rows)] == expected
                rows.clear()
    assert int(mine.lanes.games.sum()) > canvas.lanes


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
    assert len(list(tmp_path.iterdir())) == 6


def test_export_equals_import(tmp_path):
    parameters = initial(SHAPE, 4)
    path = tmp_path / "network.safetensors"
    write_network(path, parameters, 1.5, 10, ["plane:3x3"])
    back, metadata = read_network(path)
    assert metadata["gpu_minutes"] == "1.5" and metadata["channels"] == "8"
    expected = rounded({name: jnp.asarray(p) for name, p in parameters.items()})
    assert back.keys() == expected.keys()
    assert all(np.array_equal(back[name], expected[name]) for name in back)


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


def test_the_schedule_keeps_its_shares():
    order = STANDARD.order()
    sizes = [next(order).size for _ in range(2900)]
    assert set(sizes[:60]) == {8}
    middle, last = sizes[500:2442], sizes[2442:]
    assert abs(middle.count(11) / len(middle) - 0.57) < 0.01
    assert abs(middle.count(19) / len(middle) - 0.08) < 0.01
    assert abs(last.count(11) / len(last) - 0.66) < 0.01
    assert abs(last.count(19) / len(last) - 0.12) < 0.01


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
    start = begin(TINY, first_weights(options), 0).learner
    expected = read_network(path)[0]
    for weights in (start.parameters, start.average):
        assert weights.keys() == expected.keys()
        assert all(np.array_equal(weights[name], expected[name]) for name in weights)


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
    assert different(State(code, geometry), 2) == [2, 2]
    once = Score(Board.parse("plane:3x3"), games=400, wins=100, openings=50)
    again = Score(Board.parse("plane:3x3"), games=100, wins=25, openings=50)
    assert once.margin == again.margin == pytest.approx(0.0849, abs=1e-4)
