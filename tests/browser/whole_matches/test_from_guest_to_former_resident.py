"""A guest gets an account, a rating, a won arena, a report and another name, and leaves: in every language, on every screen."""

import json
import re
import sqlite3
from contextlib import closing
from typing import NamedTuple

import pytest
from browsers.journey import LOCALES, SCREENS, Journey
from browsers.passkeys import Authenticators
from browsers.visitor import ESCAPE
from houses import RunningHouse, seated
from houses.moderation import give_role
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

SUITE = [("ru", "narrow")]
ALL = [(language, width) for language in LOCALES for width in SCREENS]
DEVICE = "Chrome · Linux"  # as lists of passkeys and sessions name the browser
COME = """last => location.pathname.startsWith("/match/")
    ? !location.pathname.endsWith(`/${last}`)
    : document.querySelector(".buttons a[href^='/match/']")"""
ANYWHERE = ("Ω", "2026", DEVICE)  # texts that are the same in every language


class Cast(NamedTuple):
    """The names of the people."""

    guest: str  # the guest who registers
    better: str  # their later name
    keeper: str  # the moderator
    rivals: tuple[str, str]


CASTS = {
    "en": Cast("Wins Everything", "Winifred", "Orderly Olive", ("Margaret", "Oliver")),
    "ru": Cast("Всех победит", "Виктория", "Порядочная Ольга", ("Маргарита", "Олег")),
    "cs": Cast("Všechny porazí", "Viktorie", "Pořádný Oldřich", ("Markéta", "Otakar")),
}


@pytest.fixture
def house(tmp_path):
    """A house of its own, in whose lists there is nobody else."""
    with RunningHouse(tmp_path) as running:
        yield running


@pytest.mark.parametrize(("language", "width"), ALL if IS_CAMPAIGN else SUITE)
def test_a_guest_becomes_a_resident_wins_an_arena_is_renamed_and_leaves(visit, house, resident, axe, language, width):
    names = CASTS[language]

    def arrive():
        address = f"http://localhost:{house.port}"  # where browsers allow passkeys
        visitor = visit(base_url=address, locale=LOCALES[language], **SCREENS[width])
        return Journey(visitor, language, axe, ANYWHERE)

    journey, rivals = arrive(), [resident(name) for name in names.rivals]
    become_a_resident(journey, names.guest)
    match = play_a_rated_match(journey, rivals[0])
    look_at_profile(journey, names.guest)
    win_an_arena(journey, house, *rivals)
    report(arrive(), names.guest)
    rename(arrive(), house, names)
    take_data_along(journey, match, names.better)
    leave(journey, names, match)


def become_a_resident(journey, name):
    visitor, page = journey.visitor, journey.page
    Authenticators(visitor)
    visitor.open()
    journey.inspect("start as a guest", is_known=True)
    page.locator(".resident").click()
    page.locator("#register-name").fill(name)
    journey.inspect("registration", is_known=True)
    page.locator("section", has=page.locator("#register")).locator("button").click()
    expect(page.locator(".codes li")).to_have_count(10)
    journey.same |= set(page.locator(".codes code").all_inner_texts())
    journey.inspect("recovery codes", is_known=True)
    page.locator(".codes .primary").click()
    expect(page.locator("h1")).to_have_text(name)
    journey.inspect("account", is_known=True)


def play_a_rated_match(journey, rival):
    """Play a match to its end against somebody who joins it from the lobby; return its id."""
    visitor, page = journey.visitor, journey.page
    dialog = visitor.set_up()
    for name, value in (("opponent", "link"), ("visibility", "public")):
        dialog.locator("label", has=page.locator(f"[name={name}][value={value}]")).click()
    dialog.locator("#clock").select_option("5+3")
    dialog.locator("[name=rated]").check()
    journey.inspect("dialog for a rated match")
    dialog.locator("button.primary").click()
    page.wait_for_url(re.compile("/match/"))
    expect(page.locator(".waiting")).to_be_visible()
    journey.same.add(page.url)  # the link for others
    expect(page.locator(".free .button.primary")).to_have_count(0)  # nobody plays a rated match against themselves
    journey.inspect("waiting for somebody")
    match = page.url.rpartition("/")[2]
    [free] = [one["letter"] for one in rival.get("/api/lobby").json()["open"][0]["seats"] if one["kind"] == "free"]
    with seated(rival, match) as player:
        assert player.command("sit", {"seat": free})["t"] == "done"
        for number, action in enumerate(ESCAPE):
            play_on(visitor, player, action, "ad"[number % 2] == free)
    expect(visitor.ending).to_be_visible()
    notice = journey.say("Your rating is provisional: its number appears after more rated matches.")
    expect(page.locator(".rated")).to_have_text(notice)
    journey.inspect("end of a rated match")
    return match


def play_on(visitor, player, action, is_theirs):
    """Let the player to move play an action: the visitor on their page, or the other player."""
    if not is_theirs:
        visitor.play(action)
        return
    player.until(lambda view: view["yours"])
    assert player.act(action)["t"] == "done"


def look_at_profile(journey, name):
    page = journey.visitor.open(f"/resident/{name}")
    expect(page.locator(".matches li")).to_have_count(1)
    expect(page.locator(".ratings .row")).to_contain_text(journey.say("provisional"))
    journey.inspect("profile", is_known=True)


