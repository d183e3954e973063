"""What the tests of the store share: they run over SQLite and over PostgreSQL."""

import pytest
from houses.stores import FILE


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def fresh(request, tmp_path_factory):
    """A function that returns the place of a database that nobody has opened yet."""
    if request.param == "postgresql":
        return request.getfixturevalue("postgres").fresh_database
    return lambda: tmp_path_factory.mktemp("store") / FILE


@pytest.fixture
def place(fresh):
    """The place of a database that nobody has opened yet."""
    return fresh()


@pytest.fixture(scope="session")
def shared(fresh):
    """The place of a database for tests that look into their own matches only: making one takes a while."""
    return fresh()
