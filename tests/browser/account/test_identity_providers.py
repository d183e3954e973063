"""Identity providers in the browser: a user registers through one, plays, signs in again, links, confirms and unlinks."""

import re
import sqlite3
from contextlib import closing

import pytest
from browsers.inspection import english, violations
from browsers.visitor import ESCAPE
from houses import RunningHouse
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN
from programs.identity_provider import list_provider, small_provider

PASSWORD = "seven brown kettles"  # noqa: S105 - of nobody

READERS = [("ru", "ru-RU", "Анна Р"), ("cs", "cs-CZ", "Anna C"), ("en", "en-GB", "Anna E")]


@pytest.fixture(scope="module")
def provider():
    with small_provider() as running:
        yield running


@pytest.fixture(scope="module")
def club(tmp_path_factory, provider):
    """A house with an identity provider."""
    folder = tmp_path_factory.mktemp("club")
    options, environment = list_provider(folder, provider.issuer)
    with RunningHouse(folder, options=options, environment=environment) as running:
        yield running


@pytest.fixture
def arrive(visit, club):
    return lambda **context: visit(club, **context)


def keep_codes(visitor, name):
    expect(visitor.page.locator(".codes li")).to_have_count(10)
    visitor.page.locator(".codes .primary").click()
    expect(visitor.page.locator("h1")).to_have_text(name)


def long_ago(house):
    """Let every session have been confirmed long ago; the house looks again when it is opened."""
    house.close()
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite")) as database, database:
        database.execute("UPDATE sessions SET confirmed_at = 0")
    house.open()


def test_somebody_registers_through_a_provider_plays_and_signs_in_again(arrive, provider, axe):
    provider.person = {"sub": "plays", "preferred_username": "Kunhuta"}
    visitor = arrive()
    visitor.begin()
    visitor.play(ESCAPE[0])
    match = visitor.page.url
    page = visitor.open("/account")
    visitor.button("Sign in through Chess club").click()
    expect(page.locator("#newcomer-name")).to_have_value("Kunhuta")
    assert violations(page, axe) == []
    visitor.button("Create the account").click()
    keep_codes(visitor, "Kunhuta")
    visitor.open(match.removeprefix(visitor.page.url.rpartition("/")[0]))
    visitor.play(ESCAPE[1])
    visitor.open("/account")
    visitor.button("Sign out").click()
    expect(page.locator(".resident")).to_have_text("Sign in")
    visitor.open("/puzzles")
    page.locator(".resident").click()
    visitor.button("Sign in through Chess club").click()
    page.wait_for_url("**/puzzles")
    expect(page.locator(".resident")).to_have_text("Kunhuta")


def test_a_resident_links_a_provider_confirms_through_it_and_unlinks_it(arrive, club, provider, axe):
    provider.person = {"sub": "links", "preferred_username": "Somebody"}
    visitor = arrive()
    page = visitor.open("/account")
    page.locator("#register-name").fill("Svatava")
    page.locator("#register-password").fill(PASSWORD)
    visitor.button("Create the account").click()
    keep_codes(visitor, "Svatava")
    visitor.button("Link Chess club").click()
    expect(page.get_by_role("status")).to_have_text("The sign-in service is linked.")
    assert violations(page, axe) == []
    long_ago(club)
    visitor.button("Unlink Chess club").click()
    visitor.button("Sign in again through Chess club").click()
    expect(page.get_by_role("status")).to_have_text("Now you can make the change.")
    assert provider.asked[-1]["prompt"] == "login"
    visitor.button("Unlink Chess club").click()
    expect(page.get_by_role("status")).to_have_text("The sign-in service is unlinked.")
    expect(page.locator("#identities ~ ul")).to_have_count(0)


def test_whoever_cancels_at_the_provider_finds_the_way_back(arrive, provider, axe):
    visitor = arrive()
    page = visitor.open("/account")
    provider.denies = True
    visitor.button("Sign in through Chess club").click()
    expect(page.locator("h1")).to_have_text("That didn't work")
    assert violations(page, axe) == []
    provider.denies = False
    page.get_by_role("link", name="Your account").click()
    expect(visitor.button("Sign in through Chess club")).to_be_visible()


@pytest.mark.parametrize(("language", "locale", "name"), READERS if IS_CAMPAIGN else READERS[:1])
def test_the_pages_about_providers_are_translated_and_fit(arrive, provider, language, locale, name):
    provider.person = {"sub": f"speaks {language}", "preferred_username": name}
    provider.denies = True
    visitor = arrive(locale=locale)
    button = visitor.open("/account").locator(".passkey button").first
    look(visitor, language, button)
    look(visitor, language, visitor.page.locator("[data-code] a"))
    provider.denies = False
    button.click()
    look(visitor, language, visitor.page.locator("#newcomer ~ form button"))
    expect(visitor.page.locator(".codes li")).to_have_count(10)
    visitor.page.locator(".codes .primary").click()
    look(visitor, language, visitor.page.locator("#identities ~ ul button"))
    expect(visitor.page.locator("#identities ~ .refusal")).not_to_be_empty()


def look(visitor, language, way):
    """Look at a page in two sizes, and go on by a button or a link of it."""
    expect(way).to_be_visible()
    known = re.compile("Chess club|Chrome · Linux")
    assert language == "en" or [text for text in english(visitor, language) if not known.search(text)] == []
    for width in (1280, 360):
        visitor.page.set_viewport_size({"width": width, "height": 740})
        assert visitor.overflow() <= 0
    way.click()
