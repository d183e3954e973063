"""Web Push: notifications to browsers, encrypted and signed (RFC 8030, 8188, 8291 and 8292)."""

import asyncio
import base64
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import SplitResult, urlsplit

from ludoteka.core.message import Message, Refused
from ludoteka.features.notifications.store import PushSubscription
from ludoteka.late_module import LateModule
from ludoteka.server.operations.metrics import PUSHES
from ludoteka.store import NotStored

if TYPE_CHECKING:
    import httpx2
    import py_vapid
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    from ludoteka.features.notifications import push_encryption
else:
    httpx2, py_vapid = map(LateModule, ("httpx2", "py_vapid"))
    push_encryption = LateModule("ludoteka.features.notifications.push_encryption")
    serialization = LateModule("cryptography.hazmat.primitives.serialization")
    ec = LateModule("cryptography.hazmat.primitives.asymmetric.ec")


PUNYCODE = "xn--"  # of internationalised names, which no push service has, and which may be invalid
SERVICES = (  # of Chrome and most others, Firefox, Safari, and Edge
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "web.push.apple.com",
    "*.notify.windows.com",
)


def check_endpoint(endpoint: str, added: Sequence[str] = ()) -> str:
    """Return the address at which a push service accepts notifications for a browser.

    `added` contains the operator's host names, and origins such as http://127.0.0.1:8030.

    Raises:
        Refused: "unknown-push-service".
    """
    parts = _split(endpoint)
    if parts is None or not (_is_known(parts, added) or origin_of(endpoint) in added):
        raise Refused("unknown-push-service", Message("This server doesn't support the push service of your browser."))
    return endpoint


def origin_of(endpoint: str) -> str:
    """Return the scheme, host and port of an address, as one text."""
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}"


def _split(endpoint: str) -> SplitResult | None:
    """Return the parts of an address; None if it is invalid, or has a user, a space or another misleading part."""
    try:
        parts = urlsplit(endpoint)
        is_plain = not parts.username and not parts.password and parts.port != 0 and bool(parts.hostname)
    except ValueError:
        return None
    is_clean = endpoint.isascii() and endpoint.isprintable() and not set(' \\@"<>') & set(endpoint)
    return parts if is_plain and is_clean else None


def _is_known(parts: SplitResult, added: Sequence[str]) -> bool:
    if parts.scheme != "https" or parts.port not in (None, 443):
        return False
    host = parts.hostname or ""
    if any(not label or label.startswith(PUNYCODE) for label in host.split(".")):
        return False
    return any(host.endswith(one[1:]) if one.startswith("*.") else host == one for one in (*SERVICES, *added))


logger = logging.getLogger(__name__)
PAUSES = (20.0, 120.0, 600.0)  # seconds before each retry
TIMEOUT_SECONDS = 10.0
VALID_SECONDS = 12 * 3600  # of a signature; at most a day is allowed
AT_ONCE = 8  # requests
MOST_WAITING = 1000  # notifications, including those that wait for a retry
KEY_BYTES = 32
GONE, TOO_MANY, BROKEN = (404, 410), 429, 500  # statuses; errors of the service from the last one on


class PushMessage(NamedTuple):
    """A message to a browser, with its delivery options."""

    payload: bytes
    seconds: int  # for which the push service keeps it
    urgency: str  # "normal" or "high"
    topic: str  # a newer notification with the same topic replaces it; at most 32 characters of base64url


class PushSender:
    """Sends notifications to browsers in the background.  Pending ones are lost when the house closes."""

    def __init__(self, subject: str, forget: Callable[[str], Awaitable[None]]) -> None:
        self._subject = subject  # the contact for push services: a mailto: or https: address
        self._forget = forget  # called with the id of a subscription that has ended
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._client: httpx2.AsyncClient | None = None
        self._waiting: set[asyncio.Task[None]] = set()

    @property
    def has_room(self) -> bool:
        """Whether there is room for another message to all browsers of a user."""
        return len(self._waiting) < MOST_WAITING // 2

    async def send(self, browsers: Sequence[PushSubscription], message: PushMessage, key: bytes) -> None:
        """Queue a message to these browsers; `key` is the private key of the house."""
        for browser in browsers:
            if len(self._waiting) >= MOST_WAITING:
                logger.error("a notice is not sent, as %d others are waiting", MOST_WAITING)
                PUSHES.labels("dropped").inc()
                continue
            task = asyncio.create_task(self._deliver(browser, message, key))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    async def close(self) -> None:
        """Drop pending messages."""
        for task in self._waiting:
            task.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)
        if self._client:
            await self._client.aclose()

    async def _deliver(self, browser: PushSubscription, message: PushMessage, key: bytes) -> None:
        service = origin_of(browser.endpoint)
        try:
            for pause in (*PAUSES, None):
                outcome = await self._post(browser, message, key)
                if outcome in GONE:
                    await self._forget(browser.id)
                if 200 <= outcome < 300 or outcome in GONE:
                    break
                if pause is None or (outcome and outcome != TOO_MANY and outcome < BROKEN):
                    logger.warning("a notice was not taken by %s (%s)", service, outcome or "not reached")
                    break
                PUSHES.labels("tried-again").inc()
                await asyncio.sleep(pause)
            PUSHES.labels(_result(outcome)).inc()
        except NotStored:
            logger.warning("it could not be stored that %s does not know a browser any more", service)
        except Exception:
            logger.exception("a notice could not be sent to %s", service)

    async def _post(self, browser: PushSubscription, message: PushMessage, key: bytes) -> int:
        """Return the push service's response status, or 0 if it is unreachable."""
        headers = {
            **_signed(key, origin_of(browser.endpoint), self._subject),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(message.seconds),
            "urgency": message.urgency,
            "topic": message.topic,
        }
        content = push_encryption.encrypt(message.payload, browser.public_key, browser.secret)
        self._client = self._client or httpx2.AsyncClient(timeout=TIMEOUT_SECONDS, follow_redirects=False)
        try:
            async with self._slots, asyncio.timeout(TIMEOUT_SECONDS):
                request = self._client.stream("POST", browser.endpoint, content=content, headers=headers)
                async with request as answer:  # its body is not read
                    return answer.status_code
        except (httpx2.HTTPError, TimeoutError):
            return 0


def _result(outcome: int) -> str:
    if 200 <= outcome < 300:
        return "sent"
    return "gone" if outcome in GONE else "refused" if 0 < outcome < BROKEN else "given-up"


def new_vapid_key() -> bytes:
    """Generate a private key with which a house identifies itself to push services."""
    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(KEY_BYTES, "big")


def public_key_text(key: bytes) -> str:
    """Return the public key of a private key, in base64url for browsers."""
    form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    point = _private(key).public_key().public_bytes(*form)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def is_public_key(point: bytes) -> bool:
    """Tell whether these bytes are a public key usable for encryption: an uncompressed point on P-256."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(point) == 2 * KEY_BYTES + 1


def _private(key: bytes) -> "ec.EllipticCurvePrivateKey":
    return ec.derive_private_key(int.from_bytes(key, "big"), ec.SECP256R1())


def _signed(key: bytes, audience: str, subject: str) -> dict[str, str]:
    """Return the Authorization header that identifies the house (RFC 8292)."""
    claims = {"aud": audience, "exp": int(time.time()) + VALID_SECONDS, "sub": subject}
    signed: dict[str, str] = py_vapid.Vapid02(_private(key)).sign(claims)
    return signed
