"""Two servers of one house behind a proxy, on a real PostgreSQL and a real Redis."""

import asyncio

import pytest
from crowds.proxy import Proxy
from crowds.rush import rushing
from houses import RunningHouse, registering
from perils.kills import Trap
from programs.push_service import PushService

from ludoteka.store import Store


class Pair:
    """Two servers that are one house."""

    def __init__(self, folder, database, broker, **more):
        self.database, self.broker = database, broker
        self.houses = []
        for name in ("one", "other"):
            (folder / name).mkdir()
            self.houses.append(RunningHouse(folder / name, moment=0, database=database, broker=broker, **more))
        self.proxy = Proxy([("127.0.0.1", house.port) for house in self.houses])

    @property
    def address(self):
        return self.proxy.address

    def __enter__(self):
        self.proxy.__enter__()
        return self

    def __exit__(self, *failure):
        self.proxy.__exit__(*failure)
        for house in self.houses:
            house.__exit__(*failure)

    @property
    def complaints(self):
        return "".join(house.complaints for house in self.houses)


@pytest.fixture(scope="session")
def created(postgres):
    """The address of a database in which a house was opened, and nothing has happened."""
    place = postgres.fresh_database(is_kept=True)
    asyncio.run(Store.open(place).close())
    return place


@pytest.fixture
def database(postgres, created):
    """The address of a database in which nothing has happened."""
    return postgres.fresh_database(created)


@pytest.fixture
def broker(redis_server):
    """The address of an empty Redis."""
    redis_server.flush()
    return redis_server.url


@pytest.fixture(scope="module")
def options():
    """More options of `pair`."""
    return ()


@pytest.fixture(scope="module")
def pair(tmp_path_factory, postgres, created, redis_server, options):
    """Two servers for all tests of a module; neither may log anything."""
    redis_server.flush()
    folder, database = tmp_path_factory.mktemp("pair"), postgres.fresh_database(created)
    with Pair(folder, database, redis_server.url, options=options) as two:
        yield two
    assert not two.complaints, two.complaints


@pytest.fixture
def register(pair):
    """A function that returns an HTTP client with an account of a name; it talks to one server."""
    with registering(pair.houses[0]) as one:
        yield one


@pytest.fixture
def rush(pair):
    """A function that asks both servers many things at once (`rushing`)."""
    with rushing(pair) as ask:
        yield ask


@pytest.fixture
def shaken(tmp_path, database, broker):
    """Two servers that the test breaks, so they may log errors."""
    with Pair(tmp_path, database, broker) as two:
        yield two


@pytest.fixture
def trap(tmp_path):
    """What kills a server at a step of a transaction."""
    return Trap(tmp_path / "trap")


@pytest.fixture
def trapped(tmp_path, database, broker, trap):
    """Two servers that die in a trap."""
    with Pair(tmp_path, database, broker, **trap.options) as two:
        yield two


@pytest.fixture
def pushes():
    """A push service."""
    with PushService() as service:
        yield service


@pytest.fixture
def pushing(tmp_path, database, broker, pushes):
    """Two servers that know the push service, and that the test breaks, so they may log errors."""
    with Pair(tmp_path, database, broker, options=("--push-service", pushes.origin)) as two:
        yield two
