"""The network benchmarks; `python bench/network/network.py --write docs/bench.md` updates that page."""

import argparse
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import closed
import frames
import page
import scripts
import shared
from running import SMALLEST, Load, Server, faster_houses, house, loaded, peer

TITLE = "## The network"
ROUNDS = 3
SECONDS = 3.0  # of each measurement in a closed loop
DIFFERENT = 20  # plies after which all matches differ
MATCHES = closed.SOCKETS // 2


def main() -> None:
    """Measure, print the section, and write it to a page if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--write", type=Path, help="the page that gets this section")
    arguments = parser.parse_args()
    lines = []
    for line in section(arguments.rounds):
        print(line, flush=True)
        lines.append(line)
    text = "\n".join(lines) + "\n"
    if arguments.write:
        arguments.write.write_text(placed(text, arguments.write.read_text("utf-8")), "utf-8")


def placed(section: str, whole: str) -> str:
    """Return a page in which the section replaces its old version, or is appended."""
    there = re.compile(rf"^{TITLE}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    if there.search(whole):
        return there.sub(lambda _: section + "\n", whole).rstrip("\n") + "\n"
    return f"{whole.rstrip()}\n\n{section}"


def section(rounds: int) -> Iterator[str]:
    """Measure everything and yield the lines of the section."""
    yield from (TITLE, "")
    yield "The servers run on one core and the load generator (bench/network) on the other; nothing is compressed. A move is one command to the"
    yield "server and one event to each of two seats; it is complete when both have received it, and only then does the other seat move. The house runs as"
    yield "`ludoteka serve` on SQLite, stores every move before it sends it, and plays Tavlei with its rules, views and changes; once as it is installed, and"
    yield "once with the modules on the path of a move compiled ([why](decisions/0028-compiled-modules.md)), on asyncio; and once more on uvloop where that is installed. boardgame.io 0.50 runs with"
    yield "default settings and NODE_ENV=production: with Tavlei by the same rules, but without computing legal moves, which its browser client would do; and"
    yield "with a minimal game of three fields and no rules. It keeps matches in memory; or in files with its own FlatFile storage, which rewrites the state and"
    yield "the whole log of a match at every move, and doesn't wait until they are on the disk. Matches last at most 120 plies."
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
    with (
        house(folder / "house") as ours,
        faster_houses(folder / "faster") as quick,
        peer(8743) as theirs,
        peer(8744, folder / "peer") as stored,
    ):
        servers: list[Server] = [ours, *quick, stored, theirs, theirs._replace(game=SMALLEST)]
        yield "### Closed loop: every match moves as soon as possible"
        yield ""
        yield f"Medians of {rounds} rounds of {SECONDS:.0f} s, alternating between servers. A ratio says how many times as fast the house is as the server"
        yield "of its row, first by moves per second, then by processor time per move. The target is 1 for boardgame.io in memory."
        yield ""
        yield from closed.table(closed.closed(moves, servers, rounds, SECONDS))
        yield ""
        yield "### All games, in a closed loop"
        yield ""
        yield f"{closed.MATCHES[0]} matches of two people; Quagmire and Labyrinth are played by two, too. Each seat throws its dice, and chooses at random among what it is offered; in Labyrinth,"
        yield "where that may be impossible, it tries again until something is not refused, and all these tries belong to the move. Throws count as moves. Ratios compare with Tavlei, played in the same way."
        yield ""
        yield from closed.games_table(
            closed.every_game([ours, *(one for one in quick if one.loop == ours.loop)], rounds, SECONDS)
        )
        yield ""
        yield f"### Open loop: {closed.SOCKETS:,} sockets, {closed.RATE:,} moves/s at random times"
        yield ""
        yield "Latencies (median, p95 and p99) are measured from the moment at which the move was due."
        yield ""
        yield from closed.paced_table(closed.paced(moves, [ours, *quick, theirs], min(rounds, 2)))
        yield ""


def _memory(folder: Path, moves: Path) -> Iterator[str]:
    with house(folder) as ours:
        # Play some matches first, so that what the server loads for them is not counted as memory of the sockets.
        loaded(Load("closed", 20, 1.0), moves, [ours])
        measured = loaded(Load("rest", MATCHES, plies=DIFFERENT), moves, [ours])
    yield f"### Memory: {closed.SOCKETS:,} sockets of {MATCHES:,} idle matches"
    yield ""
    yield "| when | resident memory per socket | target |"
    yield "|---|---|---|"
    for when, key in (
        ("all are connected, nobody has moved", "connected"),
        (f"each match is {DIFFERENT} plies on", "played"),
    ):
        yield f"| {when} | {(measured[key] - measured['before']) / measured['sockets']:.1f} kB | at most 25 kB |"
    yield ""


def _shared(moves: Path) -> Iterator[str]:
    yield "### Two servers on PostgreSQL and Redis"
    yield ""
    yield "Two servers, PostgreSQL, Redis and the load generator share two cores here, so throughput would say little. The table shows the"
    yield f"processor time of the servers per move, at {shared.LOAD.rate} moves/s in {shared.LOAD.matches} matches for each of them, and the capacity that follows from it, with one core for"
    yield "each server."
    yield f"*All at once*: {shared.FULL.matches} matches for each server move as soon as they can, on these two cores for everything."
    yield "*On one*: both seats are connected to the same server. *On both*: the two seats are connected to different servers, so every move goes through both."
    yield ""
    yield from shared.table(shared.measure(moves))
    yield ""


def _pages(folder: Path) -> Iterator[str]:
    with house(folder) as ours:
        start, board = page.start_page(ours.address), page.first_board(ours.address)
        longest = frames.longest_frames(ours.address)
    yield "### First visit with an empty cache, over loopback"
    yield ""
    yield "| page | transferred, with headers | requests | drawn after | target |"
    yield "|---|---|---|---|---|"
    rows = (
        ("the start page, its first board", start, "under 100 kB, 1 s"),
        ("a match, its pieces", board, "under 160 kB, 1 s"),
    )
    for name, one, target in rows:
        yield f"| {name} | {one.kilobytes:.0f} kB | {one.requests} | {one.seconds:.2f} s | {target} |"
    yield ""
    yield f"### The longest frame while {frames.ACTIONS} picks are made on a device {frames.SLOWER} times slower"
    yield ""
    yield "| game | longest frame | target |"
    yield "|---|---|---|"
    for name, milliseconds in longest.items():
        yield f"| {name} | {milliseconds:.0f} ms | at most 50 ms |"


if __name__ == "__main__":
    main()
