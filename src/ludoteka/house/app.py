"""The ASGI application: its routes, its middleware and its error handlers."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from ludoteka.core.message import Refused
from ludoteka.house.house import House
from ludoteka.server.calls import openapi
from ludoteka.server.calls.serving import EMBEDDED_SOCKET, SOCKET, RouteIndex, routes_of
from ludoteka.server.http import pages
from ludoteka.server.http.door import DoorMiddleware, HeadMiddleware, HostMiddleware
from ludoteka.server.operations import logs, metrics
from ludoteka.server.operations.limits import RateLimited
from ludoteka.server.operations.turnstile import TurnstileMiddleware
from ludoteka.server.people.guests import SECURITY_HEADERS, GuestMiddleware
from ludoteka.server.protocol.bodies import json_answer
from ludoteka.server.protocol.messages import encode_refusal, internal_error
from ludoteka.server.sockets.connection import MatchSockets

logger = logging.getLogger(__name__)
CLIENT_LEFT = 499  # not in the standard, but nginx logs it too


def create_application(house: House) -> Starlette:
    """Return the application that opens, serves and closes `house`."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    middleware = [
        Middleware(logs.RequestLogMiddleware),
        Middleware(TurnstileMiddleware),
        Middleware(HeadMiddleware, refuse=_refused),
        Middleware(HostMiddleware, names=(*house.settings.names, house.settings.public_address)),
        Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),  # 9 takes twice as long to save three percent
        Middleware(GuestMiddleware, key=house.store.guest_key),
        Middleware(DoorMiddleware, limit=house.limits["request"], refuse=_refused),
        *(Middleware(one, refuse=_refused) for one in house.middleware),
    ]
    house.services.add_all(openapi.ApiDescription(house.calls))
    app = Starlette(
        routes=[
            RouteIndex(
                [
                    *(WebSocketRoute(path, _socket) for path in (SOCKET, EMBEDDED_SOCKET)),
                    *routes_of(house.calls, house.services),
                ]
            )
        ],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
        middleware=middleware,
    )
    app.state.house, app.state.own_settings = house, house.own_settings
    return app


async def _socket(connection: WebSocket) -> None:
    await connection.app.state.house.services[MatchSockets].serve(connection)


async def _refused(request: Request, refused: Refused) -> Response:
    metrics.REFUSED.labels(refused.code).inc()
    status = refused.status
    answer = json_answer(encode_refusal(refused), status)
    for beginning, page in request.app.state.house.refusal_pages.items():
        if request.url.path.startswith(beginning):
            answer = page(request, refused, status)
    if answer.status_code >= 500:
        logger.warning("%s: %s", refused.code, str(refused.__cause__ or refused).partition("\n")[0])
    if isinstance(refused, RateLimited):
        answer.headers["retry-after"] = str(refused.seconds)
    return answer


async def _http_error(request: Request, error: HTTPException) -> Response:
    if request.url.path.startswith("/api/") or error.status_code != 404:
        content = {"code": f"http-{error.status_code}", "message": error.detail, "places": []}
        return JSONResponse(content, error.status_code, error.headers)  # the headers of a 405 name the allowed methods
    return pages.missing(request)


async def _disconnected(request: Request, error: Exception) -> Response:
    """Return a response for the log and the metrics: the client left before it had sent the whole body."""
    return Response(status_code=CLIENT_LEFT)


async def _broken(request: Request, error: Exception) -> Response:
    logger.error("a request to %s failed", metrics.route_of(request.scope), exc_info=error)
    answer = json_answer(encode_refusal(internal_error()), 500)
    closing = {"connection": "close"}  # uvicorn closes it
    known = {"x-request-id": logs.REQUEST_ID.get(), "cache-control": "no-store"}
    answer.headers.update(closing | known | SECURITY_HEADERS)  # this answer bypasses the middleware
    return answer


HANDLERS: dict[Any, Any] = {
    Refused: _refused,
    HTTPException: _http_error,
    ClientDisconnect: _disconnected,
    Exception: _broken,
}
