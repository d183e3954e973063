"""Whether the house lives, and whether it can serve."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka import __version__
from ludoteka.server.protocol.messages import encode


async def health(request: Request) -> Response:
    """Say that the process lives; it asks nobody, so that a house with a slow database is not restarted."""
    return _json({"status": "ok", "house": "ludoteka", "version": __version__})


async def ready(request: Request) -> Response:
    """Say whether the database answers; without its broker a house serves on, more slowly."""
    house = request.app.state.house
    broker = "up" if house.broker.is_up else "down"
    if await house.store.is_ready():
        return _json({"status": "ok", "broker": broker})
    return _json({"status": "no-database", "broker": broker}, 503)


def _json(content: dict[str, Any], status: int = 200) -> Response:
    return Response(encode(content), status, {"cache-control": "no-store"}, media_type="application/json")


ROUTES = [Route("/api/health", health), Route("/api/ready", ready)]
