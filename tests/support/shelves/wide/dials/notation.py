"""The texts of Dials."""

from ludoteka.core.message import Message, Refused
from ludoteka.core.scene import Path
from ludoteka.games.dials.rules import ASK, BID, SET, STOP, TURN, Observation, asked

LETTERS = "abc"


def path(seen: Observation, action: int) -> Path:
    """Return ("s7",), ("turn", "3"), ("ask", "b"), ("bid", "12") or ("stop",)."""
    if action < TURN:
        return (f"s{action - SET}",)
    if action < ASK:
        return ("turn", str(action - TURN + 1))
    if action < BID:
        return ("ask", LETTERS[asked(seen.turn, action)])
    return ("stop",) if action == STOP else ("bid", str(action - BID))


def prompt(seen: Observation, path: Path) -> Message:
    """Return the prompt."""
    return Message("How far?") if path == ("turn",) else Message("Whose, or what?") if path else Message("Move")


def refusal(seen: Observation, path: Path) -> Refused:
    """Return the only reason for which this game refuses an action."""
    return Refused("not-now", Message("That cannot be done now."))
