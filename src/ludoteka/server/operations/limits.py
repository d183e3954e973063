"""Limits on what one guest can ask of the house.  Ordinary use never reaches them.

Each server counts for itself.
"""

import math
import time
from collections import Counter, OrderedDict, deque

from ludoteka.core.message import Message, Refused

BURST = 60  # matches or other things that can be created at once
REFILL_SECONDS = 2.0  # after which one more can be created
RECORD_WEIGHT = 5  # an imported record counts as five, because it is replayed
READ_BURST, READ_REFILL_SECONDS = 240, 0.1  # of requests that need the database or a replay
MAX_TRACKED_GUESTS = 10_000  # guests; the one with the oldest request is forgotten first
MESSAGE_BURST, MESSAGE_REFILL_SECONDS = 300, 0.01  # of one guest: faster than any hand and most programs
HELLO_WEIGHT = 5  # a hello counts as five messages, because it sends the whole match
MAX_REFUSALS = 300  # messages sent too fast, after which the connection is closed
SOCKETS_PER_GUEST, SOCKETS_PER_ADDRESS = 100, 300  # open at once


class RateLimited(Refused):
    """A guest asks too much; `seconds` is how long they have to wait."""

    def __init__(self, seconds: int, text: Message | None = None) -> None:
        super().__init__("too-often", text or Message("You're doing this too often. Please wait a moment."))
        self.seconds = seconds


class RateLimit:
    """A rate limit for each guest: a burst, then one more every few seconds (GCRA)."""

    def __init__(self, at_once: int = BURST, seconds_each: float = REFILL_SECONDS) -> None:
        self._at_once = at_once
        self._seconds_each = seconds_each
        self._until: OrderedDict[str, float] = OrderedDict()  # guest -> when they can use a whole burst again

    def count(self, guest: str, now: float | None = None, weight: int = 1) -> None:
        """Count one request, which weighs as much as `weight` ordinary ones.

        Raises:
            RateLimited: the limit is reached.
        """
        now = time.monotonic() if now is None else now
        until = max(self._until.pop(guest, now), now)
        excess = until - now - (self._at_once - weight) * self._seconds_each
        self._until[guest] = until if excess > 0 else until + weight * self._seconds_each
        if len(self._until) > MAX_TRACKED_GUESTS:
            self._until.popitem(last=False)
        if excess > 0:
            raise RateLimited(math.ceil(excess))


class RateWindow:
    """A sliding window: each guest can do something at most `most` times within any period of `seconds`."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._times: OrderedDict[str, deque[float]] = OrderedDict()  # guest -> when they did it, oldest first

    def wait(self, guest: str, now: float) -> float:
        """Return the seconds until the guest can do it again; 0 if they can do it now."""
        times = self._times.get(guest)
        return max(0.0, times[0] + self._seconds - now) if times and len(times) == self._most else 0.0

    def count(self, guest: str, now: float) -> None:
        """Record that the guest did it."""
        self._times[guest] = self._times.pop(guest, deque(maxlen=self._most))
        self._times[guest].append(now)
        if len(self._times) > MAX_TRACKED_GUESTS:
            self._times.popitem(last=False)


class ConnectionLimits:
    """Limits on the open connections of each guest and each address; 0 for no limit."""

    def __init__(self, per_guest: int = SOCKETS_PER_GUEST, per_address: int = SOCKETS_PER_ADDRESS) -> None:
        self._most = (per_guest, per_address)
        self._open: tuple[Counter[str], Counter[str]] = (Counter(), Counter())

    def admit(self, holder: str, address: str) -> bool:
        """Count a new connection, unless its guest or its address has too many already; return whether it was counted."""
        pairs = list(zip(self._open, (holder, address), self._most, strict=True))
        if any(most and is_open[who] >= most for is_open, who, most in pairs):
            return False
        for is_open, who, _ in pairs:
            is_open[who] += 1
        return True

    def release(self, holder: str, address: str) -> None:
        """Stop counting a connection that was admitted."""
        for is_open, who in zip(self._open, (holder, address), strict=True):
            is_open[who] -= 1
            if not is_open[who]:
                del is_open[who]