def win_an_arena(journey, house, first, second):
    """Create an arena, win a match against each of two others, and see oneself at the top when its time is up."""
    page = journey.page
    address = create_an_arena(journey)
    first.post(f"{address}/join", json={}).raise_for_status()
    page.reload()
    expect(page.locator(".standings tbody tr")).to_have_count(2)
    journey.inspect("arena before its start", is_known=True)
    page.locator("#start").click()
    match = come_to_match(journey)
    first.post(f"{address}/withdraw", json={}).raise_for_status()  # or they could meet the second
    second.post(f"{address}/join", json={}).raise_for_status()
    win(journey, first, match)
    journey.inspect("won match of an arena")
    second.post(f"{address}/ready", json={}).raise_for_status()
    page.locator(".rated a").click()
    match = come_to_match(journey, match)
    second.post(f"{address}/withdraw", json={}).raise_for_status()  # or the same two would meet again
    win(journey, second, match)
    page.locator(".rated a").click()
    expect(page.locator(".standings tbody tr")).to_have_count(3)
    journey.inspect("arena")
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite", timeout=20)) as database, database:
        database.execute("UPDATE tournaments SET started_at = started_at - 3600")  # an hour is over
    expect(page.locator("p.state")).to_contain_text(journey.say("The tournament is over."))
    best = page.locator(".standings tbody tr").first
    expect(best).to_have_class(re.compile("yours"))
    expect(best.locator("td").nth(1)).to_have_text("4")
    journey.inspect("end of the arena")


def create_an_arena(journey):
    """Create an arena and join it; return its address in the API."""
    page = journey.visitor.open("/tournaments")
    journey.inspect("tournaments", is_known=True)
    page.locator("button[aria-expanded]").click()
    form = page.locator("form.new")
    form.locator("[name=name]").fill("2026")
    form.locator("[name=game]").select_option("tavlei")
    journey.inspect("form for a tournament", is_known=True)
    form.locator("button.primary").click()
    page.wait_for_url(re.compile("/tournament/"))
    page.locator("#join").click()
    expect(page.locator(".standings tr.yours")).to_have_count(1)
    return f"/api/tournaments/{page.url.rpartition('/')[2]}"


def come_to_match(journey, last="none"):
    """Wait until the page of the tournament leads to another match than the last one, and go there; return its id."""
    page = journey.page
    page.wait_for_function(COME, arg=last)
    if "/match/" not in page.url:
        page.locator(".buttons a.primary").click()
    page.wait_for_url(re.compile("/match/"))
    return page.url.rpartition("/")[2]


def win(journey, rival, match):
    """Play a match in which the other one gives up after a ply of each."""
    with seated(rival, match) as player:
        [theirs] = [one["letter"] for one in player.view["seats"] if one["yours"]]
        for number, action in enumerate(ESCAPE[:2]):
            play_on(journey.visitor, player, action, "ad"[number] == theirs)
        assert player.command("resign")["t"] == "done"
    expect(journey.visitor.ending).to_be_visible()


def report(journey, name):
    """Report a user on their page, as a guest."""
    page = journey.visitor.open(f"/resident/{name}")
    journey.inspect("profile of somebody else", is_known=True)
    page.locator(".deeds button").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("#report-kind").select_option("name")
    dialog.locator("#report-text").fill("Ω")
    journey.inspect("report", is_known=True)
    dialog.locator("form button").first.click()
    expect(dialog.get_by_role("status")).to_be_visible()
    journey.inspect("thanks for the report", is_known=True)


def rename(journey, house, names):
    """Become a moderator, and rename the reported user."""
    visitor, page = journey.visitor, journey.page
    visitor.register(names.keeper)
    give_role(house, names.keeper, "moderator")
    visitor.open("/account").locator("a[href='/order']").click()
    reports = page.locator("section[aria-labelledby=reports] li")
    expect(reports).to_contain_text(names.guest)
    journey.inspect("reports", is_known=True)
    reports.get_by_role("button").click()
    panel = page.locator("section[aria-labelledby=person]")
    panel.locator("#reason").fill("Ω")
    panel.locator("#new-name").fill(names.better)
    panel.locator("#new-name + button").click()
    expect(panel.locator("h2")).to_have_text(names.better)
    journey.inspect("somebody renamed", is_known=True)
    panel.locator("#reason").fill("Ω")
    panel.locator(".deeds > p:last-child button").click()
    expect(reports).to_have_count(0)
    expect(page.locator("section[aria-labelledby=log] li")).to_have_count(3)  # with their own role
    journey.inspect("log", is_known=True)


def take_data_along(journey, match, name):
    page = journey.visitor.open("/account")
    expect(page.locator("h1")).to_have_text(name)
    journey.inspect("account with another name", is_known=True)
    with page.expect_download() as saved:
        journey.button("Download my data").click()
    known = json.loads(saved.value.path().read_text("utf-8"))
    assert known["account"]["name"] == name
    assert match in {one["id"] for one in known["matches"]}
    assert len(known["matches"]) == 3
    [rating], [change] = known["ratings"], known["rated_matches"]
    assert (change["match"], change["before"]) == (match, 1500)
    assert [one["name"] for one in known["tournaments"]] == ["2026"]
    assert (rating["game"], rating["number"], rating["rating"]) == ("tavlei", 1, change["after"])


def leave(journey, names, match):
    """Delete the account: its names lead nowhere, and the match shows that somebody was there."""
    page = journey.page
    page.locator("#delete-name").fill(names.better)
    journey.button("Delete my account").click()
    expect(page.get_by_role("status")).to_have_text(journey.say("Your account is deleted. You are a guest again."))
    journey.inspect("deleted account")
    page = journey.visitor.open(f"/match/{match}")
    expect(page.locator("main")).to_contain_text(journey.say("a former user"))
    expect(page.locator("main")).not_to_contain_text(names.better)
    expect(page.locator(".rated")).to_contain_text(f"{journey.say('a former user')}: ")
    journey.inspect("match of a former user")
    request = journey.visitor.request
    answers = [request.get(f"/api/residents/{name}") for name in (names.guest, names.better, "Ω")]
    assert [(answer.status, answer.json()["code"]) for answer in answers] == 3 * [(404, "no-such-resident")]
