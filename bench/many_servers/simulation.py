"""A model of a house of many servers, as discrete events (SimPy), fed by the measured constants of constants.toml.

A server is an event loop on one core: an iteration does everything that waits.  Its writer commits in groups.  All servers
share PostgreSQL, which has cores and a disk, and Redis, which is an event loop on one core.  Times are in seconds.
"""

import tomllib
from collections import deque
from collections.abc import Callable, Generator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from simpy import Environment, Event, Resource

CONSTANTS = Path(__file__).with_name("constants.toml")
BEAT = 2.0  # seconds between two signs of life of a server (server/broker/redis_broker.py)
MICROSECONDS, MILLISECONDS = 1e-6, 1e-3
Course = Generator[Event, Any, None]  # of a process of the model
Costs = dict[str, float]


class Point(NamedTuple):
    """What was measured with real servers: processor time in microseconds a move, and the median in milliseconds."""

    name: str
    servers: int
    apart: float
    moves: float  # a second of each server
    server: float
    database: float
    broker: float
    median: float


class Pace(NamedTuple):
    """How a game is played."""

    share: float  # of the matches
    seconds: float  # in which a person moves, on average
    thinking: float  # seconds of a computer's turn, on average


class Constants(NamedTuple):
    """The numbers of constants.toml, in seconds."""

    server: Costs
    database: Costs
    broker: Costs
    network: float  # from one machine to another
    people: Costs
    games: tuple[Pace, ...]
    clients: Costs
    points: tuple[Point, ...]

    @property
    def moves_between_people(self) -> float:
        """How many moves a second a person makes against another one, who takes as long to move."""
        return sum(game.share / (2 * game.seconds) for game in self.games)

    @property
    def moves_against_computers(self) -> float:
        """How many moves a second a person makes against a computer."""
        return sum(game.share / (game.seconds + game.thinking) for game in self.games)

    @property
    def thinking(self) -> float:
        """How long a computer thinks at a turn, on average."""
        seconds = sum(game.share * game.thinking / (game.seconds + game.thinking) for game in self.games)
        return seconds / self.moves_against_computers


def read_constants(file: Path = CONSTANTS) -> Constants:
    """Read the constants, and turn all times into seconds."""
    read = tomllib.loads(file.read_text("utf-8"))
    server, database, broker = (
        {name: value * MICROSECONDS for name, value in read[part].items() if not name.endswith("milliseconds")}
        for part in ("server", "database", "broker")
    )
    return Constants(
        server=server,
        database=database | {"flush": read["database"]["flush_milliseconds"] * MILLISECONDS},
        broker=broker,
        network=read["network"]["milliseconds"] * MILLISECONDS,
        people=read["people"],
        games=tuple(Pace(**game) for game in read["games"].values()),
        clients=read["clients"],
        points=tuple(Point(**point) for point in read["points"]),
    )


# The parts


class Loop:
    """An event loop on one core: an iteration does everything that waits, and lets one connection start."""

    def __init__(self, env: Environment, iteration: float) -> None:
        self.busy = 0.0  # seconds of processor time
        self.starting: deque[tuple[float, Event]] = deque()  # connections that wait at the turnstile
        self._env, self._iteration = env, iteration
        self._waiting: list[tuple[float, Event]] = []
        self._wake = env.event()
        env.process(self._run())

    def do(self, seconds: float) -> Event:
        """Do something in the next iteration, at the end of which the event succeeds."""
        done = self._env.event()
        self._waiting.append((seconds, done))
        self._rouse()
        return done

    def start(self, seconds: float) -> Event:
        """Let a connection start when it is its turn."""
        done = self._env.event()
        self.starting.append((seconds, done))
        self._rouse()
        return done

    def _rouse(self) -> None:
        if not self._wake.triggered:
            self._wake.succeed()

    def _run(self) -> Course:
        while True:
            yield self._wake
            work, self._waiting = self._waiting, []
            if self.starting:
                work.append(self.starting.popleft())
            seconds = self._iteration + sum(cost for cost, _ in work)
            self.busy += seconds
            yield self._env.timeout(seconds)
            for _, done in work:
                done.succeed()
            if not self._waiting and not self.starting:
                self._wake = self._env.event()


