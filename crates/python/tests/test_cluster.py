"""A cluster of three nodes on this machine: nodes and workers are lost, the driver is killed."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import hexring
import pytest
from hexring.cluster._batches import Batches

EXPERIMENT = """
title = "for a cluster"
seed = 11

[[part]]
name = "games"
kind = "round-robin"
players = ["random", "random-spot:fills=200", "mcts:playouts=1500"]
board = "cylinder:6x6"
rounds = {rounds}

[[part]]
name = "looks"
kind = "openings"
players = ["random-spot:fills=20"]
board = "5x5"
samples = 20
"""
ROUNDS = int(os.environ.get("HEXRING_CLUSTER_ROUNDS", "40"))
"""834 rounds of three pairings are the 5,000 games of the long test."""

TIMELESS = (
    "key, part, number, rules, red, blue, seed, opening, moves, plies, winner, winning_seat,"
    " reason, vals"
)


def rows(path):
    """All that has to be the same: everything but when and how long."""
    with sqlite3.connect(path) as store:
        games = store.execute(f"SELECT {TIMELESS} FROM games ORDER BY key").fetchall()
        answers = store.execute(
            "SELECT key, part, number, rules, player, seed, answer FROM answers ORDER BY key"
        ).fetchall()
    return games, answers


def count(path):
    try:
        with sqlite3.connect(path, timeout=5) as store:
            return store.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def drive(file, store, address):
    command = [sys.executable, "-m", "hexring.cluster", "run", file, "--store", store]
    return subprocess.Popen([*map(str, command), "--address", address])


def wait_for(condition, seconds=300):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it takes too long"
        time.sleep(0.05)


def kill_a_worker(address):
    """End a process of this cluster that plays, the hard way; false if there is none yet."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"ray::_play" not in (folder / "cmdline").read_bytes():
                continue
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            if address.encode() in Path("/proc", parent, "cmdline").read_bytes():
                os.kill(int(folder.name), signal.SIGKILL)
                return True
        except OSError:
            # It has ended by itself.
            continue
    return False


def test_losses_cost_a_retry_and_nothing_else(tmp_path):
    from ray.cluster_utils import Cluster

    file, store, alone = (tmp_path / name for name in ("e.toml", "e.sqlite", "alone.sqlite"))
    file.write_text(EXPERIMENT.format(rounds=ROUNDS))
    games = 6 * ROUNDS
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    driver = drive(file, store, cluster.address)
    try:
        wait_for(lambda: count(store) > 0)
        wait_for(lambda: kill_a_worker(cluster.address))
        wait_for(lambda: count(store) > games // 6)
        driver.kill()
        driver.wait()
        before = count(store)
        assert 0 < before < games, "the driver was to be killed on its way"
        driver = drive(file, store, cluster.address)
        wait_for(lambda: count(store) > before)
        cluster.remove_node(nodes[0], allow_graceful=False)
        assert driver.wait(timeout=1200) == 0
    finally:
        driver.kill()
        cluster.shutdown()
    hexring.experiment(file, store=alone)
    assert rows(store) == rows(alone)
    assert count(store) == games


def test_batches_are_short_at_first_and_share_out_the_rest():
    batches = Batches([str(number) for number in range(1000)])
    assert len(batches.take(4)) == 1
    batches.learn(1, 0.01)
    assert len(batches.take(4)) == 125
    while batches:
        assert batches.take(4)
    slow = Batches(["a", "b", "c"])
    slow.learn(1, 60.0)
    assert len(slow.take(1)) == 1
    many = Batches([str(number) for number in range(10_000_000)])
    many.learn(1000, 1.0)
    assert many.size(1000) == 4096, "a thousand workers take ten seconds or as much as there is"


def test_the_command_names_what_is_wrong(tmp_path):
    command = [sys.executable, "-m", "hexring.cluster", "run", str(tmp_path / "no.toml")]
    ended = subprocess.run(
        [*command, "--store", str(tmp_path / "s"), "--address", "local"],
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 2
    assert "no.toml" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("size", [1, 7])
def test_a_batch_has_all_its_tasks(size):
    batches = Batches([str(number) for number in range(size)])
    taken = []
    while batches:
        taken += batches.take(3)
    assert taken == [str(number) for number in range(size)]
