"""Sentences about what an action of XII Scripta did beyond its text."""

from ludoteka.core.game import Sentences
from ludoteka.core.message import Message
from ludoteka.games.scripta.notation import path, text
from ludoteka.games.scripta.rules import FACES, MAX_ACTIONS, PASS, THROW, State, legal_actions
from ludoteka.games.scripta.scene import TITLES


def remarks(before: State, action: int, after: State) -> Sentences:
    """Return a sentence on a capture or a pass, and none on any other action."""
    if action >= THROW:
        return ()
    seat = TITLES[before.turn]
    if action == PASS:
        return (_pass(before, seat),)
    if after.captured[1 - before.turn] == before.captured[1 - before.turn]:
        return ()
    return (Message("{seat}: {action}, capturing a man.", seat=seat, action=text(before, path(before, action))),)


def _pass(before: State, seat: Message) -> Message:
    """Tell whether a seat had to pass, or gives up dice that it could have used."""
    dice = ", ".join(str(face) for face in range(1, FACES + 1) for _ in range(before.dice[face]))
    if legal_actions(before, [0] * MAX_ACTIONS) == 1:
        return Message("{seat} passes: no die can be used ({dice}).", seat=seat, dice=dice)
    return Message("{seat} passes and gives up {dice}.", seat=seat, dice=dice)
