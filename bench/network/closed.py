"""Comparing the house with boardgame.io: moves per second and waiting times, measured alternately."""

import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from running import HOUSE, Load, Server, loaded
from scripts import GAME

from ludoteka.games import games

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


def run(load: Load, scripts: Path | None, server: Server) -> Run:
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


def every_game(servers: list[Server], rounds: int, seconds: float) -> list[Run]:
    """Measure all games in turn, with seats that choose at random; each figure is the median of its rounds."""
    playing = [server._replace(game=name) for name in sorted(games(), key=GAME.__ne__) for server in servers]
    for one in playing:
        run(Load("closed", MATCHES[0], seconds / 2), None, one)
    runs = [run(Load("closed", MATCHES[0], seconds), None, one) for _ in range(rounds) for one in playing]
    return [middle([one for one in runs if one.server == server]) for server in playing]


def middle(runs: list[Run]) -> Run:
    """Return the median of each figure."""
    first = runs[0]
    figures = [statistics.median(values) for values in list(zip(*runs, strict=True))[2:]]
    return Run(first.server, first.matches, *figures)


def table(runs: list[Run]) -> Iterator[str]:
    """Yield the rows of the closed loop; the ratios in a row compare the house with the server of that row."""
    yield "| concurrent matches | server | moves/s | ratio | median | p99 | processor time of server per move | ratio | load generator's core |"
    yield "|---|---|---|---|---|---|---|---|---|"
    ours = {run.matches: run for run in runs if run.server.name == "house"}
    for run in runs:
        own = ours[run.matches]
        faster, cheaper = f"{own.moves / run.moves:.2f}×", f"{run.cost / own.cost:.2f}×"
        yield (
            f"| {run.matches} | {run.server.name} | {run.moves:,.0f} | {'' if run is own else faster} | {run.median:.1f} ms "
            f"| {run.p99:.1f} ms | {run.cost:.0f} µs | {'' if run is own else cheaper} | {run.own:.0%} |"
        )


def paced_table(runs: list[Run]) -> Iterator[str]:
    """Yield the rows of the open loop."""
    yield "| server | moves/s | median | p95 | p99 | processor time of server per move | load generator's core |"
    yield "|---|---|---|---|---|---|---|"
    for run in runs:
        target = " (at most 10 ms)" if run.server.side == HOUSE else ""
        waits = f"{run.median:.1f} ms | {run.p95:.1f} ms | {run.p99:.1f} ms{target}"
        yield f"| {run.server.name} | {run.moves:,.0f} | {waits} | {run.cost:.0f} µs | {run.own:.0%} |"


def games_table(runs: list[Run]) -> Iterator[str]:
    """Yield the rows of all games; a ratio compares a game with the first one on the same server."""
    yield "| game | server | moves/s | median | p99 | processor time of server per move | ratio | load generator's core |"
    yield "|---|---|---|---|---|---|---|---|"
    for run in runs:
        first = next(one for one in runs if one.server.process == run.server.process)
        ratio = "" if run is first else f"{run.cost / first.cost:.2f}× (at most 2)"
        waits = f"{run.median:.1f} ms | {run.p99:.1f} ms"
        title = games()[run.server.game].title.text
        yield f"| {title} | {run.server.name} | {run.moves:,.0f} | {waits} | {run.cost:.0f} µs | {ratio} | {run.own:.0%} |"
