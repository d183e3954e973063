"""What notices say, in the language of their reader.

They say whose turn it is and who plays, and nothing of what happened in a match.
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
    """A notice, in words."""

    title: Message
    lines: list[tuple[Message, str]]  # what is said of each match, and the path of its page, without the first "/"
    path: str  # where the notice leads, written likewise


def word_notice(due: Sequence[DueNotice], language: str, now: float) -> Wording:
    """Return what is said of these matches, which all wait for the same person; several events of one match are one."""
    reader = texts_in(language, folders())
    by_match = {one.waiting.match: one for one in sorted(due, key=_is_more_telling)}
    chosen = sorted(by_match.values(), key=lambda one: (one.waiting.at, one.waiting.match))
    lines = [(_line(one, reader, now, is_alone=len(chosen) == 1), _path(one)) for one in chosen]
    if len(chosen) == 1:
        return Wording(_title(chosen[0]), lines, lines[0][1])
    text = Message("{count} match waits for you", plural="{count} matches wait for you", count=len(chosen))
    return Wording(text, lines, "")


def _is_more_telling(one: DueNotice) -> bool:
    """Sort what is said of a match so that the last one says most: a new round also says that it is one's turn."""
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
    """Return what is said of a match; unless it `is_alone`, also what its title would say."""
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
    """Return how somebody else at the table is called."""
    if one.kind == "computer":
        return Message("the computer, level {level}", level=one.level)
    if one.standing == "former":
        return Message("a former user")
    return one.name or Message("Guest {number}", number=guest_number(one.holder))
