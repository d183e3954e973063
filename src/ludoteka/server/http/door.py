"""What is refused before anything else is done: too many requests from one address, and null characters in addresses."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludoteka.core.message import Refused
from ludoteka.server.http.guests import rate_limit_key
from ludoteka.server.operations.limits import NEW_GUEST_WEIGHT, RateLimit
from ludoteka.server.protocol.messages import check_null

ESCAPED_NULL = b"%00"


class DoorMiddleware:
    """Middleware that counts HTTP requests, also those for which no other limit is meant, and looks at their addresses.

    It comes after `GuestMiddleware`, and answers refusals with `refuse`.
    """

    def __init__(
        self, app: ASGIApp, limit: RateLimit, refuse: Callable[[Request, Refused], Awaitable[Response]]
    ) -> None:
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
