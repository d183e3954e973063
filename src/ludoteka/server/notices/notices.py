"""The notifications of a house: users' settings, the notifier and the messenger."""

import re
from collections.abc import Callable

from ludoteka.core.message import Message, Refused
from ludoteka.server.accounts.sessions import SignedIn
from ludoteka.server.http.hosts import parse_host
from ludoteka.server.mail.mailer import Mailer
from ludoteka.server.notices.choices import NoticeChoices
from ludoteka.server.notices.messenger import Messenger
from ludoteka.server.notices.notifier import Notifier
from ludoteka.server.notices.push_sender import PushSender
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.server.settings import Settings
from ludoteka.store import Store
from ludoteka.store.accounts.mail_store import MailStore
from ludoteka.store.notices.notice_store import NoticeStore

DOMAIN = re.compile(r"[\w-]+(\.[\w-]+)+", re.ASCII)
CONTACT = re.compile(rf"(mailto:[^\s@/]+@|https://){DOMAIN.pattern}", re.ASCII)
NO_MAIL, UNCONFIRMED, POSSIBLE = "none", "unconfirmed", "possible"  # whether a user can be notified by e-mail


class Notices:
    """The parts of notifications that the rest of a house uses."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        now: Callable[[], float],
        rooms: Rooms,
        mailer: Mailer | None,
    ) -> None:
        self.store = NoticeStore(store)
        self.choices = NoticeChoices(self.store, settings.push_services)
        self._addresses = MailStore(store)
        self._mailer = mailer
        self._rooms = rooms
        pushes = PushSender(push_subject(settings), self.store.forget)
        self.messenger = Messenger(self.store, pushes, self._addresses, mailer)
        self.notifier = Notifier(self.store, self.messenger, now, self._is_present)

    async def mail_state(self, who: SignedIn) -> str:
        """Return whether a user can be notified by e-mail: `NO_MAIL`, `UNCONFIRMED` or `POSSIBLE`."""
        if self._mailer is None:
            return NO_MAIL
        return POSSIBLE if await self._addresses.confirmed_address(who.account) else UNCONFIRMED

    async def close(self) -> None:
        """Stop sending."""
        await self.messenger.pushes.close()

    def _is_present(self, match: str, holder: str) -> bool:
        """Tell whether a player has the match open, as far as this server knows."""
        room = self._rooms.find(match)
        return room is not None and holder in room.referee.roster.people and holder not in room.left_at


def push_subject(settings: Settings) -> str:
    """Return the contact for push services: the one in the settings, or one derived from the house's address.

    Raises:
        Refused: "bad-contact".
    """
    if settings.contact:
        if not CONTACT.fullmatch(settings.contact):
            text = Message("The contact for push services looks like mailto:house@example.org or https://example.org.")
            raise Refused("bad-contact", text)
        return settings.contact
    if settings.mail:
        return f"mailto:{settings.mail.sender}"
    found = [parse_host(name) for name in (settings.public_address, *settings.names)]
    return f"https://{next((name for name in found if DOMAIN.fullmatch(name)), 'localhost')}"
