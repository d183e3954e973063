"""A real house and a real browser, with pages as a visitor uses them."""

from pathlib import Path

import pytest
from browsers.chromium import chromium_path
from browsers.visitor import Visitor
from houses import RunningHouse
from playwright.sync_api import expect, sync_playwright

SWITCHES = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
PATIENCE = 15_000  # milliseconds that something may take on a busy machine; nothing is measured by it


@pytest.fixture(scope="module")  # while it is open, no other test can run an event loop
def chromium():
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    with RunningHouse(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture
def visit(chromium, house):
    """Open the house as a new visitor; no script may fail during the visit."""
    visitors = []

    def come(house=house, locale="en-GB", **context):
        visitor = Visitor(chromium.new_context(base_url=house.address, locale=locale, **context))
        visitors.append(visitor)
        return visitor

    yield come
    for visitor in visitors:
        visitor.context.close()
    assert not [failure for visitor in visitors for failure in visitor.failures]


@pytest.fixture(scope="session")
def axe():
    """The accessibility checker, as a script."""
    return (Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
