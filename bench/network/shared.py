"""Comparing one server with two, on PostgreSQL and Redis: the processor time of a move, and what they do at most."""

import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from running import Load, Server, house, loaded

from support import support

# Per server. All processes share two cores; the moves are few enough that none has to wait for a core.
LOAD = Load("open", 50, 5.0, 200)
WARM = Load("open", 50, 2.0, 200)
FULL = Load("closed", 100, 3.0)  # every match moves as soon as it can, so batches are as large as they get
ROUNDS = 2
WAYS = {
    "one server": (0,),
    "two servers, each match on one": (0, 1),
    "two servers, each match on both": (0, 1),
}
APART = "two servers, each match on one"


class Cost(NamedTuple):
    """Processor time per move in microseconds, by process, and the median waiting time in milliseconds."""

    server: float
    database: float
    broker: float
    median: float


class Most(NamedTuple):
    """What a setup does at most: moves a second, and milliseconds at half as many."""

    moves: float
    server: float  # microseconds of processor time per move, at most
    p99: float


class Found(NamedTuple):
    """What was measured of a setup."""

    cost: Cost
    most: Most


def measure(scripts: Path) -> dict[str, Found]:
    """Measure the setups one after the other, on one database and one broker."""
    servers = support("programs.servers")
    with ExitStack() as stack:
        database, broker = stack.enter_context(servers.postgres()), stack.enter_context(servers.redis_server())
        keeps = ["--database", database.fresh_database(), "--broker", broker.url]
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        both = [stack.enter_context(house(folder / str(number), *keeps)) for number in range(2)]
        groups = {"database": [database._process.pid], "broker": [broker._process.pid]}
        found: dict[str, list[Cost]] = {way: [] for way in WAYS}
        most = {}
        for load in [WARM, *[LOAD] * ROUNDS]:
            for way, numbers in WAYS.items():
                count = len(numbers)
                each = load._replace(matches=load.matches * count, rate=load.rate * count, apart=way == APART)
                cost = _cost(each, scripts, [both[one] for one in numbers], groups)
                if load is LOAD:
                    found[way].append(cost)
        for way, numbers in WAYS.items():
            most[way] = _most(scripts, [both[one] for one in numbers], way == APART)
    medians = {way: Cost(*map(statistics.median, zip(*runs, strict=True))) for way, runs in found.items()}
    return {way: Found(medians[way], most[way]) for way in WAYS}


def _most(scripts: Path, servers: Sequence[Server], is_apart: bool) -> Most:
    count = len(servers)
    full = loaded(FULL._replace(matches=FULL.matches * count, apart=is_apart), scripts, servers)
    moves = full["moves"] / full["seconds"]
    half = LOAD._replace(matches=FULL.matches * count, rate=moves / 2, apart=is_apart)
    server = full["used"]["server"] / full["moves"] * 1e6
    return Most(moves, server, loaded(half, scripts, servers)["p99"])


def _cost(load: Load, scripts: Path, servers: Sequence[Server], groups: dict[str, list[int]]) -> Cost:
    measured: dict[str, Any] = loaded(load, scripts, servers, **groups)
    server, database, broker = (
        measured["used"][name] / measured["moves"] * 1e6 for name in ("server", "database", "broker")
    )
    return Cost(server, database, broker, measured["median"])


def table(found: dict[str, Found]) -> Iterator[str]:
    """Yield the rows."""
    one = found["one server"].cost
    yield (
        "| setup | processor time of servers per move | capacity in moves/s | compared with one | PostgreSQL | Redis | median "
        "| all at once: moves/s | processor time of servers per move | p99 at half of that |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for way, (cost, most) in found.items():
        count = len(WAYS[way])
        room = count * 1e6 / cost.server
        against = f"{room * one.server / 1e6:.2f}× (at least 1.6)" if count > 1 else ""
        full = f"{most.moves:,.0f} | {most.server:.0f} µs | {most.p99:.1f} ms (at most 25 ms)"
        spent = f"{cost.database:.0f} µs | {cost.broker:.0f} µs"
        yield f"| {way} | {cost.server:.0f} µs | {room:,.0f} | {against} | {spent} | {cost.median:.1f} ms | {full} |"
