"""Processes that play many games: they let other programs go first, and end with the process that started them."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread

from ludoteka.core.message import Message, Refused

NICENESS = 10


@contextmanager
def process_pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Open a pool with this many processes, which end in whatever way this one does.

    At its end it finishes what is in progress, and begins nothing else.

    Raises:
        Refused: "player-died", if a process ended before.
    """
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _prepare_process)
    try:
        yield pool
    except BrokenProcessPool as error:
        raise Refused("player-died", Message("A process in which players think has ended unexpectedly.")) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _prepare_process() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # so that Ctrl-C ends it in the middle of a game
    if hasattr(os, "nice"):  # Windows has no such function
        os.nice(NICENESS)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the parent process has ended, then end this one: a pool's processes would wait for work forever."""
    if parent := parent_process():
        parent.join()
        os._exit(1)
