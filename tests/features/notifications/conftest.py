"""A house that accepts the tests' push service, and users who play a correspondence match."""

import sqlite3
from contextlib import closing

import pytest
from houses.inner import InnerHouse
from programs.push_service import PushService


@pytest.fixture(scope="module")
def pushes():
    with PushService() as service:
        yield service


@pytest.fixture(scope="module")
def house(tmp_path_factory, pushes):
    options = ("--sockets", "0", "--push-service", pushes.origin)
    with InnerHouse(tmp_path_factory.mktemp("house"), options=options) as running:
        yield running
    assert not running.complaints, running.complaints


@pytest.fixture
def hurry(house):
    """A function that lets the time pass after which a turn is notified."""

    def let_pass(match):
        with closing(sqlite3.connect(house.folder / "ludoteka.sqlite", timeout=30)) as database, database:
            database.execute("UPDATE waiting_notices SET due = at - 60 WHERE match = ? AND due IS NOT NULL", [match])

    return let_pass
