"""How much one person may ask of the house: whoever asks in earnest never notices.

Everything is counted by one server alone, so a house of several servers is as much more patient.
"""

import math
import time
from collections import Counter, OrderedDict, deque

from ludoteka.core.message import Message, Refused

BURST = 60  # that may be made one after another
REFILL_SECONDS = 2.0  # after which one more may be made
RECORD_WEIGHT = 5  # as much as five things made: a record that is brought in is played through
READ_BURST, READ_REFILL_SECONDS = 240, 0.1  # of what the database or a replay must be asked for
MAX_TRACKED_GUESTS = 10_000  # guests; the one who asked longest ago is forgotten first
MESSAGE_BURST, MESSAGE_REFILL_SECONDS = 300, 0.01  # of one guest: no hand is that fast, and few programs
HELLO_WEIGHT = 5  # as much as five messages: the whole match is drawn
MAX_REFUSALS = 300  # messages in a row that came too often; then the socket is closed
SOCKETS_PER_GUEST, SOCKETS_PER_ADDRESS = 100, 300  # open at the same time


class RateLimited(Refused):
    """Somebody asks too much; `seconds` is how long he must wait."""

    def __init__(self, seconds: int, text: Message | None = None) -> None:
        super().__init__("too-often", text or Message("You have made very many. Please wait a little."))
        self.seconds = seconds


class RateLimit:
    """Counts what each guest has had made."""

    def __init__(self, at_once: int = BURST, seconds_each: float = REFILL_SECONDS) -> None:
        self._at_once = at_once
        self._seconds_each = seconds_each
        self._until: OrderedDict[str, float] = OrderedDict()  # guest -> when all that he had made is forgiven

    def count(self, guest: str, now: float | None = None, weight: int = 1) -> None:
        """Count one more, which is as much as `weight` others.

        Raises:
            TooOften: what was made has not been forgiven yet.
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
    """Lets each guest do something so many times in so many seconds, whenever these begin."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._times: OrderedDict[str, deque[float]] = OrderedDict()  # guest -> when he did it, oldest first

    def wait(self, guest: str, now: float) -> float:
        """Return in how many seconds it may be done again; 0 for now."""
        times = self._times.get(guest)
        return max(0.0, times[0] + self._seconds - now) if times and len(times) == self._most else 0.0

    def count(self, guest: str, now: float) -> None:
        """Remember that it was done."""
        self._times[guest] = self._times.pop(guest, deque(maxlen=self._most))
        self._times[guest].append(now)
        if len(self._times) > MAX_TRACKED_GUESTS:
            self._times.popitem(last=False)


class ConnectionLimits:
    """How many sockets are open: each guest and each address has so many at most; 0 for any number."""

    def __init__(self, of_a_guest: int = SOCKETS_PER_GUEST, of_an_address: int = SOCKETS_PER_ADDRESS) -> None:
        self._most = (of_a_guest, of_an_address)
        self._open: tuple[Counter[str], Counter[str]] = (Counter(), Counter())

    def admit(self, holder: str, address: str) -> bool:
        """Let a socket in, if its guest and its address have not too many already."""
        pairs = list(zip(self._open, (holder, address), self._most, strict=True))
        if any(most and is_open[who] >= most for is_open, who, most in pairs):
            return False
        for is_open, who, _ in pairs:
            is_open[who] += 1
        return True

    def release(self, holder: str, address: str) -> None:
        """Forget a socket that was let in."""
        for is_open, who in zip(self._open, (holder, address), strict=True):
            is_open[who] -= 1
            if not is_open[who]:
                del is_open[who]
