"""Refusals in Quagmire: every reason, the order of reasons, and the places they concern."""

import pytest
from boards.quagmire import GAME, at, match, refusal

from ludoteka.core.message import Refused
from ludoteka.games.quagmire.rules import LETTERS


def path_refusal(position, *path):
    with pytest.raises(Refused) as refused:
        match(position).find(path)
    return refused.value.code, refused.value.places


@pytest.mark.parametrize(
    ("position", "action", "code", "places"),
    [
        (at("b", 4, b="17"), "r2", "not-your-turn", ()),
        (at("b", b="17"), "17", "roll-first", ()),
        (at("b"), "pass", "roll-first", ()),
        (at("b", 4, b="17"), "16", "no-such-pawn", ("a11",)),
        (at("b", 4, b="17"), "q", "no-such-pawn", ("f6",)),
        (at("b", 6, b="q,1,2,4"), "s", "no-such-pawn", ("i2",)),
        (at("l", 4, b="17", l="4"), "17", "no-such-pawn", ("m13",)),
        (at("b", 5, b="17"), "s", "needs-six", ("i2",)),
        (at("b", 5, b="q,17"), "q", "needs-six", ("f6",)),
        (at("b", 5, b="17,f1.3"), "f1.3", "needs-six", ("b2",)),
        (at("b", 5, b="17,f1.1"), "f1.1", "needs-one", ("d2",)),
        (at("b", 5, b="17,f1.2"), "f1.2", "needs-three", ("c2",)),
        (at("b", 4, b="17,21"), "17", "own-pawn-there", ("d13",)),
        (at("b", 6, b="0"), "s", "own-pawn-there", ("g1",)),
        (at("b", 6, b="48"), "s", "own-pawn-there", ("g1",)),
        (at("b", 2, b="0,2"), "0", "own-pawn-there", ("e1",)),
        (at("b", 2, b="0,10"), "0", "own-pawn-there", ("a5",)),
        (at("b", 3, b="0,6,f1.2", l="f4.1", t="f3.3"), "0", "own-pawn-there", ("a1",)),
        (at("b", 6, b="6,f1.3"), "f1.3", "own-pawn-there", ("a1",)),
        (at("b", 2, b="47,h1"), "47", "own-pawn-there", ("g2",)),
        (at("b", 5, b="17,20"), "17", "path-blocked", ("c13",)),
        (at("b", 5, b="17", t="44"), "17", "path-blocked", ("c13",)),
        (at("b", 6, b="44", l="36"), "44", "path-blocked", ("g1",)),
        (at("b", 5, b="17,h4"), "h4", "fixed-at-home", ("g5",)),
        (at("b", 5, b="17,h3,h4"), "h3", "fixed-at-home", ("g4",)),
        (at("b", 4, b="17"), "pass", "must-move", ()),
        (at("b", 6), "pass", "must-move", ()),
        (at("b", b="h1,h2,h3,h4"), "r1", "game-over", ()),
        (at("b", 5, b="h1,h2,h3,h4"), "h1", "game-over", ()),
    ],
)
def test_an_action_is_refused_with_the_first_reason_that_applies(position, action, code, places):
    assert refusal(position, action) == (code, places)


@pytest.mark.parametrize(
    "text", ["", "S", "49", "-1", "01", "+1", "f5.1", "f1.4", "f1", "h0", "h5", "r0", "r7", "r", "17 ", "١"]
)
def test_a_malformed_action_is_bad_text(text):
    assert refusal(at("b", 4, b="17"), text) == ("bad-text", ())


def test_every_reason_of_the_rules_names_its_clause():
    for position, action, clause in [
        (at("b", 5), "s", "clause 2"),
        (at("b", 5, b="17,20"), "17", "clause 3"),
        (at("b", 5, b="h4"), "h4", "clause 5"),
        (at("b", 2, b="0,10"), "0", "clause 6"),
        (at("b", 3, b="0,6,f1.2", l="f4.1", t="f3.3"), "0", "clause 7"),
        (at("b", 5, b="17"), "pass", "clause 1"),
    ]:
        with pytest.raises(Refused) as refused:
            match(position).check(action)
        assert clause in refused.value.message.text


def test_a_refused_action_changes_nothing():
    played = match(at("b", 5, b="17,20"))
    with pytest.raises(Refused):
        played.play("17")
    assert played.position_text == at("b", 5, b="17,20")
    assert played.actions == []


@pytest.mark.parametrize(
    ("position", "path", "code", "places"),
    [
        (at("b", 5, b="17,20"), ("e13",), "no-such-pawn", ("e13",)),
        (at("b", 5, b="17,20"), ("a12",), "path-blocked", ("c13",)),
        (at("b", 5, b="17,20"), ("b6",), "no-such-pawn", ("b6",)),
        (at("b", 5, b="17,20"), ("g7",), "no-such-pawn", ("g7",)),
        (at("b", 5, b="17,20"), ("i2",), "needs-six", ("i2",)),
        (at("b", 5, b="17"), ("pass",), "must-move", ()),
        (at("b", b="17"), ("a12",), "roll-first", ()),
        (at("b", b="17"), ("c13",), "roll-first", ()),
        (at("b", b="17"), ("pass",), "roll-first", ()),
        (at("b", 5, b="17"), ("nowhere",), "bad-text", ()),
        (at("b", 5, b="17"), (), "bad-text", ()),
        (at("b", 5, b="17"), ("a12", "a12"), "bad-text", ()),
        (at("b", 5, b="h1,h2,h3,h4"), ("g2",), "game-over", ()),
    ],
)
def test_a_pick_without_a_legal_continuation_is_refused_with_a_reason(position, path, code, places):
    assert path_refusal(position, *path) == (code, places)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "b:s,s,s,s",
        "b:s,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s b",
        "b:s,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s b 0",
        "b:s,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s b 7",
        "b:s,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s x -",
        "b:s,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s bl -",
        "b:s,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s  -",
        "b:s,s,s,s l:s,s,s,s t:s,s,s,s b -",
        "l:s,s,s,s b:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,s,49 l:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,s,pass l:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,s,r4 l:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,s,017 l:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,5,5 l:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,0,48 l:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,h1,h1 l:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,s,17 l:s,s,s,5 t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,s,f1.1 l:s,s,s,f4.1 t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,s,3 l:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,s,39 l:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:17,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:q,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,h4,f1.1 l:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:h1,h2,h3,h4 l:h1,h2,h3,h4 t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s b -" * 100_000,
        "b:s,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s b - ",
        "b:s,s,s,s\tl:s,s,s,s t:s,s,s,s r:s,s,s,s b -",
        "b:s,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s b ١",
    ],
    ids=lambda text: text[:60],
)
def test_a_bad_position_is_refused(text):
    with pytest.raises(Refused) as refused:
        match(text)
    assert refused.value.code == "bad-position"


@pytest.mark.parametrize(
    "seats", ["", "b", "tb", "lb", "bb", "bltrb", "bx", "B", "rtlb", 2, None, True, ["b", "t"], "bt "]
)
def test_seats_that_are_not_two_to_four_in_clockwise_order_are_refused(seats):
    with pytest.raises(Refused) as refused:
        match(None, seats=seats)
    assert refused.value.code == "bad-option"


def test_every_offered_choice_of_seats_can_be_played():
    values = [value for value, _ in GAME.options[0].choices]
    assert values == ["bltr", "blt", "blr", "btr", "ltr", "bl", "bt", "br", "lt", "lr", "tr"]
    assert all([LETTERS[seat.number] for seat in GAME.seats({"seats": value})] == list(value) for value in values)
