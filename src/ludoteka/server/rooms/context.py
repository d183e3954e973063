"""What every room needs from the house."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ludoteka.server.broker.broker import Broker
from ludoteka.server.operations.work_queue import WorkQueue
from ludoteka.server.rooms.hints import Hints
from ludoteka.store import Store


class RoomContext(NamedTuple):
    """The services and settings that a house shares with its rooms."""

    store: Store
    broker: Broker
    now: Callable[[], float]  # house time
    downtime_between: Callable[[float, float], float]  # seconds between two times in which no server was up
    pause: float  # seconds for which people see a throw before the match goes on by itself
    grace: float  # seconds after which an absent person counts as gone
    work: WorkQueue  # for work that would block the event loop
    hints: Hints
    tell: Callable[[Iterable[str]], None]  # wakes the event streams of these holders
