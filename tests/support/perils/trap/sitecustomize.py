"""A trap in a house: it kills itself at a step of a write.  Python imports this module first, if PYTHONPATH leads here.

The file `set` in the folder LUDOTEKA_TRAP has a part of a statement, and the number of a step.  The server that is about
to execute such a statement takes the file away, counts the steps of its transaction (each statement, the commit, and
what follows the commit), and kills itself at that step.  If there are fewer, it writes how many into the file `steps`,
and nothing if the transaction was refused, for example because another server was faster.
"""

import os
import signal
import threading
from pathlib import Path

from sqlalchemy import event
from sqlalchemy.engine import Engine

from ludoteka.features.ratings import rater
from ludoteka.features.tournaments import director
from ludoteka.server.people import sessions
from ludoteka.store.writing.writer import Writer

rater.PAUSE_SECONDS = director.PAUSE_SECONDS = sessions.PAUSE_SECONDS = 0.05
transact = Writer._transact
counting = threading.local()  # only the thread that writes counts


def step(*ignored):
    """Count a step of the transaction, and die at the chosen one."""
    if getattr(counting, "is_on", False):
        counting.steps += 1
        if counting.steps == counting.last:
            os.kill(os.getpid(), signal.SIGKILL)


def take(writes):
    """Return the number of the step at which to die, if the trap is set for one of these writes; else 0."""
    folder = Path(os.environ["LUDOTEKA_TRAP"])
    if not (folder / "set").exists():
        return 0
    try:
        mark, number = (folder / "set").read_text().split("\n")
        if not any(mark in str(statement) for statement, _ in writes):
            return 0
        (folder / "set").rename(folder / f"taken by {os.getpid()}")
    except FileNotFoundError:  # another server was faster
        return 0
    return int(number)


def count_steps(writer, writes, guard):
    """Execute the writes in one transaction, and count its steps if the trap is set for it."""
    last = take(writes)
    if not last:
        return transact(writer, writes, guard)
    counting.is_on, counting.steps, counting.last = True, 0, last
    try:
        transact(writer, writes, guard)
        step()
    finally:
        counting.is_on = False
    return Path(os.environ["LUDOTEKA_TRAP"], "steps").write_text(str(counting.steps))


Writer._transact = count_steps
event.listen(Engine, "before_cursor_execute", step)
event.listen(Engine, "commit", step)
