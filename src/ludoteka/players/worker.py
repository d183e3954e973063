"""The worker process: it reads one question per line and writes one answer per line, both as JSON.

It answers turns and analyses.  The program that starts it may name functions for further kinds of questions: KIND=MODULE:FUNCTION.
"""

import json
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import Any

from ludoteka.players.analysis import answer_analysis, stop_analysis
from ludoteka.players.computer import choose_action
from ludoteka.players.turn import Turn

NICENESS = 10  # the process that answers people goes first
Question = tuple[int, str, Any]  # its number, its kind, and what is asked
Answerers = Mapping[str, Callable[[Any], Any]]  # by the kind of question


def main() -> None:
    """Answer each [number, kind, question] with the number and the answer, until the input ends."""
    # The parent process has already logged the games that can't be opened
    logging.getLogger("ludoteka.games").setLevel(logging.ERROR)
    if hasattr(os, "nice"):  # Windows has no such function
        os.nice(NICENESS)
    answers, sys.stdout = sys.stdout, sys.stderr  # so that nothing else is written between the answers
    inbox = _Inbox()
    answerers = _answerers(inbox, sys.argv[1:])
    with suppress(BrokenPipeError):  # the parent process is gone
        for number, kind, question in inbox.questions():
            answers.write(f"{number} {json.dumps(answerers[kind](question))}\n")
            answers.flush()
    os._exit(0)  # at once, even if the compiler is running


class _Inbox:
    """The questions, read in a thread, so that one can be stopped while it is being answered."""

    def __init__(self) -> None:
        self._unanswered: SimpleQueue[Question | None] = SimpleQueue()
        self._stopped: set[int] = set()
        self._number = 0  # of the question that is being answered
        Thread(target=self._read, name="questions", daemon=True).start()

    def questions(self) -> Iterator[Question]:
        """Yield the questions until the input ends, except those that were stopped before their turn."""
        while question := self._unanswered.get():
            self._number = question[0]
            if not self.is_stopped():
                yield question

    def is_stopped(self) -> bool:
        """Tell whether nobody waits any more for the question that is being answered."""
        return self._number in self._stopped

    def _read(self) -> None:
        """Read questions until the input ends.  [number, "stop", null] stops an earlier one."""
        for line in sys.stdin:
            number, kind, question = json.loads(line)
            if kind == "stop":
                self._stopped.add(number)
                stop_analysis()
            else:
                self._unanswered.put((number, kind, question))
        self._unanswered.put(None)


def _answerers(inbox: _Inbox, more: Iterable[str]) -> Answerers:
    answerers: dict[str, Callable[[Any], Any]] = {
        "turn": lambda turn: choose_action(Turn(*turn)),
        "analysis": lambda question: answer_analysis(question, inbox.is_stopped),
    }
    for one in more:
        kind, _, place = one.partition("=")
        module, _, function = place.partition(":")
        answerers[kind] = getattr(import_module(module), function)
    return answerers


if __name__ == "__main__":
    main()
