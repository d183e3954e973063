"""Notification settings of users: what to send, in which browsers, and unsubscribing from e-mails."""

import base64
import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from ludoteka.core.message import Message, Refused
from ludoteka.server.accounts.sessions import SignedIn, public_id
from ludoteka.server.notices.hours import check_zone
from ludoteka.server.notices.notice_requests import NoticeRequest, SubscriptionRequest
from ludoteka.server.notices.push_sender import is_public_key, public_key_text
from ludoteka.server.notices.push_services import check_endpoint
from ludoteka.store.notices.models import NoticeSettings, PushSubscription
from ludoteka.store.notices.notice_store import NoticeStore

MOST_BROWSERS = 10  # per user
KEY_BYTES, SECRET_BYTES = 65, 16
END_KEY_BYTES = 24


class NoticeChoices:
    """The notification settings of a house's users."""

    def __init__(self, store: NoticeStore, services: Sequence[str]) -> None:
        self._store = store
        self._services = services  # push services that the operator has added

    async def describe(self, who: SignedIn, key: bytes) -> dict[str, Any]:
        """Return a user's settings as their page shows them; `key` is the private key of the house."""
        settings = await self._store.settings(who.account)
        browsers = await self._store.browsers(who.account)
        return {
            "public_key": public_key_text(key),
            "settings": settings and describe_settings(settings),
            "browsers": [
                {"id": one.id, "device": device, "made_at": one.made_at, "is_this": one.session == who.session}
                for one, device in browsers
            ],
        }

    async def choose(self, who: SignedIn, wish: NoticeRequest, language: str, *, may_mail: bool) -> None:
        """Store a user's settings.

        Raises:
            Refused: "bad-hours", "bad-zone", "no-address", "not-stored".
        """
        if (wish.quiet_from is None) != (wish.quiet_to is None) or (
            wish.quiet_from is not None and wish.quiet_from == wish.quiet_to
        ):
            raise Refused("bad-hours", Message("Quiet hours need a beginning and an end that differ."))
        if wish.mail and not may_mail:
            text = Message("To get notifications by e-mail, confirm your address first.")
            raise Refused("no-address", text)
        zone = check_zone(wish.zone)
        known = await self._store.settings(who.account)
        end_key = known.end_key if known else secrets.token_urlsafe(END_KEY_BYTES)
        chosen = msgspec.structs.asdict(wish) | {"zone": zone, "language": language, "end_key": end_key}
        await self._save(NoticeSettings(account=who.account, **chosen))

    async def _save(self, settings: NoticeSettings) -> None:
        await self._store.save(settings)

    async def subscribe(self, who: SignedIn, wish: SubscriptionRequest, language: str, now: float) -> None:
        """Subscribe the browser of a session to notifications.

        Users who have not chosen anything yet are notified of everything.

        Raises:
            Refused: "unknown-push-service", "bad-subscription", "too-many-browsers", "bad-zone", "not-stored".
        """
        endpoint = check_endpoint(wish.endpoint, self._services)
        key, secret = _decode(wish.public_key, KEY_BYTES), _decode(wish.secret, SECRET_BYTES)
        if not is_public_key(key):
            raise _bad_subscription()
        name = hashlib.sha256(endpoint.encode()).hexdigest()
        others = [one for one, _ in await self._store.browsers(who.account) if one.id != name]
        if len(others) >= MOST_BROWSERS:
            text = Message(
                "You get notifications in {count} browser already. Remove one first.",
                plural="You get notifications in {count} browsers already. Remove one first.",
                count=len(others),
            )
            raise Refused("too-many-browsers", text)
        if await self._store.settings(who.account) is None:
            await self.choose(who, NoticeRequest(zone=wish.zone), language, may_mail=False)
        await self._store.subscribe(PushSubscription(name, who.account, who.session, endpoint, key, secret, now))

    async def unsubscribe(self, who: SignedIn, name: str) -> None:
        """Unsubscribe one of the user's browsers by its id, if it is known.  Raises Refused: "not-stored"."""
        await self._store.unsubscribe(who.account, name)

    async def end_mail(self, end_key: str) -> None:
        """Unsubscribe the user whom an unsubscribe link identifies, if any, from e-mails.  Raises Refused: "not-stored"."""
        await self._store.end_mail(end_key)


def describe_settings(settings: NoticeSettings) -> dict[str, Any]:
    """Return settings as they are sent."""
    return {name: value for name, value in settings._asdict().items() if name not in ("account", "end_key")}


async def export_notices(store: NoticeStore, account: str) -> dict[str, Any]:
    """Return an account's notification data for its export."""
    settings = await store.settings(account)
    return {
        "settings": settings and describe_settings(settings),
        "browsers": [
            {"endpoint": one.endpoint, "made_at": one.made_at, "device": device, "session": public_id(one.session)}
            for one, device in await store.browsers(account)
        ],
    }


def _decode(text: str, length: int) -> bytes:
    """Return the bytes of base64url without padding.  Raises Refused: "bad-subscription"."""
    try:
        found = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except ValueError:
        raise _bad_subscription() from None
    if len(found) != length:
        raise _bad_subscription()
    return found


def _bad_subscription() -> Refused:
    return Refused("bad-subscription", Message("Your browser has sent something that the server doesn't understand."))
