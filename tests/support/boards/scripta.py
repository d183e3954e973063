"""Positions of XII Scripta for tests, described by what matters in them."""

import pytest

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.games import games

GAME = games()["scripta"]


def at(yellow="-", green="-", dice="-", turn="y", captured=(0, 0), off=(0, 0), pieces=15):
    """Return a position text; men that are not named are waiting."""
    sides = []
    for letter, stacks, taken, gone in zip("yg", (yellow, green), captured, off, strict=True):
        counts = [int(stack.partition("*")[2] or 1) for stack in stacks.split(",") if stack != "-"]
        sides.append(f"{letter}:{pieces - sum(counts) - taken - gone}/{taken}/{gone}:{stacks}")
    return f"{' '.join(sides)} {turn} {dice}"


def match(position=None, *actions, **options):
    """Return a match from a position, after some actions."""
    match = Match(GAME, options, position)
    for action in actions:
        match.play(action)
    return match


def legal(position, *actions, **options):
    return match(position, *actions, **options).legal_texts()


def after(position, *actions, **options):
    return match(position, *actions, **options).position_text


def refusal(position, action, **options):
    """Return why an action is refused: the code and the places."""
    with pytest.raises(Refused) as refused:
        match(position, **options).check(action)
    return refused.value.code, refused.value.places
