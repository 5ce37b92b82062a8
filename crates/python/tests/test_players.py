"""Players, own players, tables, matches."""

import signal
import sys
import threading
import time

import hexring
import numpy as np
import pytest
from hexring import Error, Game, Player, Table


class Corner:
    """Plays the first legal cell."""

    def __init__(self, seed=0):
        self.seed = seed

    def choose(self, game):
        return game.legal_moves[0]


class Broken:
    def __init__(self, seed=0):
        pass

    def choose(self, game):
        raise RuntimeError("I am broken")


class Cheat(Corner):
    def choose(self, game):
        return "a1"


def test_a_player_chooses_with_maps():
    game = Game("5x5")
    choice = Player("mcts:playouts=300", seed=1).choose(game)
    assert choice.move in game.legal_moves
    assert 0 <= choice.value <= 1
    assert choice.work == (300, "playouts")
    assert choice.maps
    for name, scores in choice.maps.items():
        assert scores.shape == (5, 5)
        assert scores.dtype == np.float64
        assert choice.better[name] in ("higher", "lower")
    again = Player("mcts:playouts=300", seed=1).choose(game)
    assert (again.move, again.value) == (choice.move, choice.value)


def test_all_players_are_listed_with_their_options():
    listed = {player["name"]: player for player in hexring.players()}
    assert {"mcts", "random", "neural", "solver", "level"} <= set(listed)
    assert any(option["name"] == "playouts" for option in listed["mcts"]["options"])


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("rnadom", 'did you mean "random"'),
        ("mcts:playout=3", 'no option "playout", did you mean "playouts"'),
        ("mcts:playouts=many", "bad value mcts:playouts=many"),
        ("human", "a human cannot take part"),
        ("neural:weights=/nowhere", "nowhere|no option"),
    ],
)
def test_bad_players_are_named(spec, words):
    with pytest.raises(Error, match=words):
        Player(spec)


def test_nobody_chooses_when_the_game_is_over_or_a_coin_is_due():
    with pytest.raises(Error, match="nobody is to move: red wins"):
        Player("random").choose(Game("1x1", moves="a1"))
    with pytest.raises(Error, match="a coin flip is due"):
        Player("random").choose(Game("3x3", turns="random"))
    with pytest.raises(Error, match="mirror cannot play"):
        Player("mirror").choose(Game("4x3"))


def test_a_table_is_that_of_the_terminal():
    def moves(seed):
        table = Table(Game("torus:4x4", turns="random"), "random", "mcts:playouts=50", seed=seed)
        table.run()
        assert table.turn is None
        return table.game.moves

    assert moves(7) == moves(7)
    assert moves(7) != moves(8)


def test_people_and_players_at_one_table():
    table = Table(Game("4x4"), red=None, blue="random", seed=2)
    assert (table.turn, table.seat) == ("person", "red")
    table.play("b2")
    with pytest.raises(Error, match="it is the turn of random"):
        table.play("c3")
    assert table.step().move == table.game.moves[-1][1]
    table.undo()
    assert table.game.moves == []
    table.redo()
    assert len(table.game.moves) == 2
    table.resign()
    assert table.winner == "blue"
    assert table.record.players == ("human", "random")


def test_a_python_class_is_a_player():
    table = Table(Game("4x4"), Corner, Corner(), seed=1)
    table.run()
    assert [move for _, move in table.game.moves[:3]] == ["a1", "b1", "c1"]
    match = hexring.match(Corner, "random", "4x4", games=20, opening="2", threads=2)
    assert match.players == ("Corner", "random")
    assert match.won + match.lost + match.repeated == 20
    assert len(match.games) == 20
    hexring.register("corner", Corner)
    assert "corner" in {player["name"] for player in hexring.players()}
    assert Player("corner").choose(Game("3x3")).move == "a1"
    with pytest.raises(Error, match='there is a player "corner" already'):
        hexring.register("corner", Corner)


def test_a_python_player_may_swap_and_answer_with_a_choice():
    class Swapper:
        def choose(self, game):
            return "swap" if game.is_legal("swap") else Player("random").choose(game)

    table = Table(Game("4x4", swap="pieces"), "random", Swapper(), seed=1)
    table.step()
    table.step()
    assert table.game.moves[1] == ("blue", "swap")


def test_exceptions_of_own_players_are_raised():
    with pytest.raises(RuntimeError, match="I am broken"):
        hexring.match(Broken, "random", "4x4", games=10, opening="empty")
    table = Table(Game("4x4"), Broken(), "random")
    with pytest.raises(RuntimeError, match="I am broken"):
        table.run()
    assert table.game.moves == []
    assert table.turn == "player"
    with pytest.raises(Error, match="a1 is occupied"):
        hexring.match(Cheat, "random", "4x4", games=4, opening="empty")
    with pytest.raises(Error, match=r"no method choose\(game\)"):
        Table(Game("3x3"), lambda seed: object(), "random")
    with pytest.raises(TypeError):
        Table(Game("3x3"), 5, "random")


def test_engines_take_part(tmp_path):
    engine = tmp_path / "engine.py"
    engine.write_text(
        """
import sys
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "list_commands":
        print("= name\\nversion\\nboardsize\\nplay\\ngenmove\\nquit\\n", flush=True)
    elif words[0] == "genmove":
        print("= resign\\n", flush=True)
    else:
        print("= \\n", flush=True)
"""
    )
    table = Table(Game("3x3"), f'htp:"{sys.executable} {engine}"', "random")
    table.run()
    assert table.winner == "blue"
    assert "resigned" in table.game.ending


@pytest.fixture
def ctrl_c():
    """Python hears Ctrl-C, also where whoever started the tests has had it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_a_long_call():
    timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
    started = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        Player("mcts:playouts=1000000000").choose(Game("13x13"))
    assert time.monotonic() - started < 30
    # The player is well, and chooses again.
    with pytest.raises(KeyboardInterrupt):
        threading.Timer(0.5, signal.raise_signal, [signal.SIGINT]).start()
        hexring.match("mcts:playouts=10000000", "random", "13x13", games=2, opening="empty")


def test_other_threads_run_meanwhile():
    ticks = []

    def count():
        for _ in range(5):
            ticks.append(time.monotonic())
            time.sleep(0.05)

    thread = threading.Thread(target=count)
    thread.start()
    Player("mcts:time=1s").choose(Game("9x9"))
    assert len(ticks) == 5
    thread.join()


def test_progress_is_told():
    heard = []
    match = hexring.match(
        "mcts:playouts=2000",
        "random",
        "7x7",
        games=10,
        opening="1",
        progress=lambda done, total: heard.append((done, total)),
    )
    assert heard[-1] == (10, 10)
    assert match.won >= 8

    def fail(done, total):
        raise LookupError("not now")

    with pytest.raises(LookupError, match="not now"):
        hexring.match("mcts:playouts=100000", "random", "7x7", games=10, progress=fail)
