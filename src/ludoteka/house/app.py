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

from ludoteka import __version__
from ludoteka.core.message import Message, Refused
from ludoteka.features.accounts import calls as accounts
from ludoteka.features.accounts.tokens import TokenMiddleware
from ludoteka.features.analysis import calls as analysis
from ludoteka.features.challenges import calls as challenges
from ludoteka.features.dice import calls as dice
from ludoteka.features.moderation import calls as moderation
from ludoteka.features.moderation.bans import BanMiddleware
from ludoteka.features.notifications import calls as notifications
from ludoteka.features.profiles import calls as profiles
from ludoteka.features.programs import calls as streams
from ludoteka.features.puzzles import calls as puzzles
from ludoteka.features.ratings import calls as ratings
from ludoteka.features.reviews import calls as review
from ludoteka.features.settings import calls as settings
from ludoteka.features.sign_in import calls as identity_providers
from ludoteka.features.tournaments import calls as tournaments
from ludoteka.house.house import House
from ludoteka.referee.events import guest_number
from ludoteka.server import manifest
from ludoteka.server.calls.scopes import ScopeTable
from ludoteka.server.calls.serving import routes_of
from ludoteka.server.costs.counting import count_calls
from ludoteka.server.http import files, health, links, lobby, pages, records
from ludoteka.server.http.door import DoorMiddleware, HeadMiddleware
from ludoteka.server.http.game_list import describe_games
from ludoteka.server.http.hosts import HostMiddleware
from ludoteka.server.http.match_list import match_entry
from ludoteka.server.operations import logs, metrics
from ludoteka.server.operations.limits import RateLimited
from ludoteka.server.operations.readiness import Readiness
from ludoteka.server.operations.turnstile import TurnstileMiddleware
from ludoteka.server.people.guests import SECURITY_HEADERS, GuestMiddleware, rate_limit_key
from ludoteka.server.people.sessions import SessionMiddleware
from ludoteka.server.protocol import asyncapi, openapi
from ludoteka.server.protocol.bodies import json_answer, read_short_body
from ludoteka.server.protocol.ids import check_match_id
from ludoteka.server.protocol.messages import (
    encode_refusal,
    internal_error,
    read_match_request,
    read_name,
)
from ludoteka.server.protocol.token_scopes import scope_needed
from ludoteka.server.rematches import agree_to_rematch
from ludoteka.server.rooms.chat import phrases

logger = logging.getLogger(__name__)
STATUS = {
    "no-such-match": 404,
    "no-such-position": 404,
    "no-such-game": 404,
    "no-such-puzzle": 404,
    "no-such-language": 404,
    "no-review": 404,
    "not-reviewable": 409,
    "bad-origin": 403,
    "too-large": 413,
    "head-too-long": 431,
}
STATUS |= {
    "no-retry": 409,
    "not-your-seat": 403,
    "not-over": 409,
    "other-rules": 409,
    "no-analysis": 409,
    "too-many-tables": 409,
    "too-often": 429,
}
STATUS |= {"named-already": 409}
STATUS |= {"no-such-tournament": 404, "not-in-tournament": 409, "not-host": 403, "has-started": 409}
STATUS |= {"too-few-players": 409, "entries-closed": 409, "tournament-full": 409, "tournament-over": 409}
STATUS |= {"too-many-tournaments": 409, "residents-only": 403, "not-rated": 409}
STATUS |= {"stale": 409, "too-many": 429}
STATUS |= {"no-such-challenge": 404, "challenge-over": 409, "not-challenged": 403, "challenged-already": 409}
STATUS |= {"too-many-challenges": 409}
CLIENT_LEFT = 499  # not in the standard, but nginx logs it too
STATUS |= {"not-stored": 503, "store-unreachable": 503, "broken": 500}


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
    app = Starlette(
        routes=[*COUNTED, *routes_of(CALLS, house.services)],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
        middleware=middleware,
    )
    app.state.house = house
    app.state.readiness = Readiness(house.store, house.uptime)
    return app


def _scope_of(method: str, path: str) -> str | None:
    found = SCOPES.find(method, path)
    return scope_needed(method, path) if found is None else found


async def _socket(connection: WebSocket) -> None:
    await connection.app.state.house.sockets.serve(connection)


