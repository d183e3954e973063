"""What a house of many servers can do, by the model of simulation.py: the tables of docs/operating/scaling.md.

python bench/many_servers/many_servers.py                                       prints them
python bench/many_servers/many_servers.py --write docs/operating/scaling.md     writes them between the marks of the page

The numbers it starts from are in constants.toml.  The same seed gives the same tables.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from math import ceil, inf, nan
from pathlib import Path
from typing import NamedTuple

from simulation import Constants, House, Point, Setup, read_constants

SEED = 1
WARM = 2.0  # seconds that are simulated before anything counts
SECONDS = 6.0  # that count
PEOPLE = (1_000, 10_000, 100_000, 1_000_000)
LARGEST = 20_000  # people who are simulated at once; of a larger house, a slice that is alike in everything
BUSY = 0.5  # of its core that a server, PostgreSQL and Redis should use at most, so that there is room for a storm
STEP = 250  # people
SAMPLE = 4  # servers with which it is found out how many people are enough for one
MARKS = re.compile(r"(<!-- model -->\n).*?(<!-- /model -->)", re.DOTALL)

# The storm
SERVERS, DYING = 10, 1  # a slice of a hundred servers of which ten die
SHARES = (0.5, 1.0, 1.75)  # of the people who keep a server half busy
STORM = 20.0  # seconds that are simulated after it
SETTLED = 8  # last seconds of these, whose p99 counts as normal: that of fewer servers for as many people
NORMAL = 1.5  # times that p99 is still normal, as the p99 of a single second varies


class Load(NamedTuple):
    """What a simulated house did, each second and as shares of what it has."""

    moves: float  # a second
    median: float  # seconds until both seats had received a move
    p99: float
    server: float  # share of its core that a server used
    database: float  # cores that were used
    broker: float
    workers: float


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value that a share of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else nan


def measure(constants: Constants, setup: Setup, seconds: float = SECONDS, seed: int = SEED) -> Load:
    """Simulate a house and return what it did after warming up."""
    house = House(constants, setup, seed)
    house.run(WARM)
    before = used(house)
    house.run(WARM + seconds)
    server, database, broker, workers = ((now - then) / seconds for now, then in zip(used(house), before, strict=True))
    waits = [wait for began, wait in house.waits if began >= WARM]
    done = sum(began + wait >= WARM for began, wait in house.waits) / seconds
    return Load(done, quantile(waits, 0.5), quantile(waits, 0.99), server / setup.servers, database, broker, workers)


def used(house: House) -> tuple[float, float, float, float]:
    """Return the seconds of processor time that servers, PostgreSQL, Redis and workers have used."""
    servers = sum(server.loop.busy for server in house.servers)
    return servers, house.database.busy, sum(broker.busy for broker in house.brokers), house.thinking


# What so many people need


class Need(NamedTuple):
    """The hardware for so many people, and how it does."""

    people: int
    servers: int
    cores: int  # of PostgreSQL
    brokers: int  # cores of Redis, of which one Redis uses one
    workers: int  # cores
    load: Load


def people_per_server(constants: Constants) -> int:
    """Return how many people keep a server of many busy for at most its share of a core."""
    people = STEP
    while measure(constants, sample(people + STEP)).server <= BUSY:
        people += STEP
    return people


def sample(people: int) -> Setup:
    """Return a few servers with so many people each, as if they were a few of many."""
    return Setup(people * SAMPLE, SAMPLE, 64, 10_000, 8, apart=1.0)


def need(constants: Constants, people: int, most: int) -> Need:
    """Return what so many people need if a server is for `most` of them."""
    servers = ceil(people / most)
    slices = max(1, ceil(people / LARGEST))
    plenty = Setup(people // slices, max(1, servers // slices), 64, 10_000, 8, apart=1 - 1 / servers)
    light = measure(constants, plenty)
    cores, brokers, workers = (ceil(slices * load / BUSY) for load in (light.database, light.broker, light.workers))
    setup = plenty._replace(
        cores=ceil(cores / slices), brokers=ceil(brokers / slices), workers=max(1, ceil(workers / slices))
    )
    load = measure(constants, setup)
    total = load._replace(moves=slices * load.moves, database=slices * load.database, broker=slices * load.broker)
    return Need(people, servers, cores, brokers, workers, total)


def needs_table(needs: Sequence[Need], memory: float) -> Iterator[str]:
    """Yield the rows; `memory` is in kilobytes of each person."""
    yield "| people at once | moves/s | servers, a core each | memory of each | PostgreSQL, cores | Redis, cores | workers, cores | median | p99 |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for one in needs:
        each = 0.1 + one.people / one.servers * memory / 1e6
        waits = f"{one.load.median * 1e3:.0f} ms | {one.load.p99 * 1e3:.0f} ms"
        brokers = f"{one.brokers}" if one.brokers == 1 else f"{one.brokers} (one Redis uses one)"
        yield (
            f"| {one.people:,} | {one.load.moves:,.0f} | {one.servers:,} | {each:.1f} GB | {one.cores} | {brokers} "
            f"| {one.workers:,} | {waits} |"
        )


def limits_table(largest: Need) -> Iterator[str]:
    """Yield what saturates at how many people, the first first."""
    load, people = largest.load, largest.people
    limits = {
        "one Redis (a core)": people / load.broker,
        "PostgreSQL with 8 cores": 8 * people / load.database,
        "PostgreSQL with 32 cores": 32 * people / load.database,
        "PostgreSQL with 128 cores": 128 * people / load.database,
    }
    yield "| what | is busy all the time at so many people |"
    yield "|---|---|"
    for name, most in sorted(limits.items(), key=lambda one: one[1]):
        yield f"| {name} | {most:,.0f} |"


# The measured points


def points_table(constants: Constants, points: Sequence[Point]) -> Iterator[str]:
    """Yield a row for each point: what was measured, and what the model says."""
    yield "| | servers, µs a move | PostgreSQL, µs | Redis, µs | median |"
    yield "|---|---|---|---|---|"
    for point in points:
        load = measure(constants, Setup(0, point.servers, 4, 1, apart=point.apart, moves=point.moves))
        costs = (point.servers * load.server, load.database, load.broker)
        measured = (point.server, point.database, point.broker)
        both = " | ".join(
            f"{real:,.0f} – {cost / load.moves * 1e6:,.0f}" for real, cost in zip(measured, costs, strict=True)
        )
        yield f"| {point.name} | {both} | {point.median:.1f} – {load.median * 1e3:.1f} ms |"


# The storm when servers die


class Storm(NamedTuple):
    """What happened when a tenth of the servers died, in seconds."""

    people: int
    before: float  # p99
    worst: float  # p99 of the moves of one second
    half: float  # until half of those who were connected to them were back
    nearly_all: float  # until 99 of 100 were
    normal: float  # until p99 was normal again
    settled: float  # p99 from then on


def storm(
    constants: Constants, people: int, cores: int, brokers: int, seconds: float = STORM, seed: int = SEED
) -> Storm:
    """Let a tenth of the servers die; `people` are at all of them."""
    house = House(constants, Setup(people, SERVERS, cores, people, brokers), seed)
    at = WARM + SECONDS
    house.run(at)
    house.kill(DYING)
    house.run(at + seconds)
    lost = people // SERVERS * DYING
    back = [moment - at for moment in house.back] + [inf] * (lost - len(house.back))
    waits: list[list[float]] = [[] for _ in range(ceil(at + seconds))]  # by the second in which a move was made
    for began, wait in house.waits:
        waits[int(began)].append(wait)
    before = quantile([wait for second in waits[int(WARM) : int(at)] for wait in second], 0.99)
    after = [quantile(second, 0.99) for second in waits[int(at) : -1]]  # those of the last second are not all complete
    settled = quantile([wait for second in waits[-SETTLED - 1 : -1] for wait in second], 0.99)
    slow = [second for second, p99 in enumerate(after) if p99 > NORMAL * settled]
    normal = slow[-1] + 1 if slow else 0
    return Storm(people, before, max(after), quantile(back, 0.5), quantile(back, 0.99), normal, settled)


def storms_table(storms: Sequence[Storm], slices: int) -> Iterator[str]:
    """Yield a row for each storm."""
    yield "| people at a hundred servers | p99 before | p99 in the worst second | half are back after | 99 of 100 after | p99 is normal after | p99 from then on |"
    yield "|---|---|---|---|---|---|---|"
    for one in storms:
        yield (
            f"| {one.people * slices:,} | {one.before * 1e3:.0f} ms | {one.worst * 1e3:.0f} ms "
            f"| {one.half:.1f} s | {one.nearly_all:.1f} s | {one.normal:.0f} s | {one.settled * 1e3:.0f} ms |"
        )


def main() -> None:
    """Print the tables, and write them if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, nargs="*", default=PEOPLE)
    parser.add_argument("--write", type=Path, help="the page that gets the tables")
    order = parser.parse_args()
    lines = []
    for line in tables(read_constants(), order.people):
        print(line, flush=True)
        lines.append(line)
    if order.write:
        text = "\n".join(lines) + "\n"
        page = order.write.read_text("utf-8")
        order.write.write_text(MARKS.sub(lambda marks: f"{marks[1]}\n{text}\n{marks[2]}", page), "utf-8")


def tables(constants: Constants, people: Sequence[int]) -> Iterator[str]:
    """Simulate everything and yield the lines."""
    most = people_per_server(constants)
    p99 = measure(constants, sample(most)).p99
    yield f"A server is half busy with **{most:,} people**. Then p99 is {p99 * 1e3:.0f} ms. So many people need:"
    yield ""
    needs = [need(constants, number, most) for number in people]
    yield from needs_table(needs, constants.people["kilobytes"])
    yield ""
    yield from limits_table(needs[-1])
    yield ""
    yield "A tenth of a hundred servers dies:"
    yield ""
    slices = 100 // SERVERS
    storms = []
    for share in SHARES:
        number = int(share * most) * SERVERS
        light = need(constants, number, int(share * most))
        storms.append(storm(constants, number, light.cores, light.brokers))
    yield from storms_table(storms, slices)
    yield ""
    yield "What was measured, and what the model says (measured – model):"
    yield ""
    yield from points_table(constants, constants.points)


if __name__ == "__main__":
    main()
