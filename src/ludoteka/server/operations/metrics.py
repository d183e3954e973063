"""What is measured of a running house, in the text format of Prometheus.

Labels are names of games, codes, addresses with their parts left open: nothing that grows, and nothing secret.
"""

import ipaddress
import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

REGISTRY = CollectorRegistry()
APPEND_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)  # seconds
THINKING_BUCKETS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)  # seconds
METHODS = {"GET", "HEAD", "POST"}  # that we answer; a client may invent others
PROXY_HEADERS = ("forwarded", "via", "x-forwarded-for", "x-real-ip")

MATCHES_STARTED = Counter("ludoteka_matches_begun", "Matches made.", ["game"], registry=REGISTRY)
MATCHES_ENDED = Counter("ludoteka_matches_ended", "Matches that came to an end.", ["game"], registry=REGISTRY)
EVENTS = Counter("ludoteka_events", "Events appended to logs of matches.", ["game", "kind"], registry=REGISTRY)
REFUSED = Counter("ludoteka_refusals", "What was asked for and refused.", ["code"], registry=REGISTRY)
SOCKETS = Gauge("ludoteka_sockets", "Open sockets.", registry=REGISTRY)
SOCKETS_CLOSED = Counter("ludoteka_sockets_closed", "Sockets closed by the house.", ["code"], registry=REGISTRY)
ROOMS = Gauge("ludoteka_rooms", "Matches in memory.", registry=REGISTRY)
BROKER = Gauge("ludoteka_broker_up", "Whether other servers hear this one.", registry=REGISTRY)
APPENDS = Histogram(
    "ludoteka_append_seconds",
    "From the wish to append an event until it is durable.",
    buckets=APPEND_BUCKETS,
    registry=REGISTRY,
)
THINKING = Histogram(
    "ludoteka_thinking_seconds",
    "How long computers took for an answer.",
    ["game"],
    buckets=THINKING_BUCKETS,
    registry=REGISTRY,
)
CALLS = Counter("ludoteka_http_requests", "HTTP requests.", ["method", "route", "status"], registry=REGISTRY)
CALL_SECONDS = Histogram("ludoteka_http_seconds", "How long HTTP requests took.", ["route"], registry=REGISTRY)


def route_of(scope: Scope) -> str:
    """Return the address that was asked for as the routes write it, with its parts left open."""
    route = scope.get("route")
    return str(getattr(route, "path", "")) or "elsewhere"


def count_event(game: str, kind: str, is_over: bool) -> None:
    """Count an event; nothing but the last event of a match is stored when it is over."""
    EVENTS.labels(game, kind).inc()
    if is_over:
        MATCHES_ENDED.labels(game).inc()


class MetricsMiddleware:
    """Middleware: counts and times HTTP requests."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, and count it when its answer begins."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                method = scope["method"] if scope["method"] in METHODS else "other"
                CALLS.labels(method, route_of(scope), message["status"]).inc()
                CALL_SECONDS.labels(route_of(scope)).observe(time.perf_counter() - began)
            await send(message)

        try:
            await self.app(scope, receive, counted)
        except Exception:
            CALLS.labels(scope["method"], route_of(scope), 500).inc()
            raise


def is_local(request: Request) -> bool:
    """Tell whether a request was made on this machine, and not by a proxy for somebody else."""
    if any(name in request.headers for name in PROXY_HEADERS):
        return False
    try:
        return ipaddress.ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False


async def metrics_page(request: Request) -> Response:
    """Serve what was measured to those who may read it; for others there is no such page."""
    house = request.app.state.house
    readers = house.settings.metrics
    if readers != "all" and not (readers == "local" and is_local(request)):
        raise HTTPException(404)
    BROKER.set(house.broker.is_up)
    ROOMS.set(len(house.rooms))
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


ROUTES = [Route("/metrics", metrics_page)]
