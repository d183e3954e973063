"""Serving calls: their routes, the scopes that they need, the checks before each handler, and its answer."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from itertools import groupby
from typing import Any, TypeVar, get_args, get_origin

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route, WebSocketRoute, compile_path
from starlette.types import Receive, Scope, Send

from ludoteka.core.message import Message
from ludoteka.server.calls.answers import Nothing
from ludoteka.server.calls.call import BAD_FILTER, JSON, Call, Holder, MatchId
from ludoteka.server.operations.limits import IDLE_PER_ADDRESS, LimitKey, RateLimited, RateLimits
from ludoteka.server.people.guests import check_origin, rate_limit_key
from ludoteka.server.people.sessions import SignedIn, signed_in
from ludoteka.server.protocol.bodies import json_answer, read_body
from ludoteka.server.protocol.messages import check_match_id, read_message

SOCKET = "/api/matches/{match}/socket"
EMBEDDED_SOCKET = "/embed/match/{match}/socket"  # of a board in a frame on another site: without cookies
REFUSAL_SECONDS = 5.0  # a refusal costs about a millisecond of a core, and an address can have 300 connections


Service = TypeVar("Service")


class Services(dict[type, Any]):
    """The services of a running house, which handlers of calls are given: one object of each type."""

    def add_all(self, *services: object) -> None:
        """Offer objects under their types."""
        self.update((type(service), service) for service in services)

    def __getitem__(self, kind: type[Service]) -> Service:
        service: Service = super().__getitem__(kind)
        return service


class ScopeTable:
    """The calls that tokens of programs allow, and the scope that each needs; every other call is refused."""

    def __init__(self, calls: Iterable[Call]) -> None:
        allowed = [(call.method, call.path, call.scope) for call in calls if call.scope is not None]
        allowed.append(("GET", SOCKET, "match:play"))
        self._patterns = [(method, compile_path(path)[0], scope) for method, path, scope in allowed]

    def find(self, method: str, path: str) -> str | None:
        """Return the scope that a token needs for a request, "" if any token will do; None if none will."""
        method = "GET" if method == "HEAD" else method
        return next((scope for one, pattern, scope in self._patterns if one == method and pattern.match(path)), None)


class SlowRefusals:
    """Delays refusals.

    A client sends its next request after the reply to the last one.  Per address, as many replies are delayed as it can have
    connections; any more came through a proxy, and are sent at once.
    """

    def __init__(self, seconds: float = REFUSAL_SECONDS, most: int = IDLE_PER_ADDRESS) -> None:
        self._seconds = seconds
        self._most = most
        self._held: Counter[str] = Counter()  # delayed replies, by address

    async def hold(self, address: str) -> None:
        """Wait before refusing an address."""
        if self._held[address] >= self._most:
            return
        self._held[address] += 1
        try:
            await asyncio.sleep(self._seconds)
        finally:
            self._held[address] -= 1
            if not self._held[address]:
                del self._held[address]


ANY_PART = ""  # the second part of addresses that have a name there, or no second part
HELD_BACK = {"sign-in", "registration"}  # limits; clients that exceed one wait for the refusal
Source = Callable[[Request], Any]


def routes_of(calls: Iterable[Call], services: Services) -> list[Route]:
    """Return the routes of calls, one for each address, so that a 405 names all its methods.

    Raises:
        KeyError: a call needs a service that the house doesn't have, or counts under a limit that doesn't exist.
    """
    sorted_calls = sorted(calls, key=lambda call: call.path)
    return [_route(path, list(same), services) for path, same in groupby(sorted_calls, key=lambda call: call.path)]


def _route(path: str, calls: list[Call], services: Services) -> Route:
    handlers = {call.method: serve_call(call, services) for call in calls}

    async def answer(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return Route(path, answer, methods=list(handlers))


class RouteIndex(BaseRoute):
    """Routes, of which a request tries only those whose addresses begin as its own does."""

    def __init__(self, routes: Iterable[Route | WebSocketRoute]) -> None:
        listed = [(_begin_of(route.path), route) for route in routes]
        self._routes = {  # by the first two parts of an address
            (first, second): [route for (one, other), route in listed if one == first and other in (second, ANY_PART)]
            for (first, second), _ in listed
        }

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return how a request matches the first route that fits, or else the first one that has no such method."""
        first, second = _begin_of(scope["path"])
        found = self._routes.get((first, second)) or self._routes.get((first, ANY_PART), [])
        best: tuple[Match, Scope] = Match.NONE, {}
        for route in found:
            match, child_scope = route.matches(scope)
            if match.value > best[0].value:
                best = match, {**child_scope, "route": route}
            if match is Match.FULL:
                break
        return best

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await scope["route"].handle(scope, receive, send)


def _begin_of(path: str) -> tuple[str, str]:
    _, first, second, *_ = f"{path}//".split("/", 3)
    return first, ANY_PART if second.startswith("{") else second


def serve_call(call: Call, services: Services) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler of a call with its checks: the origin, the costs, the user, and then the body."""
    limits = services[RateLimits]
    # Middleware counts requests
    counted = [(limits[name], weight) for name, weight in call.costs.items() if name != "request"]
    is_change = call.method != "GET" and not call.is_for_all_sites
    slow = services[SlowRefusals] if HELD_BACK & call.costs.keys() else None
    sources = {
        name: _source(call, name, kind, services) for name, kind in call.hints.items() if name not in ("return", "body")
    }
    body = call.hints.get("body")
    read = msgspec.json.Decoder(body) if body else None

    async def answer(request: Request) -> Response:
        if is_change:
            check_origin(request.headers)
        try:
            if counted:
                client = rate_limit_key(request)
                for limit, weight in counted:
                    limit.count(client, weight)
            given = {name: source(request) for name, source in sources.items()}
            if read:
                given["body"] = read_message(read, await read_body(request, call.longest))
            found = await call.handle(**given)
        except RateLimited:
            if slow:
                await slow.hold(rate_limit_key(request).address)
            raise
        if isinstance(found, Response):
            return found
        if isinstance(found, bytes):
            return Response(found, call.status, media_type=JSON)
        return json_answer(Nothing() if found is None else found, call.status)

    return answer


def _source(call: Call, name: str, kind: Any, services: Services) -> Source:
    """Return the function that takes the value of a parameter from a request."""
    if kind is MatchId:
        return lambda request: check_match_id(request.path_params[name])
    if name in call.names:
        return lambda request: request.path_params[name]
    if name == "query":
        return _read_query(kind)
    sources: dict[Any, Source] = {
        SignedIn: signed_in,
        SignedIn | None: lambda request: request.scope["signed_in"],
        Holder: lambda request: request.scope["holder"],
        LimitKey: rate_limit_key,
        Request: lambda request: request,
    }
    if source := sources.get(kind):
        return source
    service = services[kind]
    return lambda request: service


def _read_query(kind: type[msgspec.Struct]) -> Source:
    """Return the function that reads the parameters of an address into a struct.  It raises Refused: "bad-filter"."""
    lists = {
        field.encode_name
        for field in msgspec.structs.fields(kind)
        if list in (get_origin(field.type), *map(get_origin, get_args(field.type)))
    }

    def read(request: Request) -> Any:
        given = request.query_params
        values = {name: given.getlist(name) if name in lists else given[name] for name in given}
        try:
            return msgspec.convert(values, kind, strict=False)
        except msgspec.ValidationError as error:
            raise BAD_FILTER(Message("The address can't be read: {reason}", reason=str(error))) from error

    return read
