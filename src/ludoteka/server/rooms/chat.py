"""Chat at a match: preset phrases among strangers, free text among people who invited each other; and its delivery.

Chat is not part of the match: it has a table of its own and appears in no record.
"""

import json
import math
from collections import deque
from collections.abc import Callable
from typing import Annotated

import msgspec

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.core.visible_text import compose, has_link, has_pile, has_unseen
from ludoteka.referee.projection import Projection
from ludoteka.referee.referee import NOT_YOUR_SEAT
from ludoteka.referee.views.details import chat_mode
from ludoteka.server.operations.limits import RateLimited, RateWindow
from ludoteka.server.people.names import NO_LINKS
from ludoteka.server.protocol.socket_messages import ChatRequest
from ludoteka.server.rooms.room import Room
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.store import Store
from ludoteka.store.models import ChatLine

NO_CHAT = Refusal("no-chat")
BAD_WORDS = Refusal("bad-words")
NOT_VISIBLE = Message("Write one line, with visible characters only.")

MAX_LENGTH = 200  # characters
MAX_TYPED = 3 * MAX_LENGTH  # before accents are composed and spaces collapsed
Typed = Annotated[str, msgspec.Meta(max_length=2000)]  # longer than what is accepted, which is refused with a reason
LONGEST_TEXT = 500  # characters of a text outside the chat, such as the reason for a moderation action
HISTORY_LENGTH = 100  # last lines, which a new client receives
MAX_IDS = 1000  # of commands, remembered so that a repeated one has no effect
FEW, FEW_SECONDS = 5, 10.0
MANY, MANY_SECONDS = 30, 600.0
PHRASES = {
    "hello": Message("Hello!"),
    "good-luck": Message("Good luck, and enjoy the match!"),
    "good-move": Message("Good move!"),
    "oops": Message("Oops!"),
    "thinking": Message("One moment, I am thinking."),
    "no-hurry": Message("Take your time."),
    "back-soon": Message("I will be right back."),
    "here-again": Message("I'm back."),
    "must-go": Message("I have to go, sorry."),
    "thanks": Message("Thank you!"),
    "good-game": Message("Good game!"),
    "again": Message("Another match?"),
}


class Chat:
    """The chat of all matches: permissions and rate limits, and its delivery to everybody at a match."""

    def __init__(
        self, store: Store, now: Callable[[], float], rooms: Rooms, broadcast: Callable[[str, str], None]
    ) -> None:
        self._store, self._now = store, now
        self._rooms, self._broadcast = rooms, broadcast
        self._ids: deque[tuple[str, str]] = deque(maxlen=MAX_IDS)  # holder, id of the command
        self._few, self._many = RateWindow(FEW, FEW_SECONDS), RateWindow(MANY, MANY_SECONDS)

    async def say(self, room: Room, holder: str, command: str, request: ChatRequest) -> None:
        """Add a chat line to a match and send it to everybody there.  Raises Refused: as `add_line`."""
        if (holder, command) in self._ids:  # repeated, because the answer was lost
            return
        said = await self.add_line(room.referee, holder, request.text, request.phrase)
        self._ids.append((holder, command))
        room.subscribers.send_chat([said])
        self._broadcast("chat", json.dumps(room.id))

    async def update(self, match: str) -> None:
        """Send everybody at a match the lines that were said at another server."""
        if room := self._rooms.find(match):
            last = room.subscribers.last_common_line
            if said := await self._store.chat_lines(match, after=last, limit=HISTORY_LENGTH):
                room.subscribers.send_chat(said)

    async def tell_removed(self, match: str) -> None:
        """Show everybody at a match, on all servers, that lines were removed; the store knows already."""
        await self.show_removed(match)
        self._broadcast("words-removed", json.dumps(match))

    async def show_removed(self, match: str) -> None:
        """Show everybody at a match, on this server, that lines were removed."""
        if room := self._rooms.find(match):
            lines = await self.recent_lines(match)
            room.subscribers.send_changed_chat([line for line in lines if not line.text])

    async def add_line(self, course: Projection, holder: str, text: str = "", phrase: str = "") -> ChatLine:
        """Store what a person says, and return the stored line.

        Lines that are refused count as well, because reading them takes processor time.

        Raises:
            Refused: "no-chat", "not-your-seat", "only-phrases", "bad-words", "no-links", "said-already",
                "too-often".
            NotStored: the line was not stored.
        """
        _check_may_speak(course, holder, bool(phrase))
        match, now = course.setup.id, self._now()
        self._count(holder, now)
        if phrase and phrase not in PHRASES:
            raise BAD_WORDS(Message("That phrase doesn't exist."))
        kind, said = ("phrase", phrase) if phrase else ("words", clean_words(text))
        own = [line for line in await self.recent_lines(match) if line.holder == holder]
        if own and (own[-1].kind, own[-1].text.casefold()) == (kind, said.casefold()):
            raise Refused("said-already", Message("You've just said that."))
        seat = course.held_by(holder)[0]
        return await self._store.add_chat_line(
            match, ChatLine(holder, seat, course.occupants[seat].name, kind, said, now)
        )

    def _count(self, holder: str, now: float) -> None:
        seconds = max(self._few.wait(holder, now), self._many.wait(holder, now))
        if seconds:
            raise RateLimited(math.ceil(seconds), Message("You're sending messages too fast. Please wait a moment."))
        self._few.count(holder, now)
        self._many.count(holder, now)

    async def recent_lines(self, match: str) -> list[ChatLine]:
        """Return the last lines of a match, oldest first."""
        return await self._store.chat_lines(match, limit=HISTORY_LENGTH)


def _check_may_speak(course: Projection, holder: str, is_phrase: bool) -> None:
    if not course.game.has_chat:
        raise NO_CHAT(Message("This game has no chat: talking would give secrets away."))
    if not course.held_by(holder):
        raise NOT_YOUR_SEAT()
    voice = chat_mode(course, holder)
    if not voice:
        raise NO_CHAT(Message("There is nobody here to talk to."))
    if voice == "phrases" and not is_phrase:
        raise Refused("only-phrases", Message("In a public match you can only use the preset phrases."))


def clean_words(text: str) -> str:
    """Return a text as it is stored: composed (NFC), with single spaces.  Raises Refused: "bad-words", "no-links"."""
    if len(text) > MAX_TYPED:
        raise _too_long(MAX_LENGTH)
    if has_unseen(text):
        raise BAD_WORDS(NOT_VISIBLE)
    said = compose(text)
    if not said or has_pile(said):
        raise BAD_WORDS(NOT_VISIBLE)
    if len(said) > MAX_LENGTH:
        raise _too_long(MAX_LENGTH)
    if has_link(said):
        raise NO_LINKS(Message("You can't send addresses or links here."))
    return said


def clean_text(typed: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text outside the chat as it is stored: in composed form (NFC), on one line.  Raises Refused: "bad-words"."""
    text = compose(typed)
    if len(text) > longest:
        raise _too_long(longest)
    if has_unseen(text) or has_pile(text):
        raise BAD_WORDS(NOT_VISIBLE)
    return text


def _too_long(longest: int) -> Refused:
    text = Message("Use at most {count} character.", plural="Use at most {count} characters.", count=longest)
    return BAD_WORDS(text)
