"""Checks before each call: its cost is counted, and changes must come from our own pages."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.server.costs.costs import FOREIGN, costs_of
from ludoteka.server.operations.limits import RateLimited
from ludoteka.server.people.guests import check_origin, rate_limit_key

HELD_BACK = {"sign-in", "registration"}  # limits; clients that exceed one wait for the refusal


def count_calls(route: Route) -> Route:
    """Return a route with the same handler behind its limits.

    Raises:
        KeyError: `costs.py` declares no cost for one of its calls.
    """
    handle: Callable[[Request], Awaitable[Response]] = route.endpoint
    calls = {method: f"{method.lower()} {route.path}" for method in route.methods or () if method != "HEAD"}
    costs = {method: costs_of(call) for method, call in calls.items()}
    open_to_all = {method for method, call in calls.items() if method == "GET" or call in FOREIGN}

    async def answer(request: Request) -> Response:
        """Count a call and handle it.  Raises Refused: "bad-origin", "too-often", and what the handler raises."""
        house, client = request.app.state.house, rate_limit_key(request)
        method = "GET" if request.method == "HEAD" else request.method
        if method not in open_to_all:
            check_origin(request.headers)
        try:
            for limit, weight in costs[method]:
                if limit != "request":  # middleware has counted it
                    house.limits[limit].count(client, weight)
            return await handle(request)
        except RateLimited:
            if not HELD_BACK.isdisjoint(limit for limit, _ in costs[method]):
                await house.slow_refusals.hold(client.address)
            raise

    return Route(route.path, answer, methods=list(route.methods or ()))
