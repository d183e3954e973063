"""Profiles, the best players and matches to watch, on the pages."""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor

from browsers.inspection import english, violations
from browsers.visitor import NARROW
from browsers.ways import RUSSIAN, ways
from houses import PERSON, seated
from houses.rated import opened_beside, rating_store
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

from ludoteka.features.ratings.store import replacement, state_of
from ludoteka.features.reviews.reviews import ReviewStore

NAMES = {"en": ("Dorothy", "Walter", "Agnes"), "ru": ("Дарья", "Виктор", "Ася"), "cs": ("Dorota", "Vladimír", "Anežka")}
FREE = {"kind": "free"}


def create(client, **more):
    body = {"game": "tavlei", "seats": {"a": PERSON, "d": FREE}, "visibility": "public"} | more
    return client.post("/api/matches", json=body).json()["id"]


def sit(host, other):
    [free] = [one["letter"] for one in host.view["seats"] if one["kind"] == "free"]
    assert other.command("sit", {"seat": free, "secret": host.view["invitation"]})["t"] == "done"


def inspect(visitor, axe, language, *, is_known=False):
    """Check a page; one that is known is shown to the accessibility checker with all pages, in a campaign also here."""
    assert (is_known and not IS_CAMPAIGN) or violations(visitor.page, axe) == []
    assert visitor.overflow() <= 0
    assert language == "en" or english(visitor, language) == []


@ways(RUSSIAN)
def test_a_resident_looks_at_the_profile_of_another_follows_and_watches_them(
    visit, house, resident, axe, language, size
):
    her, him, reader = NAMES[language]
    first, second = resident(her), resident(him)
    rated, running = create(first, rated=True, clock="5+3"), create(second)
    with seated(first, rated) as host, seated(second, rated) as guest:
        sit(host, guest)
        guest.command("resign")
    keep_review(house, rated)
    settle_ratings(house, rated)
    visitor = visit(locale=language, **size).register(reader)

    page = visitor.open(f"/match/{rated}")
    page.locator(f".plate a[href='/resident/{quoted(page, her)}']").click()
    look_at_profile(page, her)
    inspect(visitor, axe, language)
    filter_matches(page, him)
    visitor.open("/watch")
    expect(page.locator(".sheet li")).to_have_text(her)
    with seated(second, running) as host, seated(first, running) as guest:
        sit(host, guest)
        page.reload()
        watch(page, running, host)
        inspect(visitor, axe, language)
        host.command("resign")


def settle_ratings(house, match):
    """Rate a match, and make the ratings of its players as certain as many more would."""

    async def settle(store):
        await rating_store(store).rate_ended()
        keys = [change.key for change in await rating_store(store).changes(match)]
        states = await store.read(lambda connection: {key: state_of(connection, key) for key in keys})
        certain = {key: one._replace(rating=one.rating._replace(deviation=90.0)) for key, one in states.items()}
        await store.write(replacement(certain))

    in_store(house, settle)


def keep_review(house, match):
    """Store a review of a match, as the house keeps it when it is computed."""
    numbers = {"moves": 9, "mean_loss": 31_000, "grades": {}, "luck": -52_000, "skill": 104_000}
    content = json.dumps({"steps": [], "seats": [{"letter": letter, "title": "x", **numbers} for letter in "ad"]})

    async def keep(store):
        await ReviewStore(store).begin(match, 9, 1.0)
        await ReviewStore(store).finish(match, content)

    in_store(house, keep)


def in_store(house, act):
    """Do something in the store of a house."""

    async def open_and_act():
        async with opened_beside(house.folder / "ludoteka.sqlite") as store:
            await act(store)

    with ThreadPoolExecutor(1) as beside:  # the browser has the event loop of this thread
        beside.submit(asyncio.run, open_and_act()).result()


def look_at_profile(page, name):
    """Open the chart of a rating, and follow its owner."""
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.locator(".matches li")).to_have_count(1)
    expect(page.locator(".scores tbody tr")).to_have_count(2)
    expect(page.locator(".played tbody tr td").last).to_contain_text("10")
    rating = page.locator(".ratings details")
    expect(rating.locator(".rating")).to_have_text(re.compile(r"^\d+$"))
    rating.locator("summary").click()
    expect(rating.locator(".chart svg")).to_be_visible()
    button = page.locator(".title .button[aria-pressed]").first
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def filter_matches(page, opponent):
    page.locator("[name=game]").select_option("moksha")
    expect(page.locator(".matches li")).to_have_count(0)
    expect(page.locator(".sheet [role=status]")).not_to_be_empty()
    page.locator("[name=game]").select_option("tavlei")
    page.locator("[name=opponent]").fill(opponent.lower())
    page.locator("[name=opponent]").press("Enter")
    expect(page.locator(".matches li")).to_have_count(1)


def watch(page, match, host):
    """See a move of the host on the small board."""
    status = page.locator(f"[data-match='{match}'] .status")
    expect(status).not_to_be_empty()
    before = status.inner_text()
    host.until(lambda view: view["yours"])
    assert host.act("e2-f2")["t"] == "done"
    expect(status).not_to_have_text(before)
    expect(page.locator(".sheet li a.button")).to_have_attribute("href", f"/match/{match}")


def quoted(page, name):
    return page.evaluate("name => encodeURIComponent(name)", name)


def test_a_profile_can_be_hidden_on_the_account_page(visit, axe):
    name, stranger = "Hidden Hugo", visit()
    visitor = visit(**NARROW).register(name)
    page = visitor.open("/account")
    with page.expect_response("**/api/account/hide"):
        page.get_by_label("Hide my profile").check()
    page.get_by_role("link", name="See your ratings, results and matches").click()
    expect(page.get_by_text("Nobody else sees this page.")).to_be_visible()
    inspect(visitor, axe, "en")
    expect(stranger.open(f"/resident/{name}").locator(".notice")).to_contain_text("Nobody here has this name")
    assert violations(stranger.page, axe) == []


@ways(RUSSIAN)
def test_the_page_of_the_best_players_keeps_its_choice_in_the_address(visit, axe, language, size):
    visitor = visit(locale=language, **size)
    page = visitor.open("/leaderboards?game=tavlei&speed=blitz")
    expect(page.locator("[name=speed]")).to_have_value("blitz")
    page.locator("[name=game]").select_option("moksha")
    expect(page).to_have_url(re.compile("game=moksha&speed=blitz"))
    expect(page.locator(".sheet")).not_to_be_empty()
    inspect(visitor, axe, language, is_known=True)
