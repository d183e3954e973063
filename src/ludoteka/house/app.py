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
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from ludoteka.core.message import Refused
from ludoteka.features.accounts import calls as accounts
from ludoteka.features.accounts import mail_calls, token_calls
from ludoteka.features.accounts.tokens import TokenMiddleware
from ludoteka.features.analysis import calls as analysis
from ludoteka.features.challenges import calls as challenges
from ludoteka.features.dice import calls as dice
from ludoteka.features.moderation import calls as moderation
from ludoteka.features.moderation.bans import BanMiddleware
from ludoteka.features.notifications import calls as notices
from ludoteka.features.profiles import following, profiles
from ludoteka.features.programs import calls as programs
from ludoteka.features.puzzles import calls as puzzles
from ludoteka.features.ratings import leaderboards, rater
from ludoteka.features.reviews import calls as reviews
from ludoteka.features.settings import calls as owner
from ludoteka.features.sign_in import calls as identity_providers
from ludoteka.features.tournaments import calls as tournaments
from ludoteka.house.house import House
from ludoteka.server.calls import openapi as api_description
from ludoteka.server.calls.scopes import ScopeTable
from ludoteka.server.calls.serving import RouteIndex, routes_of
from ludoteka.server.costs.counting import count_calls
from ludoteka.server.http import files, game_list, health, matches, pages
from ludoteka.server.http.door import DoorMiddleware, HeadMiddleware
from ludoteka.server.http.hosts import HostMiddleware
from ludoteka.server.operations import logs, metrics
from ludoteka.server.operations.limits import RateLimited
from ludoteka.server.operations.turnstile import TurnstileMiddleware
from ludoteka.server.people import guest_names
from ludoteka.server.people.guests import SECURITY_HEADERS, GuestMiddleware
from ludoteka.server.people.sessions import SessionMiddleware
from ludoteka.server.protocol import asyncapi, openapi
from ludoteka.server.protocol.bodies import json_answer
from ludoteka.server.protocol.messages import encode_refusal, internal_error
from ludoteka.server.protocol.token_scopes import scope_needed
from ludoteka.server.sockets.connection import ClientConnection

logger = logging.getLogger(__name__)
STATUS = {"no-such-match": 404}
STATUS |= {"not-over": 409}
STATUS |= {"not-signed-in": 401, "bad-sign-in": 403, "bad-recovery": 403, "confirm-first": 403, "account-closed": 403}
STATUS |= {"bad-invitation": 403, "registration-closed": 403, "name-taken": 409, "named-already": 409}
STATUS |= {"no-such-resident": 404, "yourself": 409, "too-many-followed": 409}
STATUS |= {"no-such-tournament": 404, "not-in-tournament": 409, "not-host": 403, "has-started": 409}
STATUS |= {"too-few-players": 409, "entries-closed": 409, "tournament-full": 409, "tournament-over": 409}
STATUS |= {"too-many-tournaments": 409, "not-rated": 409}
STATUS |= {"no-mail": 409, "bad-link": 403}
STATUS |= {"last-way-in": 409, "signed-in-already": 409, "no-passkeys": 409}
STATUS |= {"bad-token": 401, "bad-scope": 403, "too-many-tokens": 409, "has-played": 409}
STATUS |= {"no-such-challenge": 404, "challenge-over": 409, "not-challenged": 403, "challenged-already": 409}
STATUS |= {"too-many-challenges": 409}
STATUS |= {"not-allowed": 403, "blocked": 403, "shut-out": 403, "no-such-person": 404, "no-such-report": 404}
STATUS |= {"no-such-act": 404, "reported-already": 409, "too-many-reports": 409, "too-many-blocked": 409}
STATUS |= {"not-owner": 403, "has-owner": 409, "bad-code": 403, "not-local": 403}
STATUS |= {"has-no-account": 409, "annulled-already": 409, "no-address": 409, "too-many-browsers": 409}
STATUS |= {"no-such-provider": 404, "provider-unreachable": 503, "sign-in-cancelled": 403, "bad-identity": 403}
STATUS |= {"sign-in-expired": 409, "not-confirmed": 403, "identity-unknown": 403, "identity-taken": 409}
STATUS |= {"linked-already": 409, "own-cause": 403}
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
        Middleware(metrics.MetricsMiddleware),
        Middleware(TurnstileMiddleware),
        Middleware(HeadMiddleware, refuse=_refused),
        Middleware(HostMiddleware, names=(*house.settings.names, house.settings.public_address)),
        Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),  # 9 takes twice as long to save three percent
        Middleware(GuestMiddleware, key=house.store.guest_key),
        Middleware(DoorMiddleware, limit=house.limits["request"], refuse=_refused),
        Middleware(SessionMiddleware, sessions=house.accounts.sessions, refuse=_refused),
        Middleware(
            TokenMiddleware, tokens=house.tokens, scope_of=_scope_of, limit=house.limits["token"], refuse=_refused
        ),
        Middleware(BanMiddleware, bans=house.bans, refuse=_refused, page=pages.closed),
    ]
    house.services.add(api_description.ApiDescription(openapi.openapi_document))
    app = Starlette(
        routes=[RouteIndex([*COUNTED, *routes_of(CALLS, house.services)])],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
        middleware=middleware,
    )
    app.state.house, app.state.own_settings = house, house.own_settings
    return app


def _scope_of(method: str, path: str) -> str | None:
    found = SCOPES.find(method, path)
    return scope_needed(method, path) if found is None else found


async def _socket(connection: WebSocket) -> None:
    await ClientConnection(connection, connection.app.state.house).open(connection)


async def _refused(request: Request, refused: Refused) -> Response:
    metrics.REFUSED.labels(refused.code).inc()
    status = STATUS.get(refused.code, refused.status)
    answer = json_answer(encode_refusal(refused), status)
    if request.url.path.startswith(identity_providers.PREFIX):
        answer = identity_providers.refusal_page(request, refused, status)
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
    answer.headers.update(
        {"connection": "close", "x-request-id": logs.REQUEST_ID.get(), "cache-control": "no-store"}
    )  # uvicorn closes the connection
    answer.headers.update(SECURITY_HEADERS)  # this answer bypasses the middleware
    return answer


ROUTES: list[Route | WebSocketRoute] = [
    *accounts.ROUTES,
    *token_calls.ROUTES,
    *mail_calls.ROUTES,
    *identity_providers.ROUTES,
    *notices.ROUTES,
    *moderation.ROUTES,
    *owner.ROUTES,
    *rater.ROUTES,
    *profiles.ROUTES,
    *following.ROUTES,
    *leaderboards.ROUTES,
    WebSocketRoute("/api/matches/{match}/socket", _socket),
]
CALLS = [
    *analysis.calls,
    *challenges.calls,
    *api_description.calls,
    *asyncapi.calls,
    *dice.calls,
    *files.calls,
    *game_list.calls,
    *guest_names.calls,
    *health.calls,
    *matches.calls,
    *pages.calls,
    *programs.calls,
    *puzzles.calls,
    *reviews.calls,
    *tournaments.calls,
]
SCOPES = ScopeTable(CALLS)
openapi.NEW.extend(CALLS)
COUNTED: list[Route | WebSocketRoute] = [count_calls(one) if isinstance(one, Route) else one for one in ROUTES]
HANDLERS: dict[Any, Any] = {
    Refused: _refused,
    HTTPException: _http_error,
    ClientDisconnect: _disconnected,
    Exception: _broken,
}
