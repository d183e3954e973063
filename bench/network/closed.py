"""The house beside boardgame.io: moves a second and waiting times, by turns in the same minutes."""

import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from running import HOUSE, PEER, Load, Server, loaded

NAMES = {HOUSE: "house", PEER: "boardgame.io"}
MATCHES = (1, 50, 200)
WARM = Load("closed", 50, 4.0)  # compilers and caches get to know what comes
SOCKETS, RATE = 2000, 1000  # of the open load: sockets, and moves a second over all of them
OPEN = Load("open", SOCKETS // 2, 12.0, RATE)


class Run(NamedTuple):
    """One measurement of one server."""

    side: str
    matches: int
    moves: float  # a second
    median: float  # milliseconds from the command until both have heard of it
    p95: float
    p99: float
    cost: float  # microseconds of the server's processor a move
    own: float  # part of its core that the load needed


def run(load: Load, scripts: Path, server: Server) -> Run:
    """Measure one server once."""
    told: dict[str, Any] = loaded(load, scripts, [server])
    cost = told["used"]["server"] / told["moves"] * 1e6
    waits = told["median"], told["p95"], told["p99"]
    return Run(server.side, load.matches, told["moves"] / told["seconds"], *waits, cost, told["own"])


def closed(scripts: Path, servers: list[Server], rounds: int, seconds: float) -> list[Run]:
    """Measure the servers in turn; each figure is the median of its rounds."""
    for server in servers:
        run(WARM, scripts, server)
    measured = []
    for matches in MATCHES:
        runs = [run(Load("closed", matches, seconds), scripts, one) for _ in range(rounds) for one in servers]
        measured += [middle([one for one in runs if one.side == server.side]) for server in servers]
    return measured


def paced(scripts: Path, servers: list[Server], rounds: int) -> list[Run]:
    """Measure waiting times at a rate that does not wait for answers."""
    runs = [run(OPEN, scripts, one) for _ in range(rounds) for one in servers]
    return [middle([one for one in runs if one.side == server.side]) for server in servers]


def middle(runs: list[Run]) -> Run:
    """Return the median of each figure."""
    first = runs[0]
    figures = [statistics.median(values) for values in list(zip(*runs, strict=True))[2:]]
    return Run(first.side, first.matches, *figures)


def table(runs: list[Run]) -> Iterator[str]:
    """Yield the rows, the two servers beside each other."""
    yield "| matches at once | server | moves/s | ratio | median | p99 | server's processor a move | ratio | load's core |"
    yield "|---|---|---|---|---|---|---|---|---|"
    peers = {one.matches: one for one in runs if one.side == PEER}
    for one in runs:
        peer = peers[one.matches]
        faster, cheaper = (
            (f"{one.moves / peer.moves:.2f}×", f"{peer.cost / one.cost:.2f}×") if one.side == HOUSE else ("", "")
        )
        yield (
            f"| {one.matches} | {NAMES[one.side]} | {one.moves:,.0f} | {faster} | {one.median:.1f} ms | {one.p99:.1f} ms "
            f"| {one.cost:.0f} µs | {cheaper} | {one.own:.0%} |"
        )


def paced_table(runs: list[Run]) -> Iterator[str]:
    """Yield the rows of the open load."""
    yield "| server | moves/s | median | p95 | p99 | server's processor a move | load's core |"
    yield "|---|---|---|---|---|---|---|"
    for one in runs:
        target = " (under 15 ms)" if one.side == HOUSE else ""
        waits = f"{one.median:.1f} ms | {one.p95:.1f} ms | {one.p99:.1f} ms{target}"
        yield f"| {NAMES[one.side]} | {one.moves:,.0f} | {waits} | {one.cost:.0f} µs | {one.own:.0%} |"
