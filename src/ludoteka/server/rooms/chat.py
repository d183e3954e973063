"""Chat at a match: preset phrases among strangers, free text among people who invited each other.

Chat is not part of the match: it has a table of its own and appears in no record.
"""

import math
import re
import unicodedata
from collections.abc import Callable
from typing import Any

from ludoteka.core.message import Message, Refused
from ludoteka.referee.events import guest_number
from ludoteka.referee.projection import Projection
from ludoteka.referee.views.details import chat_mode
from ludoteka.server.operations.limits import RateLimited, RateWindow
from ludoteka.store import Store
from ludoteka.store.models import ChatLine

MAX_LENGTH = 200  # characters
HISTORY_LENGTH = 100  # last lines, which a new client receives
FEW, FEW_SECONDS = 5, 10.0
MANY, MANY_SECONDS = 30, 600.0
MAX_ACCENTS = 2  # on one letter; more of them would cover the lines above
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

# Invisible characters: controls, direction marks, joiners, unassigned and private characters, separators ...
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # ... and letters and symbols that are drawn as nothing
DOTS = str.maketrans("。․", "..")  # which browsers accept as the dot of an address
TOPS = "app|biz|by|cc|co|com|cz|de|dev|eu|fr|gg|info|io|kz|link|live|me|net|online|org|pl|pro|ru|shop|site|sk|su|tk|top|tv|ua|uk|us|xyz|рф"
LINK = re.compile(
    rf"\b\w+://|\b(?:https?|ftp|mailto|data|javascript):|\bwww\.|[^\s@]@[^\s@]+\.\w|[\w-]+\.[^\W\d_]{{2,}}[/?#:]\S"
    rf"|[\w-]+\.(?:{TOPS})\b|\d{{1,3}}(?:\.\d{{1,3}}){{3}}"
)


class Chat:
    """The chat of all matches: who can say what, and how often."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._few, self._many = RateWindow(FEW, FEW_SECONDS), RateWindow(MANY, MANY_SECONDS)

    async def say(self, course: Projection, holder: str, text: str = "", phrase: str = "") -> ChatLine:
        """Store what a person says, and return the stored line.

        Raises:
            Refused: "no-chat", "not-your-seat", "only-phrases", "bad-words", "no-links", "said-already",
                "too-often".
            NotStored: the line was not stored.
        """
        _check_may_speak(course, holder, bool(phrase))
        kind, said = ("phrase", _check_phrase(phrase)) if phrase else ("words", clean_words(text))
        match, now = course.setup.id, self._now()
        self._check_pace(holder, now)
        await self._check_new(match, holder, kind, said)
        self._few.count(holder, now)
        self._many.count(holder, now)
        seat = course.held_by(holder)[0]
        return await self._store.add_chat_line(
            match, ChatLine(holder, seat, course.occupants[seat].name, kind, said, now)
        )

    def _check_pace(self, holder: str, now: float) -> None:
        seconds = max(self._few.wait(holder, now), self._many.wait(holder, now))
        if seconds:
            raise RateLimited(math.ceil(seconds), Message("You're sending messages too fast. Please wait a moment."))

    async def _check_new(self, match: str, holder: str, kind: str, text: str) -> None:
        own = [one for one in await self.recent_lines(match) if one.holder == holder]
        if own and (own[-1].kind, own[-1].text.casefold()) == (kind, text.casefold()):
            raise Refused("said-already", Message("You've just said that."))

    async def recent_lines(self, match: str) -> list[ChatLine]:
        """Return the last lines of a match, oldest first."""
        return await self._store.chat_lines(match, limit=HISTORY_LENGTH)

    async def lines_after(self, match: str, number: int) -> list[ChatLine]:
        """Return the lines after line `number`, oldest first."""
        return await self._store.chat_lines(match, after=number, limit=HISTORY_LENGTH)


def _check_may_speak(course: Projection, holder: str, is_phrase: bool) -> None:
    if not course.game.has_chat:
        text = Message("This game has no chat: talking would give secrets away.")
        raise Refused("no-chat", text)
    if not course.held_by(holder):
        raise Refused("not-your-seat", Message("You are watching: none of the seats is yours."))
    voice = chat_mode(course, holder)
    if not voice:
        raise Refused("no-chat", Message("There is nobody here to talk to."))
    if voice == "phrases" and not is_phrase:
        raise Refused("only-phrases", Message("In a public match you can only use the preset phrases."))


def _check_phrase(phrase: str) -> str:
    if phrase not in PHRASES:
        raise Refused("bad-words", Message("That phrase doesn't exist."))
    return phrase


def clean_words(text: str) -> str:
    """Return a text as it is stored: in composed form (NFC), with single spaces.

    Raises:
        Refused: "bad-words", "no-links".
    """
    if any(unicodedata.category(sign) in UNSEEN or sign in BLANK for sign in text):
        raise Refused("bad-words", Message("Write one line, with visible characters only."))
    said = " ".join(unicodedata.normalize("NFC", text).split())
    if not said or _has_tower(said):
        raise Refused("bad-words", Message("Write one line, with visible characters only."))
    if len(said) > MAX_LENGTH:
        raise Refused(
            "bad-words",
            Message("Use at most {count} character.", plural="Use at most {count} characters.", count=MAX_LENGTH),
        )
    if LINK.search(unicodedata.normalize("NFKC", said).translate(DOTS).casefold()):
        raise Refused("no-links", Message("You can't send addresses or links here."))
    return said


def _has_tower(text: str) -> bool:
    height = 0
    for sign in text:
        height = height + 1 if unicodedata.combining(sign) or unicodedata.category(sign) == "Me" else 0
        if height > MAX_ACCENTS:
            return True
    return False


def encode_entry(one: ChatLine, holder: str) -> dict[str, Any]:
    """Return a line as it is sent to a person; it names the speaker by seat, name and number, never by holder."""
    return {
        "n": one.number,
        "seat": one.seat,
        "name": one.name,
        "guest": guest_number(one.holder),
        "phrase" if one.kind == "phrase" else "text": one.text,
        "at": one.at,
        "yours": one.holder == holder,
    }


def phrases() -> list[dict[str, Any]]:
    """Return the preset phrases as GET /api/house lists them."""
    return [{"id": name, "text": text.plain()} for name, text in PHRASES.items()]
