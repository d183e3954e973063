"""Dials, a game for the leak check (rules.py)."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ludoteka.core.game import Game, Seat
from ludoteka.core.message import Message
from ludoteka.games.dials import notation, rules
from ludoteka.games.dials.notation import LETTERS
from ludoteka.games.dials.scene import describe_log, scene

SEATS = tuple(Seat(number, letter, Message("{letter}", letter=letter)) for number, letter in enumerate(LETTERS))


def throw(state: rules.State, draw: Callable[[int, int], int]) -> int:
    """Set the next dial."""
    return rules.SET + draw(state.plies, rules.NUMBERS) - 1


def visible_action(state: rules.State, action: int, seat: int) -> bool | str:
    """Return what a seat hears: only the owner of a dial hears how it is set or turned."""
    owner = state.plies % rules.SEATS
    if action < rules.TURN:
        return seat == owner
    return seat == owner or (action >= rules.ASK or "turn")


def answers(before: rules.State, action: int, after: rules.State) -> Sequence[str] | Mapping[int, Sequence[str]]:
    """Return the answer to a question, for the seat that asked; and all dials when the match is stopped."""
    if rules.ASK <= action < rules.BID:
        asker = before.plies % rules.SEATS
        return {asker: ("high" if after.dials[rules.asked(asker, action)] >= rules.HIGH else "low",)}
    return [f"{letter}{dial}" for letter, dial in zip(LETTERS, after.dials, strict=True)] if after.stopped else ()


GAME = Game(
    name="dials",
    title=Message("Dials"),
    summary=Message("Three dials, each seen by one."),
    seats=lambda options: SEATS,
    rules=rules,
    notation=notation,
    scene=scene,
    folder=Path(__file__).parent,
    throw=throw,
    visible_action=visible_action,
    answers=answers,
    describe_log=describe_log,
)
