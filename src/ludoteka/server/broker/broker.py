"""The broker: how the servers of one house exchange notifications, presence and turns to think about.

It carries hints only.  The database holds the matches, so a broker may lose anything and may be unavailable.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from ludoteka.players.levels import thinking_limit
from ludoteka.players.thinker import Thinker
from ludoteka.players.turn import Turn
from ludoteka.referee.events import Event


class BrokerListener(NamedTuple):
    """Callbacks of the broker, called in the event loop; none of them may block or raise."""

    on_event: Callable[[str, Event], None]  # another server has stored an event of a followed match
    on_gap: Callable[[str], None]  # events of a followed match may have been missed, so ask the database
    on_presence: Callable[[str], None]  # people on other servers have come to a followed match, or left it
    on_message: Callable[[str, str], None]  # another server has broadcast a subject and a text


class Broker:
    """The broker of a single server: there is nobody to notify, and computers think in local worker processes.

    That of several servers is a `RedisBroker`.  Only `choose`, `answer` and `close` may wait for the network; only the
    first two may raise.
    """

    is_up = True  # whether this server is connected to the others; if not, rooms ask the database

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._own: dict[str, set[str]] = {}  # people on this server, by match

    async def start(self, listener: BrokerListener) -> None: ...

    async def close(self) -> None: ...

    def follow(self, match: str) -> None:
        """Receive notifications of a match from now on, because its room is open here."""

    def unfollow(self, match: str) -> None:
        self._own.pop(match, None)

    def announce(self, match: str, event: Event) -> None:
        """Give the other servers an event of a match that is stored."""

    def broadcast(self, subject: str, text: str) -> None:
        """Send any other message to the other servers; it is not repeated if they miss it."""

    def enter(self, match: str, holder: str) -> None:
        """Record that a person has come to this server's room of a match; once, however many pages they open."""
        self._own.setdefault(match, set()).add(holder)

    def leave(self, match: str, holder: str) -> None:
        self._own.get(match, set()).discard(holder)

    def present(self, match: str) -> set[str]:
        """Return the people in the rooms of a followed match, on all servers."""
        return set(self._own.get(match, ()))

    async def choose(self, match: str, number: int, turn: Turn, person: str) -> int:
        """Return the action a computer chooses after event `number` of a match.

        `person` names the one whose share of the workers this uses.  Raises the same as `Thinker.choose`.
        """
        action: int = await self.answer(f"{match}:{number}", "turn", turn, thinking_limit(turn), person)
        return action

    async def answer(self, key: str, kind: str, question: Any, seconds: float, person: str) -> Any:
        """Return the answer of a worker to a question that `key` names uniquely; as `Thinker.answer`."""
        return await self._thinker.answer(kind, question, seconds, person)
