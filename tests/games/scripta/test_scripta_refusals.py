"""Refusals in XII Scripta: every code, its clause, and the places it concerns."""

import pytest
from boards.scripta import GAME, at, match, refusal

from ludoteka.core.match import Match
from ludoteka.core.message import Refused

MIDDLE = at("10,20", "4*2,12*2,13", "234")
CAUGHT = at("10,20", "4*2,12*2", "234", captured=(1, 0))
REFUSALS = [
    (at(), "in/3", "roll-first", ()),
    (at("10"), "10/12", "roll-first", ()),
    (at("10"), "pass", "roll-first", ()),
    (MIDDLE, "r123", "not-your-turn", ()),
    (MIDDLE, "in/5", "no-such-die", ("5",)),
    (MIDDLE, "in/17", "no-such-die", ("17",)),
    (MIDDLE, "10/15", "no-such-die", ("10", "15")),
    (MIDDLE, "10/10", "no-such-die", ("10", "10")),
    (MIDDLE, "10/8", "no-such-die", ("10", "8")),
    (MIDDLE, "10/30", "no-such-die", ("10", "30")),
    (at("10*15", dice="234"), "in/3", "nobody-to-enter", ("y-waiting",)),
    (CAUGHT, "10/13", "captured-first", ("y-captured",)),
    (CAUGHT, "20/off", "captured-first", ("y-captured",)),
    (MIDDLE, "11/14", "no-such-piece", ("11",)),
    (MIDDLE, "12/14", "no-such-piece", ("12",)),
    (MIDDLE, "33/off", "no-such-piece", ("33",)),
    (MIDDLE, "in/4", "point-held", ("4",)),
    (MIDDLE, "10/12", "point-held", ("12",)),
    (CAUGHT, "in/4", "point-held", ("4",)),
    (at("35*15", dice="2"), "35/37", "past-the-end", ("35",)),
    (at("35*15", dice="4"), "35/39", "past-the-end", ("35",)),
    (at("35*14", dice="2"), "35/off", "not-all-home", ("y-waiting",)),
    (at("7,30*2,35*12", dice="2"), "35/off", "not-all-home", ("7", "30")),
    (at("30*2,35*13", dice="6"), "30/off", "not-all-home", ("30",)),
    (at("34*15", dice="124"), "34/off", "not-exact", ("34",)),
]
GREEN = [
    (at("10*2", "7,31", "36", "g", off=(0, 13)), "7/10", "point-held", ("10",)),
    (at("10*2", "7,31", "36", "g", off=(0, 13)), "10/13", "no-such-piece", ("10",)),
    (at("10*2", "7,31", "36", "g", off=(0, 13)), "31/off", "not-all-home", ("7",)),
    (at("10*2", "7,31", "36", "g", (0, 1), (0, 12)), "7/13", "captured-first", ("g-captured",)),
    (at("10*2", "7,31", "36", "g", off=(0, 13)), "in/3", "nobody-to-enter", ("g-waiting",)),
]
CLAUSES = {
    "not-your-turn": "clauses 3, 4",
    "roll-first": "clause 3",
    "nobody-to-enter": "clause 5",
    "captured-first": "clause 6",
    "no-such-piece": "clause 7",
    "point-held": "clause 8",
    "past-the-end": "clause 10",
    "not-all-home": "clause 10",
    "not-exact": "clause 10",
    "no-such-die": "clause",
}


@pytest.mark.parametrize(("position", "action", "code", "places"), REFUSALS + GREEN)
def test_an_action_is_refused_with_its_reason(position, action, code, places):
    assert refusal(position, action) == (code, places)


@pytest.mark.parametrize(("position", "action", "code", "places"), REFUSALS)
def test_the_message_of_a_refusal_names_its_clause(position, action, code, places):
    with pytest.raises(Refused) as refused:
        match(position).check(action)
    assert CLAUSES[code] in refused.value.message.text


def test_with_the_option_must_move_passing_is_refused_while_a_die_can_be_used():
    assert refusal(MIDDLE, "pass", must_move=True) == ("must-move", ())


@pytest.mark.parametrize(
    ("position", "action", "first"),
    [
        (CAUGHT, "10/15", "no-such-die"),  # and captured-first
        (CAUGHT, "11/13", "captured-first"),  # and no-such-piece
        (at("10*15", "3*2", "2"), "in/3", "no-such-die"),  # and nobody-to-enter, and point-held
        (at("10*15", "2*2", "2"), "in/2", "nobody-to-enter"),  # and point-held
        (at("10", "13*2", "2"), "11/13", "no-such-piece"),  # and point-held
        (at("30,34*14", dice="1"), "34/off", "not-all-home"),  # and not-exact
    ],
)
def test_the_first_of_several_reasons_is_given(position, action, first):
    assert refusal(position, action)[0] == first


@pytest.mark.parametrize(
    "text",
    [
        *("", "in", "in/", "in/0", "in/03", "in/off", "in/3 ", " in/3", "IN/3", "in-3", "3", "3/3/3", "/3"),
        *(
            "0/3",
            "12/",
            "12/017",
            "12/117",
            "37/38",
            "99/off",
            "off/34",
            "12-17",
            "12\u221517",
            "\u0661/2",
            "1\u00b2/14",
        ),
        *("r", "r12", "r1234", "r117", "r120", "r321", "r131", "R123", "passe", "PASS", "pass pass", "resign", "yield"),
        *("9" * 1000, "1" * 1000 + "/2"),
    ],
)
def test_a_malformed_action_is_bad_text(text):
    assert refusal(MIDDLE, text) == ("bad-text", ())


