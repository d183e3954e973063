"""Cups, a game outside the package: its rules, clause by clause."""

import pytest

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games

GAME = games()["cups"]
HIDER, SEEKER = 0, 1


def played(*actions):
    match = Match(GAME)
    for action in actions:
        match.play(action)
    return match


def refusal(match, text):
    with pytest.raises(Refused) as refused:
        match.check(text)
    return refused.value.code, refused.value.places


def paths(match):
    return set(match.scene().paths)


def test_clause_1_the_hider_hides_the_coin_under_one_of_the_cups():
    match = played()
    assert match.seat == HIDER
    assert match.legal_texts() == ["hide:1", "hide:2", "hide:3", "hide:4"]
    assert paths(match) == {("cup1", "hide"), ("cup2", "hide"), ("cup3", "hide"), ("cup4", "hide")}


def test_clause_2_the_throw_says_how_many_cups_may_be_lifted():
    assert played("hide:2").seat == CHANCE
    assert played("hide:2").legal_texts() == ["r1", "r2"]
    assert played("hide:2", "r1", "lift:1").seat == NOBODY
    assert played("hide:2", "r2", "lift:1").seat == SEEKER


def test_clause_2_the_die_is_thrown_for_the_seeker():
    assert [GAME.throw(played("hide:2").state, lambda seat, faces, face=face: face) for face in (1, 2)] == [4, 5]
    drawn = []
    GAME.throw(played("hide:2").state, lambda seat, faces: drawn.append((seat, faces)) or 1)
    assert drawn == [(SEEKER, 2)]


def test_clause_3_no_cup_is_lifted_twice():
    match = played("hide:2", "r2", "lift:1")
    assert match.legal_texts() == ["lift:2", "lift:3", "lift:4"]
    assert paths(match) == {("cup2",), ("cup3",), ("cup4",)}
    assert refusal(match, "lift:1") == ("already-lifted", ("cup1",))


@pytest.mark.parametrize(
    ("actions", "winner"),
    [
        (("hide:2", "r1", "lift:2"), "s"),
        (("hide:2", "r1", "lift:3"), "h"),
        (("hide:2", "r2", "lift:1", "lift:2"), "s"),
        (("hide:2", "r2", "lift:1", "lift:3"), "h"),
    ],
)
def test_clause_4_the_seeker_wins_by_finding_the_coin(actions, winner):
    assert played(*actions).returns() == {"h": 1 if winner == "h" else -1, "s": 1 if winner == "s" else -1}


def test_clause_5_only_the_hider_knows_where_the_coin_lies_until_the_end():
    def shown(match, seat):
        return [piece.kind for piece in GAME.scene(GAME.rules.observe(match.state, seat), []).pieces]

    hidden, over = played("hide:2"), played("hide:2", "r1", "lift:3")
    assert shown(hidden, HIDER) == ["cup", "coin", "cup", "cup"]
    assert shown(hidden, SEEKER) == shown(hidden, NOBODY) == ["cup", "cup", "cup", "cup"]
    assert shown(over, SEEKER) == ["cup", "coin", "lifted", "cup"]


@pytest.mark.parametrize(
    ("actions", "text", "code"),
    [
        ((), "lift:1", "not-now"),
        ((), "r1", "not-now"),
        (("hide:2",), "hide:3", "not-now"),
        (("hide:2",), "lift:2", "not-now"),
        (("hide:2", "r1"), "hide:2", "not-now"),
        (("hide:2", "r1"), "lift:5", "bad-text"),
        (("hide:2", "r1", "lift:2"), "lift:3", "game-over"),
    ],
)
def test_an_illegal_action_is_refused_with_its_reason(actions, text, code):
    assert refusal(played(*actions), text)[0] == code


@pytest.mark.parametrize(
    "position", ["", "- r1 -", "- - 1", "2 - 1", "2 r1 14", "2 r2 41", "2 r2 11", "5 - -", "2 r3 -"]
)
def test_a_bad_position_is_refused(position):
    with pytest.raises(Refused) as refused:
        Match(GAME, {}, position)
    assert refused.value.code == "bad-position"
