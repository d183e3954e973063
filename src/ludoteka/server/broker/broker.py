"""The broker: how the servers of one house exchange notifications, presence and turns to think about.

It carries hints only.  The database holds the matches, so a broker may lose anything and may be unavailable.
"""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, Protocol

from ludoteka.players.thinker import Thinker
from ludoteka.players.turn import Turn

LATEST = 1 << 62  # stands for an unknown number: events may have been missed, so ask the database


class BrokerListener(NamedTuple):
    """Callbacks of the broker, called in the event loop; none of them may block or raise."""

    on_event: Callable[[str, int], None]  # a match that is followed has an event of this number, or `LATEST`
    on_presence: Callable[[str], None]  # people on other servers have come to a followed match, or left it
    on_message: Callable[[str, str], None]  # another server has broadcast a subject and a text


class Broker(Protocol):
    """What a house needs from its broker.  Only `choose`, `answer` and `close` may wait for the network; only the first two may raise."""

    @property
    def is_up(self) -> bool:
        """Whether this server is connected to the others; if not, rooms ask the database."""

    async def start(self, listener: BrokerListener) -> None: ...

    async def close(self) -> None: ...

    def follow(self, match: str) -> None:
        """Receive notifications of a match from now on, because its room is open here."""

    def unfollow(self, match: str) -> None: ...

    def announce(self, match: str, number: int) -> None:
        """Tell the other servers that an event of a match is stored."""

    def broadcast(self, subject: str, text: str) -> None:
        """Send any other message to the other servers; it is not repeated if they miss it."""

    def enter(self, match: str, holder: str) -> None:
        """Record that a person has come to this server's room of a match; once, however many pages they open."""

    def leave(self, match: str, holder: str) -> None: ...

    def present(self, match: str) -> set[str]:
        """Return the people in the rooms of a followed match, on all servers."""

    def choose(self, match: str, number: int, turn: Turn, person: str) -> Awaitable[int]:
        """Return the action a computer chooses after event `number` of a match.

        `person` names the one whose share of the workers this uses.  Raises the same as `Thinker.choose`.
        """

    def answer(self, key: str, kind: str, question: Any, seconds: float, person: str) -> Awaitable[Any]:
        """Return the answer of a worker to a question that `key` names uniquely; as `Thinker.answer`."""


class LocalBroker:
    """The broker of a single server: there is nobody to notify, and computers think in local worker processes."""

    is_up = True

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._present: dict[str, set[str]] = {}

    async def start(self, listener: BrokerListener) -> None:
        """Do nothing: there are no other servers."""

    async def close(self) -> None:
        """Do nothing: the house closes the thinker."""

    def follow(self, match: str) -> None:
        """Do nothing, like `announce` and `broadcast`: there are no other servers."""

    def unfollow(self, match: str) -> None:
        """Forget who was present."""
        self._present.pop(match, None)

    def announce(self, match: str, number: int) -> None: ...

    def broadcast(self, subject: str, text: str) -> None: ...

    def enter(self, match: str, holder: str) -> None:
        self._present.setdefault(match, set()).add(holder)

    def leave(self, match: str, holder: str) -> None:
        self._present.get(match, set()).discard(holder)

    def present(self, match: str) -> set[str]:
        return set(self._present.get(match, ()))

    async def choose(self, match: str, number: int, turn: Turn, person: str) -> int:
        return await self._thinker.choose(turn, person)

    async def answer(self, key: str, kind: str, question: Any, seconds: float, person: str) -> Any:
        return await self._thinker.answer(kind, question, seconds, person)