class Groups:
    """Things that are done in groups: whatever comes while one group is under way is in the next one."""

    def __init__(self, env: Environment, do: Callable[[int], Course]) -> None:
        self._env, self._do = env, do
        self._waiting: list[Event] = []
        self._wake = env.event()
        env.process(self._run())

    def join(self) -> Event:
        """Join the next group; the event succeeds when it is done."""
        done = self._env.event()
        self._waiting.append(done)
        if not self._wake.triggered:
            self._wake.succeed()
        return done

    def _run(self) -> Course:
        while True:
            yield self._wake
            group, self._waiting = self._waiting, []
            yield from self._do(len(group))
            for done in group:
                done.succeed()
            if not self._waiting:
                self._wake = self._env.event()


class Database:
    """PostgreSQL: cores, and a disk that makes all transactions durable that wait for it."""

    def __init__(self, env: Environment, costs: Costs, cores: int) -> None:
        self.busy = 0.0
        self._env, self._costs = env, costs
        self._cores = Resource(env, cores)
        self._disk = Groups(env, self._flush)

    def execute(self, seconds: float) -> Course:
        """Use a core for so long."""
        with self._cores.request() as turn:
            yield turn
            self.busy += seconds
            yield self._env.timeout(seconds)

    def commit(self, rows: int) -> Course:
        """Store events in one transaction."""
        yield from self.execute(self._costs["commit"] + rows * self._costs["row"])
        yield self._disk.join()

    def _flush(self, _transactions: int) -> Course:
        yield self._env.timeout(self._costs["flush"])


class Server:
    """A server: its event loop, the writer that commits in groups, and what it sends to Redis in groups."""

    def __init__(self, house: "House", people: int) -> None:
        self.people = people  # who are connected to it
        self._house = house
        self.loop = Loop(house.env, house.constants.server["iteration"])
        self.writer = Groups(house.env, self._commit)
        self.publisher = Groups(house.env, self._publish)

    def _commit(self, rows: int) -> Course:
        house, costs = self._house, self._house.constants.server
        yield self.loop.do(costs["commit"] + rows * costs["row"])
        yield house.env.timeout(house.constants.network)
        yield from house.database.commit(rows)
        yield house.env.timeout(house.constants.network)

    def _publish(self, count: int) -> Course:
        house, broker = self._house, self._house.constants.broker
        yield self.loop.do(count * house.constants.server["publish"])
        yield house.env.timeout(house.constants.network)
        yield house.any_broker().do(count * (broker["publish"] + 2 * broker["deliver"]))
        yield house.env.timeout(house.constants.network)


# The house


class Setup(NamedTuple):
    """What is simulated."""

    people: int
    servers: int
    cores: int  # of PostgreSQL
    workers: int  # turns of computers that are computed at the same time
    brokers: int = 1  # a house has one Redis; more show what it would be like to share the matches among several
    # The share of the pairs who sit at two servers; None: as it comes if a proxy chooses by chance
    apart: float | None = None
    # Moves a second of each server, all between two people, as in a benchmark; None: as many as the people make
    moves: float | None = None


