"""Early refusals: of heads that are too long, too many requests, and null characters in addresses."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludoteka.core.message import Message, Refused
from ludoteka.server.operations.limits import NEW_GUEST_WEIGHT, RateLimit
from ludoteka.server.people.guests import SECURITY_HEADERS, rate_limit_key
from ludoteka.server.protocol.messages import check_null

ESCAPED_NULL = b"%00"
LONGEST_HEAD = 16_384  # bytes of an address and headers: to read four times as many takes ten milliseconds
Refuse = Callable[[Request, Refused], Awaitable[Response]]


class HeadMiddleware:
    """Middleware that refuses requests with a very long address or very long headers, before anything reads them."""

    def __init__(self, app: ASGIApp, refuse: Refuse) -> None:
        self.app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, unless its head is too long."""
        app = self.app
        if scope["type"] == "http":
            headers = sum(len(name) + len(value) for name, value in scope["headers"])
            if len(scope["raw_path"]) + len(scope["query_string"]) + headers > LONGEST_HEAD:
                text = Message("The address and the headers of this request are too long.")
                app = await self._refuse(Request(scope), Refused("head-too-long", text, status=431))
                app.headers.update(SECURITY_HEADERS)  # nothing further in sees this answer
        await app(scope, receive, send)


class DoorMiddleware:
    """Middleware that counts all HTTP requests and checks their addresses.

    It comes after `GuestMiddleware`, and answers refusals with `refuse`.
    """

    def __init__(self, app: ASGIApp, limit: RateLimit, refuse: Refuse) -> None:
        self.app = app
        self._limit = limit
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, unless its address sends too many, or its path or its query contains a null character."""
        app = self.app
        if scope["type"] == "http":
            request = Request(scope)
            try:
                self._limit.count(rate_limit_key(request), 1 if scope["is_known"] else NEW_GUEST_WEIGHT)
                check_null(scope["path"].encode(errors="replace"), scope["query_string"].replace(ESCAPED_NULL, b"\0"))
            except Refused as refused:
                app = await self._refuse(request, refused)
        await app(scope, receive, send)
