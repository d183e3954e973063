"""The page of settings of a house: the first owner, and what they set."""

import pytest
from browsers.inspection import english, violations
from browsers.ways import RUSSIAN, ways
from houses import RunningHouse
from playwright.sync_api import expect

PASSWORD = "seven brown kettles"  # noqa: S105 - of nobody
NAMES = {"en": "Owner Oscar", "ru": "Хозяйка Оля", "cs": "Majitel Otakar"}
LEFT = ("Python", "SQLite", "iB", "ludoteka backup", "English", "Čeština")  # which are called so everywhere


@pytest.fixture
def house(tmp_path):
    """A house of its own, which has no owner yet."""
    with RunningHouse(tmp_path) as running:
        yield running


def inspect(visitor, axe, language):
    assert violations(visitor.page, axe) == []
    assert visitor.overflow() <= 0
    texts = english(visitor, language) if language != "en" else ()
    assert [text for text in texts if not any(name in text for name in LEFT)] == []


def change_settings(page, without):
    """Give the house a name and a welcome, without one language and without registration."""
    page.locator("#house-name").fill("Ω-Ω")
    page.locator("#welcome").fill("Ω!")
    page.locator(f"input[value={without}]").uncheck()
    page.locator("#registration").select_option("closed")
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.ok):
        page.locator("form button").click()


@ways(RUSSIAN)
def test_somebody_becomes_the_owner_and_names_the_house_whose_settings_are_for_nobody_else(
    visit, house, axe, language, size
):
    code = house.process.stdout.readline().partition("settings#")[2].split()[0]
    visitor = visit(house, locale=language, reduced_motion="reduce", **size)
    page = visitor.open(f"/settings#{code}")
    expect(page.locator(".first a.button")).to_be_visible()
    inspect(visitor, axe, language)
    answer = visitor.request.post("/api/account/register", data={"name": NAMES[language], "password": PASSWORD})
    assert answer.ok, answer.text()
    page.reload()
    expect(page.locator("#code")).to_have_value(code)
    inspect(visitor, axe, language)
    page.locator("form button").click()
    expect(page.locator("#house-name")).to_be_visible()
    inspect(visitor, axe, language)

    change_settings(page, without="ru" if language == "cs" else "cs")
    page = visitor.open("/")
    expect(page.locator(".brand")).to_have_text("Ω-Ω")
    expect(page.locator(".welcome p")).to_have_text("Ω!")
    expect(page.locator(".languages button")).to_have_count(2)
    inspect(visitor, axe, language)
    visitor.open("/account").locator("a[href='/settings']").click()
    expect(page.locator("#house-name")).to_have_value("Ω-Ω")
    expect(visit(house).open("/settings").locator(".notice")).to_contain_text("You are not signed in.")
