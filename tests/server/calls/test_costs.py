"""What a request costs the house counts against the limits, whatever it asks for."""

import pytest
from houses import make, seated

from descriptions import DOCS, with_costs
from ludoteka.house.house import CALLS
from ludoteka.server.calls.answers import CreatedItem
from ludoteka.server.calls.call import Calls
from ludoteka.server.calls.serving import Services, SlowRefusals, routes_of
from ludoteka.server.operations.limits import HELLO_WEIGHT, RATES, RateLimits

# What a guest can read; the others need an account, or are counted as these are
LIGHT = ["/api/house", "/api/catalogue/cs", "/api/catalogue/cs/start", "/api/guest", "/api/matches", "/api/lobby"]
LIGHT += ["/api/dice", "/api/matches/{}/positions/0"]
HEAVY = {"/match/{}/record": "/match/{match}/record", "/match/{}/dice": "/match/{match}/dice"}
HEAVY |= {"/match/{}/link.svg": "/match/{match}/link.svg", "/rules/tavlei": "/rules/{game}"}
CHANGES = [call.line for call in CALLS if call.method == "POST" and not call.is_for_all_sites]
WEIGHTS = {call.path: call.costs["read"] for call in CALLS if "read" in call.costs}
CYCLE = "e8-f8 e7-d7 f8-e8 d7-e7 "  # of Tavlei


def is_refused_within(client, path, most):
    """Tell whether the house refuses one of so many requests, because there are too many."""
    return any(client.get(path).status_code == 429 for _ in range(most))


def test_a_call_without_a_known_limit_keeps_the_house_from_starting():
    calls = Calls()
    calls.add("GET /free", costs={"nothing": 1})(free)
    services = Services()
    services.add_all(RateLimits(counts_addresses=True), SlowRefusals())
    with pytest.raises(KeyError, match="nothing"):
        routes_of(calls, services)


async def free() -> CreatedItem:
    """Nothing."""


def test_the_manual_lists_the_cost_of_each_call():
    page = (DOCS / "operating" / "observing.md").read_text("utf-8")
    assert page == with_costs(page), "make descriptions"


@pytest.mark.parametrize("call", CHANGES)
def test_no_page_of_another_site_changes_anything(guest, call):
    path = call.removeprefix("post ").format(match="m", name="n", tournament="t", game="tavlei", number="1")
    answer = guest.post(path, json={}, headers={"origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "bad-origin")


def test_everything_that_costs_is_counted(guest):
    match = make(guest)
    for path in (*LIGHT, *HEAVY):
        assert is_refused_within(guest, path.format(match), 2 * RATES["read"].guest.at_once), path


@pytest.mark.parametrize("path", HEAVY)
def test_what_costs_more_counts_more(guest, path):
    address = path.format(make(guest))

    weight = WEIGHTS[HEAVY[path]]
    assert weight > 1
    assert is_refused_within(guest, address, 2 * RATES["read"].guest.at_once // weight)


@pytest.mark.parametrize("length", [0, 2000])
def test_a_hello_counts_more_than_another_message_and_most_in_a_long_match(guest, length):
    record = f'[Game "tavlei"]\n[Option.repetition "off"]\n\n{CYCLE * (length // 4)}'
    match = guest.post("/api/records", content=record).json()["id"]
    hellos = 2 * RATES["message"].guest.at_once // (HELLO_WEIGHT + length // 100)
    with seated(guest, match) as player:
        for _ in range(hellos):
            player.send({"t": "hello", "n": 0})
        answers = [player.next("view", "refused") for _ in range(hellos)]

    assert "too-often" in {answer["d"]["code"] for answer in answers if answer["t"] == "refused"}
