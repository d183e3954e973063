"""What people store is shown as text on every page: no script runs, nothing comes from elsewhere, and what is beside it stays in place."""

import sqlite3
from contextlib import closing
from urllib.parse import quote

import pytest
from browsers.stored_texts import BOT, KINDS, MARKUP, Reader, everything, fill
from browsers.watch import Watch
from houses import RunningHouse, registering, until
from houses.moderation import give_role
from playwright.sync_api import expect
from programs.identity_provider import list_provider

from ludoteka.records.match_record import escape, tag_line
from ludoteka.server.people.names import skeleton

RATED = [place for place in range(len(MARKUP)) if place != BOT]
PAGES = {  # by their reader: each address, and the places of the texts that it shows, None for all
    "guest": {
        "/": None,
        "/leaderboards?game=tavlei&speed=rapid": RATED,
        "/tournaments": None,
        "/tournament/t0": None,
        "/match/watched4": [4, 5],
        "/account": [],
    },
    "resident": {"/": None, "/watch": None, "/account": None},
    "owner": {"/order?report=r2": None, "/settings": None, "/account": None},
}
ADDRESSES = (  # that lead nowhere, or whose rest the page reads
    *("/{}", "/resident/{}", "/match/{}", "/puzzle/tavlei/{}", "/rules/{}", "/notices/{}"),
    *("/?{0}={0}#{0}", "/match/of-owner#{0}", "/leaderboards?game={0}&speed={0}", "/order?name={0}"),
    *("/account/mail#{0}", "/analysis/tavlei#{0}"),
)
ANSWERS = ("/api/lobby", "/api/matches", "/api/tournaments", "/api/leaderboards/tavlei/rapid")


@pytest.fixture(scope="module", params=KINDS)
def texts(request):
    return KINDS[request.param]


@pytest.fixture(scope="module")
def full(texts, tmp_path_factory):
    """A house with such texts everywhere, and the cookies of its readers."""
    folder = tmp_path_factory.mktemp("full")
    options, environment = list_provider(folder, "http://127.0.0.1:9", name=MARKUP[0])
    running = RunningHouse(folder, options=options, environment=environment)
    with running as house, house.guest() as guest, registering(house) as register:
        clients = {"guest": guest, "resident": register("A resident"), "owner": register("An owner")}
        give_role(house, "An owner", "owner")
        guest.post("/api/guest", json={"name": "A visitor"}).raise_for_status()
        with closing(sqlite3.connect(folder / "ludoteka.sqlite")) as database:
            [[visitor]] = database.execute("select holder from guests")
            accounts = database.execute("select role, holder, id from accounts").fetchall()
        house.close()
        readers = {"guest": Reader(visitor)} | {role: Reader(*who) for role, *who in accounts}
        fill(folder / "ludoteka.sqlite", texts, readers)
        house.open()
        until(lambda: guest.get("/api/tournaments/t0").json()["pairings"])
        yield house, {reader: dict(client.cookies) for reader, client in clients.items()}


@pytest.fixture
def look(visit, full, texts):
    """Look at pages as one of the readers; what is wrong with them is found at the end."""
    house, cookies = full
    visitor = visit(house)
    with Watch(visitor, everything(texts)) as watch:
        watch.become = lambda reader: watch.take_cookies(cookies[reader], house.address)
        yield watch
    assert watch.faults == {}


def test_texts_that_attack_their_readers_are_shown_as_texts_on_every_page(look, texts):
    for reader, pages in PAGES.items():
        look.become(reader)
        for address, places in pages.items():
            look.at(address, texts if places is None else [texts[place] for place in places])


def test_the_page_of_a_resident_with_such_a_name_shows_it_with_what_others_can_do(look, texts):
    look.become("resident")
    for text in filter(skeleton, texts[3::2]):  # a name without letters and digits has no page
        page = look.at(f"/resident/{quote(text, safe='')}", [text])
        page.locator(".deeds [aria-expanded]").click()
        page.locator(".deeds > button").last.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        look.inspect()


def test_dialogs_of_a_match_show_such_names_and_records(look, texts):
    look.become("resident")
    page = look.at("/match/of-resident", texts)
    page.get_by_role("button", name="Report a player").click()
    expect(page.locator("#report-whom")).to_be_visible()
    look.inspect()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Record").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look.inspect()


def test_comments_and_tags_of_an_imported_record_are_shown_as_texts(look, texts):
    page = look.at("/analysis/tavlei", [])
    page.get_by_role("button", name="Set up a position").click()
    tags = [tag_line(f"Remark{place}", text) for place, text in enumerate(texts)]
    comments = [f"{{{escape(text, '{}')}}}" for text in texts[:2]]
    page.locator("#record").fill("\n".join(['[Game "tavlei"]', *tags, "", *comments, "*"]))
    page.get_by_role("button", name="Open the record").click()
    expect(page.locator(".tree .comment")).not_to_be_empty()
    look.inspect(texts[:2])


@pytest.mark.parametrize("texts", ["markup"], indirect=True, scope="module")
def test_addresses_with_such_texts_lead_to_pages_that_run_nothing(look, texts):
    look.become("owner")
    text = quote("".join(texts[:2]), safe="")
    for address in ADDRESSES:
        look.at(address.format(text), [])


@pytest.mark.parametrize("texts", ["markup"], indirect=True, scope="module")
def test_answers_that_are_opened_like_pages_run_nothing(look):
    for address in ANSWERS:
        look.page.goto(address)
        look.check_made()
