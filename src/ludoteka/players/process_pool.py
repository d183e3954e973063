"""Processes that play many games: they let other programs go first, and end with the process that started them."""

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread

NICENESS = 10


def process_pool(processes: int) -> ProcessPoolExecutor:
    """Return a pool with this many processes, which end in whatever way this one does."""
    return ProcessPoolExecutor(processes, get_context("spawn"), _prepare_process)


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
