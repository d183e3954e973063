"""Race: a small game for the tests of the referee and the page. Three seats throw in turn; a seat that cannot make its exact step must pass.

The first seat home wins. The game is a folder so that a house can be started with it.
"""

import sys
from pathlib import Path
from typing import Annotated

from ludoteka.core.game import Game, Seat
from ludoteka.core.message import Message, Refused
from ludoteka.core.record import Record
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Choice, Piece, Place, Scene

HOME, FACES = 5, 4  # nobody gets home with one throw
LETTERS = "rgb"
SEATS = len(LETTERS)
STEP, PASS, THROW = 0, 1, 2  # THROW + face - 1
NUM_ACTIONS, MAX_ACTIONS = THROW + FACES, FACES


class State(Record):
    """Each seat's place, the seat to move, and the throw; 0 before the throw."""

    turn: int
    thrown: int
    at: Annotated[list[int], SEATS]


Observation = State


def start(options):
    return State()


def observe(state, seat):
    return state.copy()


def current_seat(state):
    if is_terminal(state):
        return NOBODY
    return state.turn if state.thrown > 0 else CHANCE


def legal_actions(state, actions):
    seat = current_seat(state)
    if seat == NOBODY:
        return 0
    if seat == CHANCE:
        for face in range(FACES):
            actions[face] = THROW + face
        return FACES
    actions[0] = STEP if state.at[seat] + state.thrown <= HOME else PASS
    return 1


def apply(state, action):
    if action >= THROW:
        state.thrown = action - THROW + 1
        return
    if action == STEP:
        state.at[state.turn] += state.thrown
    state.turn, state.thrown = (state.turn + 1) % SEATS, 0


def is_terminal(state):
    for place in state.at:  # noqa: SIM110 - the rules are compiled
        if place == HOME:
            return True
    return False


def returns(state, seat):
    if not is_terminal(state):
        return 0
    return 1 if state.at[seat] == HOME else -1


def path(seen, action):
    return ({STEP: "step", PASS: "pass"}.get(action, f"r{action - THROW + 1}"),)


def refusal(seen, path):
    if path[0] not in ("step", "pass"):
        raise LookupError(path)
    return Refused("not-now", Message("Not now."))


def scene(seen, actions):
    return Scene(
        Message("The race is on"),
        tuple(Place(str(place), place, 0) for place in range(HOME + 1)),
        tuple(Piece("runner", seat, str(at), LETTERS[seat], Message("runner")) for seat, at in enumerate(seen.at)),
        choices=(Choice("step", Message("Step")), Choice("pass", Message("Pass"))),
        dice=(seen.thrown,) if seen.thrown else (),
        previews=_previews(seen, actions),
    )


def _previews(seen, actions):
    if STEP not in actions:
        return {}
    turn = seen.turn
    return {("step",): (Piece("runner", turn, str(seen.at[turn] + seen.thrown), LETTERS[turn], Message("runner")),)}


RACE = GAME = Game(
    name="race",
    title=Message("Race"),
    summary=Message("First home wins."),
    seats=lambda options: tuple(Seat(number, one, Message(one.upper())) for number, one in enumerate(LETTERS)),
    rules=sys.modules[__name__],
    notation=sys.modules[__name__],
    scene=scene,
    folder=Path(__file__).parent,
    throw=lambda state, draw: THROW + draw(state.turn, FACES) - 1,
    thrower=lambda state: state.turn,
)
