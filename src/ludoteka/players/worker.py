"""The worker process: it reads one question per line and writes one answer per line, both as JSON.

It answers turns.  Whoever starts it may name functions for further kinds of questions: KIND=MODULE:FUNCTION.
"""

import json
import logging
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

from ludoteka.players.computer import choose_action
from ludoteka.players.turn import Turn

NICENESS = 10  # the process that answers people goes first
Answerers = Mapping[str, Callable[[Any], Any]]  # by the kind of question


def main() -> None:
    """Answer each [number, kind, question] with the number and the answer, until the input ends."""
    answerers = _answerers(sys.argv[1:])
    logging.getLogger("ludoteka.games").setLevel(
        logging.ERROR
    )  # the parent process has already logged the games that can't be opened
    if hasattr(os, "nice"):  # Windows has no such function
        os.nice(NICENESS)
    answers, sys.stdout = sys.stdout, sys.stderr  # so that nothing else is written between the answers
    with suppress(BrokenPipeError):  # the parent process is gone
        for line in sys.stdin:
            number, kind, question = json.loads(line)
            answers.write(f"{number} {json.dumps(answerers[kind](question))}\n")
            answers.flush()
    os._exit(0)  # at once, even if the compiler is running


def _answerers(more: Iterable[str]) -> Answerers:
    answerers: dict[str, Callable[[Any], Any]] = {"turn": lambda turn: choose_action(Turn(*turn))}
    for one in more:
        kind, _, place = one.partition("=")
        module, _, function = place.partition(":")
        answerers[kind] = getattr(import_module(module), function)
    return answerers


if __name__ == "__main__":
    main()
