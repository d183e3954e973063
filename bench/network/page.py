"""What a browser with an empty cache must fetch, and how soon it shows something."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

import httpx2
from playwright.sync_api import Browser, Page, sync_playwright

from support import support

SWITCHES = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
VISITS = 5
COVER, PIECE = "img.cover", "g.piece"


class Visit(NamedTuple):
    """The measurements of one visit."""

    kilobytes: float  # on the wire, including headers
    requests: int
    seconds: float  # until the page is drawn


def start_page(address: str) -> Visit:
    """Visit the start page until its first board is drawn."""
    return _visited(lambda browser: _visit(browser, address, COVER))


def first_board(address: str) -> Visit:
    """Open the link of a match until the pieces are on the board."""
    with httpx2.Client(base_url=address, timeout=20) as client:
        client.get("/")
        seats = {"a": {"kind": "person"}, "d": {"kind": "free"}}
        made = client.post("/api/matches", json={"game": "tavlei", "seats": seats, "options": {}}).json()
    return _visited(lambda browser: _visit(browser, f"{address}/match/{made['id']}", PIECE))


def _visited(visit: Callable[[Browser], Visit]) -> Visit:
    chromium = support("browsers.chromium").chromium_path()  # must come first, as it tells Playwright where Node is
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        visit(browser)  # the first visit includes the start of the browser
        visits = [visit(browser) for _ in range(VISITS)]
        browser.close()
    return Visit(visits[0].kilobytes, visits[0].requests, statistics.median(one.seconds for one in visits))


def _visit(browser: Browser, address: str, awaited: str) -> Visit:
    context = browser.new_context(locale="en-GB")  # with an empty cache
    page = context.new_page()
    sizes = _counted(page)
    started = time.perf_counter()
    page.goto(address, wait_until="commit")
    drawn = page.locator(awaited).first
    drawn.wait_for()
    if awaited == COVER:
        drawn.evaluate("image => image.decode()")
    seconds = time.perf_counter() - started
    page.wait_for_load_state("networkidle")
    context.close()
    return Visit(sum(sizes) / 1024, len(sizes), seconds)


def _counted(page: Page) -> list[float]:
    """Return a list to which the transferred size of every response is appended."""
    sizes: list[float] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    return sizes
