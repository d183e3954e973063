"""The options of a match are checked before it is created."""

from dataclasses import replace

import pytest

from ludoteka.core.game import Option
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.games import games
from ludoteka.surfaces.texts import texts_in

LIDS = Option("lids", Message("Lids"), ((1, Message("one")), (2, Message("two"))))
LIGHT = Option("light", Message("Light"), ((False, Message("off")), (True, Message("on"))))
GAME = replace(games()["cups"], options=(LIDS, LIGHT))


@pytest.mark.parametrize(
    ("given", "checked"),
    [
        ({}, {"lids": 1, "light": False}),
        ({"lids": 2}, {"lids": 2, "light": False}),
        ({"light": True, "lids": 1}, {"lids": 1, "light": True}),
    ],
)
def test_missing_options_have_their_defaults(given, checked):
    assert GAME.check_options(given) == checked
    assert Match(GAME, given).options == checked


def test_a_match_without_options_has_the_defaults():
    assert Match(GAME).options == {"lids": 1, "light": False}


@pytest.mark.parametrize(
    "given",
    [
        {"lid": 1},
        {"lids": 3},
        {"lids": "1"},
        {"lids": 1.0},
        {"lids": True},  # equal to 1, but not a number of lids
        {"light": 0},
        {"lids": None},
        {"lids": [1]},
        {"lids": {}},
        {1: 1},
        [("lids", 1)],
        "lids",
        7,
    ],
)
def test_bad_options_are_refused(given):
    with pytest.raises(Refused) as refused:
        GAME.check_options(given)
    assert refused.value.code == "bad-option"


def test_a_game_without_options_accepts_none():
    assert games()["cups"].check_options({}) == {}
    with pytest.raises(Refused, match="bad-option"):
        games()["cups"].check_options({"lids": 1})


@pytest.mark.parametrize(
    ("game", "given", "said"),
    [
        (GAME, {"lids": 3}, "The option lids can't have this value. Its values are: 1, 2."),
        (GAME, {"light": "on"}, "The option light can't have this value. Its values are: false, true."),
        (GAME, {"lid": 1}, "There is no option lid. The options are: lids, light."),
        (games()["cups"], {"lids": 1}, "There is no option lids: this game has none."),
    ],
)
def test_a_refusal_says_what_is_possible_instead(game, given, said):
    with pytest.raises(Refused) as refused:
        game.check_options(given)
    assert texts_in("en").say(refused.value.message) == said


def test_a_refusal_does_not_repeat_a_long_name_in_full():
    with pytest.raises(Refused) as refused:
        GAME.check_options({"x" * 1000: 1})
    assert len(refused.value.message.values["name"]) == 40
