"""The reasons for hints, in sentences."""

import pytest

from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.review.hint_reasons import explain_hint
from ludoteka.surfaces.texts import Texts

WON = 1_000_000


def explained(lines, before=(), moves=None):
    """Return what a hint says of the action, and why it is good; a win takes so many moves, if that is known."""
    match = Match(games()["tavlei"])
    for text in before:
        match.play(text)
    found = explain_hint(match, lines, WON, moves)
    return [[Texts("en").say(one) for one in part] for part in found]


def test_a_hint_says_what_the_action_does_if_that_is_more_than_its_text():
    before = ["d9-d7", "c5-c8", "h5-h8", "c8-b8"]

    assert explained([(["f9-f7"], 0), (["e2-f2"], -200)], before) == [
        ["Attackers: f9-f7, capturing on e7."],
        ["The chance to win is 50%; with the next best move, e2-f2, it is 31%."],
    ]


def test_a_hint_names_the_capture_that_it_prepares():
    line = ["d9-d7", "c5-c8", "h5-h8", "c8-b8", "f9-f7"]

    says, reasons = explained([(line, 0), (["e2-f2"], 0)])

    assert says == []
    assert reasons == [
        "It prepares one of the next moves. Attackers: f9-f7, capturing on e7.",
        "The chance to win is 50%; e2-f2 is almost as good.",
    ]


@pytest.mark.parametrize(
    ("value", "following", "sentence"),
    [
        (WON, 0, "It wins by force."),
        (0, -WON, "Every other move loses by force."),
        (-WON, -WON, "Every move loses by force."),
    ],
)
def test_forced_wins_and_losses_are_called_so(value, following, sentence):
    assert explained([(["e2-c2"], value), (["e2-f2"], following)]) == [[], [sentence]]


@pytest.mark.parametrize(("moves", "sentence"), [(1, "It wins at once."), (4, "It wins by force in 4 moves.")])
def test_a_hint_says_in_how_many_moves_it_wins(moves, sentence):
    assert explained([(["e2-c2"], WON), (["e2-f2"], 0)], moves=moves) == [[], [sentence]]
