"""One Chromium for all browser tests of a test process, whose contexts are used again.

A context keeps the files of the house, so a later visit loads and compiles them in half the processor time of the first.  What makes
it a certain visitor, its cookies and its storage, is cleared in between.

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


MOST_IDLE = 6  # contexts that are kept for later visits


class SharedBrowser:
    """A browser that is started when it is first needed."""

    def __init__(self):
        self._resources = ExitStack()
        self._browser = None
        self._idle = []  # the options of a context, and the context; the one used last is the last

    def get(self):
        """Return the browser, started if necessary."""
        if self._browser is None:
            expect.set_options(timeout=PATIENCE)
            playwright = self._resources.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(executable_path=chromium_path(), args=SWITCHES)
            self._resources.callback(self._browser.close)
        return self._browser

    def borrow(self, options):
        """Return a context with these options that knows no house, with a new page."""
        found = next((pair for pair in reversed(self._idle) if pair[0] == options), None)
        if found is None:
            return self.get().new_context(**options).new_page()
        self._idle.remove(found)
        page = found[1].new_page()
        page.context.clear_cookies()
        storage = {"origin": options["base_url"], "storageTypes": "local_storage"}
        page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", storage)
        return page

    def give_back(self, options, context):
        """Keep a context for a later visit, without its pages."""
        for page in context.pages:
            page.close()
        self._idle.append((options, context))
        if len(self._idle) > MOST_IDLE:
            self._idle.pop(0)[1].close()

    def close(self):
        """Close the browser if it is running."""
        self._browser = None
        self._idle.clear()
        self._resources.close()


BROWSER = SharedBrowser()


@pytest.fixture
def chromium():
    """The browser, which lends contexts."""
    BROWSER.get()
    return BROWSER


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Close the browser before a test that does not use it."""
    if "chromium" not in item.fixturenames:
        BROWSER.close()


def pytest_sessionfinish():
    """Close the browser after the last test."""
    BROWSER.close()
