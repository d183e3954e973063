"""The hints that a house is looking for, in the processes in which computers think."""

import asyncio
import logging

from ludoteka.core.message import Message, Refused
from ludoteka.referee.referee import Referee
from ludoteka.server.broker.broker import Broker
from ludoteka.server.protocol.messages import encode
from ludoteka.server.protocol.socket_messages import FoundHint, HintMessage
from ludoteka.server.rooms.subscribers import Subscriber

logger = logging.getLogger(__name__)


class Hints:
    """One hint at a time for each person; it uses their share of the workers, and ends when the position changes."""

    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        self._searches: dict[str, tuple[str, asyncio.Task[None]]] = {}  # by holder: the match, and the search

    def check_free(self, holder: str) -> None:
        """Refuse a second hint of the same person meanwhile.  Raises Refused: "hint-pending"."""
        if holder in self._searches:
            raise Refused("hint-pending", Message("Your last hint isn't ready yet."))

    def search(self, referee: Referee, subscriber: Subscriber) -> None:
        """Look for the hint that the last event of a match asks for, and send it to the connection that asked."""
        task = asyncio.create_task(self._search(referee, subscriber))
        self._searches[subscriber.holder] = referee.setup.id, task

    def cancel(self, match: str) -> None:
        for holder, (searched, task) in list(self._searches.items()):
            if searched == match:
                del self._searches[holder]
                task.cancel()

    async def _search(self, referee: Referee, subscriber: Subscriber) -> None:
        number, match, hint = referee.number, referee.match, None
        try:
            action = await self._broker.choose(referee.setup.id, number, referee.hint_turn(), subscriber.holder)
            path = referee.game.texts.path(match.seen(), action)
            hint = FoundHint(match.text_of(action), list(path))
        except Exception:
            logger.exception("no hint was found in match %s", referee.setup.id)
        del self._searches[subscriber.holder]  # a cancelled search does not come here
        subscriber.post(encode(HintMessage(number, hint)))
