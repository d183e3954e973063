"""One real house for all tests of the server; all of them come from one address, so this house does not limit addresses."""

import pytest
from houses import registering
from houses.inner import InnerHouse


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    with InnerHouse(tmp_path_factory.mktemp("house"), options=("--sockets", "0")) as running:
        yield running
    assert not running.complaints, running.complaints


@pytest.fixture
def guest(house):
    with house.guest() as client:
        client.get("/")
        yield client


@pytest.fixture
def resident(house):
    """A function that returns an HTTP client with which somebody of a name has an account."""
    with registering(house) as register:
        yield register
