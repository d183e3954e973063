"""Real houses for all tests of the server, each for what it allows; what the tests of one need they add with clients of their own."""

import os
from itertools import count
from pathlib import Path

import pytest

from houses import RunningHouse, registering
from houses.inner import InnerHouse

SMALL = Path(__file__).parents[1] / "shelves" / "small"  # small games with throws
LONG = 60  # seconds; longer than any test waits
NUMBERS = count()  # of addresses


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    """A house without limits on addresses, as all tests come from one."""
    with InnerHouse(tmp_path_factory.mktemp("house"), options=("--sockets", "0")) as running:
        yield running
    assert not running.complaints, running.complaints


@pytest.fixture(scope="session")
def quick_house(tmp_path_factory):
    """A house that does not pause for throws, in which nobody stays away for long, with some small games as well."""
    options = ("--sockets", "0", "--grace", "0.5")
    with RunningHouse(tmp_path_factory.mktemp("quick"), 0, 0, options=options, environment=small_games()) as running:
        yield running
    assert not running.complaints, running.complaints


@pytest.fixture(scope="session")
def limited_house(tmp_path_factory):
    """A house with all its limits: a test that reaches one uses an address of its own."""
    with InnerHouse(tmp_path_factory.mktemp("limited")) as running:
        yield running
    assert not running.complaints, running.complaints


@pytest.fixture
def limited_guest(limited_house, address):
    """A guest of that house, with an address of their own."""
    with limited_house.guest() as client:
        client.headers |= address
        client.get("/")
        yield client


@pytest.fixture(scope="session")
def any_mortal_house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mortal")
    with RunningHouse(folder, 0, LONG, options=("--sockets", "0"), environment=small_games()) as running:
        yield running


@pytest.fixture
def mortal_house(any_mortal_house):
    """A house that tests may kill or close, and open again; it pauses for throws longer than any test waits."""
    if any_mortal_house.process.returncode is not None:
        any_mortal_house.open()
    return any_mortal_house


def small_games():
    return {"LUDOTEKA_GAMES": os.pathsep.join([os.environ["LUDOTEKA_GAMES"], str(SMALL)])}


@pytest.fixture
def guest(house):
    """A browser, which already has a cookie."""
    with house.guest() as client:
        client.get("/")
        yield client


other = guest  # another one


@pytest.fixture
def address():
    """An address from which nobody else comes, as a proxy tells it a house."""
    return {"X-Forwarded-For": "198.18.{}.{}".format(*divmod(next(NUMBERS), 256))}


@pytest.fixture
def resident(house):
    """A function that returns an HTTP client with an account of a name."""
    with registering(house) as register:
        yield register
