"""The environments under the tests of those who define them."""

import io
import warnings
from contextlib import redirect_stdout

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hexring import Error, Player
from hexring.envs.aec import HexAEC
from hexring.envs.gym import HexEnv
from pettingzoo.test import api_test, seed_test
from rule_sets import ALL


@pytest.mark.parametrize("rules", ALL)
def test_pettingzoo(rules):
    with redirect_stdout(io.StringIO()):
        api_test(HexAEC(rules), num_cycles=100, verbose_progress=False)


def test_pettingzoo_repeats_itself_from_a_seed():
    with redirect_stdout(io.StringIO()):
        seed_test(lambda: HexAEC("torus:3x3 turns=random"), num_cycles=50)


def test_both_agents_get_what_they_have_won():
    env = HexAEC("1x2")
    env.reset(seed=1)
    env.step(0)
    env.step(1)
    # A board of one column: Red needs both cells, Blue any.
    assert env.rewards == {"player_0": -1.0, "player_1": 1.0}
    assert all(env.terminations.values())


def test_an_illegal_action_is_refused():
    env = HexAEC("3x3")
    env.reset(seed=1)
    env.step(4)
    with pytest.raises(Error, match="b2 is occupied by red"):
        env.step(4)
    with pytest.raises(ValueError, match="expected an action, not None"):
        env.step(None)
    env.step(0)
    assert env.agent_selection == "player_0"


@pytest.mark.parametrize("rules", [rules for rules in ALL if rules != "plane:1x1"])
@pytest.mark.parametrize("color", ["red", "random"])
def test_gymnasium(rules, color):
    with warnings.catch_warnings():
        # It dislikes environments without a spec.
        warnings.simplefilter("ignore")
        check_env(HexEnv(rules, color=color, illegal="lose"), skip_render_check=True)


def test_an_agent_plays_against_any_player():
    class Last:
        def choose(self, game):
            return game.legal_moves[-1]

    for opponent in ["random", "mcts:playouts=20", Last()]:
        env = HexEnv("4x4", opponent=opponent, color="blue", render_mode="ansi")
        observation, info = env.reset(seed=3)
        assert info["seat"] == "blue"
        assert observation["observation"][0].sum() == 1
        over = False
        while not over:
            legal = np.flatnonzero(observation["action_mask"])
            observation, reward, over, _, _ = env.step(int(legal[0]))
        assert reward in (-1.0, 1.0)
        assert "a b c d" in env.render()
        with pytest.raises(Error, match="expected reset"):
            env.step(0)


def test_a_strong_agent_wins():
    env = HexEnv("5x5", opponent="random")
    env.reset(seed=1)
    player, over = Player("mcts:playouts=300"), False
    while not over:
        game = env._table.game
        _, reward, over, _, _ = env.step(game.action(player.choose(game).move))
    assert reward == 1.0


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: HexEnv("3x3", color="green"), 'unknown colour "green"'),
        (lambda: HexEnv("3x3", illegal="fine"), 'unknown illegal="fine"'),
        (lambda: HexEnv("3x3", opponent="rnadom").reset(), 'did you mean "random"'),
        (lambda: HexEnv("1x1", color="blue").reset(), "the agent never moves"),
        (lambda: HexEnv("3x3").step(0), "expected reset"),
        (lambda: HexAEC("3x3", frist="red"), 'unknown rule "frist"'),
    ],
)
def test_bad_environments_are_named(call, words):
    with pytest.raises(Error, match=words):
        call()
