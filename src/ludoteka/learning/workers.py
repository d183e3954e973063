"""Where the games of a training are played: in this process, in several, or on the machines of a Ray cluster."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from socket import create_connection
from typing import Any
from urllib.parse import urlsplit

from ludoteka.core.message import Message, Refused
from ludoteka.players.process_pool import process_pool

PATIENCE = 5  # seconds; Ray itself tries for minutes
Map = Callable[..., Any]


@contextmanager
def workers(processes: int, cluster: str = "") -> Iterator[Map]:
    """Return a function like `map` that uses this many processes at once.

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
        try:
            with process_pool(processes) as pool:
                yield pool.map
        except BrokenProcessPool as error:
            text = Message(
                "A process in which games were played has ended. Run the same command again to continue after the last whole round."
            )
            raise Refused("player-died", text) from error


@contextmanager
def _ray_workers(processes: int, cluster: str) -> Iterator[Map]:
    """Let a Ray cluster run the functions; its machines need the same version of Ludoteka and Python."""
    try:
        import ray  # noqa: PLC0415 - most people train on one machine and never install it
    except ImportError:
        wish = Message("Training on several machines needs Ray. Install it with: pip install 'ludoteka[ray]'")
        raise Refused("no-ray", wish) from None
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # by default it reports to its makers
    try:
        _check_address(cluster)
        ray.init(cluster, num_cpus=processes if cluster == "local" else None, log_to_driver=False)
    except (OSError, RuntimeError, ValueError):
        raise Refused("no-cluster", Message("No Ray cluster answers at {address}.", address=cluster)) from None
    try:
        yield lambda function, *columns: _gather(ray, function, zip(*columns, strict=False))
    finally:
        ray.shutdown()


def _check_address(cluster: str) -> None:
    """Connect to the address once.

    Raises:
        OSError: Nobody answers there.
        ValueError: It has no port.
    """
    if cluster != "local":
        place = urlsplit(cluster if "://" in cluster else f"ray://{cluster}")
        if not place.port:
            raise ValueError(cluster)
        create_connection((place.hostname, place.port), PATIENCE).close()


def _gather(ray: Any, function: Callable[..., Any], rows: Iterator[tuple[Any, ...]]) -> list[Any]:
    task = ray.remote(function)
    return list(ray.get([task.remote(*row) for row in rows]))
