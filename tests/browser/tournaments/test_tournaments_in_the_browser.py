"""Tournaments on the pages: created, joined, played from the page, in three languages."""

import re

import pytest
from browsers.inspection import english, violations
from browsers.visitor import NARROW
from browsers.ways import RUSSIAN, ways
from houses import seated, until
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

NAMES = {"en": ("Margaret", "Oliver"), "ru": ("Маргарита", "Олег"), "cs": ("Markéta", "Oldřich")}
EVENING = "2026"  # in every language


def inspect(visitor, axe, language):
    assert violations(visitor.page, axe) == []
    assert visitor.overflow() <= 0
    assert language == "en" or english(visitor, language) == []


def create(visitor, language):
    """Create a tournament with the form; return its address in the API."""
    page = visitor.open("/tournaments")
    page.locator("button[aria-expanded]").click()
    form = page.locator("form.new")
    form.locator("[name=name]").fill(EVENING)
    form.locator("[name=game]").select_option("moksha")
    expect(form.locator("#option-quiet option:checked")).to_have_attribute("value", "1")  # every match ends
    form.locator("[name=game]").select_option("tavlei")
    form.locator("[name=kind]").select_option("swiss")
    expect(form.locator("[name=duration]")).to_be_hidden()
    expect(form.locator("[name=rounds]")).to_be_visible()
    assert visitor.overflow() <= 0
    assert language == "en" or english(visitor, language) == []
    form.locator("button.primary").click()
    page.wait_for_url(re.compile("/tournament/"))
    return f"/api/tournaments/{page.url.rpartition('/')[2]}"


@ways(RUSSIAN)
def test_a_resident_creates_a_tournament_and_is_led_to_each_match(visit, resident, axe, language, size):
    visitor = visit(locale=language, **size)
    own, theirs = NAMES[language]
    visitor.register(own)
    rival = resident(theirs)
    address = create(visitor, language)
    page = visitor.page
    page.locator("#join").click()
    expect(page.locator(".standings tr.yours")).to_contain_text(own)
    rival.post(f"{address}/join", json={}).raise_for_status()
    page.reload()
    expect(page.locator(".standings tbody tr")).to_have_count(2)
    inspect(visitor, axe, language)
    page.locator("#start").click()
    page.wait_for_url(re.compile("/match/"))  # by itself, as soon as the round is paired
    match = page.url.rpartition("/")[2]
    with seated(rival, match) as player:
        assert player.command("resign")["t"] == "done"
    expect(visitor.ending).to_be_visible()
    page.locator(".rated a").click()
    page.wait_for_url(re.compile("/tournament/"))
    expect(page.locator(".standings tr.yours td").nth(1)).to_have_text("1")
    expect(page.locator(".crosstable tbody tr").first.locator("td")).to_have_text(["1", "", "1", "1"])
    inspect(visitor, axe, language)


WIDE = {"viewport": {"width": 1280, "height": 800}}
TABLE = {"ru": ("Маргарита", "Олег", "Пётр Петрович", "Серафима"), "cs": ("Markéta", "Oldřich", "Přemysl", "Svatava")}


@pytest.mark.parametrize(("language", "size"), [("ru", NARROW), ("cs", WIDE)] if IS_CAMPAIGN else [("ru", NARROW)])
def test_a_table_of_four_is_chosen_where_the_game_has_it_and_its_page_shows_all_names(
    visit, resident, axe, language, size
):
    own, *others = (f"{name} 4" for name in TABLE[language])
    visitor = visit(locale=language, **size).register(own)
    page = visitor.page
    rivals = [resident(name) for name in others]
    address = create_for_four(visitor, axe, language)
    page.locator("#join").click()
    expect(page.locator(".standings tr.yours")).to_contain_text(own)
    for rival in rivals:
        rival.post(f"{address}/join", json={}).raise_for_status()
    page.locator("#start").click()
    page.wait_for_url(re.compile("/match/"))
    match = page.url.rpartition("/")[2]
    page.locator(".rated a").click()
    pairing = page.locator(".pairings li")
    expect(pairing).to_have_count(1)
    for name in (own, *others):
        expect(pairing).to_contain_text(name)
    inspect(visitor, axe, language)
    for rival in rivals:
        rival.post(f"/api/matches/{match}/resign", json={}).raise_for_status()
    expect(page.locator(".standings tr.yours td").nth(1)).to_have_text("1", timeout=20_000)
    expect(page.locator(".standings tbody tr").nth(1).locator("td").nth(1)).to_have_text("⅓")
    assert sorted(pairing.locator("b").all_inner_texts()) == ["1", "⅓", "⅓", "⅓"]
    inspect(visitor, axe, language)


