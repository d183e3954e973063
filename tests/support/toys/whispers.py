"""Whispers: a small game with secrets for three seats.

In each of two rounds, every seat whispers a digit; its two digits form a number.  The highest number wins, and of equal
numbers, that of the first seat.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Annotated

from ludoteka.core.game import Game, Seat
from ludoteka.core.message import Message, Refused
from ludoteka.core.record import Record
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Piece, Place, Scene

LETTERS = "nes"
ROUNDS = 2
NUMBERS = ("one", "two", "three")  # the actions


class State(Record):
    """The numbers that each seat has whispered, as the digits of one number, and a count of turns."""

    said: Annotated[list[int], len(LETTERS)]
    turns: int


class Observation(Record):
    turn: int
    said: Annotated[list[int], len(LETTERS)]


def current_seat(state):
    return NOBODY if is_terminal(state) else state.turns % len(LETTERS)


def legal_actions(state, actions):
    if is_terminal(state):
        return 0
    actions[:] = range(len(NUMBERS))
    return len(NUMBERS)


def apply(state, action):
    seat = current_seat(state)
    state.said[seat] = state.said[seat] * 10 + action + 1
    state.turns += 1


def is_terminal(state):
    return state.turns == ROUNDS * len(LETTERS)


def returns(state, seat):
    if not is_terminal(state):
        return 0
    return 1 if seat == state.said.index(max(state.said)) else -1


def observe(state, seat):
    seen = Observation()
    seen.turn = current_seat(state)
    for other in range(len(LETTERS)):
        seen.said[other] = state.said[other] if other == seat or is_terminal(state) else 0
    return seen


def scene(seen, actions):
    places = tuple(Place(name, x, 0) for x, name in enumerate(NUMBERS))
    pieces = [
        Piece("whisper", seat, NUMBERS[int(digit) - 1], digit, Message("whisper"))
        for seat, digits in enumerate(seen.said)
        for digit in str(digits or "")
    ]
    return Scene(Message("{turn} is to whisper", turn=seen.turn), places, tuple(pieces))


GAME = Game(
    name="whispers",
    title=Message("Whispers"),
    summary=Message("Whispers."),
    seats=lambda options: tuple(Seat(number, letter, Message(letter)) for number, letter in enumerate(LETTERS)),
    rules=SimpleNamespace(
        State=State,
        Observation=Observation,
        NUM_ACTIONS=len(NUMBERS),
        MAX_ACTIONS=len(NUMBERS),
        start=lambda options: State(),
        current_seat=current_seat,
        legal_actions=legal_actions,
        apply=apply,
        is_terminal=is_terminal,
        returns=returns,
        observe=observe,
    ),
    notation=SimpleNamespace(
        path=lambda seen, action: (NUMBERS[action],),
        refusal=lambda seen, path: Refused("bad-text", Message("One, two or three.")),
    ),
    scene=scene,
    folder=Path(__file__).parent,
    visible_action=lambda state, action, seat: seat == current_seat(state),
)
