"""Solver, proofs, strategies, playouts, network."""

from pathlib import Path

import hexring
import numpy as np
import pytest
from hexring import Error, Game


def test_solutions_and_proofs():
    solution = hexring.solve(Game("4x4"), all_moves=True, proof=True)
    assert solution.winner == "red"
    # The short diagonal, as docs/tables has it.
    assert sorted(solution.winning_moves) == ["a4", "b3", "c2", "d1"]
    checked = hexring.check(solution.proof)
    assert checked.winner == "red"
    assert "red wins plane:4x4" in checked.claim
    with pytest.raises(Error):
        hexring.check(solution.proof.replace('"winner":"red"', '"winner":"blue"'))
    with pytest.raises(Error):
        hexring.check("no proof")


def test_random_turns_have_exact_chances():
    chances = hexring.solve(Game("2x2", turns="random"))
    assert (chances.red, chances.wins / chances.of) == (0.5, 0.5)
    with pytest.raises(Error, match="a win probability has no proof"):
        hexring.solve(Game("2x2", turns="random"), proof=True)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Game("1x1", moves="a1"), "the game is over"),
        (Game("3x3", swap="pieces"), "swap=pieces is not solved"),
        (Game("20x20"), "board plane:20x20 has 400 cells"),
    ],
)
def test_what_cannot_be_solved_is_named(game, words):
    with pytest.raises(Error, match=words):
        hexring.solve(game)


def test_strategies_are_verified():
    assert hexring.verify("three-rings", Game("cylinder:3x4", first="blue")).wins
    failed = hexring.verify("random", Game("3x3"), color="blue")
    assert not failed.wins
    assert failed.line.winner == "red"
    assert failed.how == "loses"


def test_playouts_count():
    game = Game("5x5")
    tally = hexring.playouts(game, 20_480, seed=3)
    assert tally.playouts == 20_480
    assert tally.red.shape == (5, 5)
    assert tally.red.dtype == np.uint64
    assert tally.win_rate("red") == tally.red_wins / 20_480
    # Red is first of 25 cells, so it gets 13 of them.
    assert tally.red.sum() == 13 * 20_480
    again = hexring.playouts(game, 20_480, seed=3, threads=1)
    assert (again.red == tally.red).all()
    pivotal = hexring.playouts(game, 5_120, detail="pivotal")
    assert pivotal.pivotal[2, 2] > pivotal.pivotal[0, 0]
    with pytest.raises(Error, match="cells were not counted"):
        _ = hexring.playouts(game, 512, detail="wins").red
    with pytest.raises(Error, match='unknown kind "all"'):
        hexring.playouts(game, 512, kind="all")


def test_the_network_judges_batches():
    network = hexring.Network()
    games = [Game("5x5"), Game("5x5", moves="c3"), Game("5x5", moves="a1")]
    policy, value = network.evaluate(games)
    assert policy.shape == (3, 5, 5)
    assert policy.dtype == np.float32
    assert value.shape == (3,)
    assert value[0] > 0.9
    assert value[1] < value[2]
    alone, _ = network.evaluate(games[1:2])
    np.testing.assert_allclose(alone[0], policy[1], rtol=1e-4, atol=1e-4)
    assert network.trained_on
    with pytest.raises(Error, match="expected one board"):
        network.evaluate([Game("5x5"), Game("6x6")])
    with pytest.raises(Error, match="no games"):
        network.evaluate([])
    with pytest.raises(Error, match="nobody is to move"):
        network.evaluate([Game("1x1", moves="a1")])
    with pytest.raises(Error, match="nowhere"):
        hexring.Network("/nowhere")


def test_games_with_seasons_have_a_network_of_their_own():
    seasons = Game("3x3 seasons=123/231/312 years=123/312")
    usual = hexring.Network(Path(__file__).parents[3] / "networks" / "hexring-3.safetensors")
    known = hexring.Network()
    (_, value), (_, other) = (network.evaluate([seasons]) for network in (known, usual))
    assert 0 < value[0] < 1
    assert abs(value[0] - other[0]) > 1e-3
    with pytest.raises(Error, match="with seasons and without"):
        known.evaluate([seasons, Game("3x3")])