class House:
    """A house under load."""

    def __init__(self, constants: Constants, setup: Setup, seed: int) -> None:
        self.constants, self.setup = constants, setup
        self.env = Environment()
        # When a command was sent, and how long until both seats had its event
        self.waits: list[tuple[float, float]] = []
        self.back: list[float] = []  # when somebody whose server had died was back at a match
        self.thinking = 0.0  # seconds of processor time of the workers
        self.database = Database(self.env, constants.database, setup.cores)
        self.brokers = [Loop(self.env, constants.broker["iteration"]) for _ in range(setup.brokers)]
        self._workers = Resource(self.env, setup.workers)
        self._random = Random(seed)
        self._apart = 1 - 1 / setup.servers if setup.apart is None else setup.apart
        self.servers = [Server(self, setup.people // setup.servers) for _ in range(setup.servers)]
        self.running = list(self.servers)
        for server in self.servers:
            self._populate(server)

    def run(self, until: float) -> None:
        """Go on until a time."""
        self.env.run(until)

    def any_broker(self) -> Loop:
        """Return the Redis of a match."""
        return self.brokers[self._random.randrange(len(self.brokers))] if self.brokers[1:] else self.brokers[0]

    # What people do

    def _populate(self, server: Server) -> None:
        """Let people act independently of each other."""
        constants, people = self.constants, self.constants.people
        if self.setup.moves is not None:
            self.env.process(self._repeat(server, self.setup.moves, self._play, is_each=False))
            return
        alone = people["playing"] * people["against_computer"]
        paired = people["playing"] - alone
        idle = 1 - people["playing"]
        self.env.process(self._repeat(server, paired * constants.moves_between_people, self._play))
        self.env.process(self._repeat(server, alone * constants.moves_against_computers, self._play_computer))
        self.env.process(self._repeat(server, idle / people["request_every_seconds"], self._request))
        self.env.process(self._repeat(server, people["playing"] / people["change_every_seconds"], self._come_or_go))
        self.env.process(self._beat(server))

    def _repeat(self, server: Server, rate: float, act: Callable[[Server], Course], *, is_each: bool = True) -> Course:
        """Start something so many times a second, of each person at a server or of all, at random times (a Poisson process)."""
        while server in self.running:
            often = rate * server.people if is_each else rate
            if not often:
                return
            yield self.env.timeout(self._random.expovariate(often))
            self.env.process(act(server))

    def _play(self, server: Server) -> Course:
        """Make a move against a person, who may sit at another server."""
        yield from self._move(server, self._other(server))

    def _other(self, server: Server) -> Server | None:
        """Choose the server of the other player, or None if both are at this one."""
        is_apart = self.running[1:] and self._random.random() < self._apart
        return self._random.choice([one for one in self.running if one is not server]) if is_apart else None

    def _play_computer(self, server: Server) -> Course:
        """Make a move against a computer, which answers."""
        yield from self._move(server, None)
        with self._workers.request() as turn:
            yield turn
            seconds = self._random.expovariate(1 / self.constants.thinking)
            yield self.env.timeout(seconds)
            self.thinking += seconds
        yield from self._move(server, None)

    def _move(self, server: Server, other: Server | None) -> Course:
        """Carry out a command: decide, store, show; and show it at another server."""
        began, costs = self.env.now, self.constants.server
        yield server.loop.do(costs["decide"])
        yield server.writer.join()
        announced = server.publisher.join()
        yield server.loop.do(costs["show"])
        if other:
            yield announced
            yield other.loop.do(costs["follow"])
        self.waits.append((began, self.env.now - began))

    def _request(self, server: Server) -> Course:
        """Ask for a page."""
        yield server.loop.start(self.constants.server["request"])
        yield from self.database.execute(self.constants.database["read"])

    def _come_or_go(self, server: Server) -> Course:
        """Report to the other server of a match that somebody has come or gone."""
        costs = self.constants.server
        yield server.loop.do(costs["report"])
        yield server.publisher.join()
        if other := self._other(server):
            yield other.loop.do(costs["hear"])

    def _beat(self, server: Server) -> Course:
        """Give a sign of life, and look for those of other servers."""
        yield self.env.timeout(self._random.uniform(0, BEAT))
        while server in self.running:
            yield server.loop.do(self.constants.server["beat"])
            yield self.any_broker().do(self.constants.broker["beat"])
            yield self.env.timeout(BEAT)

    # What happens when servers die

    def kill(self, count: int) -> None:
        """Let servers die; the people who were connected to them look for another one."""
        for server in self.running[:count]:
            self.running.remove(server)
            for _ in range(server.people):
                self.env.process(self._reconnect())
            server.people = 0

    def _reconnect(self) -> Course:
        """Connect to a server that lives, and catch up with what has happened at the match."""
        clients, costs = self.constants.clients, self.constants.server
        delay = clients["first_delay_seconds"]
        while True:
            yield self.env.timeout(delay * self._random.uniform(0.5, 1))
            server = self._random.choice(self.running)
            if len(server.loop.starting) < clients["most_waiting"]:
                break
            delay = min(2 * delay, clients["longest_delay_seconds"])
        yield server.loop.start(costs["connect"])
        yield from self.database.execute(self.constants.database["read"])
        yield server.loop.do(costs["hello"])
        yield self.any_broker().do(self.constants.broker["connect"])
        server.people += 1
        self.back.append(self.env.now)
