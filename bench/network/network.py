"""The network part of the measurements; `python bench/network/network.py --write docs/bench.md` puts it into that page."""

import argparse
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import closed
import page
import scripts
import shared
from running import SMALLEST, Load, Server, house, loaded, peer

TITLE = "## The network"
ROUNDS = 3
SECONDS = 3.0  # of each measurement in a closed loop
DIFFERENT = 20  # plies after which every match is unlike every other
MATCHES = closed.SOCKETS // 2


def main() -> None:
    """Measure, print, and write where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--write", type=Path, help="the page of which this is a section")
    arguments = parser.parse_args()
    lines = []
    for line in section(arguments.rounds):
        print(line, flush=True)
        lines.append(line)
    text = "\n".join(lines) + "\n"
    if arguments.write:
        arguments.write.write_text(placed(text, arguments.write.read_text("utf-8")), "utf-8")


def placed(section: str, whole: str) -> str:
    """Return a page with the section in the place of the one that it had, or at its end."""
    there = re.compile(rf"^{TITLE}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    if there.search(whole):
        return there.sub(lambda _: section + "\n", whole).rstrip("\n") + "\n"
    return f"{whole.rstrip()}\n\n{section}"


def section(rounds: int) -> Iterator[str]:
    """Measure everything, and yield the lines."""
    yield from (TITLE, "")
    yield "The servers have one core, the load (bench/network) the other; nothing is compressed. A move is one command in and one event"
    yield "out to each of two seats; it is done when both have heard of it, and only then the other seat moves. The house runs as `ludoteka"
    yield "serve` on SQLite, every move durable before it is shown, with the rules, views and changes of Tavlei; boardgame.io 0.50 with its"
    yield "usual settings, NODE_ENV=production, in memory: with Tavlei by the same rules, but without its legal moves, which there the browser"
    yield "finds; and with the smallest game there can be, three fields and no rules. Matches last 120 plies at most."
    yield ""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        moves = folder / "scripts.json"
        scripts.write(moves, MATCHES)
        yield from _beside(folder, moves, rounds)
        yield from _memory(folder / "rest", moves)
        yield from _shared(moves)
        yield from _pages(folder / "page")


def _beside(folder: Path, moves: Path, rounds: int) -> Iterator[str]:
    with house(folder / "house") as ours, peer() as theirs:
        servers: list[Server] = [ours, theirs, theirs._replace(game=SMALLEST)]
        yield "### Closed loop: every match moves as soon as it can"
        yield ""
        yield f"Medians of {rounds} rounds of {SECONDS:.0f} s, by turns. The target was a ratio of 1.5."
        yield ""
        yield from closed.table(closed.closed(moves, servers, rounds, SECONDS))
        yield ""
        yield f"### Open loop: {closed.SOCKETS:,} sockets, {closed.RATE:,} moves/s at random times"
        yield ""
        yield "Waits are counted from the moment in which a move was due."
        yield ""
        yield from closed.paced_table(closed.paced(moves, servers[:2], min(rounds, 2)))
        yield ""


def _memory(folder: Path, moves: Path) -> Iterator[str]:
    with house(folder) as ours:
        loaded(Load("closed", 20, 1.0), moves, [ours])  # what the first matches load belongs to no socket
        told = loaded(Load("rest", MATCHES, plies=DIFFERENT), moves, [ours])
    yield f"### Memory: {closed.SOCKETS:,} sockets of {MATCHES:,} matches at rest"
    yield ""
    yield "| when | resident a socket | target |"
    yield "|---|---|---|"
    for when, key in (
        ("all are connected, nobody has moved", "connected"),
        (f"each match is {DIFFERENT} plies on", "played"),
    ):
        yield f"| {when} | {(told[key] - told['before']) / told['sockets']:.1f} kB | at most 40 kB |"
    yield ""


def _shared(moves: Path) -> Iterator[str]:
    yield "### Two servers on PostgreSQL and Redis"
    yield ""
    yield "Two servers, PostgreSQL, Redis and the load share two cores here, so throughput would say little. Measured is what a move costs the"
    yield f"processors of the servers, at {shared.LOAD.rate} moves/s in {shared.LOAD.matches} matches for each of them; what they have room for follows, with a core for"
    yield "each server."
    yield "*On one*: both seats are connected to the same server. *On both*: each seat to another, so every move crosses."
    yield ""
    yield from shared.table(shared.costs(moves))
    yield ""


def _pages(folder: Path) -> Iterator[str]:
    with house(folder) as ours:
        start, board = page.start_page(ours.address), page.first_board(ours.address)
    yield "### The first visit, nothing cached, over loopback"
    yield ""
    yield "| page | sent, headers too | requests | drawn after | target |"
    yield "|---|---|---|---|---|"
    rows = (("the start page, its first board", start, "under 100 kB, 1 s"), ("a match, its pieces", board, "1 s"))
    for name, one, target in rows:
        yield f"| {name} | {one.kilobytes:.0f} kB | {one.requests} | {one.seconds:.2f} s | {target} |"


if __name__ == "__main__":
    main()
