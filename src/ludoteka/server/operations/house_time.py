"""House time: the hour of day that only goes forward."""

import time
from collections.abc import Callable


def steady() -> float:
    """Return seconds since some moment; sleep of the machine counts where the system can tell."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class HouseTime:
    """Seconds since 1970, UTC, that go on evenly from the start, whatever becomes of the system's clock.

    Several servers of a house `begin` with the hour of their common database; alone one takes the system's.
    """

    def __init__(
        self,
        begin: float | None = None,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = steady,
    ) -> None:
        self._steady = steady
        self._ahead = (wall() if begin is None else begin) - steady()

    def now(self) -> float:
        """Return the house time."""
        return self._ahead + self._steady()
