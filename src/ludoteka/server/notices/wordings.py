"""The texts of notifications, in the recipient's language.

They say whose turn it is and who plays, but nothing about what happened in a match.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ludoteka.core.message import Message
from ludoteka.games import folders, games
from ludoteka.referee.events import Occupant, guest_number
from ludoteka.store.notices.models import DueNotice
from ludoteka.surfaces.texts import Texts, texts_in

SETTINGS_PATH = "account#notices"
HOUR = 3600  # seconds


class Wording(NamedTuple):
    """The texts of a notification."""

    title: Message
    lines: list[tuple[Message, str]]  # a sentence about each match, and the path of its page, without the first "/"
    path: str  # the path to open, likewise without the first "/"


def word_notice(due: Sequence[DueNotice], language: str, now: float) -> Wording:
    """Return the texts about these matches, for one recipient; several events in one match count as one."""
    reader = texts_in(language, folders())
    by_match = {one.waiting.match: one for one in sorted(due, key=_is_more_telling)}
    chosen = sorted(by_match.values(), key=lambda one: (one.waiting.at, one.waiting.match))
    lines = [(_line(one, reader, now, is_alone=len(chosen) == 1), _path(one)) for one in chosen]
    if len(chosen) == 1:
        return Wording(_title(chosen[0]), lines, lines[0][1])
    text = Message("{count} match waits for you", plural="{count} matches wait for you", count=len(chosen))
    return Wording(text, lines, "")


def _is_more_telling(one: DueNotice) -> bool:
    """Tell whether an event says more than another one in the same match: a new round implies the turn."""
    return one.waiting.kind == "round"


def _path(one: DueNotice) -> str:
    return "" if one.waiting.kind == "challenge" else f"match/{one.waiting.match}"


def _title(one: DueNotice) -> Message:
    if one.waiting.kind == "challenge":
        return Message("You are challenged")
    if one.waiting.kind == "round":
        return Message("Your next match has begun")
    return Message("Little time is left for your turn") if one.waiting.is_reminder else Message("It is your turn")


def _line(one: DueNotice, reader: Texts, now: float, *, is_alone: bool) -> Message:
    """Return the sentence about a match; unless it `is_alone`, the sentence includes what the title would say."""
    kept = one.kept
    title = games()[kept.game].title if kept.game in games() else kept.game
    seated = [seat for seat in kept.seats.values() if seat.kind != "free" and seat.holder != one.waiting.holder]
    people = ", ".join(reader.say(name) if isinstance(name, Message) else name for name in map(_name, seated))
    said = Message("{game}, with {people}", game=title, people=people)
    if one.waiting.kind == "round":
        said = Message("{tournament}: {match}", tournament=one.tournament, match=said)
    if one.waiting.is_reminder and kept.status.due is not None:
        hours = max(1, round((kept.status.due - now) / HOUR))
        return Message(
            "{match}: about {count} hour left", plural="{match}: about {count} hours left", match=said, count=hours
        )
    if is_alone or one.waiting.kind == "turn":
        return said
    return Message("{match} – {event}", match=said, event=_title(one))


def _name(one: Occupant) -> Message | str:
    """Return the name of another player at the table."""
    if one.kind == "computer":
        return Message("the computer, level {level}", level=one.level)
    if one.standing == "former":
        return Message("a former user")
    return one.name or Message("Guest {number}", number=guest_number(one.holder))
