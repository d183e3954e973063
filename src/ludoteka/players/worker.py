"""The worker process: it reads one request per line and writes one answer per line."""

import json
import logging
import os
import sys
from contextlib import suppress

from ludoteka.players.computer import choose_action
from ludoteka.players.turn import Turn

NICENESS = 10  # the process that answers people goes first


def main() -> None:
    """Answer each [number, turn] with the number and the chosen action, until the input ends."""
    logging.getLogger("ludoteka.games").setLevel(
        logging.ERROR
    )  # the parent process has already logged the games that can't be opened
    if hasattr(os, "nice"):  # Windows has no such function
        os.nice(NICENESS)
    answers, sys.stdout = sys.stdout, sys.stderr  # so that nothing else is written between the answers
    with suppress(BrokenPipeError):  # the parent process is gone
        for line in sys.stdin:
            number, turn = json.loads(line)
            answers.write(f"{number} {choose_action(Turn(*turn))}\n")
            answers.flush()
    os._exit(0)  # at once, even if the compiler is running


if __name__ == "__main__":
    main()
