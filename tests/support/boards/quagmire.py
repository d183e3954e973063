"""Positions of Quagmire for tests, described by what matters in them."""

import pytest

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.games import games

GAME = games()["quagmire"]
WAITING = "s,s,s,s"


def at(turn="b", die="-", **pawns):
    """Return a position text for four seats; pawns that are not named wait at the start."""
    sides = []
    for seat in "bltr":
        told = pawns.get(seat, "").split(",") if pawns.get(seat) else []
        sides.append(f"{seat}:{','.join(['s'] * (4 - len(told)) + told)}")
    return f"{' '.join(sides)} {turn} {die}"


def match(position=None, *actions, **options):
    """Return a match from a position, after some actions."""
    match = Match(GAME, options, position)
    for action in actions:
        match.play(action)
    return match


def legal(position, **options):
    return match(position, **options).legal_texts()


def after(position, *actions, **options):
    return match(position, *actions, **options).position_text


def refusal(position, action, **options):
    """Return why an action is refused: the code and the places."""
    with pytest.raises(Refused) as refused:
        match(position, **options).check(action)
    return refused.value.code, refused.value.places
