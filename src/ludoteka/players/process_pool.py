"""Processes that play many games, on this machine or on a cluster: they let other programs go first, and end with the process that started them."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from socket import create_connection
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from ludoteka.core.message import Message, Refused

NICENESS = 10
PATIENCE = 5  # seconds
Map = Callable[..., Any]


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


@contextmanager
def workers(processes: int, cluster: str = "") -> Iterator[Map]:
    """Return a function like `map` that uses this many processes at once, and yields results in their order.

    A single process is this one. `cluster` is the address of a Ray cluster, or "local" for one on this machine.

    Raises:
        Refused: "no-ray", "no-cluster"; "player-died", if one of the processes ended.
    """
    if cluster:
        with _ray_workers(processes, cluster) as run:
            yield run
    elif processes == 1:
        yield map
    else:
        pool = process_pool(processes)
        try:
            yield pool.map
        except BrokenProcessPool as error:
            text = Message("A process in which games were played has ended. Run the same command again to continue.")
            raise Refused("player-died", text) from error
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _ray_workers(processes: int, cluster: str) -> Iterator[Map]:
    """Let a Ray cluster run the functions; its machines need the same version of Ludoteka and Python."""
    try:
        import ray  # noqa: PLC0415 - most people play on one machine and never install it
    except ImportError:
        wish = Message("Playing on several machines needs Ray. Install it with: pip install 'ludoteka[ray]'")
        raise Refused("no-ray", wish) from None
    missing = Message("No Ray cluster answers at {address}.", address=cluster)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # by default it reports to its makers
    try:
        if cluster != "local":  # connect to the address once: Ray itself would try for minutes
            place = urlsplit(cluster if "://" in cluster else f"ray://{cluster}")
            if not place.port:
                raise Refused("no-cluster", missing)
            create_connection((place.hostname, place.port), PATIENCE).close()
        ray.init(cluster, num_cpus=processes if cluster == "local" else None, log_to_driver=False)
    except (OSError, RuntimeError, ValueError):
        raise Refused("no-cluster", missing) from None
    try:

        def run(function: Callable[..., Any], *columns: Any) -> Iterator[Any]:
            task = ray.remote(function)
            return map(ray.get, [task.remote(*row) for row in zip(*columns, strict=False)])

        yield run
    finally:
        ray.shutdown()
