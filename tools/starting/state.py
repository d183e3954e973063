"""What a surface shows of a start.  Python 3.6 and newer can read this file."""

from queue import Queue
from typing import NamedTuple

WORKING, OPEN, FAILED, CLOSED = "working", "open", "failed", "closed"


class State(NamedTuple):
    """How far a start has come, in the reader's words."""

    kind: str
    text: str
    details: str = ""  # what a program printed before it failed
    address: str = ""  # of an open house
    can_repeat: bool = True


class Refusal:
    """A start that cannot begin; surfaces show it like any other."""

    def __init__(self, text: str) -> None:
        self.states = Queue()  # type: Queue[State] # the states that no surface has shown yet
        self._text = text

    def begin(self) -> None:
        """Refuse."""
        self.states.put(State(FAILED, self._text, can_repeat=False))

    def show_house(self) -> None:
        """Do nothing: there is no house."""

    def close(self) -> None:
        """Do nothing: nothing is open."""
