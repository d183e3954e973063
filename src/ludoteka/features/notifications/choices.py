"""Notification settings of users: what to send, and in which browsers."""

import base64
import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

import msgspec

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.features.accounts.mail import MailStore
from ludoteka.features.notifications.push_sender import check_endpoint, is_public_key, new_vapid_key, public_key_text
from ludoteka.features.notifications.store import NoticeSettings, NotificationStore, PushSubscription
from ludoteka.server.calls.answers import Answer, Whole
from ludoteka.server.people.sessions import SignedIn, public_id
from ludoteka.server.protocol.messages import ClientContent
from ludoteka.store.people import Account

MOST_BROWSERS = 10  # per user
KEY_BYTES, SECRET_BYTES = 65, 16
END_KEY_BYTES = 24
NO_ADDRESS = Refusal("no-address", Message("To get notifications by e-mail, confirm your address first."), 409)
TOO_MANY_BROWSERS = Refusal("too-many-browsers", status=409)
BAD_SUBSCRIPTION = Refusal(
    "bad-subscription", Message("Your browser has sent something that the server doesn't understand.")
)
MailState = Literal["none", "unconfirmed", "possible"]  # whether a user can be notified by e-mail


def check_zone(zone: str) -> str:
    """Return the IANA name of a time zone.  Raises Refused: "bad-zone"."""
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):  # it is unknown, has dots, or leads to a folder
        text = Message("This server doesn't know the time zone {zone}.", zone=zone[:60])
        raise Refused("bad-zone", text) from None
    return zone


Minutes = Annotated[int, msgspec.Meta(ge=0, lt=24 * 60)]  # after midnight
Hour = Annotated[int, msgspec.Meta(ge=0, lt=24)]
Encoded = Annotated[str, msgspec.Meta(max_length=200)]  # bytes in base64url


class NoticeRequest(ClientContent, kw_only=True):
    """A user's notification settings."""

    turns: bool = True
    challenges: bool = True
    rounds: bool = True
    quiet_from: Minutes | None = None
    quiet_to: Minutes | None = None
    zone: Annotated[str, msgspec.Meta(max_length=60)] = "UTC"
    mail: bool = False
    digest_hour: Hour | None = None


class SubscriptionRequest(ClientContent, kw_only=True):
    """A push subscription of a browser."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    public_key: Encoded
    secret: Encoded
    zone: Annotated[str, msgspec.Meta(max_length=60)] = "UTC"


class BrowserRequest(ClientContent):
    """The browser to unsubscribe."""

    id: Annotated[str, msgspec.Meta(max_length=64)]


class ChosenSettings(Answer):
    """A user's notification settings, as they are shown; the fields are those of `NoticeSettings`."""

    turns: bool
    challenges: bool
    rounds: bool
    quiet_from: Whole | None
    quiet_to: Whole | None
    zone: str
    language: str
    mail: bool
    digest_hour: Whole | None


class Browser(Answer):
    """A browser that gets notifications."""

    id: str
    device: str
    made_at: float
    is_this: bool


class Notices(Answer):
    """A user's notification settings as their page shows them."""

    public_key: str  # of the house, for push services
    settings: ChosenSettings | None  # None if the user has never enabled notifications
    browsers: list[Browser]
    mail: MailState  # whether the user can be notified by e-mail


@dataclass
class NoticeChoices:
    """The notification settings of a house's users."""

    store: NotificationStore
    services: Sequence[str]  # push services that the operator has added
    addresses: MailStore
    now: Callable[[], float]
    has_mail: bool

    async def describe(self, who: SignedIn) -> Notices:
        """Return a user's settings as their page shows them."""
        key = await self.store.vapid_key(new_vapid_key())
        settings = await self.store.settings(who.account)
        browsers = [
            Browser(one.id, device, one.made_at, one.session == who.session)
            for one, device in await self.store.browsers(who.account)
        ]
        return Notices(
            public_key_text(key), settings and describe_settings(settings), browsers, await self._mail_state(who)
        )

    async def _mail_state(self, who: SignedIn) -> MailState:
        if not self.has_mail:
            return "none"
        return "possible" if await self.addresses.confirmed_address(who.account) else "unconfirmed"

    async def choose(self, who: SignedIn, wish: NoticeRequest, language: str) -> None:
        """Store a user's settings.

        Raises:
            Refused: "bad-hours", "bad-zone", "no-address", "not-stored".
        """
        if (wish.quiet_from is None) != (wish.quiet_to is None) or (
            wish.quiet_from is not None and wish.quiet_from == wish.quiet_to
        ):
            raise Refused("bad-hours", Message("Quiet hours need a beginning and an end that differ."))
        if wish.mail and await self._mail_state(who) != "possible":
            raise NO_ADDRESS()
        zone = check_zone(wish.zone)
        known = await self.store.settings(who.account)
        end_key = known.end_key if known else secrets.token_urlsafe(END_KEY_BYTES)
        chosen = msgspec.structs.asdict(wish) | {"zone": zone, "language": language, "end_key": end_key}
        await self.store.save(NoticeSettings(account=who.account, **chosen))

    async def subscribe(self, who: SignedIn, wish: SubscriptionRequest, language: str) -> None:
        """Subscribe the browser of a session to notifications.

        Users who have not chosen anything yet are notified of everything.

        Raises:
            Refused: "unknown-push-service", "bad-subscription", "too-many-browsers", "bad-zone", "not-stored".
        """
        endpoint = check_endpoint(wish.endpoint, self.services)
        key, secret = _decode(wish.public_key, KEY_BYTES), _decode(wish.secret, SECRET_BYTES)
        if not is_public_key(key):
            raise BAD_SUBSCRIPTION()
        name = hashlib.sha256(endpoint.encode()).hexdigest()
        others = [one for one, _ in await self.store.browsers(who.account) if one.id != name]
        if len(others) >= MOST_BROWSERS:
            text = Message(
                "You get notifications in {count} browser already. Remove one first.",
                plural="You get notifications in {count} browsers already. Remove one first.",
                count=len(others),
            )
            raise TOO_MANY_BROWSERS(text)
        if await self.store.settings(who.account) is None:
            await self.choose(who, NoticeRequest(zone=wish.zone), language)
        new = PushSubscription(name, who.account, who.session, endpoint, key, secret, self.now())
        await self.store.subscribe(new)


def describe_settings(settings: NoticeSettings) -> ChosenSettings:
    """Return settings as they are sent, without the account and the key."""
    return ChosenSettings(*settings[1:-1])


async def export_notices(store: NotificationStore, account: Account) -> dict[str, Any]:
    """Return an account's notification data for its export."""
    settings, browsers = await store.settings(account.id), await store.browsers(account.id)
    return {
        "notices": {
            "settings": settings and describe_settings(settings),
            "browsers": [
                {"endpoint": one.endpoint, "made_at": one.made_at, "device": device, "session": public_id(one.session)}
                for one, device in browsers
            ],
        }
    }


def _decode(text: str, length: int) -> bytes:
    """Return the bytes of base64url without padding.  Raises Refused: "bad-subscription"."""
    try:
        found = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except ValueError:
        found = b""
    if len(found) != length:
        raise BAD_SUBSCRIPTION()
    return found
