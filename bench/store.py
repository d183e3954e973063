"""How many events per second the store makes durable, with different numbers of concurrent callers.

Run it with `python bench/store.py [PLACE]`: a folder, which decides whose disk is measured, or the URL of an empty
database of PostgreSQL.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from unittest.mock import patch

from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.store import Store
from ludoteka.store.writing.statements import Write
from ludoteka.store.writing.writer import Guard, Writer

CALLERS = (1, 20, 200)
SECONDS = 5.0  # per number of callers


async def main() -> None:
    """Print one line for each number of callers."""
    print("callers  events/s  events a commit   median ms   99 % ms")
    place = sys.argv[1] if len(sys.argv) > 1 else None
    if place and "://" in place:
        for callers in CALLERS:
            await measure(callers, place)
        return
    with tempfile.TemporaryDirectory(dir=place) as folder:
        for callers in CALLERS:
            await measure(callers, Path(folder) / f"{callers}.sqlite")


async def measure(callers: int, place: Path | str) -> None:
    """Let concurrent callers append to a match each, waiting until every event is durable."""
    store = Store.open(place)
    commits: list[int] = []  # their writes
    names = [f"{callers}-{caller}" for caller in range(callers)]
    for name in names:
        seats = {"a": Occupant("person", 0, "guest"), "d": Occupant("computer", 2)}
        await store.create(Setup(name, "tavlei", 1, {}, bytes(32), seats, time.time()))
    transact = Writer._transact

    def count(writer: Writer, writes: list[Write], guard: Guard | None) -> None:
        commits.append(len(writes))
        transact(writer, writes, guard)

    with patch.object(Writer, "_transact", count):
        started = time.perf_counter()
        waits = await asyncio.gather(*(appended(store, name, started + SECONDS) for name in names))
        elapsed = time.perf_counter() - started
    await store.close()
    each = sorted(wait for one in waits for wait in one)
    print(
        f"{callers:7} {len(each) / elapsed:9,.0f} {len(each) / len(commits):16.1f} "
        f"{1000 * each[len(each) // 2]:11.2f} {1000 * each[len(each) * 99 // 100]:9.2f}"
    )


async def appended(store: Store, match: str, until: float) -> list[float]:
    """Append events to a match until a time; return how many seconds each took."""
    waits: list[float] = []
    now = time.perf_counter()
    while now < until:
        await store.append(match, Event(len(waits) + 1, "act", "a", "e2-f2", "command-1", 0.0))
        before, now = now, time.perf_counter()
        waits.append(now - before)
    return waits


if __name__ == "__main__":
    asyncio.run(main())
