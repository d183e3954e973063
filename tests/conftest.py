"""Shared by all tests: the games outside the package, the plugins of the suite, and real servers."""

import pytest
from editions import twins  # noqa: F401 - says where the games are and how they are compiled
from programs import servers

pytest_plugins = [
    "plugins.campaign",
    "plugins.garbage",
    "plugins.parallel",
    "plugins.processor_time",
    "plugins.shared_browser",
]


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server; `postgres.fresh_database()` is the address of an empty database."""
    with servers.postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis_server():
    """A Redis server, at `redis_server.url`."""
    with servers.redis_server() as server:
        yield server
