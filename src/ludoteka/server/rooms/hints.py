"""The hints that a house is looking for, in the processes in which computers think."""

import asyncio
import logging
from collections.abc import Sequence

from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.players.analysis import AnalysisAnswer, AnalysisQuestion
from ludoteka.players.levels import HINT_SECONDS
from ludoteka.referee.referee import Referee
from ludoteka.review.hint_reasons import COMPARED, describe_action, explain_hint
from ludoteka.search.searches import has_search
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
        number, hint = referee.number, None
        try:
            hint = await self._find(referee, subscriber.holder)
        except Exception:
            logger.exception("no hint was found in match %s", referee.setup.id)
        del self._searches[subscriber.holder]  # a cancelled search does not come here
        subscriber.post(encode(HintMessage(number, hint)))

    async def _find(self, referee: Referee, person: str) -> FoundHint:
        """Return a hint, with its reasons if the engine is ready and the game has no secrets."""
        match, turn = referee.match, referee.hint_turn()
        key = f"hint:{referee.setup.id}:{referee.number}"
        if has_search(match.game):
            question = AnalysisQuestion(turn, COMPARED, HINT_SECONDS)
            found = AnalysisAnswer(*await self._broker.answer(key, "analysis", question, HINT_SECONDS, person))
            if found.is_ready:
                says, reasons = explain_hint(match, found.lines, found.won, found.wins[0])
                return _hint(match, match.check(found.lines[0][0][0]), says, reasons)
        action = await self._broker.choose(referee.setup.id, referee.number, turn, person)
        return _hint(match, action, describe_action(match, action))


def _hint(match: Match, action: int, says: Sequence[Message] = (), reasons: Sequence[Message] = ()) -> FoundHint:
    path = match.game.texts.path(match.seen(), action)
    return FoundHint(match.text_of(action), list(path), says, reasons)
