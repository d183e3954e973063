"""How often one guest may have something made: whoever asks in earnest never notices."""

import math
import time
from collections import OrderedDict

from ludoteka.core.message import Message, Refused

AT_ONCE = 60  # that may be made one after another
SECONDS_EACH = 2.0  # after which one more may be made
MOST_KNOWN = 10_000  # guests; the one who asked longest ago is forgotten first


class TooOften(Refused):
    """Somebody has had too much made; `seconds` is how long he must wait."""

    def __init__(self, seconds: int) -> None:
        text = Message("You have made very many. Please wait a little.")
        super().__init__("too-often", text)
        self.seconds = seconds


class Limit:
    """Counts what each guest has had made."""

    def __init__(self, at_once: int = AT_ONCE, seconds_each: float = SECONDS_EACH) -> None:
        self._at_once = at_once
        self._seconds_each = seconds_each
        self._until: OrderedDict[str, float] = OrderedDict()  # guest -> when all that he had made is forgiven

    def count(self, guest: str, now: float | None = None) -> None:
        """Count one more.

        Raises:
            TooOften: what was made has not been forgiven yet.
        """
        now = time.monotonic() if now is None else now
        until = max(self._until.pop(guest, now), now)
        excess = until - now - (self._at_once - 1) * self._seconds_each
        self._until[guest] = until if excess > 0 else until + self._seconds_each
        if len(self._until) > MOST_KNOWN:
            self._until.popitem(last=False)
        if excess > 0:
            raise TooOften(math.ceil(excess))
