"""Fixtures: a running house, visitors with real browsers, and the accessibility checker."""

import os
from pathlib import Path

import pytest
import race
from browsers.visitor import Visitor
from houses import RunningHouse, registering


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    with RunningHouse(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture(scope="session")
def quick_house(tmp_path_factory):
    """A house that does not pause for throws and passes; it also has the games Race and Coins."""
    shelves = [os.environ["LUDOTEKA_GAMES"], str(Path(race.__file__).parents[1])]
    environment = {"LUDOTEKA_GAMES": os.pathsep.join(shelves)}
    with RunningHouse(tmp_path_factory.mktemp("quick"), moment=0, environment=environment) as running:
        yield running
    assert not running.complaints, running.complaints


@pytest.fixture(scope="session")
def unused_house(tmp_path_factory):
    """A house with its five games in which nobody does anything."""
    with RunningHouse(tmp_path_factory.mktemp("unused"), environment={"LUDOTEKA_GAMES": ""}) as running:
        yield running


@pytest.fixture(scope="session")
def patient_house(tmp_path_factory):
    """A house that pauses a minute for throws and passes, and where a deserted player may claim the win after a second."""
    with RunningHouse(tmp_path_factory.mktemp("patient"), moment=60, options=("--grace", "1")) as running:
        yield running


@pytest.fixture(scope="session")
def orderly_house(tmp_path_factory):
    """A house in which order is kept, and where all open tables are those of the tests of the lobby."""
    with RunningHouse(tmp_path_factory.mktemp("orderly")) as running:
        yield running


@pytest.fixture
def visit(chromium, house):
    """Return a function that creates a visitor whom the house does not know; no script may fail during the visit."""
    visits = []

    def arrive(house=house, locale="en-GB", **context):
        options = {"base_url": house.address, "locale": locale, "reduced_motion": "reduce", **context}
        lent = chromium.borrow(options)
        visits.append((lent, Visitor(lent.page, lent.address)))
        return visits[-1][1]

    yield arrive
    for lent, visitor in visits:
        visitor.leave()
        chromium.give_back(lent)
    assert not [failure for _, visitor in visits for failure in visitor.failures]


@pytest.fixture(scope="session")
def axe():
    """The source of axe, which checks accessibility."""
    return (Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


@pytest.fixture
def resident(house):
    """A function that returns an HTTP client with an account of a name."""
    with registering(house) as register:
        yield register
