"""Refusals in Moksha: every reason, the order of reasons, and the places they concern."""

import pytest
from boards.moksha import GAME, match, refusal

from ludoteka.core.match import Match
from ludoteka.core.message import Refused

MEETING = "Q^ d1, dv d6"


def path_refusal(listed, *path, turn="w"):
    with pytest.raises(Refused) as refused:
        match(listed, turn).find(path)
    return refused.value.code, refused.value.places


@pytest.mark.parametrize(
    ("listed", "action", "code", "places"),
    [
        (MEETING, "e4-e5", "no-such-piece", ("e4",)),
        (MEETING, "e4>e5", "no-such-piece", ("e4",)),
        (MEETING, "d6-d5", "not-your-piece", ("d6",)),
        ("M^ d4, dv h8", "d4-e4", "no-arrow-that-way", ("d4", "e4")),
        ("M^ d4, dv h8", "d4-e6", "no-arrow-that-way", ("d4", "e6")),
        ("Q^ d4, dv h7", "d4-e5", "no-arrow-that-way", ("d4", "e5")),
        ("M^ d4, dv h8", "d4-d6", "out-of-range", ("d6",)),
        ("T^ a1, dv h8", "a1-a5", "out-of-range", ("a5",)),
        ("Q^ d1, D^ d3, dv h8", "d1-d4", "blocked-by-own", ("d3",)),
        ("Q^ d1, D^ d3, dv d2", "d1-d2", "blocked-by-own", ("d3",)),
        ("Q^ d5, dv d6 d8", "d5-d8", "blocked-at-edge", ("d8",)),
        ("O^ d4, dv f6", "d4-f6", "blocked-on-diagonal", ("f6",)),
        ("O^ d4, D^ e5, dv h7", "d4-g7", "blocked-on-diagonal", ("e5",)),
        (MEETING, "d1=>", "turn-needs-move", ("d1",)),
        (MEETING, "d1=>>d2", "turn-needs-move", ("d1",)),
        (MEETING, "d1-d3=>>d4", "turn-and-transfer", ("d3", "d4")),
        (MEETING, "d1-d3=^", "bad-text", ("d3",)),
        (MEETING, "d1-d3>d4", "nobody-to-give-to", ("d4",)),
        ("Q^ d1, D^ d3, dv h8", "d1-d2>d3", "nobody-to-give-to", ("d3",)),
        (MEETING, "d1-d3>d6", "nobody-to-give-to", ("d6",)),
        ("O^ d4, dv e5", "d4>e5", "nobody-to-give-to", ("e5",)),
        ("D^ d4, dv e4", "d4>e4", "no-arrow-that-way", ("d4", "e4")),
        (MEETING, "d1-d5>d6", "no-spare-step", ("d5",)),
        (MEETING, "d1", "must-act", ("d1",)),
        (MEETING, "pass", "must-act", ()),
        ("D^ d4", "pass", "game-over", ()),
        ("D^ d4", "d4-d5", "game-over", ()),
        ("D^ d4", "e4-d5=>", "game-over", ()),
    ],
)
def test_an_action_is_refused_with_the_first_reason_that_applies(listed, action, code, places):
    assert refusal(listed, action) == (code, places)


@pytest.mark.parametrize(
    "text",
    [
        *("", "d", "d1d4", "d1-d1", "d1-d9", "i1-i2", "D1-D4", "d1-d4=", "d1-d4=x", "d1-d4>", "d1-d4>d5=>", "d1->d4"),
        *(
            "d1-d4-d5",
            "d1--d4",
            " d1-d4",
            "d1-d4 ",
            "d1-d4\n",
            "Pass",
            "pass pass",
            "d1–d4",
            "d١-d4",
            "d1-d4=>" * 9_999,
        ),
    ],
    ids=lambda text: text[:20],
)
def test_a_malformed_action_is_bad_text(text):
    assert refusal(MEETING, text) == ("bad-text", ())


