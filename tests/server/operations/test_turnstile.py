"""Requests begin one after another, and addresses take turns: a hundred at once hold up nobody."""

import asyncio

import pytest

from ludoteka.server.operations.turnstile import Turnstile, TurnstileMiddleware

MANY = 100
ATTACKER, VISITOR, HOME = "192.0.2.1", "192.0.2.2", "2001:db8:1:2::"


def served(*clients, kind="http", impatient=()):
    """Let requests of these addresses arrive at once; return which began, and in which iteration of the event loop each.

    The requests whose numbers are `impatient` are cancelled before it is their turn.
    """

    async def serve():
        begun = []

        async def app(scope, receive, send):
            begun.append((scope["client"][0], now))

        async def count_iterations():
            nonlocal now
            while True:
                now += 1
                await asyncio.sleep(0)

        now = 0
        counting = asyncio.create_task(count_iterations())
        middleware = TurnstileMiddleware(app)
        tasks = [
            asyncio.create_task(middleware({"type": kind, "client": (client, 1)}, None, None)) for client in clients
        ]
        await asyncio.sleep(0)
        for number in impatient:
            tasks[number].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        counting.cancel()
        return begun

    return asyncio.run(serve())


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_one_request_begins_in_each_iteration_of_the_event_loop(kind):
    begun = served(*[ATTACKER] * MANY, kind=kind)
    iterations = [iteration for _, iteration in begun]
    assert sorted(set(iterations)) == iterations
    assert iterations[-1] - iterations[0] <= MANY  # none passes in vain


def test_somebody_who_comes_after_a_hundred_requests_of_another_address_begins_next():
    begun = served(*[ATTACKER] * MANY, VISITOR, HOME + "1", VISITOR)
    assert [who for who, _ in begun[:6]] == [ATTACKER, ATTACKER, VISITOR, HOME + "1", ATTACKER, VISITOR]
    assert len(begun) == MANY + 3


def test_everybody_in_a_home_with_an_ipv6_address_takes_turns_as_one():
    begun = served(VISITOR, *[f"{HOME}{number}" for number in range(1, 4)], VISITOR, VISITOR)
    assert [who for who, _ in begun] == [VISITOR, HOME + "1", VISITOR, HOME + "2", VISITOR, HOME + "3"]


def test_a_request_that_is_cancelled_while_it_waits_takes_nobodys_turn():
    begun = served(VISITOR, ATTACKER, ATTACKER, VISITOR, impatient=(1, 2))
    assert [who for who, _ in begun] == [VISITOR, VISITOR]
    assert begun[1][1] - begun[0][1] <= 2


def test_a_request_that_comes_alone_begins_at_once():
    async def enter():
        turnstile = Turnstile()
        for _ in range(3):
            entering = turnstile.enter(VISITOR)
            with pytest.raises(StopIteration):
                entering.send(None)  # it waits for nothing
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    asyncio.run(enter())
