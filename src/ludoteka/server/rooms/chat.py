"""Chat at a match: preset phrases among strangers, words among those who invited each other.

What is said is no part of the match: it stands in a table of its own, and is in no record.
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
HISTORY_LENGTH = 100  # the last ones, which everybody is told who comes
FEW, FEW_SECONDS = 5, 10.0
MANY, MANY_SECONDS = 30, 600.0
MAX_ACCENTS = 2  # on one letter; towers of them cover the lines above
PHRASES = {
    "hello": Message("Hello!"),
    "good-luck": Message("Good luck, and enjoy the match!"),
    "good-move": Message("Good move!"),
    "oops": Message("Oops!"),
    "thinking": Message("One moment, I am thinking."),
    "no-hurry": Message("Take your time."),
    "back-soon": Message("I will be right back."),
    "here-again": Message("Here I am again."),
    "must-go": Message("I have to go, sorry."),
    "thanks": Message("Thank you!"),
    "good-game": Message("Good game!"),
    "again": Message("Another match?"),
}

# What cannot be seen: controls, turns of direction, joiners, unassigned and private characters, other separators ...
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # ... and what is a letter or sign only by name
DOTS = str.maketrans("。․", "..")  # which browsers take for the dot of an address
TOPS = "app|biz|by|cc|co|com|cz|de|dev|eu|fr|gg|info|io|kz|link|live|me|net|online|org|pl|pro|ru|shop|site|sk|su|tk|top|tv|ua|uk|us|xyz|рф"
LINK = re.compile(
    rf"\b\w+://|\b(?:https?|ftp|mailto|data|javascript):|\bwww\.|[^\s@]@[^\s@]+\.\w|[\w-]+\.[^\W\d_]{{2,}}[/?#:]\S"
    rf"|[\w-]+\.(?:{TOPS})\b|\d{{1,3}}(?:\.\d{{1,3}}){{3}}"
)


class Chat:
    """Who may say what, how often, and what has been said."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._few, self._many = RateWindow(FEW, FEW_SECONDS), RateWindow(MANY, MANY_SECONDS)

    async def say(self, course: Projection, holder: str, text: str = "", phrase: str = "") -> ChatLine:
        """Keep what a person says, and return it as it is kept.

        Raises:
            Refused: "no-chat", "not-your-seat", "only-phrases", "bad-words", "no-links", "said-already",
                "too-often".
            NotStored: nothing was said.
        """
        _check_voice(course, holder, bool(phrase))
        kind, said = ("phrase", _known(phrase)) if phrase else ("words", clean_words(text))
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
            raise RateLimited(math.ceil(seconds), Message("You say very much. Please wait a little."))

    async def _check_new(self, match: str, holder: str, kind: str, text: str) -> None:
        own = [one for one in await self.said(match) if one.holder == holder]
        if own and (own[-1].kind, own[-1].text.casefold()) == (kind, text.casefold()):
            raise Refused("said-already", Message("You have just said that."))

    async def said(self, match: str) -> list[ChatLine]:
        """Return what was said last at a match, oldest first."""
        return await self._store.chat_lines(match, limit=HISTORY_LENGTH)

    async def since(self, match: str, number: int) -> list[ChatLine]:
        """Return what was said after entry `number`, oldest first."""
        return await self._store.chat_lines(match, after=number, limit=HISTORY_LENGTH)


def _check_voice(course: Projection, holder: str, is_phrase: bool) -> None:
    if not course.game.has_chat:
        text = Message("In this game everything is said aloud: what you try, and what you are answered.")
        raise Refused("no-chat", text)
    if not course.held_by(holder):
        raise Refused("not-your-seat", Message("You are watching: none of the seats is yours."))
    voice = chat_mode(course, holder)
    if not voice:
        raise Refused("no-chat", Message("There is nobody here to talk to."))
    if voice == "phrases" and not is_phrase:
        raise Refused("only-phrases", Message("In a public match one speaks by the phrases that are offered."))


def _known(phrase: str) -> str:
    if phrase not in PHRASES:
        raise Refused("bad-words", Message("There is no such phrase."))
    return phrase


def clean_words(text: str) -> str:
    """Return words as they are kept: composed, with single spaces.

    Raises:
        Refused: "bad-words", "no-links".
    """
    if any(unicodedata.category(sign) in UNSEEN or sign in BLANK for sign in text):
        raise Refused("bad-words", Message("Say it on one line, with signs that can be seen."))
    said = " ".join(unicodedata.normalize("NFC", text).split())
    if not said or _has_tower(said):
        raise Refused("bad-words", Message("Say it on one line, with signs that can be seen."))
    if len(said) > MAX_LENGTH:
        raise Refused(
            "bad-words",
            Message("Use at most {count} character.", plural="Use at most {count} characters.", count=MAX_LENGTH),
        )
    if LINK.search(unicodedata.normalize("NFKC", said).translate(DOTS).casefold()):
        raise Refused("no-links", Message("Addresses and links cannot be said here."))
    return said


def _has_tower(text: str) -> bool:
    height = 0
    for sign in text:
        height = height + 1 if unicodedata.combining(sign) or unicodedata.category(sign) == "Me" else 0
        if height > MAX_ACCENTS:
            return True
    return False


def encode_entry(one: ChatLine, holder: str) -> dict[str, Any]:
    """Return an entry as a person is sent it: who spoke is told by seat, name and number, never by holder."""
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
    """Return the preset phrases, as GET /api/house tells them."""
    return [{"id": name, "text": text.plain()} for name, text in PHRASES.items()]
