"""Sentences about the captures of a move of Tavlei."""

from ludoteka.core.game import Sentences
from ludoteka.core.message import Message
from ludoteka.games.tavlei.notation import NAMES
from ludoteka.games.tavlei.rules import AREA, EMPTY, EXIT, STEPS, State
from ludoteka.games.tavlei.scene import KINDS, TITLES


def remarks(before: State, action: int, after: State) -> Sentences:
    """Return a sentence on a move that captures, and none on any other."""
    origin, target = divmod(action, AREA)
    beside = [target + step for step in STEPS]  # a captured piece stands next to the one that moved
    taken = [NAMES[place] for place in beside if before.board[place] in KINDS and after.board[place] in (EMPTY, EXIT)]
    taken = [name for name in taken if name != NAMES[origin]]
    if not taken:
        return ()
    move = {"origin": NAMES[origin], "target": NAMES[target]}
    cells = ", ".join(taken)
    return (Message("{seat}: {origin}-{target}, capturing on {cells}.", seat=TITLES[before.turn], cells=cells, **move),)
