"""Results as Arrow tables, and the same games as the command line's."""

import hexring
import pandas
import polars
import pyarrow
import pytest
from hexring import Error

EXPERIMENT = """
title = "a small one"
seed = 3

[[part]]
name = "games"
kind = "round-robin"
players = ["random", "random-spot:fills=20"]
board = "cylinder:3x3"
rounds = 5

[[part]]
name = "looks"
kind = "openings"
players = ["random-spot:fills=20"]
board = "3x3"
samples = 2
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(EXPERIMENT)
    return path


def test_frames_go_to_pandas_polars_and_pyarrow():
    match = hexring.match("random", "random", "torus:3x3", games=10, turns="random")
    frame = match.games
    table = pyarrow.table(frame)
    assert table.num_rows == len(frame) == 10
    assert table.column_names == frame.columns
    assert str(table.schema.field("finished").type) == "timestamp[ms, tz=UTC]"
    assert set(frame["topology"]) == {"torus"}
    assert polars.DataFrame(frame)["plies"].sum() == sum(frame["plies"])
    tidy = pandas.DataFrame.from_arrow(frame)
    assert len(tidy) == 10
    assert tidy.groupby("winner").size().sum() == 10
    assert frame.to_dict()["red"] == frame["red"]
    with pytest.raises(KeyError, match='no column "rde"'):
        frame["rde"]


def test_the_arrays_are_not_copied():
    frame = hexring.match("random", "random", "3x3", games=4).games
    one, other = (pyarrow.table(frame)["plies"].chunk(0).buffers()[1] for _ in range(2))
    assert one.address == other.address


def test_a_match_has_its_statistics(tmp_path):
    store = tmp_path / "match.sqlite"
    players = ("mcts:playouts=200", "random", "5x5")
    match = hexring.match(*players, games=40, opening="1", store=store)
    assert match.won > 35
    assert match.share == match.won / (match.won + match.lost)
    assert match.interval[0] < match.share <= match.interval[1]
    assert match.faults == []
    # Everything is in the store, so nothing is played again.
    again = hexring.match(*players, games=40, opening="1", store=store)
    assert again.games["moves"] == match.games["moves"]
    assert again.games["finished"] == match.games["finished"]
    test = hexring.match(*players, games=400, opening="1", sprt=(0, 100))
    assert test.decision == "H1"
    assert len(test.games) < 400


def test_games_on_a_clock_say_so():
    match = hexring.match("mcts:time=60s", "random", "4x4", games=2, opening="1", clock="10s+1s")
    assert match.games["clock"] == ["10s+1s"] * 2
    assert set(match.games["decided_by"]) == {"board"}
    assert all(move.split()[0] in ("red", "blue") for move in match.games["moves"][0])
    judged = hexring.match(
        "random", "random", "4x4", games=4, opening="1", adjudicate="solver:positions=1000000"
    )
    assert set(judged.games["decided_by"]) == {"solver"}


def test_a_tournament_is_tidy():
    players = ["random", "random-spot:fills=50", "mcts:playouts=50"]
    tournament = hexring.tournament(players, "4x4", rounds=3)
    assert len(tournament.games) == 18
    assert len(tournament.pairings) == 3
    ratings = dict(zip(tournament.ratings["player"], tournament.ratings["points"], strict=True))
    assert ratings["mcts:playouts=50"] > ratings["random"]
    anchored = hexring.tournament(players, "4x4", rounds=1, anchor="random=1500")
    assert anchored.ratings["points"][0] == 1500


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: hexring.match("random", "random", games=3), "3 games cannot be played in pairs"),
        (lambda: hexring.match("random", "mirror", "4x3"), "mirror cannot play"),
        (lambda: hexring.match("random", "random", opening="good"), 'bad opening "good"'),
        (lambda: hexring.match("random", "random", "3x3", opening="9"), "too many for plane:3x3"),
        (lambda: hexring.tournament(["random"]), "two or more players"),
        (lambda: hexring.experiment("/nowhere.toml"), "nowhere"),
    ],
)
def test_bad_matches_are_named(call, words):
    with pytest.raises(Error, match=words):
        call()


def test_an_experiment_runs_and_reports(file, tmp_path):
    report = hexring.experiment(file, store=tmp_path / "small.sqlite")
    assert len(report.games) == 10
    assert {"small.html", "small.md"} <= set(report.files)
    report.save(tmp_path / "report")
    assert "a small one" in (tmp_path / "report" / "small.md").read_text()


def test_an_experiment_that_was_stopped_runs_again(file):
    file.write_text(EXPERIMENT.replace("fills=20", "fills=200000", 1))
    experiment = hexring.Experiment(file)

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hexring.experiment(experiment, progress=stop)
    assert len(hexring.experiment(experiment).games) == 10


def test_a_bad_experiment_has_its_line(file):
    file.write_text(EXPERIMENT.replace('"random", ', '"rnadom", '))
    with pytest.raises(Error, match=r"line 8.*did you mean"):
        hexring.Experiment(file)


def test_batches_make_the_same_store(file, tmp_path):
    import pickle

    experiment = hexring.Experiment(file)
    copy = pickle.loads(pickle.dumps(experiment))
    assert len(copy) == len(experiment) == 12
    whole = hexring.experiment(file, store=tmp_path / "whole.sqlite")
    with hexring.Store(tmp_path / "parts.sqlite") as store:
        missing = store.missing(experiment)
        assert len(missing) == 12
        assert store.save(copy.perform(missing[:5])) == 5
        assert store.save(copy.perform(missing[3:])) == 9
        assert store.missing(experiment) == []
        with pytest.raises(Error, match="in use"):
            hexring.Store(tmp_path / "parts.sqlite")
        assert store.games["moves"] == whole.games["moves"]
        assert store.games["key"] == whole.games["key"]
        with pytest.raises(Error, match="no results of tasks"):
            store.save(b"{")
    with pytest.raises(Error, match="the store is closed"):
        store.missing(experiment)
    with pytest.raises(Error, match='there is no task "x"'):
        experiment.perform(["x"])