async def _matches(request: Request) -> Response:
    """List the guest's matches, or create one."""
    house: House = request.app.state.house
    holder = request.scope["holder"]
    if request.method != "POST":
        return json_answer([match_entry(one, holder) for one in await house.store.matches_of(holder)])
    match_request = read_match_request(await read_short_body(request))
    return json_answer(
        {"id": await house.matches.create_match(match_request, holder, rate_limit_key(request).address)}, 201
    )


async def _guest(request: Request) -> Response:
    """Return the guest's name, or change it."""
    house: House = request.app.state.house
    holder = request.scope["holder"]
    if request.method == "POST":
        name = read_name(await read_short_body(request))
        if request.scope["signed_in"]:
            raise Refused("named-already", Message("Your account has a name already."))
        if name:
            await house.accounts.check_free(name)
        await house.rename(holder, name)
    person = await house.store.person(holder)
    return json_answer({"name": person.name, "guest": guest_number(holder), "standing": person.standing})


async def _rematch(request: Request) -> Response:
    house: House = request.app.state.house
    match, holder = check_match_id(request.path_params["match"]), request.scope["holder"]
    return json_answer({"id": await agree_to_rematch(house, match, holder, rate_limit_key(request).address)}, 201)


async def _house(request: Request) -> Response:
    house: House = request.app.state.house
    own = house.own_settings.own
    return json_answer({"version": __version__, "welcome": own.welcome, **describe_games(), "phrases": phrases()})


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


ROUTES = [
    Route("/", pages.serve_page("start")),
    Route("/match/{match}", pages.serve_page("match")),
    Route("/match/{match}/review", pages.serve_page("review-page")),
    Route("/match/{match}/record", records.export_record),
    Route("/match/{match}/link.svg", links.invitation_qr_code),
    Route("/rules/{game}", pages.rules),
    Route("/account", pages.serve_page("account")),
    Route("/account/mail", pages.serve_page("mail-link")),
    Route("/.well-known/change-password", pages.change_password),
    Route("/resident/{name}", pages.serve_page("profile")),
    Route("/leaderboards", pages.serve_page("leaderboards")),
    Route("/watch", pages.serve_page("watch")),
    Route("/order", pages.serve_page("order")),
    Route("/settings", pages.serve_page("settings")),
    Route("/tournaments", pages.serve_page("tournaments")),
    Route("/tournament/{tournament}", pages.serve_page("tournament")),
    Route("/analysis/{game}", pages.analysis_board),
    Route("/games/{game}/{file}", pages.game_file),
    Route("/styles/{file}", files.style_sheet),
    Route("/manifest.webmanifest", manifest.manifest),
    Route("/web/{path:path}", files.client_file),
    *analysis.ROUTES,
    *puzzles.ROUTES,
    *streams.ROUTES,
    *dice.ROUTES,
    *health.ROUTES,
    *lobby.ROUTES,
    *metrics.ROUTES,
    *openapi.ROUTES,
    *review.ROUTES,
    *asyncapi.ROUTES,
    Route("/api/house", _house),
    Route("/api/catalogue/{language}", files.catalogue),
    Route("/api/catalogue/{language}/start", files.start_catalogue),
    Route("/api/matches", _matches, methods=["GET", "POST"]),
    Route("/api/guest", _guest, methods=["GET", "POST"]),
    Route("/api/records", records.import_record, methods=["POST"]),
    Route("/api/matches/{match}/rematch", _rematch, methods=["POST"]),
    WebSocketRoute("/api/matches/{match}/socket", _socket),
]
CALLS = [
    *accounts.calls,
    *challenges.calls,
    *identity_providers.calls,
    *moderation.calls,
    *notifications.calls,
    *profiles.calls,
    *ratings.calls,
    *settings.calls,
    *tournaments.calls,
]
SCOPES = ScopeTable(CALLS)
openapi.NEW.extend(CALLS)
COUNTED = [count_calls(one) if isinstance(one, Route) else one for one in ROUTES]
HANDLERS: dict[Any, Any] = {
    Refused: _refused,
    HTTPException: _http_error,
    ClientDisconnect: _disconnected,
    Exception: _broken,
}