@pytest.mark.parametrize(
    ("listed", "action", "clause"),
    [
        (MEETING, "pass", 12),
        (MEETING, "d1", 3),
        ("M^ d4, dv h8", "d4-e4", 4),
        ("M^ d4, dv h8", "d4-d6", 4),
        ("Q^ d1, D^ d3, dv h8", "d1-d4", 6),
        ("Q^ d5, dv d6 d8", "d5-d8", 6),
        ("O^ d4, dv f6", "d4-f6", 7),
        (MEETING, "d1=>", 8),
        (MEETING, "d1-d3>d4", 9),
        (MEETING, "d1-d5>d6", 9),
        (MEETING, "d1-d3=>>d4", 10),
    ],
)
def test_a_refusal_names_its_clause(listed, action, clause):
    with pytest.raises(Refused) as refused:
        match(listed).check(action)
    assert f"(clause {clause})" in refused.value.message.text


def test_a_refused_action_changes_nothing():
    played = match(MEETING)
    with pytest.raises(Refused):
        played.play("d1-d5>d6")
    assert (played.position_text, played.actions) == (match(MEETING).position_text, [])


@pytest.mark.parametrize(
    ("listed", "path", "code", "places"),
    [
        (MEETING, ("e4",), "no-such-piece", ("e4",)),
        (MEETING, ("d6",), "not-your-piece", ("d6",)),
        ("M^ d8, D^ a1, dv h7", ("d8",), "blocked-at-edge", ("d8",)),
        ("M^ d4, D^ d5, dv h8", ("d4",), "blocked-by-own", ("d5",)),
        ("M^ a7, M> a8, M^ b8, mv h8", ("a8",), "blocked-by-own", ("b8",)),
        (MEETING, ("d1", "e2"), "no-arrow-that-way", ("d1", "e2")),
        (MEETING, ("d1", "d6"), "out-of-range", ("d6",)),
        (MEETING, ("d1", "d5", "d6"), "no-spare-step", ("d5",)),
        (MEETING, ("d1", "d4", "d5"), "nobody-to-give-to", ("d5",)),
        (MEETING, ("d1", "d2", "give"), "nobody-to-give-to", ("d2",)),
        (MEETING, ("d1", "=>"), "turn-needs-move", ("d1",)),
        (MEETING, ("d1", "d3", "=>", "d4"), "turn-and-transfer", ("d3", "d4")),
        (MEETING, ("pass",), "must-act", ()),
        (MEETING, (), "bad-text", ()),
        (MEETING, ("nowhere",), "bad-text", ()),
        (MEETING, ("d1", "d3", "d4", "d5"), "bad-text", ()),
        ("D^ d4", ("d4",), "game-over", ()),
    ],
)
def test_a_pick_without_a_legal_continuation_is_refused_with_a_reason(listed, path, code, places):
    assert path_refusal(listed, *path) == (code, places)


EMPTY = "8/8/8/8/8/8/8"


@pytest.mark.parametrize(
    "text",
    [
        *("", "w", f"{EMPTY}/8", f"{EMPTY}/8 W", f"{EMPTY}/8 x", f"{EMPTY}/8 w ", f" {EMPTY}/8 w", f"{EMPTY}/8  w"),
        *(f"{EMPTY} w", f"{EMPTY}/8/8 w", f"{EMPTY}/7 w", f"{EMPTY}/9 w", f"{EMPTY}/44 w", f"{EMPTY}/08 w"),
        *(f"{EMPTY}/M7 w", f"{EMPTY}/M^8 w", f"{EMPTY}/M^M^7 w", f"{EMPTY}/^M7 w", f"{EMPTY}/M^^7 w", f"{EMPTY}/M^6 w"),
        *(
            f"{EMPTY}/X^7 w",
            f"{EMPTY}/M^ 7 w",
            f"{EMPTY}/M^7 wb",
            f"{EMPTY}/٨ w",
            f"{EMPTY}/M^7\tw",
            f"{EMPTY}/M^7 w\n",
        ),
        *(f"{EMPTY}/M^M^M^M^M^M^M^1 w", f"7mv/{'7mv/' * 6}7mv w", f"{EMPTY}/8 w" * 100_000, "/" * 100_000),
    ],
    ids=lambda text: text[:40],
)
def test_a_bad_position_is_refused(text):
    with pytest.raises(Refused) as refused:
        Match(GAME, {}, text)
    assert refused.value.code == "bad-position"


@pytest.mark.parametrize(
    "options", [{"repetition": "on"}, {"repetition": None}, {"seats": "wb"}, {"repetition": ["draw"]}]
)
def test_an_unknown_option_or_value_is_refused(options):
    with pytest.raises(Refused) as refused:
        Match(GAME, options)
    assert refused.value.code == "bad-option"
