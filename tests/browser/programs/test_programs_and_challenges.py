"""The tokens of programs on the page of the account, and challenges from one page to another."""

import httpx2
from browsers.inspection import english, violations
from browsers.ways import RUSSIAN, ways
from playwright.sync_api import expect

BROWSER = "Chrome · Linux"  # as the list of sessions names it
NAMES = {
    "en": ("Philippa", "Bertram", "Gearbox"),
    "ru": ("Пелагея", "Самсон", "Шестерня"),
    "cs": ("Vlasta", "Ctirad", "Ozubené kolo"),
}


def inspect(visitor, axe, language):
    assert violations(visitor.page, axe) == []
    assert visitor.overflow() <= 0
    assert language == "en" or set(english(visitor, language)) <= {BROWSER}


def enter(visit, name, language, **size):
    return visit(locale=language, **size).register(name)


@ways(RUSSIAN)
def test_a_resident_makes_a_token_uses_and_ends_it_and_marks_a_bot(visit, house, axe, language, size):
    visitor = enter(visit, NAMES[language][2], language, **size)
    page = visitor.open("/account")
    section = page.locator("section", has=page.locator("#programs"))
    section.locator("#token-label").fill("Ω 1")
    section.locator("input[value='follow:read']").check()
    section.locator("form button").click()
    token = section.locator("#new-token").input_value()
    inspect(visitor, axe, language)
    section.locator("#new-token ~ p button").click()
    row = section.locator("li")
    expect(row.locator("strong")).to_have_text("Ω 1")
    expect(section.locator("#new-token")).to_have_count(0)
    inspect(visitor, axe, language)
    with httpx2.Client(base_url=house.address, headers={"Authorization": f"Bearer {token}"}) as program:
        assert program.get("/api/account/following").json() == []
        row.locator("button").click()
        expect(row).to_have_count(0)
        assert program.get("/api/account/following").status_code == 401
    section.locator("summary").click()
    inspect(visitor, axe, language)
    section.locator("details button").click()
    expect(section.locator("details")).to_have_count(0)
    assert visitor.request.get("/api/guest").json()["standing"] == "bot"


@ways(RUSSIAN)
def test_a_resident_challenges_another_who_accepts_on_the_start_page(visit, axe, language, size):
    her, him, _ = NAMES[language]
    challenger, other = enter(visit, her, language, **size), enter(visit, him, language, **size)
    page = challenger.open(f"/resident/{him}")
    page.locator(".deeds [aria-expanded]").click()
    form = page.locator("#challenge")
    form.locator("#challenge-game").select_option("quagmire")
    expect(form.locator("#challenge-side option")).to_have_count(3)
    form.locator("#challenge-game").select_option("tavlei")
    form.locator("#challenge-side").select_option("d")
    inspect(challenger, axe, language)
    form.locator("button").click()
    page.wait_for_url("**/match/*")

    theirs = other.open("/")
    row = theirs.locator(".challenges li")
    expect(row.locator("strong")).to_have_text(her)
    inspect(other, axe, language)
    row.locator("button").first.click()
    theirs.wait_for_url(page.url)
    expect(theirs.locator("[aria-current], .acting").first).to_be_visible()


def test_a_challenge_can_be_declined(visit, resident):
    anna = resident("Declined Anna")
    visitor = enter(visit, "Declining Boris", "en")
    anna.post("/api/challenges", json={"name": "Declining Boris", "game": "moksha"})
    page = visitor.open("/")
    page.locator(".challenges li button").nth(1).click()
    expect(page.locator(".challenges")).to_be_hidden()
    assert anna.get("/api/challenges").json() == []
