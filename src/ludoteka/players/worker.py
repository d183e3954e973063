"""A process that thinks: a question on every line of its input, the answer on a line of its output."""

import json
import logging
import os
import sys
from contextlib import suppress

from ludoteka.players.computer import choose_action
from ludoteka.players.turn import Turn


def main() -> None:
    """Answer [number, turn] by the number and the action chosen, until the input ends."""
    logging.getLogger("ludoteka.games").setLevel(logging.ERROR)  # who started this has told what could not be opened
    answers, sys.stdout = sys.stdout, sys.stderr  # nothing else may get between the answers
    with suppress(BrokenPipeError):  # nobody listens any more
        for line in sys.stdin:
            number, turn = json.loads(line)
            answers.write(f"{number} {choose_action(Turn(*turn))}\n")
            answers.flush()
    os._exit(0)  # at once, though the compiler may be at work


if __name__ == "__main__":
    main()
