"""Shared by all tests: the games outside the package, the plugins of the suite, and real servers."""

import os
from pathlib import Path

import pytest
from programs import servers

pytest_plugins = ["plugins.campaign", "plugins.parallel", "plugins.processor_time", "plugins.shared_browser"]

HERE = Path(__file__).parent
SHELVES = (HERE / "sixth", HERE.parent / "examples" / "games")  # a sixth game, and the example games
os.environ["LUDOTEKA_GAMES"] = os.pathsep.join(map(str, SHELVES))  # read when ludoteka.games is first imported


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
