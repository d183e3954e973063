"""A start as lines in a terminal.  Python 3.6 and newer can read this file."""

import sys
from typing import TYPE_CHECKING

from starting.state import CLOSED, FAILED, OPEN, State
from starting.texts import say

if TYPE_CHECKING:
    from starting.state import Refusal
    from starting.work import Start


class Lines:
    """One line for each state."""

    def __init__(self, start: "Start | Refusal") -> None:
        self._start = start

    def run(self) -> int:
        """Show the start until it has failed, the house has ended or Ctrl-C interrupts it; return the exit code."""
        self._start.begin()
        while True:
            state = self._start.states.get()
            self._print(state)
            if state.kind in (FAILED, CLOSED):
                return int(state.kind == FAILED)

    def _print(self, state: State) -> None:
        note = say("It closes with Ctrl-C. Matches are kept.") if state.kind == OPEN else ""
        for line in filter(None, (state.details, state.text, note)):
            if sys.stdout:  # Windows gives none to a program without a terminal
                print(line, flush=True)
