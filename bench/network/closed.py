"""Comparing the house with boardgame.io: moves per second and waiting times, measured alternately."""

import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from running import HOUSE, Load, Server, loaded

MATCHES = (50, 200)
WARM = Load("closed", 50, 4.0)  # warms up compilers and caches
SOCKETS, RATE = 2000, 1000  # of the open loop: sockets, and moves per second over all of them
OPEN = Load("open", SOCKETS // 2, 12.0, RATE)


class Run(NamedTuple):
    """One measurement of one server."""

    server: Server
    matches: int
    moves: float  # per second
    median: float  # milliseconds from the command until both seats have received the event
    p95: float
    p99: float
    cost: float  # microseconds of the server's processor time per move
    own: float  # share of its core that the load generator used


def run(load: Load, scripts: Path, server: Server) -> Run:
    """Measure one server once."""
    measured: dict[str, Any] = loaded(load, scripts, [server])
    cost = measured["used"]["server"] / measured["moves"] * 1e6
    waits = measured["median"], measured["p95"], measured["p99"]
    return Run(server, load.matches, measured["moves"] / measured["seconds"], *waits, cost, measured["own"])


def closed(scripts: Path, servers: list[Server], rounds: int, seconds: float) -> list[Run]:
    """Measure the servers in turn; each figure is the median of its rounds."""
    for server in servers:
        run(WARM, scripts, server)
    measured = []
    for matches in MATCHES:
        runs = [run(Load("closed", matches, seconds), scripts, one) for _ in range(rounds) for one in servers]
        measured += [middle([one for one in runs if one.server == server]) for server in servers]
    return measured


def paced(scripts: Path, servers: list[Server], rounds: int) -> list[Run]:
    """Measure waiting times in an open loop, at a fixed rate of moves."""
    runs = [run(OPEN, scripts, one) for _ in range(rounds) for one in servers]
    return [middle([one for one in runs if one.server == server]) for server in servers]


def middle(runs: list[Run]) -> Run:
    """Return the median of each figure."""
    first = runs[0]
    figures = [statistics.median(values) for values in list(zip(*runs, strict=True))[2:]]
    return Run(first.server, first.matches, *figures)


def table(runs: list[Run]) -> Iterator[str]:
    """Yield the rows of the closed loop; the ratios in a row compare the house with the server of that row."""
    yield "| concurrent matches | server | moves/s | ratio | median | p99 | processor time of server per move | ratio | load generator's core |"
    yield "|---|---|---|---|---|---|---|---|---|"
    ours = {one.matches: one for one in runs if one.server.side == HOUSE and not one.server.is_compiled}
    for one in runs:
        own = ours[one.matches]
        faster, cheaper = f"{own.moves / one.moves:.2f}×", f"{one.cost / own.cost:.2f}×"
        yield (
            f"| {one.matches} | {one.server.name} | {one.moves:,.0f} | {'' if one is own else faster} | {one.median:.1f} ms "
            f"| {one.p99:.1f} ms | {one.cost:.0f} µs | {'' if one is own else cheaper} | {one.own:.0%} |"
        )


def paced_table(runs: list[Run]) -> Iterator[str]:
    """Yield the rows of the open loop."""
    yield "| server | moves/s | median | p95 | p99 | processor time of server per move | load generator's core |"
    yield "|---|---|---|---|---|---|---|"
    for one in runs:
        target = " (at most 10 ms)" if one.server.side == HOUSE else ""
        waits = f"{one.median:.1f} ms | {one.p95:.1f} ms | {one.p99:.1f} ms{target}"
        yield f"| {one.server.name} | {one.moves:,.0f} | {waits} | {one.cost:.0f} µs | {one.own:.0%} |"
