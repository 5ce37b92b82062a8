"""Games, records, pictures."""

import copy
import pickle
import re

import hexring
import numpy as np
import pytest
from hexring import Error, Game, Record
from rule_sets import ALL


def random_game(rules, seed):
    """A game that was played to its end by random moves."""
    table = hexring.Table(Game(rules), "random", "random", seed=seed)
    table.run()
    return table.game


def test_a_ring_wins():
    game = Game("cylinder:5x8", first="blue")
    for move in ["a4", "a1", "b4", "b1", "c4", "c1", "d4", "d1"]:
        game.play(move)
    assert game.winner is None
    assert game.to_move == "blue"
    game.play("e4")
    assert game.winner == "blue"
    assert game.is_over
    assert game.legal_moves == []
    assert game.certificate.color == "blue"
    assert sorted(game.certificate.cells) == ["a4", "b4", "c4", "d4", "e4"]
    assert abs(game.certificate.winding[0]) == 1
    assert game.undo() == "e4"
    assert game.winner is None


def test_actions_are_moves():
    game = Game("4x3", swap="sides")
    assert game.actions == 13
    assert [game.move(game.action(move)) for move in ("a1", "d3", "swap")] == ["a1", "d3", "swap"]
    game.play(5)
    assert game.moves == [("red", "b2")]
    game.play(12)
    assert game.sides_swapped
    assert game.stones[1, 1] == 1


@pytest.mark.parametrize("rules", ALL)
def test_masks_and_observations_say_what_the_game_says(rules):
    game = Game(rules)
    final = random_game(rules, 3)
    for color, move in final.moves:
        if game.coin_due:
            game.toss(color)
        legal = [name for name in game.legal_moves if name != "pass"]
        assert [game.move(int(a)) for a in np.flatnonzero(game.mask)] == legal
        planes = dict(zip(game.planes, game.observation, strict=True))
        assert (planes["red"] == (game.stones == 1)).all()
        assert (planes["blue"] == (game.stones == 2)).all()
        assert planes["blue to move"].all() == (game.to_move == "blue")
        if "red season" in planes:
            season = planes[f"season {game.season('red')}"]
            assert (planes["red season"] == season).all()
        game.play(move)
    assert not game.mask.any()
    assert game.winner == final.winner


@pytest.mark.parametrize("rules", ALL)
def test_games_survive_copies_pickles_and_records(rules):
    game = random_game(rules, 5)
    assert copy.deepcopy(game) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert Record(game.record.write("sgf")).game == game
    assert Record(game.record.write("json")).game == game
    assert game.record == Record(game.record.write("json"))


def test_records_of_other_formats():
    record = Record("(;GM[11]SZ[3];B[b1];W[a2];B[b2];W[c2];B[a3])")
    assert record.rules == "plane:3x3"
    assert record.write("moves") == "plane:3x3\nb1 a2 b2 c2 a3\n"
    assert record.game.winner == "red"
    assert Record(record.write("hexworld")).game == record.game
    with pytest.raises(Error, match='unknown format "pgn"'):
        record.write("pgn")


def test_pictures_show_scores_labels_and_rings():
    game = Game("cylinder:3x2", first="blue", moves="a1 a2 b1 b2 c1")
    assert "blue" in game._repr_svg_() and "<svg" in game.svg(layout="annulus")
    heat = game.svg(scores=np.linspace(0, 1, 6).reshape(2, 3), labels={"a1": "here"}, title="T")
    assert "here" in heat and "T" in heat
    assert "@" in str(game)
    assert "50" in Game("3x1").text(scores=[[0.0, 0.5, 1.0]])
    with pytest.raises(Error, match=r"scores have shape \[3, 2\], expected \[2, 3\]"):
        game.svg(scores=np.zeros((3, 2)))
    with pytest.raises(Error, match="layout annulus needs a cylinder"):
        Game("3x3").svg(layout="annulus")


def test_positions_without_an_order():
    game = Game("5x5", red="a1 b2", blue="c3", to_move="blue")
    assert game.to_move == "blue"
    assert (game.stones > 0).sum() == 3
    with pytest.raises(Error, match="b2"):
        Game("5x5", red="b2", blue="b2")


def test_seasons_are_drawn_from_the_seed():
    drawn = hexring.rules("torus:4x4", seasons=3, seed=7)
    assert drawn == hexring.rules("torus:4x4", seasons=3, seed=7)
    assert drawn != hexring.rules("torus:4x4", seasons=3, seed=8)
    assert drawn.endswith("years=123/312")
    assert hexring.rules("2x2", seasons="12/21", years="12/21", no_move="discard").endswith(
        "seasons=12/21 years=12/21 no-move=discard"
    )


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Game("11xx11"), 'bad board "11xx11"'),
        (lambda: Game("99x99"), "board size 99x99 is out of range"),
        (lambda: Game("3x3", colour="red"), 'unknown rule "colour"'),
        (lambda: Game("3x3", first="green"), 'unknown colour "green"'),
        (lambda: Game("3x3 first=red", first="red"), 'rule "first" is given twice'),
        (lambda: Game("3x3", seasons=12), "12 seasons are out of range"),
        (lambda: Game("cylinder:3x3", swap="pieces"), "swap=pieces needs a square"),
        (lambda: Game("3x3").play("z9"), "z9 is not on the board"),
        (lambda: Game("3x3", moves="a1").play("a1"), "a1 is occupied by red"),
        (lambda: Game("3x3").play(9), "action 9 is out of range: expected 0 to 8"),
        (lambda: Game("3x3").play(-1), "action -1 is out of range"),
        (lambda: Game("3x3").play(1.5), r"bad move 1\.5: expected a cell"),
        (lambda: Game("3x3").play(None), "bad move None"),
        (lambda: Game("1x1", moves="a1").play("a1"), "the game is over"),
        (lambda: Game("3x3", turns="random").play("a1"), "a coin flip decides first"),
        (lambda: Game("3x3").toss("red"), "players alternate"),
        (lambda: Record("no such thing"), "no"),
        (lambda: Game("3x3").action("swap"), "swap is no action"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(Error, match=words) as caught:
        call()
    assert isinstance(caught.value, ValueError)
    assert "\n" not in str(caught.value)


def test_a_refused_move_changes_nothing():
    game = Game("3x3", moves="a1 b2")
    before = game.copy()
    with pytest.raises(Error):
        game.play("a1")
    assert game == before


def test_text_and_repr():
    game = Game("3x3", moves="b2")
    assert re.search(r"b2", repr(game))
    assert eval(repr(game), {"Game": Game}) == game
