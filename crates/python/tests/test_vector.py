"""Many games at once: against `Table` and `Game`, and against bad input."""

import numpy as np
import pytest
from hexring import Error, Game, Table, VectorGames
from rule_sets import ALL


class Mirror:
    """One of the games, played again at a table with its seed."""

    def __init__(self, vector, place):
        self.vector, self.place = vector, place
        self.begin()

    def begin(self):
        seed = self.vector.seed_of(self.place)
        self.table = Table(Game(self.vector.rules), seed=seed)

    def check(self):
        vector, place, game = self.vector, self.place, self.table.game
        assert (vector.observations[place] == game.observation).all()
        assert (vector.masks[place] == game.mask).all()
        assert ("red", "blue")[vector.colors[place]] == game.to_move
        assert ("red", "blue")[vector.players[place]] == self.table.seat

    def play(self, action):
        self.table.play(action)
        winner = self.table.winner
        over = self.table.turn is None
        rewards = [0, 0] if winner is None else [1, -1] if winner == "red" else [-1, 1]
        assert bool(self.vector.ends[self.place]) == over
        assert self.vector.rewards[self.place].tolist() == rewards
        if over:
            self.begin()


@pytest.mark.parametrize("rules", ALL)
def test_every_game_is_one_at_a_table(rules):
    vector = VectorGames(rules, 70, seed=5, threads=2)
    mirrors = [Mirror(vector, place) for place in range(0, 70, 7)]
    ends = 0
    for _ in range(150):
        for mirror in mirrors:
            mirror.check()
        actions = vector.random_actions()
        vector.step(actions)
        ends += int(vector.ends.sum())
        for mirror in mirrors:
            mirror.play(int(actions[mirror.place]))
    assert ends > 0


def test_arrays_stay_where_they_are_and_threads_do_not_matter():
    one = VectorGames("torus:5x5 turns=random", 256, seed=9, threads=1)
    two = VectorGames("torus:5x5 turns=random", 256, seed=9, threads=2)
    arrays = [one.observations, one.masks, one.rewards, one.ends, one.players, one.colors]
    for _ in range(100):
        actions = one.random_actions()
        assert (actions == two.random_actions()).all()
        told = one.step(actions)
        two.step(actions)
        assert told[0] is arrays[0] or np.shares_memory(told[0], arrays[0])
        for own, other in zip(arrays[:2], (two.observations, two.masks), strict=True):
            assert (own == other).all()
        assert (one.rewards == two.rewards).all()
    assert np.shares_memory(one.masks, arrays[1])


def test_random_actions_are_uniform():
    vector = VectorGames("3x3", 9000, seed=4)
    counts = np.bincount(vector.random_actions(), minlength=9)
    assert (abs(counts - 1000) < 200).all()


def test_reset_begins_anew():
    vector = VectorGames("5x5", 10)
    vector.step(vector.random_actions())
    assert vector.observations[:, :2].any()
    observations, rewards, ends, masks = vector.reset()
    assert not observations.any()
    assert not rewards.any()
    assert not ends.any()
    assert masks.all()


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (np.zeros(3, np.float32), "dtype float32, expected int64 or int32"),
        (np.zeros(3, np.uint8), "dtype uint8"),
        (np.zeros(4, np.int64), r"shape \[4\], expected an array of 3 whole numbers"),
        (np.zeros((3, 1), np.int64), r"shape \[3, 1\]"),
        ([0, 0, 0], "actions are list"),
        (None, "actions are NoneType"),
        (np.array([1, 2, 9]), "game 2: action 9 is out of range, expected 0 to 8"),
        (np.array([1, -5, 2]), "game 1: action -5 is out of range"),
        (np.array([1, 0, 1]), "game 1: a1 is occupied by red"),
        (np.array([2**40, 1, 1]), "game 0: action 1099511627776 is out of range"),
    ],
)
def test_bad_actions_are_named_and_nothing_is_played(actions, words):
    vector = VectorGames("3x3", 3)
    vector.step(np.zeros(3, np.int64))
    before = vector.observations.copy()
    with pytest.raises(Error, match=words):
        vector.step(actions)
    assert (vector.observations == before).all()


def test_scribbling_into_the_arrays_does_no_harm():
    vector = VectorGames("4x4", 64, threads=1)
    for _ in range(30):
        vector.masks[:] = True
        vector.observations[:] = 7
        vector.step(vector.random_actions())
    with pytest.raises(Error, match="occupied"):
        vector.masks[:] = True
        taken = [int(np.flatnonzero(Game("4x4").mask)[0])] * 64
        vector.reset()
        vector.step(np.array(taken))
        vector.step(np.array(taken))
    vector.reset()
    vector.observations.setflags(write=False)
    with pytest.raises(Error, match="writ"):
        vector.step(vector.random_actions())


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: VectorGames("3x3", 0), "0 games are out of range"),
        (lambda: VectorGames("3x3", 8, threads=0), "0 threads"),
        (lambda: VectorGames("3x3", 8, swaps="none"), 'unknown rule "swaps"'),
        (lambda: VectorGames("3x3", 8).seed_of(8), "there is no game 8"),
        (
            lambda: VectorGames("1x1 seasons=2 years=12/12 no-move=discard", 4),
            "over before the first move",
        ),
    ],
)
def test_bad_vectors_are_named(call, words):
    with pytest.raises(Error, match=words):
        call()


def test_int32_and_strided_actions_are_read():
    vector = VectorGames("5x5", 6)
    vector.step(np.arange(6, dtype=np.int32))
    vector.step(np.arange(12, 24, dtype=np.int64)[::2])
    assert vector.observations[5, 0].ravel()[5] == 1
    assert vector.observations[5, 1].ravel()[22] == 1
