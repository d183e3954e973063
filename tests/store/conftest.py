"""Fixtures of the store tests, which run on SQLite and on PostgreSQL."""

import pytest
from houses.stores import FILE


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def fresh(request, tmp_path_factory):
    """Return a function that returns the place of a new database."""
    if request.param == "postgresql":
        return request.getfixturevalue("postgres").fresh_database
    return lambda: tmp_path_factory.mktemp("store") / FILE


@pytest.fixture
def place(fresh):
    """Return the place of a new database."""
    return fresh()


@pytest.fixture(scope="session")
def shared(fresh):
    """Return the place of a database shared by tests that only use their own matches, as creating one is slow."""
    return fresh()
