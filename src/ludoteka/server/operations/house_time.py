"""House time: wall-clock time that never goes back."""

import time
from collections.abc import Callable

CLOCK = getattr(time, "CLOCK_BOOTTIME", None)  # where the system has it: it counts while the machine sleeps


def steady() -> float:
    """Return the seconds since some moment, including sleep of the machine where the system counts it."""
    return time.monotonic() if CLOCK is None else time.clock_gettime(CLOCK)


class HouseTime:
    """Seconds since 1970, UTC, that advance evenly from the start, even if the system clock is set.

    The servers of one house start from the time of their common database, a single server from the system's clock.
    """

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = steady) -> None:
        self._steady = steady
        self.set(wall())

    def set(self, now: float) -> None:
        self._ahead = now - self._steady()

    def now(self) -> float:
        return self._ahead + self._steady()
