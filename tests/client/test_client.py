"""The client for programs, in a real house that is killed and opened again."""

import asyncio
import threading

import pytest
from houses import RunningHouse, make_token, registering

from ludoteka.client import AsyncClient, Client
from ludoteka.core.message import Refused
from ludoteka.server.people.tokens import SCOPES


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with RunningHouse(tmp_path_factory.mktemp("house"), moment=0) as running:
        yield running


@pytest.fixture(scope="module")
def tokens(house):
    """The tokens of Anna and Boris."""
    with registering(house) as register:
        yield [make_token(register(name), *SCOPES) for name in ("Anna", "Boris")]


@pytest.fixture
def anna(house, tokens):
    with Client(house.address, tokens[0]) as client:
        yield client


@pytest.fixture
def boris(house, tokens):
    with Client(house.address, tokens[1]) as client:
        yield client


def begun(anna, boris, game="tavlei", **more):
    """Return the id of a match that both have begun; Anna has the first seat."""
    match = anna.challenge("Boris", game, **more)
    boris.accept(match)
    return match


def test_two_clients_play(anna, boris):
    match = begun(anna, boris, seat="a")
    position = next(anna.watch(match))
    assert (position.game, position.seat, position.is_mine, position.must_throw) == ("tavlei", "a", True, False)
    assert "i4-i3" in position.actions

    anna.act(position, "i4-i3")
    theirs = next(boris.watch(match))
    assert (theirs.is_mine, theirs.moves, theirs.seconds_left) == (True, [("a", "i4-i3")], None)
    boris.say(match, "Well played!")
    boris.resign(match)
    last = [*anna.watch(match)][-1]
    assert (last.is_over, last.result) == (True, {"a": 1, "d": -1})
    assert "i4-i3" in anna.record(match)


def test_what_the_house_refuses_is_raised(anna, boris):
    match = begun(anna, boris, seat="a")
    position = next(anna.watch(match))
    with pytest.raises(Refused) as refused:
        anna.act(position, "nonsense")
    assert refused.value.code == "bad-text"
    anna.act(position, "i4-i3")
    with pytest.raises(Refused) as refused:
        anna.act(position, "i4-i3")
    assert refused.value.code == "stale"
    with pytest.raises(Refused) as refused:
        next(anna.watch("nothing"))
    assert refused.value.code == "no-such-match"


def test_an_address_where_nothing_answers_is_no_house(tmp_path):
    with RunningHouse(tmp_path) as house:
        address = house.address
    with Client(address) as client, pytest.raises(Refused) as refused:
        client.me()
    assert refused.value.code == "no-house"


def test_lists_are_read(anna, boris):
    match = anna.create_match("tavlei", {"a": {"kind": "person"}, "d": {"kind": "free"}}, visibility="public")
    assert match in [one["id"] for one in anna.matches()]
    assert match in [one["id"] for one in boris.lobby()]
    boris.sit(match, "d")
    assert boris.me()["name"] == "Boris"
    assert "tavlei" in [game["name"] for game in anna.games()]
    challenge = boris.challenge("Anna", "moksha")
    assert [one["id"] for one in anna.challenges()] == [challenge]
    anna.decline(challenge)
    assert anna.challenges() == []


def test_streams_go_on_after_the_house_was_killed(tmp_path):
    with RunningHouse(tmp_path, moment=0) as house, registering(house) as register:
        tokens = [make_token(register(name), *SCOPES) for name in ("Anna", "Boris")]
        with Client(house.address, tokens[0]) as anna, Client(house.address, tokens[1]) as boris:
            match = begun(anna, boris, seat="a")
            watching, happening = anna.watch(match), boris.events()
            position = next(watching)
            assert next(happening).kind == "begun"
            house.kill()
            house.open()
            anna.act(position, "i4-i3")
            while not position.moves:
                position = next(watching)
            assert position.moves == [("a", "i4-i3")]
            assert next(happening).kind == "begun"


def test_the_asynchronous_client_does_the_same(house, tokens):
    async def play():
        async with AsyncClient(house.address, tokens[0]) as anna, AsyncClient(house.address, tokens[1]) as boris:
            assert (await anna.me())["name"] == "Anna"
            assert await anna.games()
            match = await anna.challenge("Boris", "scripta", seat="y")
            async for happening in boris.events():
                if (happening.kind, happening.id) == ("challenge", match):
                    await boris.accept(match)
                    break
            number = 0
            async for position in anna.watch(match):
                if position.must_throw and position.number > number:
                    number = await anna.throw(position)
                elif position.is_mine:
                    await anna.act(position, position.actions[0])
                    break
            await boris.say(match, "Well thrown!")
            await boris.resign(match)
            last = [position async for position in anna.watch(match)][-1]
            with pytest.raises(Refused):
                await anna.act(last, "nonsense")
            return last.result, await anna.record(match), await anna.challenges(), await anna.lobby()

    result, record, challenges, _ = asyncio.run(asyncio.wait_for(play(), 60))
    assert (result, challenges) == ({"y": 1, "g": -1}, [])
    assert "scripta" in record


def test_a_client_without_a_token_is_a_guest(house):
    with Client(house.address) as client:
        assert client.me()["standing"] == "guest"


def test_a_client_can_be_used_by_several_threads(anna):
    names = []
    threads = [threading.Thread(target=lambda: names.append(anna.me()["name"])) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert names == ["Anna"] * 8


@pytest.mark.parametrize("address", ["ftp://house", "http://house:port", "http://[", "http://"])
def test_what_is_no_address_is_refused(address):
    with pytest.raises(Refused) as refused:
        Client(address)
    assert refused.value.code == "bad-address"
