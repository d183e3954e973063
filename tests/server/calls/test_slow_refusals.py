"""Limits on attempts to sign in: how many there are, and that a client that exceeds them waits for the refusal."""

import asyncio

import pytest

from ludoteka.server.calls.serving import REFUSAL_SECONDS, SlowRefusals
from ludoteka.server.operations.limits import IDLE_PER_ADDRESS, RATES, LimitKey, RateLimit, RateLimited

HOUR = 3600  # seconds
OF_A_PASSWORD, OF_A_REFUSAL = 0.05, 0.001  # seconds of a core, generously


def counted(rates):
    """How many attempts of one address are counted within an hour after the burst, if it makes three a second as many guests."""
    limit, allowed = RateLimit(rates), 0
    for number in range(2 * HOUR * 3):
        try:
            limit.count(LimitKey(f"guest {number % 1000}", "203.0.113.7"), now=number / 3)
        except RateLimited:
            continue
        allowed += number >= HOUR * 3
    return allowed


@pytest.mark.parametrize(("rates", "most"), [(RATES["sign-in"], 2400), (RATES["registration"], 60)])
def test_all_attempts_of_an_address_and_their_refusals_take_less_than_a_tenth_of_a_core(rates, most):
    assert 0 < counted(rates) <= most
    refusals = HOUR * IDLE_PER_ADDRESS / REFUSAL_SECONDS  # as each connection waits for its answer
    assert most * OF_A_PASSWORD + refusals * OF_A_REFUSAL < HOUR / 10


def test_refusals_are_held_back_for_each_address_up_to_a_number():
    async def work():
        refusals = SlowRefusals(seconds=HOUR, most=2)
        held = [asyncio.create_task(refusals.hold(address)) for address in ("one", "one", "other")]
        await asyncio.sleep(0)
        await refusals.hold("one")  # is answered at once
        assert not any(one.done() for one in held)
        held[0].cancel()
        await asyncio.gather(held[0], return_exceptions=True)
        again = asyncio.create_task(refusals.hold("one"))
        await asyncio.sleep(0)
        assert not again.done()
        for one in (*held, again):
            one.cancel()
        await asyncio.gather(*held, again, return_exceptions=True)

    asyncio.run(work())


def test_a_guest_has_twenty_passwords_checked_and_is_then_refused(house, guest):
    wrong = {"name": "Nobody of This Name", "password": "wrong"}
    with house.weak_hashes():
        tries = [guest.post("/api/account/sign-in", json=wrong) for _ in range(RATES["sign-in"].guest.at_once + 1)]
    codes = [one.json()["code"] for one in tries]

    assert codes[:-1] == ["bad-sign-in"] * RATES["sign-in"].guest.at_once
    assert codes[-1] == "too-often"
    assert guest.get("/api/account").json()["account"] is None, "other requests are answered"