def create_for_four(visitor, axe, language):
    """Create a tournament for tables of four with the form; return its address in the API."""
    page = visitor.open("/tournaments")
    page.locator("button[aria-expanded]").click()
    form = page.locator("form.new")
    form.locator("[name=name]").fill(EVENING)
    form.locator("[name=game]").select_option("tavlei")
    expect(form.locator("[name=size]")).to_be_hidden()
    form.locator("[name=kind]").select_option("knockout")
    form.locator("[name=game]").select_option("quagmire")
    form.locator("[name=size]").select_option("4")
    expect(form.locator("[name=kind]")).to_have_value("swiss")
    expect(form.locator("[name=kind] option:not([disabled])")).to_have_count(2)
    inspect(visitor, axe, language)
    form.locator("button.primary").click()
    page.wait_for_url(re.compile("/tournament/"))
    return f"/api/tournaments/{page.url.rpartition('/')[2]}"


def test_somebody_without_an_account_looks_on(visit, resident, axe):
    host = resident("Ottokar")
    made = host.post("/api/tournaments", json={"name": "1815", "kind": "knockout", "game": "moksha", "clock": "3/day"})
    visitor = visit(**NARROW)
    page = visitor.open("/tournaments")
    page.get_by_role("link", name="1815").click()
    expect(page.get_by_role("link", name="Sign in to take part")).to_be_visible()
    expect(page.locator(".standings")).to_contain_text("Nobody takes part yet.")
    inspect(visitor, axe, "en")
    assert made.json()["id"] in page.url
    expect(visitor.open("/tournament/nowhere").locator(".notice")).to_contain_text("There is no such tournament here.")


@ways(RUSSIAN)
def test_the_standings_of_many_have_pages(visit, resident, axe, language, size):
    visitor = visit(locale=language, **size)
    own = {"en": "Hundred And One", "ru": "Сто Первая"}[language]
    visitor.register(own)
    wish = {"name": EVENING, "kind": "arena", "game": "tavlei", "clock": "5+3", "computers": [10] * 100}
    made = resident("Invites Many").post("/api/tournaments", json=wish).json()["id"]
    page = visitor.open(f"/tournament/{made}")
    page.locator("#join").click()
    earlier, later, mine = (page.locator(".pager button").nth(place) for place in range(3))
    expect(page.locator(".standings tbody tr")).to_have_count(100)
    expect(earlier).to_be_disabled()
    inspect(visitor, axe, language)
    assert page.locator("tr.yours").count() == 0
    later.click()
    expect(page.locator(".standings tbody tr")).to_have_count(1)
    expect(later).to_be_disabled()
    earlier.click()
    expect(page.locator(".standings tbody tr")).to_have_count(100)
    mine.click()
    expect(page.locator("tr.yours")).to_contain_text(own)
    expect(mine).to_have_count(0)


CROSSED = {"en": ("Beatrix", "Percy", "Winifred"), "ru": ("Нина", "Фёдор", "Глеб"), "cs": ("Božena", "Zdeněk", "Luboš")}


@ways(RUSSIAN)
def test_a_finished_round_robin_names_its_winner_and_shows_what_everybody_scored_against_everybody(
    visit, resident, axe, language, size
):
    people = [resident(name) for name in CROSSED[language]]
    wish = {"name": EVENING, "kind": "round-robin", "game": "tavlei", "clock": "5+3"}
    address = f"/api/tournaments/{people[0].post('/api/tournaments', json=wish).json()['id']}"
    for person in people:
        person.post(f"{address}/join", json={}).raise_for_status()
    people[0].post(f"{address}/start", json={}).raise_for_status()
    for number in (1, 2, 3):
        state = until(lambda: people[0].get(address).json(), lambda now, wanted=number: now["round"] == wanted)
        [match] = [one["match"] for one in state["pairings"] if one["match"]]
        loser = next(one for one in (people[1], people[2]) if one.get(address).json()["match"])
        loser.post(f"/api/matches/{match}/resign", json={}).raise_for_status()
    until(lambda: people[0].get(address).json(), lambda now: now["status"] == "over")

    visitor = visit(locale=language, **size)
    page = visitor.open(address.removeprefix("/api").replace("tournaments", "tournament"))
    expect(page.locator(".state")).to_contain_text(f": {CROSSED[language][0]}.")
    best, last, second = CROSSED[language]
    expect(page.locator(".podium li a")).to_have_text([best, second, last])
    rows = page.locator(".crosstable tbody tr")
    expect(rows).to_have_count(3)
    shown = [row.locator("td").all_inner_texts() for row in rows.all()]
    assert shown == [["1", "", "1", "1", "2"], ["2", "0", "", "1", "1"], ["3", "0", "0", "", "0"]]
    expect(page.locator(".pairings")).to_have_count(0)
    inspect(visitor, axe, language)


@ways(RUSSIAN)
def test_the_host_calls_a_tournament_off_and_can_think_again_before(visit, axe, language, size):
    visitor = visit(locale=language, **size)
    visitor.register({"en": "Rosalind", "ru": "Розалия", "cs": "Rozálie"}[language])
    create(visitor, language)
    page = visitor.page
    off, dialog = page.locator(".buttons button.quiet"), page.get_by_role("dialog")
    off.click()
    inspect(visitor, axe, language)
    dialog.locator("button:not(.danger)").click()
    expect(page.locator("#start")).to_be_visible()
    off.click()
    dialog.locator("button.danger").click()
    expect(page.locator("#start")).to_have_count(0)
    inspect(visitor, axe, language)
