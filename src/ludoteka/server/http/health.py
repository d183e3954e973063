"""Health checks."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka import __version__
from ludoteka.server.protocol.messages import encode


async def health(request: Request) -> Response:
    """Answer that the process runs, without asking the database: a slow database is no reason for a restart."""
    return _json({"status": "ok", "house": "ludoteka", "version": __version__})


async def ready(request: Request) -> Response:
    """Answer whether the database responds and stores; without its broker a house still serves, only more slowly."""
    house = request.app.state.house
    broker = "up" if house.broker.is_up else "down"
    status = await request.app.state.readiness.check()
    return _json({"status": status, "broker": broker}, 200 if status == "ok" else 503)


def _json(content: dict[str, Any], status: int = 200) -> Response:
    return Response(encode(content), status, media_type="application/json")


ROUTES = [Route("/api/health", health), Route("/api/ready", ready)]
