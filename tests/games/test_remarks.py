"""Remarks describe what an action did beyond its text: captures, pushes, gifts and passes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.surfaces.texts import texts_in
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

ENGLISH = texts_in("en", {})


def said(game, position, *actions, **options):
    """Return the sentences on the last action."""
    match = Match(games()[game], options, position)
    for action in actions:
        match.play(action)
    return " ".join(ENGLISH.say(one) for one in match.remarks[-1])


@pytest.mark.parametrize(
    ("actions", "sentences"),
    [
        (("e2-f2",), ""),
        (("d1-d4", "f5-f8", "f1-f4"), "Attackers: f1-f4, capturing on e4."),
    ],
)
def test_a_capture_in_tavlei_is_described(actions, sentences):
    assert said("tavlei", None, *actions) == sentences


@pytest.mark.parametrize(
    ("position", "action", "sentences"),
    [
        ("8/8/8/8/3T^4/8/8/6mv1 w", "d4-d5", ""),
        ("8/8/8/3dv4/8/8/8/3Q^4 w", "d1-d5", "White: d1-d5. 1 cube is pushed."),
        ("8/8/3u^4/3dv4/3T^4/8/8/8 w", "d4-d6", "White: d4-d6. 2 cubes are pushed."),
        (
            "8/8/8/3dv4/8/8/8/3Q^4 w",
            "d1-d4>d5",
            "White: d1-d4>d5. Now on d4: white Tri. Now on d5: black Ugol.",
        ),
        (
            "8/8/8/3ov4/3D^4/8/8/6mv1 w",
            "d4>d5",
            "White: d4>d5. Now on d4: white Mono. The Okta on d5 leaves the board.",
        ),
        (
            "8/8/8/3dv4/3M^4/8/8/8 w",
            "d4-d5>d6",
            "White: d4-d5>d6. 1 cube is pushed. The Mono on d5 opens Moksha. Now on d6: black Ugol.",
        ),
        ("M^7/8/8/8/8/8/8/6dv1 w", "pass", "White passes: no cube can act."),
    ],
)
def test_the_effect_of_an_action_of_moksha_on_other_cubes_is_described(position, action, sentences):
    assert said("moksha", position, action) == sentences


@pytest.mark.parametrize(
    ("position", "action", "sentences"),
    [
        ("b:s,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s b -", "r6", ""),
        ("b:s,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s b 6", "s", "Bottom: onto the board, g1."),
        ("b:s,s,s,s l:s,s,s,s t:s,s,s,s r:s,s,s,s b 5", "pass", "Bottom passes: no pawn can move."),
        ("b:s,s,q,q l:s,s,s,s t:s,s,s,s r:s,s,s,s b 6", "q", "Bottom: out of the quagmire, to the start."),
        (
            "b:s,s,s,0 l:s,s,s,37 t:s,s,s,s r:s,s,s,s b 1",
            "0",
            "Bottom: g1-f1. To the quagmire: pawn of the left seat from f1.",
        ),
        (
            "b:s,s,s,0 l:s,s,s,f4.1 t:s,s,s,s r:s,s,s,s b 3",
            "0",
            "Bottom: g1-d2. Pushed on: pawn of the left seat, d2-c2.",
        ),
        (
            "b:s,s,s,0 l:s,s,s,38 t:s,s,s,34 r:s,s,s,s b 2",
            "0",
            "Bottom: g1-a5. To the quagmire: pawn of the left seat from e1. To the quagmire: pawn of the top seat from a5.",
        ),
    ],
)
def test_a_move_in_quagmire_is_described_with_the_names_on_the_board(position, action, sentences):
    assert said("quagmire", position, action) == sentences


@pytest.mark.parametrize(
    ("position", "action", "sentences"),
    [
        ("y:15/0/0:- g:15/0/0:- y 116", "in/1", ""),
        ("y:14/0/0:10 g:14/0/0:13 y 34", "10/13", "Yellow: 10/13, capturing a man."),
        ("y:14/0/0:10 g:14/0/0:13 y 345", "pass", "Yellow passes and gives up 3, 4, 5."),
        ("y:14/1/0:- g:9/0/0:2*2,3*2,5*2 y 235", "pass", "Yellow passes: no die can be used (2, 3, 5)."),
    ],
)
def test_a_capture_and_a_pass_in_xii_scripta_are_described_correctly(position, action, sentences):
    assert said("scripta", position, action) == sentences


def captures_told(match):
    """Count the captures in the sentences on the last action."""
    told = [ENGLISH.say(one) for one in match.remarks[-1]]
    listed = sum(one.count(",") for one in told if "capturing on" in one)  # one comma, and one for each additional cell
    return listed + sum("capturing a man" in one or one.startswith("To the quagmire") for one in told)


def enemies_held(name, state, seat):
    """Count the captured pieces of the other seats; for Tavlei, return minus the number of their pieces on the board."""
    if name == "tavlei":
        rules = games()[name].rules
        return -sum(rules.owns(1 - seat, piece) for piece in state.board)
    if name == "scripta":
        return state.captured[1 - seat]
    pawns = state.pawns[: seat * 4] + state.pawns[seat * 4 + 4 :]
    return pawns.count(games()[name].rules.QUAGMIRE)


@given(name=st.sampled_from(["tavlei", "quagmire", "scripta"]), seed=st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_every_captured_piece_is_mentioned(name, seed):
    before = None
    for match in random_walk(Match(games()[name]), chooser(seed), 250):
        if before is not None and before.turn >= 0:
            seat = before.turn
            assert captures_told(match) == enemies_held(name, match.state, seat) - enemies_held(name, before, seat)
        before = match.state.copy()