def test_everything_is_refused_after_the_end():
    for text in ("in/3", "36/off", "pass", "r123", "nonsense"):
        assert refusal(at("-", "3", "26", off=(15, 0)), text)[0] == "game-over"


def test_a_refused_action_changes_nothing():
    played = match(MIDDLE)
    before = played.state.copy()
    with pytest.raises(Refused):
        played.play("10/12")
    assert (played.state, played.actions) == (before, [])


@pytest.mark.parametrize(
    ("position", "path", "code", "places"),
    [
        (MIDDLE, ("12",), "no-such-piece", ("12",)),
        (MIDDLE, ("12", "14"), "no-such-piece", ("12",)),
        (MIDDLE, ("10", "11"), "no-such-die", ("10", "11")),
        (MIDDLE, ("10", "12"), "point-held", ("12",)),
        (MIDDLE, ("10", "y-off"), "not-all-home", ("y-waiting", "10", "20")),
        (MIDDLE, ("y-waiting", "4"), "point-held", ("4",)),
        (MIDDLE, ("y-captured",), "nobody-to-enter", ("y-captured",)),
        (MIDDLE, ("y-captured", "2"), "nobody-to-enter", ("y-captured",)),
        (MIDDLE, ("g-waiting",), "bad-text", ()),
        (MIDDLE, ("10", "g-off"), "bad-text", ()),
        (MIDDLE, ("y-waiting", "y-off"), "bad-text", ()),
        (MIDDLE, ("10", "12", "14"), "bad-text", ()),
        (MIDDLE, (), "bad-text", ()),
        (MIDDLE, ("zz",), "bad-text", ()),
        (CAUGHT, ("10",), "captured-first", ("y-captured",)),
        (CAUGHT, ("y-waiting",), "captured-first", ("y-captured",)),
        (CAUGHT, ("y-waiting", "2"), "captured-first", ("y-captured",)),
        (at("10", "13*2,14*2", "34"), ("10",), "point-held", ("13",)),
        (at("36*15", dice="456"), ("36",), "past-the-end", ("36",)),
        (at("30,36*14", dice="1"), ("36",), "not-all-home", ("30",)),
        (at(), ("y-waiting",), "roll-first", ()),
        (at(), ("pass",), "roll-first", ()),
        (at("-", "3", off=(15, 0)), ("3",), "game-over", ()),
    ],
)
def test_picks_that_begin_no_legal_action_are_refused_with_a_reason(position, path, code, places):
    with pytest.raises(Refused) as refused:
        match(position).find(path)
    assert (refused.value.code, refused.value.places) == (code, places)


BAD_POSITIONS = {
    "nothing": "",
    "one side": "y:15/0/0:- y -",
    "sides swapped": "g:15/0/0:- y:15/0/0:- y -",
    "a third side to move": "y:15/0/0:- g:15/0/0:- b -",
    "no dice": "y:15/0/0:- g:15/0/0:- y",
    "four dice": "y:15/0/0:- g:15/0/0:- y 1234",
    "a die of seven": "y:15/0/0:- g:15/0/0:- y 127",
    "dice out of order": "y:15/0/0:- g:15/0/0:- y 21",
    "two spaces": "y:15/0/0:-  g:15/0/0:- y -",
    "a count missing": "y:15/0:- g:15/0/0:- y -",
    "a leading zero": "y:015/0/0:- g:15/0/0:- y -",
    "a man too many": "y:15/0/0:3 g:15/0/0:- y -",
    "a man too few": "y:14/0/0:- g:15/0/0:- y -",
    "points out of order": "y:13/0/0:17,3 g:15/0/0:- y -",
    "a point listed twice": "y:13/0/0:3,3 g:15/0/0:- y -",
    "a point held by both sides": "y:14/0/0:3 g:14/0/0:3 y -",
    "point 0": "y:14/0/0:0 g:15/0/0:- y -",
    "point 37": "y:14/0/0:37 g:15/0/0:- y -",
    "a stack of one": "y:14/0/0:3*1 g:15/0/0:- y -",
    "a stack of none": "y:15/0/0:3*0 g:15/0/0:- y -",
    "a comma too many": "y:14/0/0:3, g:15/0/0:- y -",
    "no points": "y:15/0/0: g:15/0/0:- y -",
    "both sides have won": "y:0/0/15:- g:0/0/15:- y -",
    "a digit of another script": "y:14/0/0:\u0663 g:15/0/0:- y -",
    "a huge number of points": "y:15/0/0:" + "3," * 100_000 + "3 g:15/0/0:- y -",
    "huge counts": "y:" + "9" * 100_000 + "/0/0:- g:15/0/0:- y -",
}


@pytest.mark.parametrize("position", BAD_POSITIONS.values(), ids=BAD_POSITIONS.keys())
def test_a_bad_position_is_refused(position):
    with pytest.raises(Refused) as refused:
        Match(GAME, {}, position)
    assert refused.value.code == "bad-position"


def test_a_position_must_have_as_many_men_as_the_option_says():
    with pytest.raises(Refused):
        Match(GAME, {"pieces": 3}, at())
    assert Match(GAME, {"pieces": 3}, at(pieces=3)).position_text == at(pieces=3)


@pytest.mark.parametrize("value", [0, 16, -1, True, 3.0, "3", None, [3]])
def test_a_number_of_men_other_than_one_to_fifteen_is_refused(value):
    with pytest.raises(Refused) as refused:
        Match(GAME, {"pieces": value})
    assert refused.value.code == "bad-option"
