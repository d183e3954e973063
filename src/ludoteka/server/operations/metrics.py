"""Metrics of a running house, in the text format of Prometheus.

Labels are names of games, codes and route patterns: a fixed set, and nothing secret.
"""

import ipaddress
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString
from starlette.requests import Request
from starlette.types import Scope

REGISTRY = CollectorRegistry()
APPEND_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)  # seconds
THINKING_BUCKETS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)  # seconds
METHODS = {"GET", "HEAD", "POST"}  # that the house answers; clients may invent others
PROXY_HEADERS = ("forwarded", "via", "x-forwarded-for", "x-real-ip")

_counter = partial(Counter, registry=REGISTRY)
_gauge = partial(Gauge, registry=REGISTRY)
_histogram = partial(Histogram, registry=REGISTRY)
MATCHES_STARTED = _counter("ludoteka_matches_begun", "Matches created.", ["game"])
MATCHES_ENDED = _counter("ludoteka_matches_ended", "Matches that ended.", ["game"])
EVENTS = _counter("ludoteka_events", "Events appended to the logs of matches.", ["game", "kind"])
REFUSED = _counter("ludoteka_refusals", "Requests and commands refused.", ["code"])
SOCKETS = _gauge("ludoteka_sockets", "Open WebSocket connections.")
SOCKETS_CLOSED = _counter("ludoteka_sockets_closed", "WebSocket connections closed by the house.", ["code"])
CONNECTIONS_REFUSED = _counter("ludoteka_connections_refused", "Network connections refused or dropped.", ["reason"])
ROOMS = _gauge("ludoteka_rooms", "Matches in memory.")
BROKER = _gauge("ludoteka_broker_up", "Whether this server is connected to the broker.")
THINKING = _histogram(
    "ludoteka_thinking_seconds", "Time computers took for a turn.", ["game"], buckets=THINKING_BUCKETS
)
MAILS = _counter("ludoteka_mails", "Mails, by what became of them.", ["purpose", "outcome"])
PUSHES = _counter("ludoteka_pushes", "Notices to browsers, by what became of them.", ["outcome"])
CALLS = _counter("ludoteka_http_requests", "HTTP requests.", ["method", "route", "status"])
CALL_SECONDS = _histogram("ludoteka_http_seconds", "Time HTTP requests took.", ["route"])


def route_of(scope: Scope) -> str:
    """Return the route pattern of a request, such as /match/{match}."""
    route = scope.get("route")
    return str(getattr(route, "path", "")) or "elsewhere"


class AppendTimes(Collector):
    """The time until an event was stored durably: counted for every move, so in less time than by a `Histogram`."""

    def __init__(self) -> None:
        self._counts = [0] * (len(APPEND_BUCKETS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(APPEND_BUCKETS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[Metric]:
        """Yield the histogram; each bucket includes the faster ones."""
        buckets = zip([*map(floatToGoString, APPEND_BUCKETS), "+Inf"], accumulate(self._counts), strict=True)
        text = "Time until an event was stored durably."
        yield HistogramMetricFamily("ludoteka_append_seconds", text, list(buckets), self._sum)


APPENDS = AppendTimes()
REGISTRY.register(APPENDS)
_events = lru_cache(EVENTS.labels)  # by game and kind


def count_event(game: str, kind: str, is_over: bool) -> None:
    """Count a stored event; if the match is over after it, count the match as ended."""
    _events(game, kind).inc()
    if is_over:
        MATCHES_ENDED.labels(game).inc()


def count_request(scope: Scope, status: int, seconds: float | None = None) -> None:
    """Count an HTTP request, when its answer begins after some seconds, or when it fails."""
    CALLS.labels(scope["method"] if scope["method"] in METHODS else "other", route_of(scope), status).inc()
    if seconds is not None:
        CALL_SECONDS.labels(route_of(scope)).observe(seconds)


def is_local(request: Request) -> bool:
    """Tell whether a request comes from this machine and not through a proxy."""
    if any(name in request.headers for name in PROXY_HEADERS):
        return False
    try:
        return ipaddress.ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False
