"""The limit on requests of any kind from one address."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludoteka.server.http.guests import rate_limit_key
from ludoteka.server.operations.limits import NEW_GUEST_WEIGHT, RateLimit, RateLimited


class RequestLimitMiddleware:
    """Middleware that counts HTTP requests, also those for which no other limit is meant.

    It comes after `GuestMiddleware`, and answers refusals with `refuse`.
    """

    def __init__(
        self, app: ASGIApp, limit: RateLimit, refuse: Callable[[Request, RateLimited], Awaitable[Response]]
    ) -> None:
        self.app = app
        self._limit = limit
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, unless its address sends too many."""
        app = self.app
        if scope["type"] == "http":
            request = Request(scope)
            try:
                self._limit.count(rate_limit_key(request), 1 if scope["is_known"] else NEW_GUEST_WEIGHT)
            except RateLimited as refused:
                app = await self._refuse(request, refused)
        await app(scope, receive, send)
