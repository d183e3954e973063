"""The messenger of a house: sends notifications to push services and the mailer."""

import base64
import hashlib
from collections.abc import Sequence

from ludoteka.core.message import Message
from ludoteka.games import folders
from ludoteka.server.mail.letters import HouseLink, Letter
from ludoteka.server.mail.mailer import Mailer
from ludoteka.server.notices.push_sender import PushMessage, PushSender, new_vapid_key
from ludoteka.server.notices.wordings import SETTINGS_PATH, Wording, word_notice
from ludoteka.server.protocol.messages import encode
from ludoteka.store.accounts.mail_store import MailStore
from ludoteka.store.notices.models import DueNotice, NoticeSettings
from ludoteka.store.notices.notice_store import NoticeStore
from ludoteka.surfaces.texts import texts_in

DAY = 24 * 3600  # seconds
LEAST_SECONDS = 60  # for which a push service keeps a notification
MOST_LINES = 5  # in a browser notification, which shows hardly more
TOPIC_BYTES = 24  # 32 characters of base64url, the most that push services take
END_PATH = "notices/"  # and the key of the settings: the page, and the call, to unsubscribe from e-mails


class Messenger:
    """Sends one user's due notifications."""

    def __init__(self, store: NoticeStore, pushes: PushSender, addresses: MailStore, mailer: Mailer | None) -> None:
        self.pushes = pushes
        self._store = store
        self._addresses = addresses
        self._mailer = mailer

    async def vapid_key(self) -> bytes:
        """Return the private key with which the house identifies itself to push services; the first call creates it."""
        return await self._store.vapid_key(new_vapid_key())

    def has_room(self, channel: str) -> bool:
        """Tell whether another notification can be sent now, or too many are pending."""
        if channel == "push":
            return self.pushes.has_room
        return self._mailer is None or self._mailer.has_room

    async def send(self, due: Sequence[DueNotice], now: float) -> None:
        """Send one user's due notifications by their channel."""
        settings = due[0].settings
        if settings is None:
            return
        wording = word_notice(due, settings.language, now)
        if due[0].waiting.channel == "push":
            browsers = [one for one, _ in await self._store.browsers(settings.account)]
            await self.pushes.send(browsers, _push(due, wording, settings.language, now), await self.vapid_key())
            return
        address = await self._addresses.confirmed_address(settings.account)
        if self._mailer and address:
            await self._mailer.send(address.address, _letter(wording, settings))


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
