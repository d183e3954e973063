"""Limits on what one guest, and everybody at one address, can ask of the house.

Ordinary use never reaches them: neither do fast programs, nor a club of thirty people behind one address.
Each server counts for itself.
"""

import ipaddress
import math
import time
from collections import Counter, OrderedDict, deque
from functools import lru_cache
from typing import NamedTuple

from ludoteka.compilation import python_class
from ludoteka.core.message import Message, Refusal, Refused

TOO_MANY_CONNECTIONS = Refusal(
    "too-many", Message("You have too many pages of this server open. Please close some of them."), 429
)
MAX_TRACKED_GUESTS = 10_000  # guests; the one with the oldest request is forgotten first
HOME_BITS = 64  # of an IPv6 address are the same for all devices of a home, which can choose the rest freely


class Rate(NamedTuple):
    """How much is allowed at once, and after how many seconds one more."""

    at_once: int
    seconds_each: float


class Rates(NamedTuple):
    """The rate of a guest, and the wider one of an address, which many guests may share."""

    guest: Rate | None
    address: Rate | None


NEW_GUEST_WEIGHT = 5  # a request without a cookie counts as five, because it creates a guest
SIGN_INS_AT_NAME = Rates(Rate(30, 20.0), None)  # from all addresses together
MAILS_OF_ACCOUNT = Rates(Rate(4, 1200.0), None)  # with links: to confirm an address, or to recover an account
HELLO_WEIGHT = 5  # a hello counts as five messages, because it sends the whole match
LENGTH_PER_WEIGHT = 100  # events for which a hello counts as one more message, as all of them are sent
MAX_REFUSALS = 300  # messages sent too fast, after which the connection is closed
RATES = {
    "request": Rates(None, Rate(4000, 1 / 300)),  # of any kind; a page and its files are forty, and they cost little
    "read": Rates(Rate(240, 0.1), Rate(1200, 0.02)),  # requests that need the database, a replay or a drawing
    "creation": Rates(Rate(60, 2.0), Rate(240, 0.5)),  # matches, rematches, names: each of thirty people creates eight
    "sign-in": Rates(Rate(20, 10.0), Rate(60, 1.5)),  # each takes a twentieth of a second of a core to check a password
    "registration": Rates(Rate(5, 300.0), Rate(60, 60.0)),  # thirty people of a club register on one evening
    "report": Rates(Rate(20, 300.0), Rate(60, 60.0)),  # people read each of them
    "message": Rates(Rate(300, 0.01), Rate(3000, 0.002)),  # a guest's rate is faster than any hand and most programs
    "hint": Rates(Rate(20, 3.0), Rate(120, 0.5)),  # each keeps a core busy for a second
    "review": Rates(
        Rate(10, 30.0), Rate(60, 5.0)
    ),  # each keeps a core busy for up to half a minute; it is computed once
    "analysis": Rates(Rate(240, 1.0), Rate(960, 0.25)),  # seconds of a core
    "connect": Rates(Rate(120, 0.5), Rate(600, 0.1)),  # thirty people with several pages each reconnect after a restart
    "token": Rates(Rate(600, 0.02), None),  # requests with the tokens of one account
}
SOCKETS_PER_GUEST, SOCKETS_PER_ADDRESS = 100, 300  # WebSockets open at once
IDLE_PER_ADDRESS = 300  # other connections open at once: each of thirty browsers has six, some keep more for a moment
# Of an address: thirty people open ten pages each, with six connections a page or less
NEW_CONNECTIONS = Rate(1000, 0.05)
RESERVED_DESCRIPTORS = 100  # of files that are not for connections: database, log, processes in which computers think
MOST_WITHOUT_LIMIT = 65_536  # connections, where the system does not limit the number of open files
EXCESS_CONNECTIONS = 20  # beyond the limit, while those that make room for them close
REFUSED_AT_ONCE = 10  # connections, each time that one is accepted
ACCEPTED_AT_ONCE = 4  # connections: to open one takes a millisecond, as long as to answer a move
MOST_UNACCEPTED = 1024  # connections that wait until they are accepted or refused
KEEP_ALIVE_SECONDS = 8  # without a request; the proxies of deploy/ and our client end such connections sooner
HEAD_SECONDS = 10.0  # for the head of a request; browsers send it in one packet
REQUEST_SECONDS = 60.0  # for the body and the answer: a hundred kilobytes over a very slow line
# Garbage is collected after so many closed connections, of which libraries leave some kilobytes each, and after so many
# new objects that Python's collector tracks.  A collection takes a microsecond for each new object.
CLOSINGS_TO_COLLECT = 500
OBJECTS_TO_COLLECT = 50_000  # about eight megabytes
OBJECTS_OF_A_CONNECTION = 150  # with its share of a match; as many may be added for each before they are looked at


class LimitKey(NamedTuple):
    """The client as rate limits count it."""

    guest: str  # "" for a client without a cookie, which is counted by its address alone
    address: str  # as `counted_address` returns it


@lru_cache(MAX_TRACKED_GUESTS)
def counted_address(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the network of a home in IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found), HOME_BITS), strict=False))


@python_class
class RateLimited(Refused):
    """A client has exceeded a rate limit; it may retry after `seconds`."""

    def __init__(self, seconds: int, text: Message | None = None) -> None:
        text = text or Message("You're doing this too often. Please wait a moment.")
        super().__init__("too-often", text, status=429)
        self.seconds = seconds


class RateMeter:
    """A burst for each guest or each address, then one more every few seconds (GCRA)."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._until: OrderedDict[str, float] = OrderedDict()  # who -> when they can use a whole burst again

    def wait(self, who: str, now: float, weight: int) -> float:
        """Return the seconds until something of this weight is allowed; 0 or less if it is allowed now."""
        return max(self._until.get(who, now), now) - now - (self._rate.at_once - weight) * self._rate.seconds_each

    def count(self, who: str, now: float, weight: int) -> None:
        self._until[who] = max(self._until.pop(who, now), now) + weight * self._rate.seconds_each
        if len(self._until) > MAX_TRACKED_GUESTS:
            self._until.popitem(last=False)


class RateLimit:
    """A rate limit for each guest, and for all clients at one address together."""

    def __init__(self, rates: Rates, *, counts_addresses: bool = True) -> None:
        self._guests = RateMeter(rates.guest) if rates.guest else None
        self._addresses = RateMeter(rates.address) if rates.address and counts_addresses else None

    def count(self, client: LimitKey, weight: int = 1, now: float | None = None) -> None:
        """Count one request, which weighs as much as `weight` ordinary ones; a refused one is not counted.

        Raises:
            RateLimited: the guest or the address has reached its limit.
        """
        now = time.monotonic() if now is None else now
        guests, addresses = client.guest and self._guests, client.address and self._addresses
        of_guest = guests.wait(client.guest, now, weight) if guests else 0.0
        of_address = addresses.wait(client.address, now, weight) if addresses else 0.0
        if of_guest > 0 or of_address > 0:
            raise RateLimited(math.ceil(max(of_guest, of_address)))
        if guests:
            guests.count(client.guest, now, weight)
        if addresses:
            addresses.count(client.address, now, weight)


class RateLimits(dict[str, RateLimit]):
    """The limits of a server by name, as in `RATES`."""

    def __init__(self, *, counts_addresses: bool) -> None:
        super().__init__({name: RateLimit(rates, counts_addresses=counts_addresses) for name, rates in RATES.items()})


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
        for is_open, who in zip(self._open, (holder, address), strict=True):
            is_open[who] -= 1
            if not is_open[who]:
                del is_open[who]
