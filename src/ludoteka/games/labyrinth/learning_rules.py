"""The rules for programs that learn: the state also holds what everybody has heard, and an action is a choice.

What the moderator refuses costs nothing, and is not offered again until something happens.  In the rules dialect.
"""

from collections.abc import Mapping
from typing import Any

from ludoteka.core.record import Record
from ludoteka.core.rules import NOBODY
from ludoteka.games.labyrinth import rules
from ludoteka.games.labyrinth.choosing import CHOICES, meant_action, offered_choices
from ludoteka.games.labyrinth.listener import check_count
from ludoteka.games.labyrinth.maze import MAX_CELLS
from ludoteka.games.labyrinth.public_memory import PublicMemory
from ludoteka.games.labyrinth.replies import hear
from ludoteka.games.labyrinth.rules import (
    ACCEPTED,
    JOIN,
    OPEN,
    PLACING,
    Observation,
    current_seat,
    is_terminal,
    join_action,
    observe,
    reason,
    returns,
    turn_of,
)
from ludoteka.games.labyrinth.rules import apply as play
from ludoteka.games.labyrinth.rules import legal_actions as list_entrances
from ludoteka.games.labyrinth.tensor import write

NUM_ACTIONS = CHOICES  # of the seats; the numbers of entrances, which are chance, are those of the rules
MAX_ACTIONS = MAX_CELLS
IS_LONG = True
__all__ = ["Observation", "current_seat", "is_terminal", "observe", "returns"]


class State(Record, shorter=tuple(rules.State.shorter)):
    """The state of the rules, what everybody has heard, and what was refused since the last action."""


State.shapes = rules.State.shapes | PublicMemory.shapes | {"refused": CHOICES}


def start(options: Mapping[str, Any]) -> State:
    """Build the maze, with the players where the scenario places them, or waiting.

    Raises:
        Refused: "too-many-players"; as `rules.start`.
    """
    state, begun = State(), rules.start(options)
    check_count(begun.seats)  # machine code would write beyond what was heard
    for name in rules.State.shapes:
        setattr(state, name, getattr(begun, name))
    for seat in range(begun.seats):
        if begun.stood[seat]:
            hear(state, NOBODY, join_action(seat, 0, 0, 0), begun)  # type: ignore[arg-type]  # it has these fields, too
    return state


def legal_actions(state: Any, actions: Any) -> int:
    """Write the choices of the seat to act that were not refused; while players are being placed, their entrances."""
    if state.outcome != OPEN:
        return 0
    if state.stage == PLACING:
        return list_entrances(state, actions)
    offered, count = offered_choices(state, turn_of(state), state.stage, actions), 0
    for i in range(offered):
        if state.refused[actions[i]] == 0:
            actions[count] = actions[i]
            count += 1
    return count


def apply(state: Any, action: int) -> None:
    """Play a choice, or an entrance; or note that the moderator refuses it."""
    seat, meant = NOBODY, action
    if action < JOIN:
        seat = turn_of(state)
        meant = meant_action(state, seat, state.stage, action)
        if reason(state, meant) != ACCEPTED:
            state.refused[action] = 1
            return
    play(state, meant)
    hear(state, seat, meant, state)
    for choice in range(CHOICES):
        state.refused[choice] = 0


def encode(state: Any, seat: int, tensor: Any) -> None:
    """Write what a seat has heard."""
    write(state, state.seats, current_seat(state), state.stage, seat, tensor)
