"""The messenger of a house: sends notifications to push services and the mailer."""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ludoteka.core.message import Message
from ludoteka.features.accounts.mail import MailStore
from ludoteka.features.notifications.push_sender import PushMessage, PushSender, new_vapid_key
from ludoteka.features.notifications.store import DueNotice, NoticeSettings, NotificationStore
from ludoteka.games import folders, games
from ludoteka.referee.events import Occupant, guest_number
from ludoteka.server.mail.mailer import HouseLink, Letter, Mailer
from ludoteka.server.protocol.messages import encode
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
    by_telling = sorted(due, key=lambda one: one.waiting.kind == "round")  # a new round implies the turn
    by_match = {one.waiting.match: one for one in by_telling}
    chosen = sorted(by_match.values(), key=lambda one: (one.waiting.at, one.waiting.match))
    lines = [(_line(one, reader, now, is_alone=len(chosen) == 1), _path(one)) for one in chosen]
    if len(chosen) == 1:
        return Wording(_title(chosen[0]), lines, lines[0][1])
    text = Message("{count} match waits for you", plural="{count} matches wait for you", count=len(chosen))
    return Wording(text, lines, "")


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
    if one.kind == "computer":
        return Message("the computer, level {level}", level=one.level)
    if one.standing == "former":
        return Message("a former user")
    return one.name or Message("Guest {number}", number=guest_number(one.holder))


DAY = 24 * 3600  # seconds
LEAST_SECONDS = 60  # for which a push service keeps a notification
MOST_LINES = 5  # in a browser notification, which shows hardly more
TOPIC_BYTES = 24  # 32 characters of base64url, the most that push services take
END_PATH = "notices/"  # and the key of the settings: the page, and the call, to unsubscribe from e-mails


@dataclass
class Messenger:
    """Sends one user's due notifications."""

    store: NotificationStore
    pushes: PushSender
    addresses: MailStore
    mailer: Mailer | None

    def has_room(self, channel: str) -> bool:
        """Tell whether another notification can be sent now, or too many are pending."""
        if channel == "push":
            return self.pushes.has_room
        return self.mailer is None or self.mailer.has_room

    async def send(self, due: Sequence[DueNotice], now: float) -> None:
        """Send one user's due notifications by their channel."""
        settings = due[0].settings
        if settings is None:
            return
        wording = word_notice(due, settings.language, now)
        if due[0].waiting.channel == "push":
            browsers = [one for one, _ in await self.store.browsers(settings.account)]
            key = await self.store.vapid_key(new_vapid_key())  # made now, if the house has none
            await self.pushes.send(browsers, _push(due, wording, settings.language, now), key)
            return
        address = await self.addresses.confirmed_address(settings.account)
        if self.mailer and address:
            await self.mailer.send(address.address, _letter(wording, settings))


def _push(due: Sequence[DueNotice], wording: Wording, language: str, now: float) -> PushMessage:
    """Return a notification for browsers; a later one about the same match, or about several, replaces it."""
    say = texts_in(language, folders()).say
    lines = [say(line) for line, _ in wording.lines]
    topic = _topic(due[0].waiting.match if len(lines) == 1 else "")
    content = {
        "title": say(wording.title),
        "body": "\n".join(lines[:MOST_LINES] + ["…"] * (len(lines) > MOST_LINES)),
        "path": f"/{wording.path}",
        "tag": topic,
        "settings": f"/{SETTINGS_PATH}",
        "settings_label": say(Message("Notification settings")),
        "language": language,
    }
    deadlines = [one.kept.status.due for one in due if one.waiting.kind == "turn" and one.kept.status.due]
    seconds = min([3.0 * DAY, *(deadline - now for deadline in deadlines)])
    urgency = "high" if any(one.waiting.is_reminder for one in due) else "normal"
    return PushMessage(encode(content), max(LEAST_SECONDS, int(seconds)), urgency, topic)


def _topic(about: str) -> str:
    digest = hashlib.sha256(f"notice {about}".encode()).digest()[:TOPIC_BYTES]
    return base64.urlsafe_b64encode(digest).decode()


def _letter(wording: Wording, settings: NoticeSettings) -> Letter:
    paragraphs: list[Message | HouseLink] = []
    for line, path in wording.lines:
        paragraphs += [line, HouseLink(path)]
    paragraphs += [Message("You can change when you get these e-mails here:"), HouseLink(SETTINGS_PATH)]
    return Letter(wording.title, paragraphs, settings.language, END_PATH + settings.end_key)
