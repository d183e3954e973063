"""The broker: how the servers of one house tell each other what happened, who is there, and what to think about.

It carries hints alone.  What was played is in the database, so a broker may lose anything, and may be away.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

from ludoteka.players.thinker import Thinker
from ludoteka.players.turn import Turn

LATEST = 1 << 62  # a number later than any: something may have been missed, so look into the database


class BrokerListener(NamedTuple):
    """What the broker calls, in the event loop; none of these may wait or raise."""

    event: Callable[[str, int], None]  # a followed match has an event of this number, perhaps `LATEST`
    presence: Callable[[str], None]  # others have come to a followed match, or gone
    word: Callable[[str, str], None]  # another server said this: the subject it chose, and the text


class Broker(Protocol):
    """What a house asks of its broker.  Nothing here waits for a network, apart from `choose`, and nothing raises."""

    @property
    def is_up(self) -> bool:
        """Whether other servers hear this one now; if not, rooms ask the database by themselves."""

    async def start(self, hearers: BrokerListener) -> None: ...

    async def close(self) -> None: ...

    def follow(self, match: str) -> None:
        """Hear of a match from now on: its room is open here."""

    def unfollow(self, match: str) -> None: ...

    def announce(self, match: str, number: int) -> None:
        """Tell the others that a match has an event of this number, after it is stored."""

    def say(self, subject: str, text: str) -> None:
        """Tell the others anything else; if they do not hear it now, they never will."""

    def enter(self, match: str, holder: str) -> None:
        """Tell that somebody has come to this server's room of a match; once, however many pages he opens."""

    def leave(self, match: str, holder: str) -> None: ...

    def present(self, match: str) -> set[str]:
        """Return who is in the rooms of a followed match, here and elsewhere."""

    def choose(self, match: str, number: int, turn: Turn) -> Awaitable[int]:
        """Return what a computer does after event `number` of a match.  Raises as `Thinker.choose`."""


class LocalBroker:
    """The broker of a house that is one process: nobody is to be told, and it thinks beside itself."""

    is_up = True

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._present: dict[str, set[str]] = {}

    async def start(self, hearers: BrokerListener) -> None:
        """Do nothing: there is nobody to listen to."""

    async def close(self) -> None:
        """Do nothing; the thinker is the house's."""

    def follow(self, match: str) -> None:
        """Do nothing, as there are no others; so with `announce` and `say`."""

    def unfollow(self, match: str) -> None:
        """Forget who was there."""
        self._present.pop(match, None)

    def announce(self, match: str, number: int) -> None: ...

    def say(self, subject: str, text: str) -> None: ...

    def enter(self, match: str, holder: str) -> None:
        self._present.setdefault(match, set()).add(holder)

    def leave(self, match: str, holder: str) -> None:
        self._present.get(match, set()).discard(holder)

    def present(self, match: str) -> set[str]:
        return set(self._present.get(match, ()))

    async def choose(self, match: str, number: int, turn: Turn) -> int:
        return await self._thinker.choose(turn)
