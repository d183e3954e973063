"""One Chromium for all browser tests of a test process.

While Playwright's synchronous interface is open, no other event loop can run in the process, so the browser is closed before
the next test that does not need it.
"""

from contextlib import ExitStack

import pytest
from browsers.chromium import chromium_path  # imported first, because this module tells Playwright where Node is
from playwright.sync_api import expect, sync_playwright

SWITCHES = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--js-flags=--no-opt",  # no page is open long enough for optimized code to pay
]
PATIENCE = 15_000  # milliseconds: a generous timeout for a busy machine


class SharedBrowser:
    """A browser that is started when it is first needed."""

    def __init__(self):
        self._resources = ExitStack()
        self._browser = None

    def get(self):
        """Return the browser, started if necessary."""
        if self._browser is None:
            expect.set_options(timeout=PATIENCE)
            playwright = self._resources.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(executable_path=chromium_path(), args=SWITCHES)
            self._resources.callback(self._browser.close)
        return self._browser

    def close(self):
        """Close the browser if it is running."""
        self._browser = None
        self._resources.close()


BROWSER = SharedBrowser()


@pytest.fixture
def chromium():
    """The browser; a test opens contexts of its own in it."""
    return BROWSER.get()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Close the browser before a test that does not use it."""
    if "chromium" not in item.fixturenames:
        BROWSER.close()


def pytest_sessionfinish():
    """Close the browser after the last test."""
    BROWSER.close()
