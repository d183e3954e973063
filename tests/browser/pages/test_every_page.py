"""Every page of the house passes the accessibility checker, also a page that is added later."""

import re

import pytest
from browsers.inspection import violations_in_both_modes
from houses import make, seated
from houses.moderation import done, give_role
from playwright.sync_api import expect

from ludoteka.house.house import CALLS
from ludoteka.server.http.pages import PAGES

OWNER = "Looks At Everything"
ELSEWHERE = "198.51.100.78"  # a banned address
NO_ROUTE = {
    "missing": "/nowhere",
    "closed": "/",
    "sign-in": "/sign-in/nobody",
}  # pages that are answers to any address, or refusals
IN_FRAMES = ["embed"]  # without the head of a page; tests/browser/pages/test_embedding.py looks at it
ADDRESSES = {  # of the other pages, by the class of their body
    "start": "/",
    "match": "/match/{match}",
    "review-page": "/match/{match}/review",
    "analysis": "/analysis/{game}",
    "puzzles": "/puzzles",
    "puzzle": "/puzzle/{game}/{number}",
    "account": "/account",
    "mail-link": "/account/mail",
    "notices-end": "/notices/{key}",
    "profile": "/resident/{name}",
    "leaderboards": "/leaderboards",
    "watch": "/watch",
    "tournaments": "/tournaments",
    "tournament": "/tournament/{tournament}",
    "dice-page": "/dice",
    "rules": "/rules/{game}",
    "help": "/help",
    "order": "/order",
    "settings": "/settings",
}


@pytest.fixture
def house(orderly_house):
    return orderly_house


@pytest.fixture
def names(house, resident):
    """What the addresses of pages name: a finished match, a tournament, and so on."""
    owner = resident(OWNER)
    give_role(house, OWNER, "owner")
    match = make(owner)
    with seated(owner, match) as player:
        player.command("resign")
    terms = {"name": "Evening of the club", "kind": "swiss", "game": "tavlei", "clock": "5+3"}
    tournament = owner.post("/api/tournaments", json=terms).json()["id"]
    owner.post(f"/api/tournaments/{tournament}/join", json={})
    done(owner, "shut-out", address=ELSEWHERE, hours=1)
    found = {
        "key": "of-nobody",
        "match": match,
        "tournament": tournament,
        "game": "tavlei",
        "number": "1",
        "name": OWNER,
    }
    return found | {"cookies": dict(owner.cookies)}


def is_page(house, path):
    """Whether an address of the house is answered with a page of its own."""
    filled = re.sub(r"\{(\w+)[^}]*\}", lambda match: {"game": "tavlei", "number": "1"}.get(match[1], "x"), path)
    with house.guest() as guest:
        answer = guest.get(filled)
    return answer.status_code == 200 and answer.headers["content-type"].startswith("text/html")


def test_every_route_that_answers_with_a_page_is_in_the_list_and_so_is_every_kind_of_page(house):
    paths = {call.path for call in CALLS if call.method == "GET" and "/api/" not in call.path}
    assert {path for path in paths if is_page(house, path)} == set(ADDRESSES.values())
    assert {*ADDRESSES, *NO_ROUTE, *IN_FRAMES} == set(PAGES)


def test_every_page_is_accessible_to_whoever_may_see_most(visit, house, names, axe):
    visitor, stranger = visit(), visit(extra_http_headers={"X-Forwarded-For": ELSEWHERE})
    for name, value in names["cookies"].items():
        visitor.context.add_cookies([{"name": name, "value": value, "url": house.address}])
    wrong = {}
    for kind, address in (ADDRESSES | NO_ROUTE).items():
        page = (stranger if kind == "closed" else visitor).open(address.format(**names))
        expect(page.locator("body")).to_have_class(re.compile(kind))
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        wrong[kind] = violations_in_both_modes(page, axe)
    assert {kind: found for kind, found in wrong.items() if found} == {}
