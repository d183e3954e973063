"""Refusals in Tavlei: every code, its clause, and the places it concerns."""

import pytest
from boards.tavlei import GAME, match, refusal

from ludoteka.core.match import Match
from ludoteka.core.message import Refused

REFUSALS = [
    ("A e2, K e5", "a", "d3-d4", "no-such-piece", ("d3",)),
    ("A e2, K e5", "a", "e5-e6", "not-your-piece", ("e5",)),
    ("A e2, D d3, K e5", "a", "d3-d4", "not-your-piece", ("d3",)),
    ("A e2, K e5", "d", "e2-e3", "not-your-piece", ("e2",)),
    ("A e2, K h8", "a", "e2-f3", "not-in-line", ("e2", "f3")),
    ("A e2, K h8", "d", "h8-g6", "not-in-line", ("h8", "g6")),
    ("A e2 e4, K h8", "a", "e2-e4", "path-blocked", ("e4",)),
    ("A e2, D e4 e6, K h8", "a", "e2-e7", "path-blocked", ("e4",)),
    ("A e2, K e5", "a", "e2-e5", "path-blocked", ("e5",)),
    ("A e2, K e5", "a", "e2-e8", "path-blocked", ("e5",)),
    ("A e2, K h8", "a", "e2-e5", "only-king-stands-there", ("e5",)),
    ("A a3, K h8", "a", "a3-a1", "only-king-stands-there", ("a1",)),
    ("A e2, D g9, K h8", "d", "g9-i9", "only-king-stands-there", ("i9",)),
    ("A e2, K e5", "d", "e5-e9", "king-too-far", ("e9",)),
    ("A e2, K d5", "d", "d5-h5", "king-too-far", ("h5",)),
    ("A e2, K e5", "d", "e5-e5", "no-move", ("e5",)),
]
CLAUSES = {
    "not-in-line": "clause 1",
    "path-blocked": "clause 1",
    "only-king-stands-there": "clause 2",
    "king-too-far": "clause 1",
}


@pytest.mark.parametrize(("pieces", "turn", "move", "code", "places"), REFUSALS)
def test_a_move_is_refused_with_its_reason(pieces, turn, move, code, places):
    assert refusal(pieces, turn, move) == (code, places)


@pytest.mark.parametrize(("pieces", "turn", "move", "code", "places"), REFUSALS)
def test_the_message_of_a_refusal_names_its_clause_if_it_has_one(pieces, turn, move, code, places):
    with pytest.raises(Refused) as refused:
        match(pieces, turn).check(move)
    assert CLAUSES.get(code, "") in refused.value.message.text


@pytest.mark.parametrize("text", ["", "e2", "e2e4", "e2-e4 ", "E2-E4", "e0-e1", "j1-i1", "e2-e10", "e2–e4", "e²-e3"])
def test_a_text_that_is_not_a_move_is_refused_as_bad_text(text):
    assert refusal("A e2, K e5", "a", text) == ("bad-text", ())


def test_everything_is_refused_after_the_end():
    played = Match(GAME, {}, "k8/9/9/9/9/9/9/4a4/9 a")
    for text in ("e2-e3", "a9-a8", "nonsense"):
        with pytest.raises(Refused) as refused:
            played.check(text)
        assert refused.value.code == "game-over"


def test_a_refused_move_changes_nothing():
    played = Match(GAME)
    before = played.state.copy()
    with pytest.raises(Refused):
        played.play("e2-e5")
    assert (played.state, played.actions, played.letter(played.seat)) == (before, [], "a")


@pytest.mark.parametrize(
    ("path", "code", "places"),
    [
        (("e1",), "no-move", ("e1",)),  # shut in by d1, f1 and e2
        (("d3",), "no-such-piece", ("d3",)),
        (("e5",), "not-your-piece", ("e5",)),
        (("e2", "e5"), "path-blocked", ("e3",)),
        (("e2", "a1"), "not-in-line", ("e2", "a1")),
        ((), "bad-text", ()),
        (("zz",), "bad-text", ()),
    ],
)
def test_picks_that_begin_no_legal_move_are_refused_with_a_reason(path, code, places):
    played = Match(GAME)
    with pytest.raises(Refused) as refused:
        played.find(path)
    assert (refused.value.code, refused.value.places) == (code, places)


BAD_POSITIONS = {
    "nothing": "",
    "no side to move": "9/9/9/9/4k4/9/9/4a4/9",
    "a third side": "9/9/9/9/4k4/9/9/4a4/9 x",
    "eight ranks": "9/9/9/4k4/9/9/4a4/9 a",
    "a short rank": "9/9/9/9/4k3/9/9/4a4/9 a",
    "a long rank": "9/9/9/9/4k5/9/9/4a4/9 a",
    "two numbers in a row": "45/9/9/9/4k4/9/9/4a4/9 a",
    "a zero": "09/9/9/9/4k4/9/9/4a4/9 a",
    "a strange piece": "9/9/9/9/4q4/9/9/4a4/9 a",
    "two kings": "9/9/9/9/4k4/9/9/4k4/9 a",
    "an attacker on the throne": "9/9/9/9/4a4/9/9/4k4/9 a",
    "a defender on an exit": "d8/9/9/9/9/9/9/4k4/9 a",
    "capitals": "9/9/9/9/4K4/9/9/4A4/9 a",
    "a digit of another script": "٩/9/9/9/4k4/9/9/4a4/9 a",
}


@pytest.mark.parametrize("position", BAD_POSITIONS.values(), ids=BAD_POSITIONS.keys())
def test_a_bad_position_is_refused(position):
    with pytest.raises(Refused) as refused:
        Match(GAME, {}, position)
    assert refused.value.code == "bad-position"
