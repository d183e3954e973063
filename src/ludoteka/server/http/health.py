"""How a server is, for supervisors and for Prometheus."""

import asyncio
from typing import Literal

from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludoteka import __version__
from ludoteka.server.broker.broker import Broker
from ludoteka.server.calls.answers import Answer
from ludoteka.server.calls.call import PLAIN, PUBLIC, Calls
from ludoteka.server.operations import metrics
from ludoteka.server.protocol.bodies import json_answer
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.server.settings import Settings
from ludoteka.store import Store
from ludoteka.store.uptime import HEARTBEAT, Uptime

TIMEOUT = 1.0  # seconds
PROOF_SECONDS = HEARTBEAT  # for which a write counts as proof: often enough for load balancers, and cheap in a flood
Status = Literal["ok", "no-database", "read-only"]


class ReadinessCheck:
    """Checks whether a server can do its work.  The heartbeat proves that the database can be written."""

    def __init__(self, store: Store, uptime: Uptime) -> None:
        self._store = store
        self._uptime = uptime
        self._proof: asyncio.Task[bool] | None = None

    async def check(self) -> Status:
        """Return "ok", "no-database" if the database doesn't answer, or "read-only" if it stores nothing."""
        if not await self._store.is_ready():
            return "no-database"
        if self._proof is None or self._proof.done():  # start no second write while one hangs
            self._proof = asyncio.create_task(self._uptime.beat(PROOF_SECONDS))
        done, _ = await asyncio.wait([self._proof], timeout=TIMEOUT)
        return "ok" if done and self._proof.result() else "read-only"


class Health(Answer):
    """That the process runs."""

    status: Literal["ok"]
    house: str
    version: str


class Readiness(Answer):
    """Whether the database responds and stores; without its broker a house still serves, only more slowly."""

    status: Status
    broker: Literal["up", "down"]


calls = Calls()


@calls.add("GET /api/health", costs={"request": 1}, scope=PUBLIC)
async def get_health() -> Health:
    """Whether the process runs.

    It doesn't ask the database: a slow database is no reason for a restart.
    """
    return Health("ok", "ludoteka", __version__)


@calls.add("GET /api/ready", costs={"request": 1}, scope=PUBLIC, answer=Readiness, other_statuses=(503,))
async def get_readiness(check: ReadinessCheck, broker: Broker) -> Response:
    """Whether the house can serve."""
    status = await check.check()
    return json_answer(Readiness(status, "up" if broker.is_up else "down"), 200 if status == "ok" else 503)


@calls.add("GET /metrics", costs={"request": 1}, content=PLAIN)
async def get_metrics(settings: Settings, broker: Broker, rooms: Rooms, request: Request) -> Response:
    """Metrics for Prometheus, by default only for the same machine.

    Everybody else gets a 404.
    """
    if settings.metrics != "all" and not (settings.metrics == "local" and metrics.is_local(request)):
        raise HTTPException(404)
    metrics.BROKER.set(broker.is_up)
    metrics.ROOMS.set(len(rooms))
    return Response(generate_latest(metrics.REGISTRY), media_type=CONTENT_TYPE_LATEST)
