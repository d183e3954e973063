"""One Chromium for all browser tests of a test process, whose contexts and pages are used again.

A context keeps the files of the house, and its page keeps its process, so a later visit takes half the processor time of the first.
What makes it a certain visitor, its cookies and its storage, is cleared in between. What a tab keeps in its `sessionStorage` is
about one match, or written again by every page. A context with something that cannot be taken back is closed after its visit.

While Playwright's synchronous interface is open, no other event loop can run in the process, so the browser is closed before
the next test outside `tests/browser`.
"""

from contextlib import ExitStack
from urllib.parse import urljoin

import pytest
from browsers.chromium import chromium_path  # imported first, because this module tells Playwright where Node is
from browsers.visitor import PATIENCE
from playwright.sync_api import expect, sync_playwright

SWITCHES = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--js-flags=--no-opt",  # no page is open long enough for optimized code to pay
]
MOST_IDLE = 8  # contexts that are kept for later visits
SIZE = {"width": 1280, "height": 720}
OF_THE_PAGE = {  # what can be set for each visit
    "base_url": "",
    "locale": "en-GB",
    "viewport": SIZE,
    "color_scheme": "light",
    "reduced_motion": "no-preference",
}


class Lent:
    """A context whose page can be borrowed."""

    def __init__(self, browser, options):
        self.options = options
        self.page = browser.new_context(**options).new_page()
        self.address = ""  # of the house
        self._goto, self.page.goto = self.page.goto, self._go
        self._session = self.page.context.new_cdp_session(self.page)
        self._ends = []  # functions that take back what a visit has changed
        self.is_changed = False  # in a way that cannot be taken back
        self._watch(self.page, "add_init_script", lambda script: script.close)
        self._watch(self.page.context, "new_cdp_session", lambda session: session.detach)
        for owner, name in ((self.page, "route_web_socket"), (self.page.clock, "install")):
            self._watch(owner, name, lambda _: self._change)

    def _watch(self, owner, name, end_of):
        """Notice the call of a method whose effect outlasts a visit."""
        method = getattr(owner, name)

        def call(*wish, **wishes):
            result = method(*wish, **wishes)
            self._ends.append(end_of(result))
            return result

        setattr(owner, name, call)

    def _change(self):
        self.is_changed = True

    def _go(self, path, **more):
        return self._goto(urljoin(self.address, path), **more)

    def prepare(self, base_url, locale, viewport, **media):
        self.address = base_url
        self._session.send("Emulation.setUserAgentOverride", {"userAgent": "", "acceptLanguage": locale})
        self._session.send("Emulation.setLocaleOverride", {"locale": locale})
        self.page.set_viewport_size(viewport)
        self.page.emulate_media(**media)

    def forget(self):
        """Leave the house, and forget everything but its files; return whether that is possible."""
        context = self.page.context
        for page in context.pages:
            if page is not self.page:
                page.close()
        if not context.pages:
            return False
        while self._ends:
            self._ends.pop()()
        if self.is_changed:
            return False
        self.page.unroute_all()
        self.page.goto("about:blank")
        context.clear_cookies()
        if "permissions" not in self.options:
            context.clear_permissions()
        storage = {"origin": self.address, "storageTypes": "local_storage"}
        self._session.send("Storage.clearDataForOrigin", storage)
        return True


class SharedBrowser:
    """A browser that is started when it is first needed."""

    def __init__(self):
        self._resources = ExitStack()
        self._browser = None
        self._idle = []  # the one used last is the last

    def get(self):
        """Return the browser, started if necessary."""
        if self._browser is None:
            expect.set_options(timeout=PATIENCE)
            playwright = self._resources.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(executable_path=chromium_path(), args=SWITCHES)
            self._resources.callback(self._browser.close)
        return self._browser

    def borrow(self, options):
        """Lend a page that knows no house, in a context with these options."""
        wish = OF_THE_PAGE | options
        lasting = {name: value for name, value in options.items() if name not in OF_THE_PAGE}
        fitting = [one for one in self._idle if one.options == lasting]
        lent = next(
            (one for one in reversed(fitting) if one.address == wish["base_url"]), fitting[0] if fitting else None
        )
        if lent is None:
            lent = Lent(self.get(), lasting)
        else:
            self._idle.remove(lent)
        lent.prepare(**{name: wish[name] for name in OF_THE_PAGE})
        return lent

    def give_back(self, lent):
        """Keep a context for a later visit if possible."""
        context = lent.page.context
        if not lent.forget():
            context.close()
            return
        self._idle.append(lent)
        if len(self._idle) > MOST_IDLE:
            self._idle.pop(0).page.context.close()

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
    """Close the browser before a test that is not about the client, and may need an event loop."""
    if "browser" not in item.path.parts:
        BROWSER.close()


def pytest_sessionfinish():
    """Close the browser after the last test."""
    BROWSER.close()
