"""Fixtures: a running house, visitors with real browsers, and the accessibility checker."""

from pathlib import Path

import pytest
from browsers.visitor import Visitor
from houses import RunningHouse


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    with RunningHouse(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture
def visit(chromium, house):
    """Return a function that creates a visitor with a new browser context; no script may fail during the visit."""
    visitors = []

    def arrive(house=house, locale="en-GB", **context):
        visitor = Visitor(chromium.new_context(base_url=house.address, locale=locale, **context))
        visitors.append(visitor)
        return visitor

    yield arrive
    for visitor in visitors:
        visitor.context.close()
    assert not [failure for visitor in visitors for failure in visitor.failures]


@pytest.fixture(scope="session")
def axe():
    """The source of axe, which checks accessibility."""
    return (Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
