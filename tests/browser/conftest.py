"""Fixtures: a running house, visitors with real browsers, and the accessibility checker."""

from pathlib import Path

import pytest
from browsers.visitor import Visitor
from houses import RunningHouse, registering


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    with RunningHouse(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture
def visit(chromium, house):
    """Return a function that creates a visitor whom the house does not know; no script may fail during the visit."""
    visits = []

    def arrive(house=house, locale="en-GB", **context):
        options = {"base_url": house.address, "locale": locale, **context}
        visitor = Visitor(chromium.borrow(options))
        visits.append((options, visitor))
        return visitor

    yield arrive
    for options, visitor in visits:
        chromium.give_back(options, visitor.context)
    assert not [failure for _, visitor in visits for failure in visitor.failures]


@pytest.fixture(scope="session")
def axe():
    """The source of axe, which checks accessibility."""
    return (Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


@pytest.fixture
def resident(house):
    """A function that returns an HTTP client with which somebody of a name has an account."""
    with registering(house) as register:
        yield register
