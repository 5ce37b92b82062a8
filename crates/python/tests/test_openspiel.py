"""OpenSpiel's own test of games, and its algorithms on ours."""

import numpy as np
import pytest
from rule_sets import ALL

pyspiel = pytest.importorskip("pyspiel")
import hexring.envs.openspiel  # noqa: E402


def load(rules):
    board, *words = rules.split()
    parameters = {"board": board, **dict(word.split("=", 1) for word in words)}
    if "no-move" in parameters:
        parameters["no_move"] = parameters.pop("no-move")
    name = "hexring_random_turns" if parameters.pop("turns", "") == "random" else "hexring"
    return pyspiel.load_game(name, parameters)


@pytest.mark.parametrize("rules", ALL)
def test_random_simulations(rules):
    pyspiel.random_sim_test(load(rules), num_sims=3, serialize=False, verbose=False)


def test_parameters_may_be_written_in_the_name():
    game = pyspiel.load_game("hexring(board=cylinder:3x4,first=blue)")
    state = game.new_initial_state()
    assert state.current_player() == 1
    assert state.action_to_string(1, 11) == "c4"


def test_minimax_finds_what_the_solver_finds():
    from open_spiel.python.algorithms import minimax

    for rules, winner in [("plane:2x2", 0), ("plane:2x3", 0), ("cylinder:2x3", 0)]:
        game = load(rules)
        value, _ = minimax.alpha_beta_search(game)
        solved = hexring.solve(hexring.Game(rules)).winner
        assert value == (1.0 if solved == ("red", "blue")[winner] else -1.0), rules


def test_observers_see_the_planes():
    from open_spiel.python.observation import make_observation

    game = load("torus:3x3")
    state = game.new_initial_state()
    state.apply_action(4)
    observation = make_observation(game)
    observation.set_from(state, 0)
    planes = np.asarray(observation.tensor).reshape(3, 3, 3)
    assert planes[0, 1, 1] == 1
    assert planes[2].all()
