"""The documentation site: built without warnings, valid, reachable, accessible, and complete without a network."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from browsers.chromium import NODE
from browsers.inspection import violations_in_both_modes
from filelock import FileLock
from playwright.sync_api import expect

import ludoteka

ROOT = Path(__file__).parents[3]
TOOLS = ROOT / "node_modules"
NARROW, WIDE = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
PAGES = [
    "index.html",
    "operating/index.html",
    "build/first-game.html",
    "reference.html",
    "research/index.html",
    "research/notebooks/rules-and-pictures.html",
    "play/ru/first-match.html",
    "search.html",
]
UNLINKED = {"search.html"}  # which scripts open


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the site, which one test process builds for all."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    with FileLock(folder / "site.lock"):
        if not (folder / "site" / "play" / "cs" / "search.html").exists():
            command = [sys.executable, ROOT / "tools" / "documentation" / "build.py", "--site", folder / "site"]
            done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
            assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder / "site"


@pytest.fixture
def page(chromium, site):
    """A page in a browser, for which addresses are files of the site."""
    lent = chromium.borrow({"base_url": f"{site.as_uri()}/", "reduced_motion": "reduce"})
    yield lent.page
    lent.page.context.close()


def node(program, *options):
    """Run a program of node_modules and return the JSON that it prints."""
    done = subprocess.run([NODE, TOOLS / program, *options], capture_output=True, check=False)
    return json.loads(done.stdout)


def test_every_page_is_valid_html(site):
    found = node(
        "html-validate/bin/html-validate.mjs",
        "--formatter=json",
        f"--config={ROOT}/tests/browser/documentation/htmlvalidate.json",
        "--ext=html",
        site,
    )
    assert [
        (one["filePath"], message["line"], message["message"]) for one in found for message in one["messages"]
    ] == []


def test_no_link_is_dead_and_every_page_can_be_reached(site):
    elsewhere = r"--skip=^https?://(?!localhost|127\.0\.0\.1)"
    found = node("linkinator/build/src/cli.js", site, "--recurse", "--check-fragments", elsewhere, "--format=json")
    assert [(link["url"], link["parent"]) for link in found["links"] if link["state"] == "BROKEN"] == []
    reached = {Path(os.path.relpath(link["url"].partition("#")[0], site)) for link in found["links"]}
    pages = {path.relative_to(site) for path in site.rglob("*.html") if "_static" not in path.parts}
    assert len(pages) > 100
    assert {page for page in pages - reached if page.name not in UNLINKED} == set()


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_the_pages_are_accessible_and_fit_in_light_and_dark(page, axe, size):
    page.set_viewport_size(size)
    found = {}
    for address in PAGES:
        page.goto(address)
        found[address] = violations_in_both_modes(page, axe)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], address
    assert {address: violations for address, violations in found.items() if violations} == {}


def test_the_site_needs_no_network_and_finds_a_page_by_a_word(page):
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto("search.html?q=boardwalks")
    expect(page.locator("#search-results a").first).to_be_visible()
    assert requests
    assert not [url for url in requests if not url.startswith("file://")]


def test_a_page_says_which_version_it_describes(page):
    page.goto("glossary.html")
    expect(page.locator("header .version")).to_have_text(ludoteka.__version__)


def test_a_page_for_players_links_to_the_same_page_in_the_other_languages(page):
    page.goto("play/en/first-match.html")
    page.get_by_role("link", name="Русский").first.click()
    expect(page).to_have_url(re.compile("/play/ru/first-match.html$"))
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    page.get_by_role("link", name="Čeština").first.click()
    expect(page).to_have_url(re.compile("/play/cs/first-match.html$"))


def test_the_start_page_has_a_door_to_each_section(page):
    page.goto("index.html")
    doors = ["Play", "Run a house", "Build", "For students of games", "Understand", "Lab notebook"]
    expect(page.locator("#ludoteka strong")).to_have_text(doors)
    expect(page.locator("header .navbar-nav").first.get_by_role("link")).to_have_text(doors)
