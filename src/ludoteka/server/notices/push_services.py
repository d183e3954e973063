"""The push services to which a house sends requests.

A browser supplies the address of its push service.  To prevent requests to other machines, the house accepts only the
services of browser vendors and those that the operator adds.
"""

from collections.abc import Sequence
from urllib.parse import SplitResult, urlsplit

from ludoteka.core.message import Message, Refused

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
    return any(_matches(host, service) for service in (*SERVICES, *added))


def _matches(host: str, service: str) -> bool:
    return host.endswith(service[1:]) if service.startswith("*.") else host == service
